"""What acts declare for look-ahead can be compiled against the senses, and is what the body achieves."""

from __future__ import annotations

import pytest

from agentfw.language import PlanText, Position, Problems
from agentfw.language.compiling import (
    Scope,
    Slot,
    compile_conditions,
    compile_expression,
    compile_target,
)
from agentfw.language.parsing import parse_assignment, parse_expression
from agentfw.skills import Act
from tests.skills.moments import SKILLS

DECLARING = [one for one in SKILLS if isinstance(one, Act) and (one.effects or one.preconditions)]


def scope_of(act: Act) -> Scope:
    slots = {each.name: Slot(number, each.type) for number, each in enumerate(act.parameters)}
    return Scope(SKILLS.sense, variables=slots)


@pytest.mark.parametrize("act", DECLARING, ids=lambda act: act.name)
def test_effects_and_preconditions_speak_of_senses(act: Act) -> None:
    problems, scope = Problems(), scope_of(act)
    for text in act.effects:
        assignment = parse_assignment(text, Position(PlanText(text)), problems)
        assert assignment is not None, list(problems)
        target, value = assignment
        assert compile_target(target, scope, problems) is not None, list(problems)
        assert compile_expression(value, scope, problems) is not None, list(problems)
    for text in act.preconditions:
        node = parse_expression(text, Position(PlanText(text)), problems)
        assert node is not None, list(problems)
        assert compile_conditions(node, scope, problems), list(problems)
    assert list(problems) == []


def test_journeys_and_items_declare_effects() -> None:
    names = {act.name for act in DECLARING}
    assert {"travel_to", "run_to", "pick_up", "take_point", "to_own_base", "wield"} <= names
