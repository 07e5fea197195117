"""The older dialect: whole matches by scripted commands, with exactly what each side is told."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import pytest

from tests.support.guests import Guest, fields, only, open_classic, pairs, place, word, write_map

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.arena.server.arena import Arena

LANE = """
    ##########
    #s........
    #f........
    #s........
    ##########
"""
"""Half a lane with a flag at each end: (192, 320) and (2368, 320)."""
RED_BASE, BLUE_BASE = "192,320,39", "2368,320,39"
_UNTOLD = ("BEG", "END", "SLF", "PLR", "NAV", "INV", "MOV", "HRN", "WAL", "BMP")


class Match:
    """Guests of both teams, and what each has heard since the beginning."""

    def __init__(self, arena: Arena, **teams: int) -> None:
        self.arena = arena
        self.guests = {name: Guest(arena) for name in teams}
        self._heard: dict[str, list[str]] = {name: [] for name in teams}
        for name, guest in self.guests.items():
            guest.say(f"INIT {{Name {name}}} {{Team {teams[name]}}}")
        self.run(0.05)

    def run(self, seconds: float, **orders: str) -> None:
        """Give each guest an order, then let time pass."""
        for name, order in orders.items():
            self.guests[name].say(order)
        for _ in range(round(seconds / 0.05)):
            self.arena.tick()
            for name, guest in self.guests.items():
                self._heard[name] += guest.hear()

    def shoot_down(self, shooter: str, victim: str) -> None:
        """One shoots at the other until that one dies, and no longer."""
        self.run(0.05, **{shooter: f"SHOOT {{Target {self.guests[victim].id}}}"})
        for _ in range(100):
            if self.guests[victim].player.pawn is None:
                break
            self.run(0.05)
        self.run(0.05, **{shooter: "STOPSHOOT"})

    def heard(self, name: str) -> list[str]:
        """Everything that somebody heard."""
        return self._heard[name]

    def story(self, name: str) -> list[str]:
        """What somebody heard that matters: events as they are, states when they change.

        Ids of guests are replaced by their names, and the name of the level is left out.
        """
        told: list[str] = []
        last: dict[str, str] = {}
        for line in self._heard[name]:
            kind = word(line)
            if kind in _UNTOLD:
                continue
            key, text = _shortened(kind, line)
            if key and last.get(key) == text:
                continue
            last[key] = text
            told.append(self._named(text))
        return told

    def _named(self, text: str) -> str:
        for player in self.arena.world.players:
            text = text.replace(player.id, player.name)
        return text.replace(f"{self.arena.world.level.name}.", "")


def _shortened(kind: str, line: str) -> tuple[str, str]:
    """A key for what is told again and again, and the part of a line that matters."""
    told = fields(line)
    if kind == "GAM":
        parts = [f"{who} {float(score):g}" for who, score in pairs(told["PlayerScores"]).items()]
        parts += [f"team{team} {float(score):g}" for team, score in pairs(told["TeamScores"]).items()]
        parts += [f"{point} {team}" for point, team in pairs(told.get("DomPoints", "")).items()]
        parts += [flag for flag in ("HaveFlag", "EnemyHasFlag") if flag in told]
        return "GAM", f"GAM {', '.join(parts)}"
    if kind == "FLG":
        return f"FLG{told['Team']}", f"FLG {told['Team']} {told['State'].lower()} by {told['Holder']}"
    if kind == "DOM":
        return f"DOM{told['Id']}", f"DOM {told['Id']} {told['Controller']}"
    if kind == "SEE":
        return "", f"SEE {told['Id']}"
    return "", line.rstrip()


ARRIVAL = [
    "AIN {Id Enforcer} {Class Botpack.Enforcer}",
    "AIN {Id ImpactHammer} {Class Botpack.ImpactHammer}",
    "AIN {Id Translocator} {Class Botpack.Translocator}",
    "CWP {Id Enforcer} {Class Botpack.Enforcer}",
]
"""What everybody gets at each beginning, without the running numbers."""
GREETING = (
    "NFO {Gametype BotCTFGame} {Level CTF-Lane} {TimeLimit 20.000000} {GoalTeamScore 2.000000} "
    "{MaxTeams 2} {MaxTeamSize 16}"
)
_WEAPON_NUMBER = re.compile(r"(?<={Id )(Enforcer|ImpactHammer|Translocator)\d+")


def without_numbers(story: list[str]) -> list[str]:
    """A story without the running numbers of weapons."""
    return [_WEAPON_NUMBER.sub(r"\1", line) for line in story]


def lane(folder: Path, **options: object) -> Arena:
    path = write_map(folder, LANE, symmetry="mirror", name="CTF-Lane")
    return open_classic(map=path, mode="ctf", **({"time_limit_min": 20.0} | options))


# Capture the flag


@pytest.fixture
def capture(tmp_path: Path) -> Match:
    """Red runs to the blue flag and home with it, twice; blue stands aside and watches."""
    match = Match(lane(tmp_path, score_limit=2), Blue=1, Red=0)
    match.run(0.3, Blue="RUNTO {Location 2368,448,39}")
    for _ in range(2):
        match.run(8.0, Red=f"RUNTO {{Location {BLUE_BASE}}}")
        match.run(8.0, Red=f"RUNTO {{Location {RED_BASE}}}")
    return match


def test_a_captured_flag_as_the_runner_hears_it(capture: Match) -> None:
    assert without_numbers(capture.story("Red")) == [
        GREETING,
        *ARRIVAL,
        "SEE Blue",
        "GAM Blue 0, Red 0, team0 0, team1 0",
        "FLG 0 home by None",
        "FLG 1 home by None",
        "GAM Blue 0, Red 0, team0 0, team1 0, HaveFlag",
        "FLG 1 held by Red",
        "GAM Blue 0, Red 7, team0 1, team1 0",
        "SEE Blue",
        "FLG 1 home by None",
        "GAM Blue 0, Red 7, team0 1, team1 0, HaveFlag",
        "FLG 1 held by Red",
        "FIN",
    ]


def test_a_captured_flag_as_its_owner_hears_it(capture: Match) -> None:
    assert without_numbers(capture.story("Blue")) == [
        GREETING,
        *ARRIVAL,
        "SEE Red",
        "GAM Blue 0, Red 0, team0 0, team1 0",
        "FLG 0 home by None",
        "FLG 1 home by None",
        "GAM Blue 0, Red 0, team0 0, team1 0, EnemyHasFlag",
        "FLG 1 held by Red",
        "GAM Blue 0, Red 7, team0 1, team1 0",
        "FLG 1 home by None",
        "GAM Blue 0, Red 7, team0 1, team1 0, EnemyHasFlag",
        "FLG 1 held by Red",
        "FIN",
    ]


def test_the_second_capture_ends_the_match(capture: Match) -> None:
    (result,) = capture.arena.results
    assert (result.because, result.winner) == ("score", "red")
    assert result.team_scores == {0: 2.0, 1: 0.0}


def test_a_carrier_who_is_shot_drops_the_flag_and_it_is_returned(tmp_path: Path) -> None:
    match = Match(lane(tmp_path, score_limit=2), Blue=1, Red=0)
    match.run(0.3, Blue="RUNTO {Location 2368,448,39}")
    match.run(8.0, Red=f"RUNTO {{Location {BLUE_BASE}}}")
    # A little way off, so that the flag does not lie on its own base.
    match.run(1.5, Red="RUNTO {Location 2000,320,39}")
    match.shoot_down("Blue", "Red")
    match.run(3.0, Blue="RUNTO {Location 2000,320,39}")
    match.run(1.0, Blue="TURNTO {Location 2368,320,66}")
    blue = without_numbers(match.story("Blue"))
    hits = [line for line in blue if line.startswith("HIT ")]
    assert hits == ["HIT {Id Red} {Damage 25} {DamageType shot}"] * 4
    told = [line for line in blue if line not in hits and not line.startswith("SEE ")]
    assert told[told.index("FLG 1 held by Red") - 1 :] == [
        "GAM Blue 0, Red 0, team0 0, team1 0, EnemyHasFlag",
        "FLG 1 held by Red",
        "KIL {Id Red} {Killer Blue} {DamageType shot}",
        "GAM Blue 5, Red 0, team0 0, team1 0",
        "FLG 1 dropped by None",
        "HRP {Player Blue}",  # the weapon that red dropped
        "FLG 1 home by None",
    ]


def test_the_carrier_hears_of_its_own_death_and_return(tmp_path: Path) -> None:
    match = Match(lane(tmp_path, score_limit=2), Blue=1, Red=0)
    match.run(0.3, Blue="RUNTO {Location 2368,448,39}")
    match.run(9.0, Red=f"RUNTO {{Location {BLUE_BASE}}}")
    match.shoot_down("Blue", "Red")
    match.run(1.5)
    told = without_numbers(match.story("Red"))
    begin = told.index("FLG 1 held by Red") + 1
    assert told[begin:] == [
        *["DAM {Damage 25} {DamageType shot} {Instigator Blue}"] * 4,
        "DIE {Killer Blue} {DamageType shot}",
        *ARRIVAL,
        "SEE Blue",
        "GAM Blue 5, Red 0, team0 0, team1 0",
        "FLG 1 dropped by None",
    ]


def test_a_flag_cannot_be_captured_while_the_own_one_is_away(tmp_path: Path) -> None:
    match = Match(lane(tmp_path, score_limit=2), Blue=1, Red=0)
    match.run(8.0, Red=f"RUNTO {{Location {BLUE_BASE}}}", Blue=f"RUNTO {{Location {RED_BASE}}}")
    match.run(8.0, Red=f"RUNTO {{Location {RED_BASE}}}", Blue=f"RUNTO {{Location {BLUE_BASE}}}")
    last = fields(only(match.heard("Red"), "GAM")[-1])
    assert pairs(last["TeamScores"]) == {"0": "0.000000", "1": "0.000000"}
    assert {"HaveFlag", "EnemyHasFlag"} <= set(last)


def test_a_dropped_flag_goes_home_after_twenty_five_seconds(tmp_path: Path) -> None:
    match = Match(lane(tmp_path), Blue=1, Red=0)
    match.run(8.0, Red=f"RUNTO {{Location {BLUE_BASE}}}", Blue="RUNTO {Location 2368,192,39}")
    match.run(3.0, Red="RUNTO {Location 1300,320,39}", Blue="TURNTO {Location 1300,320,66}")
    match.arena.world.kill(
        match.guests["Red"].player, None, match.arena.world.game.world_damage["suicide"]
    )
    match.run(30.0)
    states = []
    time = 0.0
    for line in match.heard("Blue"):
        if word(line) == "BEG":
            time = float(fields(line)["Time"])
        elif word(line) == "FLG" and fields(line)["Team"] == "1":
            states.append((fields(line)["State"].lower(), time))
    dropped = next(when for state, when in states if state == "dropped")
    home = next(when for state, when in states if state == "home" and when > dropped)
    assert home - dropped == pytest.approx(25.0, abs=0.2)


# Domination


def crossing(**options: object) -> Match:
    """Red stands beside the western point of the large map, blue beside the eastern one."""
    match = Match(open_classic(map="dom-crossing", mode="dom", **options), Blue=1, Red=0)
    place(match.guests["Red"], 704.0, 1472.0, floor=96.0, yaw=32768)
    place(match.guests["Blue"], 4544.0, 1472.0, floor=96.0)
    return match


WESTERN, MIDDLE, EASTERN = "ControlPoint0", "ControlPoint2", "ControlPoint1"


def test_three_points_are_told_by_the_score_board() -> None:
    match = crossing()
    match.run(0.3)
    points = pairs(fields(only(match.heard("Red"), "GAM")[-1])["DomPoints"])
    assert points == {f"DOM-Crossing.ControlPoint{n}": "255" for n in range(3)}


def test_a_point_pays_two_seconds_after_it_was_taken() -> None:
    match = crossing()
    match.run(6.0, Red="RUNTO {Location 576,1472,135}")
    taken = paid = 0.0
    time = 0.0
    for line in match.heard("Red"):
        if word(line) == "BEG":
            time = float(fields(line)["Time"])
        elif word(line) == "GAM":
            told = fields(line)
            if not taken and "0" in pairs(told["DomPoints"]).values():
                taken = time
            if not paid and float(pairs(told["TeamScores"])["0"]) > 0:
                paid = time
    assert 2.0 - 0.16 <= paid - taken <= 3.2


def test_the_struggle_for_points_as_both_sides_hear_it() -> None:
    """Red takes the west, blue the east; then blue is put to the west and takes that as well."""
    match = crossing(time_limit_min=20.0, score_limit=100)
    match.run(4.0, Red="RUNTO {Location 576,1472,135}", Blue="RUNTO {Location 4672,1472,135}")
    place(match.guests["Red"], 448.0, 1472.0, floor=96.0)
    place(match.guests["Blue"], 704.0, 1408.0, floor=96.0, yaw=32768)
    match.run(2.0, Blue="RUNTO {Location 576,1472,135}")
    owners: list[dict[str, str]] = []
    for line in only(match.heard("Red"), "GAM"):
        points = {
            name.partition(".")[2]: team for name, team in pairs(fields(line)["DomPoints"]).items()
        }
        if not owners or owners[-1] != points:
            owners.append(points)
    nobody = {WESTERN: "255", EASTERN: "255", MIDDLE: "255"}
    assert owners[0] == nobody
    assert owners[-2] == nobody | {WESTERN: "0", EASTERN: "1"}
    assert owners[-1] == nobody | {WESTERN: "1", EASTERN: "1"}
    red = [line for line in match.story("Red") if line.startswith(f"DOM {WESTERN}")]
    assert red == [f"DOM {WESTERN} 255", f"DOM {WESTERN} 0", f"DOM {WESTERN} 1"]


def test_who_holds_all_three_points_earns_three_fifths_a_second() -> None:
    match = crossing()
    for point in match.arena.world.rules.points:
        place(match.guests["Red"], point.feet.x, point.feet.y, floor=point.feet.z)
        match.run(0.1)
    match.run(12.0)
    scores = [float(pairs(fields(line)["TeamScores"])["0"]) for line in only(match.heard("Red"), "GAM")]
    gains = {round(after - before, 6) for before, after in itertools.pairwise(scores)}
    assert gains <= {0.0, 0.2, 0.4, 0.6}
    assert scores[-1] - scores[len(scores) // 2] == pytest.approx(0.6 * 6, abs=0.7)


def test_the_taker_of_a_point_earns_what_the_team_earns() -> None:
    match = crossing()
    match.run(8.0, Red="RUNTO {Location 576,1472,135}")
    board = fields(only(match.heard("Red"), "GAM")[-1])
    red = match.guests["Red"].id
    assert pairs(board["PlayerScores"])[red] == pairs(board["TeamScores"])["0"] != "0.000000"


def test_domination_ends_with_a_word_when_the_goal_is_reached() -> None:
    match = crossing(score_limit=1)
    match.run(10.0, Red="RUNTO {Location 576,1472,135}")
    for name in ("Red", "Blue"):
        assert match.heard(name)[-1] == "FIN "
        assert len(only(match.heard(name), "FIN")) == 1
    (result,) = match.arena.results
    assert (result.winner, result.team_scores) == ("red", {0: 1.0, 1: 0.0})


def test_a_kill_pays_nothing_to_the_team_in_domination() -> None:
    match = crossing()
    red, blue = match.guests["Red"].player, match.guests["Blue"].player
    match.arena.world.kill(blue, red, match.arena.world.game.world_damage["telefrag"])
    match.run(0.3)
    board = fields(only(match.heard("Red"), "GAM")[-1])
    assert pairs(board["TeamScores"]) == {"0": "0.000000", "1": "0.000000"}
    assert pairs(board["PlayerScores"])[red.id] == "1.000000"
