"""The plans of the seed as they ship, with the skills that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.brains.brain import BrainSetup
from agentfw.brains.planfiles import PlanFiles, shipped_plans
from agentfw.brains.planned import PlanBrain, load_plan
from agentfw.decisions import Activity, ActivityState, Face, Fight, Order, TravelTo
from agentfw.geometry import Rotation, Vec3
from agentfw.match.skirmish import Fighter, Native, SkirmishOptions, play_skirmish
from agentfw.perception import Event, KnownPlayer, KnownPoint, KnownWeapon, View
from agentfw.skills import shipped_skills
from agentfw.vocabulary import Died, EntityId, GameInfo, SelfState

if TYPE_CHECKING:
    from agentfw.brains.htn import HtnPlan
    from agentfw.decisions import Decision

HERE, THERE = Vec3(0.0, 0.0, 0.0), Vec3(2000.0, 0.0, 0.0)
POINT = EntityId("A")
RIFLE = EntityId("Rifle")
METHODS = {
    *("move-double", "move-single", "round-trip", "two-times-round-trip", "RunAround"),
    *("DefendDomPoint", "Defend", "GetWeapon", "GetAmmo", "patrol-dom-location", "findAmmunition"),
}
PRIMITIVES = {
    *("RunTo", "RunToRandom", "Rotate", "TravelTo", "ShootAtEnemy", "RunToRandomINV"),
    *("AddBot", "StartBot", "AssignTask", "ClearTasks"),
}


def shipped(name: str) -> HtnPlan:
    plan: Any = load_plan(name, PlanFiles(), shipped_skills())
    return plan  # type: ignore[no-any-return]


def view(*, ammo: int = 30, location: Vec3 = HERE, foe: bool = False, **known: Any) -> View:
    me = SelfState(
        id=EntityId("me"),
        health=100,
        team=0,
        location=location,
        rotation=Rotation(0, 0, 0),
        weapon=RIFLE,
        ammo=ammo,
    )
    other = KnownPlayer(id=EntityId("foe"), team=1, is_visible=True, location=THERE)
    return View(
        now=known.pop("now", 10.0),
        me=me,
        game=GameInfo(game_type="BotDoubleDomination", max_teams=2),
        weapons={RIFLE: KnownWeapon(id=RIFLE, ammo=ammo)},
        points={POINT: KnownPoint(id=POINT, location=THERE, owner=1)},
        players={other.id: other} if foe else {},
        **known,
    )


def defender() -> PlanBrain:
    return PlanBrain("seed.htn", BrainSetup(options={"tasks": "DefendDomPoint A"}))


def test_l4_every_method_and_primitive_of_the_seed_loads_without_a_complaint() -> None:
    plan = shipped("seed.htn")
    assert plan.warnings == ()
    assert {one.name for one in plan.source.definitions} >= METHODS | PRIMITIVES


def test_l4_the_coordinator_gives_its_orders() -> None:
    decision = PlanBrain("seed-coordinator.htn").decide(view())
    assert [one.task for one in decision.orders][:2] == ["add bot", "add bot"]
    assert len(decision.orders) == 7
    assert isinstance(decision.orders[-1], Order)


@pytest.mark.parametrize("name", sorted(name for name in shipped_plans() if name.endswith(".htn")))
def test_shipped_plans_load_without_a_complaint_and_print_as_themselves(name: str) -> None:
    plan = shipped(name)
    assert plan.warnings == ()
    used = {one: path.read_text() for one, path in shipped_plans().items() if one.endswith(".fsm")}
    again: Any = load_plan(name, PlanFiles({**used, name: str(plan)}), shipped_skills())
    assert again.source == plan.source


def test_t3_a_defender_travels_scans_by_7000_and_shoots() -> None:
    brain = defender()
    decision = brain.decide(view())
    assert decision.reason.path == ("DefendDomPoint A", "Defend A", "TravelTo A")
    done = Activity("move", arrived(decision), ActivityState.DONE, 0.0, 11.0)
    decision = brain.decide(view(location=THERE, activities={"move": done}))
    assert decision.reason.path == ("DefendDomPoint A", "Defend A", "Rotate 7000")
    assert decision.look == Face(rotation=Rotation(0, 7000, 0))
    turned = Activity("look", decision.look, ActivityState.DONE, 0.0, 12.0)
    decision = brain.decide(view(location=THERE, foe=True, activities={"look": turned}))
    assert decision.reason.path == ("DefendDomPoint A", "Defend A", "ShootAtEnemy")
    assert decision.fight == Fight(target=EntityId("foe"))


def test_t3_out_of_ammunition_the_next_repetition_fetches_some() -> None:
    brain = defender()
    brain.decide(view(location=THERE, foe=True))
    decisions = [brain.decide(view(location=THERE, foe=True, ammo=0)) for _ in range(2)]
    assert [one.fight for one in decisions] == [None, None]
    chosen = PlanBrain("seed.htn", BrainSetup(options={"tasks": "DefendDomPoint A"}, is_traced=True))
    reason = chosen.explain(chosen.decide(view(ammo=0)))
    told = [one.option for one in reason.rejected][:4]
    # The first because there is one already, the second because none is loaded.
    assert told == ["GetWeapon", "wield_best", "RunToRandomINV", "GetAmmo"]


def arrived(decision: Decision) -> TravelTo:
    assert isinstance(decision.move, TravelTo)
    return decision.move


def test_t4_the_trigger_is_released_when_the_target_is_lost() -> None:
    brain = defender()
    assert brain.decide(view(location=THERE, foe=True)).fight is not None
    assert brain.decide(view(location=THERE)).fight is None


def test_t4_the_trigger_is_released_at_death_and_when_the_task_is_broken_off() -> None:
    brain = defender()
    assert brain.decide(view(location=THERE, foe=True)).fight is not None
    dead = view(location=THERE, events=(Event(11.0, Died()),), is_alive=False)
    assert brain.decide(dead).fight is None
    brain = defender()
    brain.decide(view(location=THERE, foe=True))
    engine: Any = brain._engine
    engine.clear(preempt=True)
    assert brain.decide(view(location=THERE, foe=True)).fight is None


def test_t5_a_patrol_yields_to_an_enemy_that_is_seen_or_attacks() -> None:
    text = "Head Walk to\nSubtasks\ntravel_to $to stop_if_enemy_seen=true stop_if_attacked=true, fight"
    setup = BrainSetup(options={"tasks": "Walk A"}, files={"walk.htn": text})
    brain = PlanBrain("walk.htn", setup)
    goal = brain.decide(view()).move
    assert isinstance(goal, TravelTo)
    assert (goal.stop_if_enemy_seen, goal.stop_if_attacked) == (True, True)
    seen = Activity("move", goal, ActivityState.FAILED, 0.0, 11.0, "saw an enemy")
    decision = brain.decide(view(foe=True, activities={"move": seen}))
    assert (decision.reason.chosen, decision.fight) == ("fight", Fight())


class Watched(PlanBrain):
    """The seed, with everything that it chose."""

    paths: ClassVar[set[tuple[str, ...]]] = set()
    faults_seen: ClassVar[int] = 0

    def __init__(self, setup: BrainSetup) -> None:
        super().__init__("seed.htn", setup)

    def decide(self, view: View) -> Decision:
        decision = super().decide(view)
        Watched.paths.add(tuple(part.partition(" ")[0] for part in decision.reason.path))
        Watched.faults_seen += self.faults
        return decision


def play(tasks: str = "", minutes: float = 1.0) -> set[tuple[str, ...]]:
    """What two bots of the seed chose against two natives."""
    Watched.paths, Watched.faults_seen = set(), 0
    options = {"tasks": tasks} if tasks else {}
    arena = ArenaOptions(map="dom-crossing", mode="ddom", seed=3, time_limit_min=minutes)
    play_skirmish(
        SkirmishOptions(
            arena=arena,
            fighters=tuple(
                Fighter(brain=f"{__name__}:Watched", name=name, team=0, options=options)
                for name in ("a", "b")
            ),
            natives=(Native(team=1), Native(team=1)),
        )
    )
    assert Watched.faults_seen == 0
    return Watched.paths


def test_t3_bots_of_the_seed_defend_points_in_the_arena() -> None:
    below = {path[-1] for path in play() if path[:1] == ("TakeAndHold",)}
    assert below >= {"TravelTo", "Rotate", "ShootAtEnemy"}


def test_l4_endless_running_around_works_in_the_arena() -> None:
    assert play("RunAround", 0.5) >= {("RunAround", "RunToRandom")}
