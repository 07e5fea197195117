"""GOAP files as trees for people: goals with what they want, and the actions that can bring it about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.drawing import Branch

if TYPE_CHECKING:
    from agentfw.brains.goap.elements import Action, Goal
    from agentfw.brains.goap.plan import GoapPlan

__all__ = ["draw"]


def draw(plan: GoapPlan) -> Branch:
    """Every goal and every action, with its conditions."""
    children = (*map(_goal, plan.goals), *map(_action, plan.actions))
    return Branch("plan", kind="goap", detail=plan.summary(), children=children)


def _goal(goal: Goal) -> Branch:
    told = [f"priority {goal.priority.text}"] if goal.priority is not None else []
    told += [f"when {' and '.join(one.text for one in goal.when)}"] if goal.when else []
    children = tuple(Branch(one.condition.text, "wants") for one in goal.wants)
    return Branch(goal.name, "goal", "; ".join(told), children)


def _action(action: Action) -> Branch:
    own = [one.condition.text for one in action.needs if one.condition not in action.guards]
    told = [f"needs {' and '.join(own)}"] if own else []
    if action.guards:
        told.append(f"while {' and '.join(one.text for one in action.guards)}")
    if action.cost is not None:
        told.append(f"cost {action.cost.text}")
    if action.timeout_s is not None:
        told.append(f"at most {action.timeout_s:g} s")
    effects = tuple(Branch(one.text, "effect") for one in action.effects)
    acts = tuple(Branch(one.text, "act") for one in action.calls)
    return Branch(action.label, "action", "; ".join(told), (*effects, *acts))
