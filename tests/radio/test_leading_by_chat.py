"""A bot that its team has elected leads it by chat; and what happens when it cannot any more."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.brains import Brain, Decision
from agentfw.decisions import Answer, Explore, Order, OrderState
from agentfw.geometry import Vec3
from agentfw.talk import KINDS, Roster, shipped_talk, understand
from agentfw.team import Leader
from tests.radio.venue import CLASSIC, MODERN, Fellow, Human, Venue, leader_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.perception import View

TALK = shipped_talk()
_TEAM_CHAT = re.compile(r"MESSAGE \{Text ([^}]*)\} \{Global False\}")


class Walker(Brain):
    """Walks about, and accepts every order."""

    def __init__(self) -> None:
        super().__init__()
        self._heard: tuple[Order, ...] = ()

    def decide(self, view: View) -> Decision:
        """To walk on."""
        new = [one for one in view.orders if one not in self._heard]
        self._heard = view.orders
        return Decision(
            move=Explore(), answers=tuple(Answer(one.number, OrderState.ACCEPTED) for one in new)
        )


class Sleeper(Brain):
    """Stands where it is."""

    def decide(self, view: View) -> Decision:
        """Nothing."""
        return Decision()


class Boss(Brain):
    """Lets everybody guard the base, and raises after so many thinks of its leading, if told to."""

    def __init__(self, lasts: int = 1_000_000) -> None:
        super().__init__()
        self.lasts = lasts
        self.seen: list[View] = []

    def decide(self, view: View) -> Decision:
        """The same orders at every think."""
        self.seen.append(view)
        if len(self.seen) > self.lasts:
            raise LookupError("no idea")
        names = view.squad.names
        return Decision(orders=tuple(Order("defend", ("own base",), to=name) for name in names))


def boss(brain: Brain) -> Callable[[int], Leader]:
    return lambda _term: Leader(brain, "boss")


class Team:
    """Some bots of red that can all lead, in an arena."""

    def __init__(self, count: int, dialect: str = MODERN, **told: Any) -> None:
        self.venue = Venue(dialect)
        names = [f"Bot{number:02}" for number in range(count)]
        usual: dict[str, Any] = {"make": boss(Boss()), "mates": (*names, "Sarge", "Ann")} | told
        self.bots = [self.venue.fellow(name, brain=Walker(), **usual) for name in names]
        self.said: list[tuple[float, str, str]] = []
        for one in self.bots:
            self._listen(one)

    def _listen(self, bot: Fellow) -> None:
        feed, said, venue = bot.circle.feed, self.said, self.venue

        def heard(data: bytes, now: float) -> bytes:
            output = feed(data, now)
            for text in _TEAM_CHAT.findall(output.decode("latin-1")):
                said.append((venue.now, bot.name, text))
            return output

        bot.circle.feed = heard  # type: ignore[method-assign]

    def here(self) -> list[Fellow]:
        return [one for one in self.bots if one in self.venue.seats]

    @property
    def leader(self) -> Fellow:
        """The only leader, whom everybody who is here takes for it."""
        (name,) = {one.leader for one in self.here()}
        found = [one for one in self.here() if one.radio.election.leads]
        assert [one.name for one in found] == [name]
        return found[0]

    def elect(self, within_s: float = 45.0) -> Fellow:
        """Wait until there is a leader."""

        def is_led() -> bool:
            led_by = {one.leader for one in self.here()}
            return len(led_by) == 1 and led_by <= {one.name for one in self.here()}

        self.venue.until(is_led, within_s)
        return self.leader

    def meant(self) -> list[tuple[float, str, Any]]:
        """What was said, understood."""
        roster = Roster(mates=(*(one.name for one in self.bots), "Sarge", "Ann"), side="red")
        plain = [(at, who, text.removesuffix(f" ({who})")) for at, who, text in self.said]
        return [(at, who, understand(TALK, text, roster, sender=who)) for at, who, text in plain]

    def orders(self) -> list[tuple[float, str, tuple[str, ...], str]]:
        """The orders among it: when, by whom, to whom, and which."""
        return [
            (at, who, one.addressees, one.kind)
            for at, who, one in self.meant()
            if one is not None
            and KINDS[one.kind].sort == "order"
            and one.kind not in ("lead", "stop_leading")
        ]


SIZES = [
    count if count in (1, 2, 3, 5, 16) else pytest.param(count, marks=pytest.mark.slow)
    for count in range(1, 17)
]


@pytest.mark.parametrize("count", SIZES)
def test_team_of_any_size_elects_one_who_orders_each_by_name_once(count: int) -> None:
    team = Team(count)
    leader = team.elect()
    team.venue.pass_time(2.0 + 1.2 * count)
    orders = team.orders()
    assert {who for _, who, _, _ in orders} <= {leader.name}
    assert all(len(to) == 1 for _, _, to, _ in orders)
    others = {one.name for one in team.bots} - {leader.name}
    assert sorted(to[0] for _, _, to, _ in orders) == sorted(others)
    assert all(one.orders == ['defend "own base"'] for one in team.bots)


@pytest.mark.parametrize("dialect", [MODERN, CLASSIC])
def test_nobody_says_more_than_a_line_a_second(dialect: str) -> None:
    team = Team(6, dialect)
    team.venue.pass_time(60.0)
    for one in team.bots:
        times = [at for at, who, _ in team.said if who == one.name]
        assert all(after - before >= 0.99 for before, after in itertools.pairwise(times))


@pytest.mark.parametrize("count", SIZES)
def test_plan_for_flags_gives_no_two_orders_to_the_same_bot_that_contradict_each_other(
    count: int,
) -> None:
    team = Team(count, make=leader_of("ctf-leader.htn"))
    team.elect()
    team.venue.pass_time(4.0 + 1.2 * count)
    orders = team.orders()
    assert bool(orders) == (count > 1)
    assert all(len(to) == 1 for _, _, to, _ in orders)
    names = [to[0] for _, _, to, _ in orders]
    assert len(names) == len(set(names))


def test_orders_of_flags_go_out_3_s_after_the_election() -> None:
    team = Team(3, make=leader_of("ctf-leader.htn"))
    team.elect()
    elected_at = team.venue.now
    team.venue.until(lambda: bool(team.orders()), 10.0)
    assert 2.5 <= team.venue.now - elected_at <= 5.0


def test_leader_knows_who_is_there_and_what_became_of_its_orders() -> None:
    brain = Boss()
    team = Team(3, make=boss(brain))
    team.elect()
    team.venue.pass_time(10.0)
    squad = brain.seen[-1].squad
    assert squad.names == ("Bot00", "Bot01", "Bot02")
    assert {fate.order.to for fate in squad.fates.values()} == {"Bot00", "Bot01", "Bot02"}
    assert {fate.state.value for fate in squad.fates.values()} == {"accepted"}
    assert all("own base" in one.ways for one in squad.reports.values())


class Mute(Brain):
    """Orders what has no words."""

    def __init__(self) -> None:
        super().__init__()
        self.states: set[str] = set()

    def decide(self, view: View) -> Decision:
        """Once and again."""
        self.states |= {one.state.value for one in view.squad.fates.values()}
        names = [name for name in view.squad.names if name != "Bot00"]
        return Decision(orders=tuple(Order('"' * 3 + "{}", to=name) for name in names))


def test_order_without_words_is_refused_on_the_spot() -> None:
    brain = Mute()
    team = Team(2, make=boss(brain))
    team.elect()
    team.venue.pass_time(20.0)
    assert {who for _, who, to, _ in team.orders()} == set()
    assert brain.states == {"refused"}


def test_leader_that_is_killed_leads_on() -> None:
    team = Team(3)
    leader = team.elect()
    team.venue.pass_time(3.0)
    leader.client.feed(b"RESPAWN\r\n")
    team.venue.pass_time(20.0)
    assert team.leader is leader


@pytest.mark.parametrize("count", [2, 5])
def test_another_one_leads_when_the_leader_is_disconnected_and_goes_on_when_it_comes_back(
    count: int,
) -> None:
    team = Team(count)
    gone = team.elect()
    team.venue.pass_time(5.0)
    gone.leave()
    new = team.elect()
    assert new is not gone
    team.venue.pass_time(5.0)
    gone.come_back()
    team.venue.pass_time(40.0)
    assert team.leader is new
    assert gone.orders == ['defend "own base"']
    assert {who for at, who, _, _ in team.orders() if at > team.venue.now - 40.0} <= {new.name}


def test_where_nobody_tells_who_leaves_a_silent_leader_is_replaced() -> None:
    team = Team(3, CLASSIC)
    gone = team.elect(60.0)
    gone.leave()
    team.venue.pass_time(180.0)
    assert team.leader is not gone


@pytest.mark.parametrize("dialect", [MODERN, CLASSIC])
def test_two_leaders_become_one(dialect: str) -> None:
    team = Team(4, dialect)
    team.elect(60.0)
    team.venue.pass_time(10.0)
    for one in team.bots:
        if not one.radio.election.leads:
            one.radio.election.appoint(one.name, team.venue.now)
            one.radio.claim()
            break
    team.venue.pass_time(40.0)
    assert team.leader.name


def test_bots_with_brackets_in_their_names_elect_one_of_them_where_only_signatures_tell() -> None:
    names = ("Ann (UK)", "Bea (US)", "Bot(3)")
    venue = Venue(CLASSIC)
    bots = [venue.fellow(one, brain=Walker(), make=boss(Boss()), mates=names) for one in names]
    venue.pass_time(60.0)
    (leader,) = {one.leader for one in bots}
    assert leader in names
    assert sum(one.radio.election.leads for one in bots) == 1


either = pytest.mark.parametrize("dialect", [MODERN, CLASSIC])


@either
def test_human_who_says_to_lead_is_the_leader_of_all_and_the_bot_that_led_steps_down(
    dialect: str,
) -> None:
    team = Team(3, dialect)
    sarge = team.venue.human()
    sign = " (Sarge)" if dialect == CLASSIC else ""
    was = team.elect(60.0)
    team.venue.pass_time(8.0)
    sarge.say(f"I am the leader{sign}")
    team.venue.pass_time(5.0)
    assert {one.leader for one in team.bots} == {"Sarge"}
    assert not was.radio.commander or not was.radio.commander.is_leading
    before = len(team.orders())
    sarge.say(f"Bot01, get the enemy flag{sign}")
    team.venue.pass_time(30.0)
    assert team.bots[1].orders == ["get flag"]
    assert {one.leader for one in team.bots} == {"Sarge"}
    assert len(team.orders()) == before
    sarge.leave()
    assert team.elect(45.0 if dialect == MODERN else 160.0) in team.bots


@either
def test_human_can_make_a_bot_the_leader(dialect: str) -> None:
    team = Team(3, dialect)
    sarge = team.venue.human()
    was = team.elect(60.0)
    team.venue.pass_time(3.0)
    other = next(one for one in team.bots if one is not was)
    sarge.say(f"{other.name}, you are the leader{' (Sarge)' if dialect == CLASSIC else ''}")
    team.venue.pass_time(5.0)
    assert team.leader is other


@pytest.mark.parametrize(
    "text",
    [
        "everyone, you are the leader",
        "our carrier is the leader",
        "our leader is the leader",
        "wolves, take the lead",
        "Bot00 and Bot01, you are the leader",
    ],
)
def test_nobody_but_one_who_is_here_can_be_made_the_leader(text: str) -> None:
    team = Team(3)
    sarge = team.venue.human()
    was = team.elect()
    sarge.say("Bot00, create squad wolves")
    team.venue.pass_time(4.0)
    said_at = team.venue.now
    sarge.say(text)
    for _ in range(10):
        team.venue.pass_time(1.0)
        assert team.leader is was
    refused = [who for at, who, one in team.meant() if at > said_at and one and one.kind == "refuse"]
    assert refused == ([] if text.startswith("our leader") else [was.name])


def test_bot_that_left_cannot_be_made_the_leader() -> None:
    team = Team(3)
    sarge = team.venue.human()
    was = team.elect()
    gone = next(one for one in team.bots if one is not was)
    gone.leave()
    team.venue.pass_time(2.0)
    sarge.say(f"{gone.name} is the leader")
    team.venue.pass_time(5.0)
    assert team.leader is was
    assert any(f"I cannot find {gone.name}" in text for text in sarge.heard())


@pytest.mark.parametrize("text", ["I am the leader", "Bot00, you are the leader", "stop leading"])
def test_where_nobody_tells_who_speaks_leaders_are_named_by_those_who_sign_only(text: str) -> None:
    team = Team(3, CLASSIC)
    sarge = team.venue.human()
    was = team.elect(60.0)
    team.venue.pass_time(8.0)
    said_at = team.venue.now
    sarge.say(text)
    team.venue.pass_time(3.0)
    assert team.leader is was
    assert any("your name in brackets" in told for told in sarge.heard(said_at))


@pytest.mark.parametrize("name", ["Nobody", "Xan"])
def test_signature_of_nobody_who_was_met_is_not_obeyed(name: str) -> None:
    team = Team(3, CLASSIC)
    sarge = team.venue.human()
    was = team.elect(60.0)
    sarge.say(f"I am the leader ({name})")
    sarge.say(f"Bot00, get the enemy flag ({name})")
    team.venue.pass_time(5.0)
    assert team.leader is was
    assert team.bots[0].orders == ['defend "own base"']
    assert any(f"I have not met {name}" in told for told in sarge.heard())


def test_bot_without_a_plan_for_a_team_refuses_to_lead() -> None:
    venue = Venue()
    sarge = venue.human()
    ada = venue.fellow("Ada", brain=Walker(), mates=("Sarge",))
    venue.pass_time(2.0)
    sarge.say("Ada, you are the leader")
    venue.pass_time(3.0)
    meant = [
        understand(TALK, text, Roster(mates=("Ada", "Sarge")), sender="Ada")
        for _, _, text in sarge.lines
    ]
    assert "refuse" in [one.kind for one in meant if one is not None]
    assert not ada.radio.election.leads


def test_leader_whose_plan_raises_steps_down_and_another_one_leads_while_all_play_on() -> None:
    brains = iter([Boss(lasts=6)])
    team = Team(3, make=lambda _term: Leader(next(brains, None) or Boss(), "boss"))
    first = team.elect()
    team.venue.until(lambda: not first.radio.election.leads, 10.0)
    thinks = [len(one.views) for one in team.bots]
    second = team.elect()
    assert second is not first
    assert any(who == first.name and one and one.kind == "stop_leading" for _, who, one in team.meant())
    assert all(len(one.views) > before for one, before in zip(team.bots, thinks, strict=True))
    team.venue.pass_time(10.0)
    assert team.leader is second
    assert first.orders == ['defend "own base"']


def test_leader_whose_plan_cannot_be_made_steps_down() -> None:
    team = Team(1, make=leader_of("no-such-plan.htn"))
    team.venue.pass_time(60.0)
    assert "stop_leading" in [one.kind for _, _, one in team.meant() if one is not None]
    assert not team.bots[0].radio.election.leads


@pytest.mark.parametrize("error", [LookupError("no idea"), OSError(5, "gone"), SystemExit(3)])
def test_leader_that_fails_somehow_is_told_and_steps_down(error: BaseException) -> None:
    def make(_term: int) -> Leader:
        raise error

    team = Team(1, make=make)
    told: list[str] = []
    team.bots[0].radio.on_failure = lambda problem: told.append(str(problem))
    team.venue.until(lambda: bool(told), 60.0)
    assert told == [f"the leader raised {type(error).__name__}: {error}"]
    assert not team.bots[0].radio.election.leads


@pytest.mark.parametrize(
    "where", ["agentfw.radio.radio.meaning_of", "agentfw.team.orders.OrderBook.step"]
)
def test_mistake_of_ours_is_not_blamed_on_the_leader(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_told: object) -> None:
        raise LookupError("ours")

    told: list[object] = []
    team = Team(2)
    for one in team.bots:
        one.radio.on_failure = told.append
    monkeypatch.setattr(where, stumble)
    with pytest.raises(LookupError, match="ours"):
        team.venue.pass_time(60.0)
    assert told == []


def test_order_that_was_not_answered_is_said_once_more_and_no_oftener() -> None:
    team = Team(1)
    sarge = team.venue.human()
    team.elect()
    sarge.say("hello")
    team.venue.pass_time(60.0)
    told = [to for _, _, to, _ in team.orders() if to == ("Sarge",)]
    assert len(told) == 2


class Shirker(Brain):
    """Refuses every order."""

    def decide(self, view: View) -> Decision:
        """To walk on, and to say no."""
        answers = tuple(Answer(one.number, OrderState.REFUSED, "I am tired") for one in view.orders)
        return Decision(move=Explore(), answers=answers)


def test_order_that_was_refused_is_not_said_again_for_10_s() -> None:
    brain = Boss()
    venue = Venue()
    ada = venue.fellow("Ada", brain=Walker(), make=boss(brain), mates=("Ada", "Bob"))
    sarge, _ = venue.human(), venue.fellow("Bob", brain=Shirker(), mates=("Ada", "Bob"))
    venue.until(lambda: ada.radio.election.leads, 60.0)
    began_at = venue.now
    venue.pass_time(30.0)
    told = [
        (at, who) for at, who, text in sarge.lines if at > began_at and "Bob" in text and who == "Ada"
    ]
    assert len(told) == 3
    assert all(after - before >= 10.0 for (before, _), (after, _) in itertools.pairwise(told))
    fates = brain.seen[-1].squad.fates.values()
    assert {(one.state.value, one.why) for one in fates if one.order.to == "Bob"} == {
        ("refused", "I am tired")
    }


def test_who_asks_what_to_do_is_told_again() -> None:
    team = Team(2)
    leader = team.elect()
    team.venue.pass_time(6.0)
    (other,) = [one for one in team.bots if one is not leader]
    before = len(team.orders())
    other.client.feed(b"MESSAGE {Text what should I do?} {Global False} {TeamIndex 0}\r\n")
    team.venue.pass_time(3.0)
    assert [to for _, _, to, _ in team.orders()[before:]] == [(other.name,)]


def led_by_sarge(dialect: str = MODERN, count: int = 3, **told: Any) -> tuple[Team, Human, str]:
    """A team whom a person leads, and what he signs with."""
    team = Team(count, dialect, **told)
    sarge = team.venue.human()
    sign = " (Sarge)" if dialect == CLASSIC else ""
    team.elect(60.0)
    team.venue.pass_time(8.0)
    sarge.say(f"I am the leader{sign}")
    team.venue.pass_time(5.0)
    assert {one.leader for one in team.bots} == {"Sarge"}
    return team, sarge, sign


@either
@pytest.mark.parametrize("known", [("Sarge",), ()], ids=["who is known", "whom nobody told of"])
def test_newcomer_does_not_overthrow_a_person_who_leads(dialect: str, known: tuple[str, ...]) -> None:
    team, sarge, sign = led_by_sarge(dialect)
    mates = (*(one.name for one in team.bots), *known)
    newt = team.venue.fellow("Newt", brain=Walker(), make=boss(Boss()), mates=mates)
    for _ in range(12):
        team.venue.pass_time(10.0)
        sarge.say(f"nice weather{sign}")  # he is still there
        assert {one.leader for one in team.bots} == {"Sarge"}
    assert newt.leader == "Sarge"
    assert not newt.radio.commander or not newt.radio.commander.is_leading


def test_person_who_leads_is_kept_though_a_bot_claims_to_and_that_bot_is_told() -> None:
    team, _, _ = led_by_sarge()
    rebel = team.bots[0]
    rebel.radio.election.hear_question(team.venue.now)
    for one in team.bots:
        one.radio.election.keep()
    rebel.radio.election.appoint(rebel.name, team.venue.now)
    rebel.radio.claim()
    team.venue.pass_time(6.0)
    assert {one.leader for one in team.bots} == {"Sarge"}


def named_after(at: float, team: Team) -> list[str]:
    """Whom bots have called the leader since then."""
    meant = [one for said_at, _, one in team.meant() if said_at > at and one is not None]
    return [one.slots["who"] for one in meant if one.kind == "leader_is"]


def test_person_who_resigns_leads_no_longer() -> None:
    team, sarge, _ = led_by_sarge()
    sarge.say("who is the leader?")
    team.venue.pass_time(10.0)
    assert sum("you are the leader" in text.casefold() for _, _, text in team.said) <= 1
    sarge.say("I step down")
    team.venue.pass_time(40.0)
    assert team.leader in team.bots


def test_silent_person_is_named_to_whoever_asks_by_one_bot() -> None:
    team, _, _ = led_by_sarge()
    ann = team.venue.human("Ann")
    asked_at = team.venue.now
    ann.say("who is the leader?")
    team.venue.pass_time(10.0)
    assert named_after(asked_at, team) == ["Sarge"]


def test_bot_that_is_asked_by_name_who_leads_says_so_at_once() -> None:
    team, _, _ = led_by_sarge()
    asked_at = team.venue.now
    team.venue.human("Ann").say("Bot01, who is the leader?")
    team.venue.pass_time(2.5)
    named = [(who, one.slots) for at, who, one in team.meant() if at > asked_at and one]
    assert named == [("Bot01", {"who": "Sarge"})]


def show(sarge: Human, bot: Fellow) -> None:
    """Let somebody stand where a bot sees him."""

    def is_seen() -> bool:
        assert bot.player.pawn is not None
        assert sarge.player.pawn is not None
        body = bot.player.pawn.body
        sarge.player.pawn.body.put(body.feet + body.facing * 100.0)
        return any(one.name == "Sarge" and one.is_visible for one in bot.views[-1].players.values())

    sarge.venue.until(is_seen, 10.0)


def test_silent_person_in_sight_leads_on_where_nobody_tells_who_leaves() -> None:
    team, sarge, _ = led_by_sarge(CLASSIC)
    for _ in range(5):
        for one in team.bots:
            show(sarge, one)
        team.venue.pass_time(55.0)
        assert {one.leader for one in team.bots} == {"Sarge"}


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_person_who_was_kept_and_left_is_succeeded_where_nobody_tells_who_leaves(count: int) -> None:
    team, sarge, _ = led_by_sarge(CLASSIC, count)
    team.venue.human("Ann").say("who is the leader? (Ann)")
    team.venue.pass_time(10.0)
    assert all(one.radio.election.is_kept for one in team.bots)
    sarge.leave()
    team.venue.pass_time(120.0)
    for _ in range(10):
        assert team.leader in team.bots
        team.venue.pass_time(10.0)


@pytest.mark.parametrize("later_s", [20.0, 50.0, 80.0])
def test_who_saw_the_person_who_led_longer_than_others_keeps_him_no_longer_than_that(
    later_s: float,
) -> None:
    team, sarge, _ = led_by_sarge(CLASSIC)
    team.venue.human("Ann").say("who is the leader? (Ann)")
    for one in team.bots:
        show(sarge, one)
        team.venue.pass_time(later_s / 2.0)
    sarge.leave()
    team.venue.pass_time(120.0)
    assert team.leader in team.bots


def test_bot_that_was_only_told_who_leads_tells_nobody_so_where_nobody_tells_who_leaves() -> None:
    team, sarge, _ = led_by_sarge(CLASSIC, 1, mates=("Ann", "Sarge", "Newt"))
    ann = team.venue.human("Ann")
    assert sarge.player.pawn is not None
    sarge.player.pawn.body.put(Vec3(505.0, 2012.0, 33.0))  # behind a wall
    newt = team.venue.fellow("Newt", brain=Sleeper(), make=boss(Boss()), mates=("Bot00", "Ann"))
    team.venue.until(lambda: newt.leader == "Sarge", 60.0)
    asked_at = team.venue.now
    ann.say("Newt, who is the leader? (Ann)")
    team.venue.pass_time(2.5)
    told = [text for text in ann.heard(asked_at) if text.endswith("(Newt)")]
    assert len(told) == 1
    assert "Sarge" not in told[0]


@either
def test_person_who_leads_is_kept_only_once_a_bot_had_to_name_him(dialect: str) -> None:
    team, sarge, sign = led_by_sarge(dialect)
    signs = " (Ann)" if sign else ""
    ann = team.venue.human("Ann")
    ann.say(f"I am the leader{signs}")
    team.venue.pass_time(3.0)
    assert {one.leader for one in team.bots} == {"Ann"}
    team.venue.human("Bob").say(f"who is the leader?{sign and ' (Bob)'}")
    team.venue.pass_time(8.0)
    sarge.say(f"I am the leader{sign}")
    team.venue.pass_time(8.0)
    assert {one.leader for one in team.bots} == {"Ann"}
    sarge.say(f"Bot01, you are the leader{sign}")
    team.venue.pass_time(3.0)
    assert {one.leader for one in team.bots} == {"Bot01"}


@either
def test_bot_that_leads_does_not_ask_who_leads(dialect: str) -> None:
    team = Team(2, dialect)
    leader = team.elect(60.0)
    elected_at = team.venue.now
    team.venue.pass_time(230.0)
    asked = [who for at, who, one in team.meant() if at > elected_at and one and one.kind == "who_leads"]
    assert leader.name not in asked


@either
def test_claim_that_was_lost_is_said_again_within_a_minute(dialect: str) -> None:
    team = Team(3, dialect)
    leader = team.elect(60.0)
    deaf = next(one for one in team.bots if one is not leader)
    team.venue.pass_time(8.0)
    deaf.radio.election.appoint(deaf.name, team.venue.now)  # its own claim was lost
    team.venue.pass_time(70.0)
    assert team.leader in team.bots


def test_newcomer_whom_nobody_has_met_is_told_who_leads_and_does_not_overthrow_him() -> None:
    team, _, _ = led_by_sarge()
    eve = team.venue.human("Eve")
    asked_at = team.venue.now
    eve.say("who is the leader?")
    team.venue.pass_time(10.0)
    assert named_after(asked_at, team) == ["Sarge"]
    eve.say("I am the leader")
    for one in team.bots:
        one.radio.ears.meet("Eve", one.views[-1])
    team.venue.pass_time(10.0)
    assert {one.leader for one in team.bots} == {"Sarge"}
