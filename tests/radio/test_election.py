"""Who leads: one of all who hear each other, whatever happens to the last leader."""

from __future__ import annotations

from random import Random

import pytest

from agentfw.radio import Election, Step

TICK_S = 0.1
HEARS_AFTER_S = 1.2
"""So late a line may be said, since others wait before it."""


class Team:
    """Bots that hear each other's claims a moment later."""

    def __init__(self, names: list[str], *, stand: bool = True) -> None:
        self.now = 0.0
        self.here: dict[str, Election] = {}
        self.said: list[tuple[float, str, Step]] = []
        self._wire: list[tuple[float, str, Step]] = []
        for name in names:
            self.join(name, stand=stand)

    def join(self, name: str, *, stand: bool = True) -> Election:
        one = Election(Random(f"{name}/1"), stands=stand)  # noqa: S311 - a game
        one.me = name
        one.begin(self.now)
        self.here[name] = one
        return one

    def leave(self, name: str) -> None:
        del self.here[name]
        for one in self.here.values():
            one.stop(name, self.now)

    def play(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += TICK_S
            self._hear()
            for name, one in self.here.items():
                others = {other for other in self.here if other != name}
                step = one.step(self.now, others.__contains__)
                if step is not Step.NOTHING:
                    self.say(name, step)

    def say(self, name: str, step: Step) -> None:
        self.said.append((self.now, name, step))
        self._wire.append((self.now + HEARS_AFTER_S, name, step))

    def _hear(self) -> None:
        due = [one for one in self._wire if one[0] <= self.now]
        self._wire = [one for one in self._wire if one[0] > self.now]
        for _, name, step in due:
            for other, one in self.here.items():
                if other == name:
                    continue
                if step in (Step.CLAIM, Step.INSIST):
                    one.claim(name, self.now)
                elif step is Step.YIELD:
                    one.stop(name, self.now)
                elif step is Step.ASK:
                    one.hear_question(self.now)
                    if one.leads:
                        self.say(other, Step.INSIST)

    @property
    def leaders(self) -> set[str]:
        """Whoever anybody takes for the leader."""
        return {one.leader for one in self.here.values()}

    @property
    def leader(self) -> str:
        (found,) = self.leaders
        assert found
        assert [name for name, one in self.here.items() if one.leads] == [found]
        return found


def names(count: int) -> list[str]:
    return [f"Bot{number:02}" for number in range(count)]


@pytest.mark.parametrize("count", range(1, 17))
def test_team_has_exactly_one_leader_within_40_s(count: int) -> None:
    team = Team(names(count))
    team.play(40.0)
    first = team.leader
    team.play(120.0)
    assert team.leader == first


def test_nobody_claims_before_the_question_of_newcomers_had_its_time() -> None:
    team = Team(names(4))
    team.play(60.0)
    claims = [at for at, _, step in team.said if step is Step.CLAIM]
    asks = [at for at, _, step in team.said if step is Step.ASK]
    assert 5.0 <= min(asks) <= 15.0
    assert min(claims) >= min(asks) + 8.0


def test_who_comes_later_asks_and_is_told() -> None:
    team = Team(names(3))
    team.play(60.0)
    leader = team.leader
    team.join("Aaron")
    team.play(30.0)
    assert team.leader == leader


@pytest.mark.parametrize("count", [2, 3, 8, 16])
def test_another_one_leads_when_the_leader_is_gone(count: int) -> None:
    team = Team(names(count))
    team.play(60.0)
    gone = team.leader
    team.leave(gone)
    team.play(25.0)
    assert team.leader != gone


def test_old_leader_that_comes_back_is_a_bot_like_any_other() -> None:
    team = Team(names(3))
    team.play(60.0)
    gone = team.leader
    team.leave(gone)
    team.play(25.0)
    new = team.leader
    team.join(gone)
    team.play(60.0)
    assert team.leader == new


def test_of_claims_at_once_the_first_name_counts() -> None:
    team = Team(["Ada", "Bob", "Cyd"])
    for name in ("Bob", "Ada"):
        for one in team.here.values():
            one.claim(name, 0.0)
    team.play(1.0)
    assert team.leader == "Ada"


def test_later_claim_counts_since_only_people_make_it() -> None:
    team = Team(names(3))
    team.play(60.0)
    for one in team.here.values():
        one.claim("Sarge", team.now)
    team.join("Sarge", stand=False).claim("Sarge", team.now)
    team.play(10.0)
    assert team.leader == "Sarge"
    assert (team.said[-1][2]) is Step.YIELD


def test_two_leaders_that_meet_become_one() -> None:
    team = Team(names(4))
    team.play(60.0)
    first = team.leader
    other = Team(["Zed"])
    other.play(60.0)
    zed = other.here["Zed"]
    zed.begin(team.now)
    zed.appoint("Zed", team.now - 20.0)
    team.here["Zed"] = zed
    team.say("Zed", Step.CLAIM)
    team.say(first, Step.INSIST)
    team.play(60.0)
    assert team.leader in team.here


def test_who_failed_as_a_leader_rests_while_another_one_leads() -> None:
    team = Team(names(3))
    team.play(60.0)
    failed = team.leader
    for one in team.here.values():
        one.stop(failed, team.now)
    team.play(25.0)
    assert team.leader != failed


def test_who_is_alone_and_failed_stands_again_after_a_minute() -> None:
    team = Team(["Ada"])
    team.play(60.0)
    team.here["Ada"].stop("Ada", team.now)
    team.play(50.0)
    assert team.leaders == {""}
    team.play(30.0)
    assert team.leader == "Ada"


def test_bots_without_a_plan_for_teams_ask_once_and_never_claim() -> None:
    team = Team(names(2), stand=False)
    team.play(200.0)
    asked = [name for _, name, step in team.said if step is Step.ASK]
    assert len(asked) == len(set(asked)) == len(team.said) <= 2
    assert team.leaders == {""}


def test_claim_of_a_stranger_keeps_others_from_claiming_for_a_minute_only() -> None:
    team = Team(["Ada"])
    team.here["Ada"].claim("Nobody", 0.5)
    team.play(55.0)
    assert team.leaders == {""}
    team.play(30.0)
    assert team.leader == "Ada"


def claims_every_30_s(team: Team, stranger: str, seconds: float) -> None:
    until = team.now + seconds
    while team.now < until:
        for one in team.here.values():
            one.claim(stranger, team.now)
        team.play(30.0)


@pytest.mark.parametrize("count", [1, 4])
def test_stranger_who_goes_on_claiming_makes_others_wait_once(count: int) -> None:
    team = Team(names(count))
    claims_every_30_s(team, "Nobody", 120.0)
    first = team.leader
    claims_every_30_s(team, "Nobody", 120.0)
    assert team.leader == first
    team.here[first].stop(first, team.now)
    for one in team.here.values():
        one.stop(first, team.now)
    claims_every_30_s(team, "Nobody", 120.0)
    assert team.leader


def test_strangers_of_ever_other_names_cannot_prevent_an_election() -> None:
    team = Team(names(2))
    for number in range(60):
        for one in team.here.values():
            one.claim(f"Nobody{number}", team.now)
        team.play(10.0)
    assert team.leader


def test_thousand_claims_are_not_kept() -> None:
    one = Team(["Ada"]).here["Ada"]
    for number in range(1000):
        one.claim(f"Nobody{number}", float(number))
        one.step(float(number), lambda _: False)
    assert len(one._claims) + len(one._strangers) < 50


def test_old_claim_of_a_stranger_is_forgotten() -> None:
    one = Team(["Ada"], stand=False).here["Ada"]
    one.claim("Sarge", 0.0)
    one.claim("Troll", 700.0)
    one.step(701.0, {"Sarge"}.__contains__)
    assert one.leader == ""


def test_claim_of_a_stranger_counts_once_he_is_known() -> None:
    team = Team(names(2))
    for one in team.here.values():
        one.claim("Sarge", 1.0)
    team.play(30.0)
    assert team.leaders == {""}
    for one in team.here.values():
        one.step(team.now, lambda _: True)
    assert team.leaders == {"Sarge"}
