"""The machines that ship: they behave, they play, and they do what they were written for."""

from __future__ import annotations

import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.brains import BrainSetup, PlanFiles, check_plan, load_brain
from agentfw.brains.fsm import FsmPlan
from agentfw.brains.planfiles import shipped_plans
from agentfw.match import Fighter, Native, SkirmishOptions, play_skirmish
from agentfw.perception import View
from agentfw.skills import Moment, SkillSet, sense, shipped_skills
from agentfw.skills.skill import skill_of
from agentfw.testing import check_brain

MACHINES = sorted(name for name in shipped_plans() if name.endswith(".fsm"))
STAGES = ("combat-1.fsm", "combat-2.fsm", "combat-3.fsm")


@pytest.mark.parametrize("name", MACHINES)
def test_a_shipped_machine_has_neither_mistakes_nor_warnings(name: str) -> None:
    _, problems = check_plan(name, PlanFiles(), shipped_skills())
    assert [str(one) for one in problems] == []


@pytest.mark.parametrize("name", MACHINES)
def test_a_shipped_machine_behaves(name: str) -> None:
    assert check_brain(load_brain(name)).thinks > 20


def machine(name: str) -> FsmPlan:
    plan, problems = check_plan(name, PlanFiles(), shipped_skills())
    problems.finish()
    assert isinstance(plan, FsmPlan)
    return plan


@pytest.mark.parametrize(("name", "summary"), [
    ("combat-1.fsm", "2 states, 2 transitions"),
    ("combat-2.fsm", "4 states, 8 transitions"),
    ("combat-3.fsm", "8 states, 24 transitions"),
])  # fmt: skip
def test_n_questions_make_two_to_the_n_states_and_n_ways_out_of_each(name: str, summary: str) -> None:
    assert machine(name).summary() == summary


class Case:
    """What is so in a fight, and the senses that tell just that."""

    def __init__(self, enemy: bool = False, ammo: bool = True, fit: bool = True) -> None:  # noqa: FBT001, FBT002
        self.enemy, self.ammo, self.fit = enemy, ammo, fit

    def skills(self) -> SkillSet:
        """All skills, these three among them."""

        @sense
        def enemy_visible(_now: Moment) -> bool:
            return self.enemy

        @sense
        def can_fight(_now: Moment) -> bool:
            return self.ammo

        @sense
        def health(_now: Moment) -> float:
            return 100.0 if self.fit else 10.0

        own = [made for one in (enemy_visible, can_fight, health) if (made := skill_of(one)) is not None]
        names = {one.name for one in own}
        return SkillSet([*own, *(one for one in shipped_skills() if one.name not in names)])

    def states(self, name: str, start: str = "", thinks: int = 1) -> str:
        """Where a machine is after some thinks."""
        plan, problems = check_plan(name, PlanFiles(), self.skills())
        problems.finish()
        assert isinstance(plan, FsmPlan)
        engine = plan.engine(BrainSetup(options={"start": start} if start else {}))
        for think in range(thinks):
            engine.think(Moment(View(now=float(think))), None)
        return engine.state


HEALTHY = {
    (False, True): "Patrol",
    (True, True): "Attack",
    (True, False): "Flee",
    (False, False): "FindAmmo",
}
HURT = {
    (False, True): "FindHealth",
    (True, True): "Withdraw",
    (True, False): "Escape",
    (False, False): "Scavenge",
}
ALL_STATES = (*HEALTHY.values(), *HURT.values())


@pytest.mark.parametrize(("enemy", "expected"), [(False, "Patrol"), (True, "Attack")])
def test_the_first_stage_looks_at_enemies(enemy: bool, expected: str) -> None:  # noqa: FBT001
    for start in ("Patrol", "Attack"):
        assert Case(enemy, ammo=False, fit=False).states("combat-1.fsm", start) == expected


@pytest.mark.parametrize(("so", "expected"), HEALTHY.items())
def test_the_second_stage_looks_at_ammunition_too(so: tuple[bool, bool], expected: str) -> None:
    for start in HEALTHY.values():
        assert Case(*so, fit=False).states("combat-2.fsm", start) == expected


@pytest.mark.parametrize("fit", [True, False])
@pytest.mark.parametrize("so", HEALTHY)
def test_the_last_stage_has_a_state_for_every_case(so: tuple[bool, bool], fit: bool) -> None:  # noqa: FBT001
    for start in ALL_STATES:
        assert Case(*so, fit=fit).states("combat-3.fsm", start) == (HEALTHY if fit else HURT)[so]


def test_a_task_file_fights_with_the_machine_as_one_act() -> None:
    plan, problems = check_plan("seed-combat.htn", PlanFiles(), shipped_skills())
    assert [str(one) for one in problems] == []
    assert plan is not None
    assert shipped_skills().act("Combat") is None


# Whole matches


def score(brain: str, mode: str, level: str, seed: int = 0, minutes: float = 1.0) -> tuple[float, float]:
    """The points of the machine and of a native bot, or of a team of two and another one."""
    has_teams = mode != "dm"
    count = 2 if has_teams else 1
    fighters = tuple(
        Fighter(brain=brain, name=f"Plan{number}", team=0 if has_teams else None)
        for number in range(count)
    )
    natives = (Native(skill=3.0, team=1) if has_teams else Native(skill=3.0),) * count
    arena = ArenaOptions(mode=mode, map=level, seed=seed, time_limit_min=minutes)
    result = play_skirmish(SkirmishOptions(arena=arena, fighters=fighters, natives=natives))
    if has_teams:
        return result.team_scores[0], result.team_scores[1]
    ours = [one.score for one in result.players if one.name.startswith("Plan")]
    return max(ours), max(one.score for one in result.players if not one.name.startswith("Plan"))


def test_a_match_is_the_same_for_the_same_seed() -> None:
    first, again = (score("deathmatch.fsm", "dm", "dm-closet", seed=4, minutes=0.5) for _ in range(2))
    assert first == again


@pytest.mark.parametrize("name", STAGES)
def test_every_stage_of_the_combat_machine_scores(name: str) -> None:
    assert score(name, "dm", "dm-closet")[0] > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mode", "level"),
    [
        ("deathmatch.fsm", "dm", "dm-foundry"),
        ("ctf-attacker.fsm", "ctf", "ctf-ravine"),
        ("domination.fsm", "dom", "dom-vault"),
    ],
)
def test_machines_that_play_to_win_win(name: str, mode: str, level: str) -> None:
    played = [score(name, mode, level, seed, minutes=5.0) for seed in range(3)]
    assert sum(ours > theirs for ours, theirs in played) >= 2


@pytest.mark.slow
def test_a_task_file_with_a_machine_inside_plays() -> None:
    ours, _ = score("seed-combat.htn", "dom", "dom-vault", minutes=3.0)
    assert ours > 0
