"""Functions become skills, skills are gathered, and two that claim one name are refused."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.errors import PluginError, UsageError
from agentfw.language import ANYTHING, NUMBER, TEXT, TRUTH, Type
from agentfw.language.types import LOCATION
from agentfw.perception import View
from agentfw.skills import (
    Act,
    Moment,
    Outcome,
    Sense,
    SkillSet,
    act,
    own_skills,
    sense,
    shipped_skills,
    skill_files,
)
from agentfw.skills.skill import skill_of

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.geometry import Vec3
    from agentfw.vocabulary import EntityId


def made(function: Any) -> Sense | Act:
    found = skill_of(function)
    assert found is not None
    return found


@sense(aliases=("points-of-life",))
def vigor(now: Moment, where: str | Vec3, within: float = 5.0, *names: str) -> float | None:
    """How lively it is."""
    return None


@act(name="dance", effects=("vigor($0) = 1",), preconditions=("vigor($0) < 9",))
def dance_about(now: Moment, fast: bool = False) -> Outcome:  # noqa: FBT001, FBT002
    """A dance."""
    raise NotImplementedError


def test_a_sense_knows_its_parameters_and_types() -> None:
    skill = made(vigor)
    assert isinstance(skill, Sense)
    where, within, names = skill.parameters
    assert (where.name, where.type, where.is_required) == ("where", ANYTHING, True)
    assert (within.type, within.is_required, within.default) == (NUMBER, False, 5.0)
    assert (names.type, names.is_rest, names.is_required) == (TEXT, True, False)
    assert (skill.result, skill.doc, skill.aliases) == (NUMBER, "How lively it is.", ("points-of-life",))


def test_an_act_knows_its_name_effects_and_preconditions() -> None:
    skill = made(dance_about)
    assert isinstance(skill, Act)
    assert (skill.name, skill.effects, skill.preconditions) == (
        *("dance", ("vigor($0) = 1",)),
        ("vigor($0) < 9",),
    )
    assert skill.parameters[0].type == TRUTH


def test_a_function_stays_a_function() -> None:
    assert vigor(Moment(View(now=0.0)), "x") is None
    assert skill_of(len) is None


def test_annotations_may_be_lists_ids_and_locations() -> None:
    @sense
    def several(now: Moment, ids: tuple[EntityId, ...], there: Vec3 | None) -> list[float]:
        return []

    skill = made(several)
    assert isinstance(skill, Sense)
    assert [one.type for one in skill.parameters] == [Type("list", TEXT), LOCATION]
    assert skill.result == Type("list", NUMBER)


def test_every_parameter_needs_a_type() -> None:
    with pytest.raises(UsageError, match="every parameter and the result of a skill need a type"):

        @sense
        def odd(now: Moment, amount) -> bool:  # type: ignore[no-untyped-def]  # noqa: ANN001
            return True


def test_a_type_that_plans_do_not_know_is_refused() -> None:
    with pytest.raises(UsageError, match="plans do not know the type dict"):

        @sense
        def odd(now: Moment) -> dict[str, int]:
            return {}


def test_the_first_parameter_is_the_moment() -> None:
    with pytest.raises(UsageError, match="the first parameter of a skill is the moment"):

        @sense
        def odd() -> bool:
            return True


def test_a_skill_cannot_take_any_keyword() -> None:
    with pytest.raises(UsageError, match="more"):

        @sense
        def odd(now: Moment, **more: str) -> bool:
            return True


# Sets


@pytest.mark.parametrize("name", ["vigor", "VIGOR", "points_of_life", "PointsOfLife", "points-of-life"])
def test_names_are_found_in_any_spelling(name: str) -> None:
    skills = SkillSet([made(vigor)])
    assert skills.get(name) is made(vigor)
    assert skills.sense(name) is made(vigor)
    assert skills.act(name) is None


def test_a_set_holds_each_skill_once_by_name() -> None:
    skills = SkillSet([made(vigor), made(dance_about)])
    assert [one.name for one in skills] == ["dance", "vigor"]
    assert len(skills) == 2
    assert (skills.sense_names(), skills.act_names()) == (["vigor", "points-of-life"], ["dance"])


def test_rule_33_two_skills_that_claim_a_name_are_refused() -> None:
    @act(aliases=("Points_Of_Life",))
    def other(now: Moment) -> Outcome:
        raise NotImplementedError

    with pytest.raises(PluginError, match=r'skill "Points_Of_Life" of .* is also claimed by .*vigor'):
        SkillSet([made(vigor), made(other)])


def test_a_similar_name_is_suggested() -> None:
    skills = shipped_skills()
    assert "see_enemy" in skills.suggestion("see_enmy")
    assert "travel_to" in skills.suggestion("travl_to", acts=True, senses=False)
    assert skills.suggestion("xyzzy-plugh") == ""


def test_a_module_gives_what_it_defines_and_not_what_it_imports() -> None:
    module = types.ModuleType(vigor.__module__)
    vars(module).update(vigor=vigor, at=shipped_skills)
    skills = SkillSet()
    skills.add_module(module)
    stranger = types.ModuleType("stranger")
    vars(stranger).update(vigor=vigor)
    skills.add_module(stranger)
    assert [one.name for one in skills] == ["vigor"]


def test_own_skills_come_from_files(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from agentfw.skills import Moment, sense\n\n"
        "@sense\ndef lucky(now: Moment) -> bool:\n    return True\n",
        encoding="utf-8",
    )
    skills = own_skills(str(file))
    assert skills.sense("lucky") is not None
    assert skills.sense("health") is not None


def test_own_skills_must_not_claim_names_that_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from agentfw.skills import Moment, sense\n\n"
        "@sense\ndef health(now: Moment) -> bool:\n    return True\n",
        encoding="utf-8",
    )
    with pytest.raises(PluginError, match='skill "health"'):
        own_skills(str(file))


# Moments


def test_a_sense_is_worked_out_once_per_moment() -> None:
    asked = []

    def ask(now: Moment, number: int) -> int:
        asked.append(number)
        return number

    now = Moment(View(now=0.0))
    assert now.work_out(("ask", 3), ask) == 3
    assert now.values == {("ask", 3): 3}
    assert asked == [3]


def test_a_sense_that_raises_says_nothing_and_is_a_fault() -> None:
    def broken(now: Moment) -> int:
        raise ZeroDivisionError("odd")

    now = Moment(View(now=0.0))
    assert now.work_out(("broken",), broken) is None
    assert [(fault.skill, fault.error) for fault in now.faults] == [("broken", "ZeroDivisionError: odd")]
    assert now.values == {("broken",): None}


def test_chance_has_a_seed() -> None:
    assert Moment(View(now=0.0)).random.random() == Moment(View(now=0.0)).random.random()


def test_what_no_plan_could_use_is_refused_at_once() -> None:
    async def later(now: Moment) -> bool:
        return True

    with pytest.raises(UsageError, match="is async; skills are plain functions or generators"):
        sense(later)
    for name in ("and", "a b", "3x", "nothing"):
        with pytest.raises(UsageError, match=f'"{name}" cannot be the name of a skill'):

            @sense(name=name)
            def named(now: Moment) -> bool:
                return True


def test_a_value_that_cannot_be_asked_whether_it_holds_is_a_fault() -> None:
    class Torn:
        def __bool__(self) -> bool:
            raise ValueError("neither true nor false")

    now = Moment(View(now=0.0))
    assert now.work_out(("torn",), lambda _now: Torn()) is None
    assert [fault.skill for fault in now.faults] == ["torn"]


def test_files_that_claim_one_name_are_told_as_the_user_calls_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "from agentfw.skills import sense\n\n\n@sense\ndef lucky(now) -> bool:\n    return True\n"
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    told = r'^skill "lucky" of two\.py is also claimed by one\.py \(lucky\); rename one of them$'
    with pytest.raises(PluginError, match=told):
        own_skills("one.py,two.py")


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ("", []),
        ("a.py", ["a.py"]),
        ("a.py,b.py", ["a.py", "b.py"]),
        (" a.py , b.py,", ["a.py", "b.py"]),
        (",a.py,,b.py", ["a.py", "b.py"]),
        ("x,y/a.py,b.py", ["x,y/a.py", "b.py"]),
        ("x,y/a.py,x,y/b.py", ["x,y/a.py", "x,y/b.py"]),
    ],
)
def test_only_a_comma_behind_a_file_tells_it_from_the_next(files: str, names: list[str]) -> None:
    assert skill_files(files) == names
