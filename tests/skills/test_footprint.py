"""Rule 48: what each primitive reads and writes, told from its code."""

from __future__ import annotations

import pytest

from agentfw.perception import View
from agentfw.skills import Act, Footprint, Sense, footprint_of, shipped_skills
from agentfw.skills.skill import skill_of

SKILLS = shipped_skills()
PARTS = {*View.__struct_fields__, *(name for name in dir(View) if not name.startswith("_"))}


def found(name: str) -> Footprint:
    skill = SKILLS.get(name)
    assert skill is not None
    return footprint_of(skill)


def test_rule_48_a_sense_tells_the_parts_of_the_view_it_looks_at() -> None:
    assert found("health").looks_at == ("health",)
    assert {"enemies"} <= set(found("see-enemy").looks_at)
    assert {"motion"} <= set(found("is-rotating").looks_at)


def test_rule_48_helpers_are_followed() -> None:
    assert {"items_seen", "router", "graph"} <= set(found("see-reachable-medical-kit").looks_at)


def test_rule_48_an_act_tells_its_channels_and_whether_it_takes_notes() -> None:
    assert "move" in found("travel_to").wants
    assert "fight" in found("shoot-attacker").wants
    assert found("set-attacker").takes_notes
    assert found("expire-damage-info").takes_notes


@pytest.mark.parametrize("skill", [*SKILLS], ids=lambda one: str(one.name))
def test_rule_48_every_skill_looks_at_parts_that_there_are(skill: Sense | Act) -> None:
    footprint = footprint_of(skill)
    assert set(footprint.looks_at) <= PARTS
    assert not isinstance(skill, Sense) or (footprint.wants, footprint.takes_notes) == ((), False)


def test_code_that_is_not_at_hand_leaves_no_footprint() -> None:
    space: dict[str, object] = {"__name__": "elsewhere"}
    lines = ["from agentfw.skills import Moment, sense", "@sense", "def odd(now: Moment) -> bool:"]
    code = "\n".join([*lines, "    return True"])
    exec(code, space)  # noqa: S102 - there is no other way to get code without a file
    made = skill_of(space["odd"])
    assert made is not None
    assert footprint_of(made) == Footprint()
