"""Roles in Capture the Flag: when they switch, when a carrier flees, what bots choose for themselves."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.brains import BrainSetup, make_brain
from agentfw.decisions import Camp, Follow, Order, Retreat, TravelTo
from agentfw.navigation import Link, Node, PlaceGraph
from agentfw.skills import Done
from agentfw.skills.roles import Part
from agentfw.vocabulary import EntityId, FlagState
from tests.skills.moments import (
    NOW,
    act_of,
    body,
    enemy,
    flag,
    gun,
    mate,
    moment,
    read,
    steps,
    want,
)
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.brains import Decides
    from agentfw.decisions import Decision
    from agentfw.skills import Moment

HOME, HELD = FlagState.HOME, FlagState.HELD
FOE = EntityId("foe")
OURS, THEIRS = flag(0, HOME, None, home=at(0)), flag(1, HOME, None, home=at(9000))
STOLEN = flag(0, HELD, None, home=at(0), holder=FOE)
MINE = flag(1, HELD, None, home=at(9000), holder=EntityId("me"))
ANOTHERS = flag(1, HELD, None, home=at(9000), holder=EntityId("friend"))
ATTACKERS = ("ctf-attacker.lap", "ctf-attacker.fsm")
DEFENDERS = ("ctf-defender.lap", "ctf-defender.fsm", "ctf-defender.htn", "ctf-defender.goap")


def thief(x: float = 500.0, **told: Any) -> Any:
    return enemy("foe", x, **told)


# An attacker that meets the carrier of our flag


@pytest.mark.parametrize(
    ("noted", "known", "expected"),
    [
        ({}, (STOLEN, thief()), "defender"),
        ({"role": "Attacker"}, (STOLEN, thief()), "defender"),
        ({"role": "defender"}, (STOLEN, thief()), None),
        ({"role": "medic"}, (STOLEN, thief()), None),
        ({}, (STOLEN, thief(is_visible=False)), None),
        ({}, (OURS, thief()), None),
        ({"role": "defender", "role.before": "attacker"}, (OURS,), "attacker"),
        ({"role": "defender", "role.before": "attacker"}, (STOLEN,), None),
        ({"role": "defender"}, (OURS,), None),
    ],
)
def test_attacker_that_meets_the_thief_defends_until_the_flag_is_home(
    noted: dict[str, Any], known: tuple[Any, ...], expected: str | None
) -> None:
    now = moment(*known, notes=noted)
    assert read("role_to_take", now) == expected
    done = act_of("switch_role").function(now)
    assert isinstance(done, Done)
    assert done.notes.get("role") == expected


def test_role_that_a_leader_gave_out_is_kept() -> None:
    assert read("role_to_take", moment(STOLEN, thief(), orders=(Order("role", ("attacker",)),))) is None


def test_roles_can_be_minded_beside_whatever_is_done() -> None:
    before, after = moment(OURS, THEIRS), moment(STOLEN, thief())
    wanted, _, _ = steps("mind_role", [before, after])
    assert [dict(one.notes).get("role") for one in wanted] == [None, "defender"]
    assert all(one.move is None and one.stops == () for one in wanted)


def seen(*known: Any, seconds: float = 0.0, x: float = 4500.0, **told: Any) -> Moment:
    me = body(at(x), health=told.pop("health", 100))
    return moment(*known, gun(), me=me, now=NOW + seconds, **told)


def decided(brain: Decides, *moments: Moment) -> list[Decision]:
    return [brain.decide(one.view) for one in moments]


@pytest.mark.parametrize("plan", ATTACKERS)
def test_shipped_attacker_goes_after_a_thief_that_it_has_met(plan: str) -> None:
    hidden = thief(5000.0, is_visible=False)
    meeting = [seen(STOLEN, THEIRS, thief(5000.0), seconds=0.1 * number) for number in range(5)]
    lost = [seen(STOLEN, THEIRS, hidden, seconds=1.0 + 0.1 * number) for number in range(5)]
    over = [seen(OURS, THEIRS, seconds=2.0 + 0.1 * number) for number in range(5)]
    met = make_brain(plan, BrainSetup(name="me", seed=1))
    assert decided(met, *meeting, *lost)[-1].move == TravelTo(target=FOE)
    assert decided(met, *over)[-1].move == TravelTo(target=EntityId("flag1"), tolerance_uu=20.0)
    heard = make_brain(plan, BrainSetup(name="me", seed=1))
    assert decided(heard, *lost)[-1].move == TravelTo(target=EntityId("flag1"), tolerance_uu=20.0)


# A defender


@pytest.mark.parametrize("plan", DEFENDERS)
def test_shipped_defender_goes_after_a_thief_as_far_as_it_has_to(plan: str) -> None:
    brain = make_brain(plan, BrainSetup(name="me", seed=1))
    hidden = thief(8900.0, is_visible=False)
    for number, x in enumerate((100.0, 4000.0, 8000.0)):
        there = [seen(STOLEN, THEIRS, hidden, x=x, seconds=number + 0.1 * one) for one in range(5)]
        assert decided(brain, *there)[-1].move == TravelTo(target=FOE)


# A carrier


@pytest.mark.parametrize(
    ("health", "known", "flees"),
    [
        pytest.param(40, (MINE, enemy(), mate()), True, id="hurt, with a friend near"),
        pytest.param(45, (MINE, enemy(), mate()), False, id="well"),
        pytest.param(40, (MINE, enemy(), mate(x=1600.0)), False, id="the friend is far"),
        pytest.param(40, (MINE, enemy(), mate(is_visible=False)), True, id="the friend said so"),
        pytest.param(40, (MINE, enemy()), False, id="alone"),
        pytest.param(40, (MINE, mate()), False, id="nobody to flee from"),
        pytest.param(40, (THEIRS, enemy(), mate()), False, id="without a flag"),
    ],
)
def test_hurt_carrier_flees_while_friends_are_near(
    health: int,
    known: tuple[Any, ...],
    flees: bool,  # noqa: FBT001 - of a parameter
) -> None:
    now = moment(*known, me=body(health=health))
    assert read("should_flee_with_flag", now) is flees


def test_fleeing_leads_home_unless_an_enemy_is_in_the_way() -> None:
    home = TravelTo(location=at(0), tolerance_uu=8.0)
    assert want("flee_with_flag", moment(OURS, MINE, enemy(x=900.0), me=body(at(500)))).move == home
    blocked = moment(OURS, MINE, enemy(x=200.0), me=body(at(500)))
    assert want("flee_with_flag", blocked).move == Retreat()
    assert want("flee_with_flag", moment(MINE, enemy())).move == Retreat()


@pytest.mark.parametrize("plan", [*ATTACKERS, "ctf-defender.lap"])
def test_shipped_carriers_flee_when_hurt(plan: str) -> None:
    known = (OURS, MINE, enemy(x=4000.0), mate(x=4600.0))
    moves = []
    for health in (100, 30):
        brain = make_brain(plan, BrainSetup(name="me", seed=1))
        there = [seen(*known, health=health, seconds=0.1 * number) for number in range(5)]
        moves.append(decided(brain, *there)[-1].move)
    assert moves == [TravelTo(location=at(0), tolerance_uu=8.0), Retreat()]


# Parts


def drawn(count: int = 3000, *told: Any, **more: Any) -> dict[str, float]:
    """How often each part is chosen."""
    rng, found = Random(3), Counter[str]()  # noqa: S311 - a game
    for _ in range(count):
        (wanted,), _, _ = steps("mind_part", [moment(OURS, THEIRS, gun(), rng=rng, **more)], *told)
        found[wanted.notes["part"].name] += 1
    return {name: number / count for name, number in found.items()}


@pytest.mark.parametrize(
    ("preferred", "attack", "defend", "roam"),
    [("", 0.4, 0.3, 0.3), ("attacker", 0.7, 0.2, 0.1), ("Defender", 0.2, 0.7, 0.1)],
)
def test_parts_are_chosen_by_chance(preferred: str, attack: float, defend: float, roam: float) -> None:
    expected = {"attacker": attack, "defender": defend, "roamer": roam}
    assert drawn(3000, preferred) == pytest.approx(expected, abs=0.03)
    assert drawn(1000, notes={"role": preferred}) == pytest.approx(expected, abs=0.05)


def chosen(*moments: Moment) -> list[str]:
    """Which part is played at each of these moments; as a brain, it keeps what is noted."""
    notes: dict[str, Any] = {}
    found = []
    for one in moments:
        one.notes = dict(notes)
        notes |= next(act_of("mind_part").function(one)).notes
        noted = notes.get("part")
        found.append(noted.name if isinstance(noted, Part) and one.view.now < noted.until else "")
    return found


def test_part_lasts_and_roaming_is_over_after_a_minute() -> None:
    for seed in range(20):
        rng = Random(seed)  # noqa: S311 - a game
        there = [seen(OURS, THEIRS, seconds=second, rng=rng) for second in (0.0, 5.0, 59.0)]
        (first, *later) = chosen(*there)
        assert later == [first, first]
    held = Part("roamer", NOW + 60.0, NOW)
    assert read("part", moment(notes={"part": held}, now=NOW + 59.0)) == "roamer"
    assert read("part", moment(notes={"part": held}, now=NOW + 60.0)) == ""


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"orders": (Order("defend"),)}, id="a leader wants something"),
        pytest.param({"is_alive": False}, id="it is dead"),
        pytest.param({"weapons": {}}, id="it is not fit"),
        pytest.param({"flags": {}}, id="nobody plays for flags"),
        pytest.param({"flags": {0: OURS, 1: MINE}}, id="it carries a flag"),
    ],
)
def test_nothing_is_chosen_while(more: dict[str, Any]) -> None:
    (wanted,), _, _ = steps("mind_part", [moment(OURS, THEIRS, gun(), **more)])
    assert dict(wanted.notes) in ({}, {"part": None})


def test_who_has_brought_a_flag_home_chooses_again_five_seconds_later() -> None:
    there = [
        seen(OURS, THEIRS),
        seen(OURS, MINE, seconds=10.0),
        seen(OURS, THEIRS, seconds=20.0),
        seen(OURS, THEIRS, seconds=24.9),
        seen(OURS, THEIRS, seconds=25.0),
    ]
    first, carrying, *over, again = chosen(*there)
    assert first == carrying != ""
    assert over == ["", ""]
    assert again != ""


ROW = [Node(EntityId("a"), at(100)), Node(EntityId("b"), at(4500))]
GRAPH = PlaceGraph(ROW, [Link(EntityId("a"), EntityId("b"), 4400.0)])


@pytest.mark.parametrize(
    ("name", "known", "duty", "goal"),
    [
        ("attacker", (OURS, THEIRS), "get flag", TravelTo(target=EntityId("flag1"), tolerance_uu=20.0)),
        ("attacker", (OURS, ANOTHERS, mate()), "escort carrier", Follow(EntityId("friend"), 112.0)),
        ("attacker", (OURS, ANOTHERS), "", None),
        ("attacker", (STOLEN, ANOTHERS, thief()), "hunt thief", TravelTo(target=FOE)),
        ("defender", (OURS, THEIRS), "defend base", Camp(EntityId("a"), 20.0)),
        ("defender", (OURS, ANOTHERS, mate()), "defend base", Camp(EntityId("a"), 20.0)),
        ("defender", (STOLEN, THEIRS, thief()), "hunt thief", TravelTo(target=FOE)),
        ("roamer", (OURS, THEIRS), "", None),
        ("roamer", (STOLEN, THEIRS), "", None),
        ("roamer", (OURS, MINE), "carry flag", TravelTo(location=at(0), tolerance_uu=8.0)),
    ],
)
def test_duty_follows_the_part_where_the_flags_allow_it(
    name: str, known: tuple[Any, ...], duty: str, goal: Any
) -> None:
    notes = {"part": Part(name, NOW + 50.0, NOW)}
    now = moment(*known, notes=notes, graph=GRAPH, me=body(at(4400)))
    assert read("duty", now) == duty
    (wanted,), _, _ = steps("do_duty", [now])
    assert wanted.move == goal


def test_network_chooses_its_part_in_play() -> None:
    names = set()
    for seed in range(12):
        brain = make_brain("quake3.fsm", BrainSetup(name="me", seed=seed))
        there = [seen(OURS, THEIRS, graph=GRAPH, seconds=0.1 * number) for number in range(20)]
        moves = {decision.move for decision in decided(brain, *there)[5:]}
        names.add("defender" if Camp(EntityId("a"), 20.0) in moves else "other")
    assert names == {"defender", "other"}
