"""Whatever happens: nothing raises, everything ends, triggers are let go, nobody repeats himself."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentfw.body import PERFECT, human_of_skill
from agentfw.decisions import (
    Camp,
    Decision,
    Do,
    Explore,
    Face,
    Fight,
    Follow,
    Hide,
    Leap,
    LookRound,
    Patrol,
    PickUpItem,
    Retreat,
    ShootAt,
    Speak,
    TravelTo,
    UseLink,
    Wield,
)
from agentfw.geometry import Rotation, Vec3
from agentfw.navigation import LinkKind
from agentfw.perception import KnownItem, KnownMover
from agentfw.vocabulary import (
    AskPath,
    AskTrace,
    Bumped,
    ChangeWeapon,
    Command,
    DamageTaken,
    EntityId,
    GamePaused,
    GameResumed,
    HitWall,
    ItemPickedUp,
    Jump,
    LedgeReached,
    MoveTo,
    PathReply,
    PathStep,
    PlaceKind,
    PlayerDied,
    RequestTimedOut,
    Shoot,
    Stop,
    StopShooting,
    TraceReply,
    TurnTo,
    Use,
)
from tests.support.bodies import TEAMS, Field, at, lift, map_of, player, teleporter, weapon

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.decisions.intents import Intent


FOE, PACK, GATE = EntityId("foe"), EntityId("pack"), EntityId("gate")
NAMES = [EntityId(name) for name in "abcdefg"]
LINKS = [
    ("a", "b", LinkKind.WALK),
    ("b", "a", LinkKind.WALK),
    ("b", "c", LinkKind.JUMP),
    ("c", "b", LinkKind.DROP),
    ("b", "d", LinkKind.LIFT),
    ("d", "e", LinkKind.LIFT),
    ("e", "a", LinkKind.TELEPORT),
    ("a", "e", LinkKind.JUMP_PAD),
    ("b", "f", LinkKind.DOOR),
    ("f", "g", LinkKind.SWIM),
    ("g", "a", LinkKind.WALK),
    ("c", "g", LinkKind.FLY),
]
PLACES = {
    "a": at(0),
    "b": at(600),
    "c": at(900, 300, 60),
    "d": at(800, -200),
    "e": at(1000, -200, 400),
    "f": at(600, -600),
    "g": at(0, -600),
}


def world(skill: int, look_s: float) -> Field:
    """A map with links of every kind, a lift, a door, an item, two guns and an enemy."""
    graph = map_of(PLACES, LINKS, {"d": PlaceKind.LIFT_CENTER})
    human = human_of_skill(skill) if skill else PERFECT
    field = Field(at(7, 3), graph, human=human, look_s=look_s)
    field.game = TEAMS
    field.arm(weapon("rocket"), weapon("enforcer"))
    field.items[PACK] = KnownItem(id=PACK, location=at(300, -300))
    field.movers[GATE] = KnownMover(id=GATE, location=at(600, -300), is_moving=False)
    field.gadgets += [lift("d", at(800, -200), at(800, -200, 400)), teleporter(PLACES["e"], PLACES["a"])]
    field.blocks = lambda point: 500 < point.x < 700 and -320 < point.y < -280
    return field


# What can happen

Happening: TypeAlias = "Callable[[Field, Vec3], None]"


def answer(field: Field, where: Vec3) -> None:
    """The game answers the last question, whatever it was."""
    for _, asked in field.said[-8:]:
        if isinstance(asked, AskPath) and asked.request is not None:
            field.tell(PathReply(request=asked.request, steps=(PathStep(EntityId("p"), where),)))
        if isinstance(asked, AskTrace) and asked.request is not None:
            field.tell(TraceReply(detailed=False, request=asked.request, hit=where.x > 0))


def refuse(field: Field, _where: Vec3) -> None:
    """The game will not answer."""
    for _, asked in field.said[-8:]:
        if isinstance(asked, AskPath | AskTrace) and asked.request is not None:
            field.tell(RequestTimedOut(request=asked.request, question=asked))


def carry(field: Field, where: Vec3) -> None:
    field.here = where


def lose_oneself(field: Field, _where: Vec3) -> None:
    field.here = None


def die(field: Field, _where: Vec3) -> None:
    field.die()


def respawn(field: Field, where: Vec3) -> None:
    field.respawn(where)


def pause(field: Field, _where: Vec3) -> None:
    field.is_paused = True
    field.tell(GamePaused())


def resume(field: Field, _where: Vec3) -> None:
    field.is_paused = False
    field.tell(GameResumed())


def meet(field: Field, where: Vec3) -> None:
    field.meet(player("foe", where, velocity=at(100, -200)))


def lose_sight(field: Field, where: Vec3) -> None:
    field.meet(player("foe", where, visible=False))


def forget(field: Field, _where: Vec3) -> None:
    field.players.clear()


def befriend(field: Field, where: Vec3) -> None:
    field.meet(player("mate", where, team=0))


def kill(field: Field, _where: Vec3) -> None:
    field.tell(PlayerDied(id=FOE))
    field.players.pop(FOE, None)


def collide(field: Field, where: Vec3) -> None:
    field.tell(HitWall(), Bumped(id=FOE), LedgeReached(), DamageTaken(damage=int(abs(where.x))))


def wall_in(field: Field, where: Vec3) -> None:
    field.blocks = lambda _: where.x > 0


def run_dry(field: Field, where: Vec3) -> None:
    field.arm(weapon("rocket", 0), weapon("enforcer", 0 if where.x > 0 else 20))


def take_item(field: Field, where: Vec3) -> None:
    gone = KnownItem(id=PACK, location=at(300, -300), taken_at=field.now)
    field.items[PACK] = msgspec.structs.replace(gone, respawns_at=field.now + abs(where.x) / 100)
    if where.y > 900:
        field.tell(ItemPickedUp(id=PACK))


def lose_item(field: Field, _where: Vec3) -> None:
    field.items.clear()


def move_door(field: Field, where: Vec3) -> None:
    field.movers[GATE] = KnownMover(id=GATE, location=at(600, -300), is_moving=where.x > 0)


def deafen(field: Field, where: Vec3) -> None:
    field.hears = lambda _: where.x > 0


HAPPENINGS: list[Happening] = [
    *(answer, refuse, carry, lose_oneself, die, respawn, pause, resume, meet, lose_sight, forget),
    *(befriend, kill, collide, wall_in, run_dry, take_item, lose_item, move_door, deafen),
]

# What can be wanted

points = st.builds(
    at, st.integers(-1500, 1500), st.integers(-1500, 1500), st.sampled_from([0.0, 60.0, 400.0])
)
names = st.sampled_from([*NAMES, EntityId("nowhere")])
seconds = st.floats(0.0, 8.0)
links = st.sampled_from([(EntityId(start), EntityId(end)) for start, end, _ in LINKS])
bounded_moves: st.SearchStrategy[Intent] = st.one_of(
    st.builds(lambda name: TravelTo(place=name), names),
    st.builds(lambda point: TravelTo(location=point), points),
    st.builds(lambda attacked: TravelTo(target=FOE, stop_if_attacked=attacked), st.booleans()),
    st.just(PickUpItem(item=PACK)),
    st.builds(lambda name, long: Camp(place=name, duration_s=long), names, seconds),
    st.builds(lambda link: UseLink(start=link[0], end=link[1]), links),
    st.builds(lambda calm: Retreat(calm_s=calm), seconds),
    st.just(Leap()),
    st.just(Do(commands=(Use(),))),
)
endless_moves: st.SearchStrategy[Intent] = st.one_of(
    st.builds(lambda long: Follow(target=FOE, give_up_after_s=long), seconds),
    st.builds(lambda a, b: Patrol(places=(a, b)), names, names),
    st.just(Explore()),
    st.just(Hide()),
)
looks: st.SearchStrategy[Intent] = st.one_of(
    st.builds(lambda point: Face(location=point), points),
    st.just(Face(target=FOE)),
    st.builds(lambda yaw: Face(rotation=Rotation(0, yaw, 0)), st.integers(-70_000, 70_000)),
    st.builds(lambda turns: LookRound(turns=turns), st.integers(1, 2)),
)
fights: st.SearchStrategy[Intent] = st.one_of(
    st.builds(lambda stand: Fight(stand=stand), st.booleans()),
    st.just(Fight(target=FOE)),
    st.builds(lambda point: ShootAt(location=point), points),
    st.just(Wield(weapon=EntityId("enforcer"))),
    st.just(Wield(weapon=EntityId("sniper"))),
)
decisions = st.builds(
    Decision,
    move=st.none() | bounded_moves | endless_moves,
    look=st.none() | looks,
    fight=st.none() | fights,
    say=st.none() | st.just(Speak(text="hello")),
)
scripts = st.lists(
    st.tuples(decisions, st.sampled_from(HAPPENINGS), points, st.floats(0.1, 4.0)),
    min_size=1,
    max_size=20,
)
Script: TypeAlias = "list[tuple[Decision, Happening, Vec3, float]]"
skills = st.integers(0, 5)
looks_s = st.sampled_from([0.1, 0.25])
thorough = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def play(script: Script, skill: int, look_s: float) -> Field:
    """Run through a script."""
    field = world(skill, look_s)
    for decision, happen, where, long in script:
        happen(field, where)
        field.run(decision, long)
    return field


_STANDING: dict[type[Intent], float] = {Face: 3.5, LookRound: 28.0}
_BOUNDS: dict[type[Intent], float] = {
    LookRound: 28.0,
    Wield: 4.5,
    Retreat: 61.0,
    TravelTo: 181.0,
    Leap: 0.0,
    Do: 0.0,
    Speak: 0.0,
    PickUpItem: 300.0,
    UseLink: 300.0,
    Camp: 300.0,
}
"""How many seconds each kind of intent may take at most; generous, but an end."""


@thorough
@given(scripts, skills, looks_s)
def test_nothing_that_happens_makes_a_body_raise(script: Script, skill: int, look_s: float) -> None:
    field = play(script, skill, look_s)
    told = field.body.statistics()
    running = sum(one.is_running for one in field.body.activities.values())
    assert told.started == told.done + told.failed + told.cancelled + running


@thorough
@given(scripts, skills, looks_s)
def test_no_trigger_stays_pulled_when_nobody_fights(script: Script, skill: int, look_s: float) -> None:
    field = world(skill, look_s)
    is_pulled = False
    for decision, happen, where, long in script:
        happen(field, where)
        until = field.now + long
        while field.now < until:
            for command in field.think(decision):
                is_pulled = isinstance(command, Shoot) or (
                    is_pulled and not isinstance(command, StopShooting)
                )
            fight = field.body.activities.get("fight")
            assert not is_pulled or (fight is not None and fight.is_running)


_GAPS: dict[type[Command], float] = {
    MoveTo: 0.5,
    Stop: 0.5,
    TurnTo: 1.0,
    Shoot: 0.5,
    StopShooting: 0.5,
    ChangeWeapon: 1.0,
    Jump: 0.8,
}
_MOST_REPEATS: dict[type[Command], int] = {Stop: 3, StopShooting: 3}
"""What ends is said again only while the game seems not to have heard it."""
_SLOTS: dict[type[Command], str] = {
    MoveTo: "legs",
    Stop: "legs",
    TurnTo: "eyes",
    Shoot: "trigger",
    StopShooting: "trigger",
    ChangeWeapon: "hand",
    Jump: "jump",
}


@thorough
@given(scripts, skills, looks_s)
def test_no_slot_is_told_the_same_again_too_soon(script: Script, skill: int, look_s: float) -> None:
    last: dict[str, tuple[float, Command]] = {}
    repeats: Counter[str] = Counter()
    for now, command in play(script, skill, look_s).said:
        slot = _SLOTS.get(type(command))
        if slot is None:
            continue
        before, old = last.get(slot, (-100.0, None))
        repeats[slot] = repeats[slot] + 1 if command == old else 0
        assert repeats[slot] <= _MOST_REPEATS.get(type(command), 1000), command
        if command == old:
            assert now - before >= _GAPS[type(command)] - 1e-6, command
        last[slot] = now, command
        if slot == "legs":
            last.pop("eyes", None)  # running turns the body, so what it faces is said anew


@thorough
@given(scripts, skills, looks_s)
def test_the_same_script_and_seed_give_the_same_commands(
    script: Script, skill: int, look_s: float
) -> None:
    assert play(script, skill, look_s).said == play(script, skill, look_s).said


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    bounded_moves,
    looks,
    st.lists(st.tuples(st.sampled_from(HAPPENINGS), points, st.floats(0.5, 30.0)), max_size=12),
)
def test_every_bounded_activity_ends_in_its_time(
    move: Intent, look: Intent, script: list[tuple[Happening, Vec3, float]]
) -> None:
    field = world(0, 0.25)
    decision = msgspec.convert({"move": move, "look": look}, Decision, from_attributes=True)
    for happen, where, long in [*script, (collide, at(1), 310.0)]:
        happen(field, where)
        until = field.now + long
        while field.now < until:
            field.think(decision)
            for activity in field.body.activities.values():
                took = field.now - field.look_s - activity.started_at
                if isinstance(activity.intent, Face):
                    continue  # a runner faces things for as long as it runs; see the next property
                is_in_time = took <= _BOUNDS[type(activity.intent)]
                assert not activity.is_running or field.is_paused or is_in_time, activity


@settings(max_examples=80, deadline=None)
@given(
    looks, st.lists(st.tuples(st.sampled_from(HAPPENINGS), points, st.floats(0.5, 30.0)), max_size=12)
)
def test_whoever_stands_has_looked_in_its_time(
    look: Intent, script: list[tuple[Happening, Vec3, float]]
) -> None:
    field = world(0, 0.25)
    decision = msgspec.convert({"look": look}, Decision, from_attributes=True)
    for happen, where, long in [*script, (collide, at(1), 40.0)]:
        happen(field, where)
        until = field.now + long
        while field.now < until:
            field.think(decision)
            for activity in field.body.activities.values():
                took = field.now - field.look_s - activity.started_at
                assert not activity.is_running or took <= _STANDING[type(activity.intent)], activity


@settings(max_examples=40, deadline=None)
@given(fights, st.sampled_from(HAPPENINGS), points)
def test_every_shot_is_taken_back_when_the_decision_goes(
    fight: Intent, happen: Happening, where: Vec3
) -> None:
    field = world(0, 0.1)
    field.meet(player("foe", at(700, 900)))
    decision = msgspec.structs.replace(Decision(), fight=fight)
    field.run(decision, 1.0)
    happen(field, where)
    field.run(decision, 1.0)
    field.run(Decision(), 0.1)
    hands = [command for _, command in field.said if isinstance(command, Shoot | StopShooting)]
    assert hands[-1:] in ([], [StopShooting()])
