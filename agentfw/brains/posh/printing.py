"""Plans as text again: what is printed reads as the same plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.brains.posh.syntax import PREDICATES, ActionPattern, Ask
from agentfw.brains.posh.values import OPERATORS
from agentfw.language import Binary, Call, Literal, Negate, Variable, print_expression

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.brains.posh.syntax import (
        Definition,
        Drive,
        DriveCollection,
        Duration,
        Element,
        Parameter,
        Plan,
    )
    from agentfw.language import Node

__all__ = ["print_call", "print_duration", "print_plan", "print_test", "print_value"]

_COMPARISONS: Final = frozenset(PREDICATES.values())


def print_plan(plan: Plan) -> str:
    """A plan file in its usual form."""
    parts = [
        *_documentation(plan.documentation),
        *(f"(include {quoted(one.file)})" for one in plan.includes),
        *(f"(use {' '.join(filter(None, (quoted(one.brain), one.name)))})" for one in plan.uses),
        *(f"(const {one.name} {print_value(one.value)})" for one in plan.constants),
        *(_definition(one) for one in plan.definitions),
        *(_collection(one) for one in plan.roots),
    ]
    return "(\n" + "\n".join(_indented(part) for part in parts) + "\n)\n"


def print_call(call: Call) -> str:
    """An action or a sense with its values."""
    values = [print_value(one) for one in call.arguments]
    named = [f"{name}= {print_value(one)}" for name, one in call.named]
    return f"({' '.join([call.name, *values, *named])})" if values or named else call.name


def print_value(node: Node) -> str:
    """A value, as it stands in tests and actions."""
    if isinstance(node, Literal):
        return quoted(node.value) if isinstance(node.value, str) else str(node.value)
    if isinstance(node, Variable):
        return f"${node.name}"
    if isinstance(node, Call):
        return print_call(node)
    if isinstance(node, Negate):
        return f"(- {print_value(node.operand)})"
    if isinstance(node, Binary) and node.operator in OPERATORS:
        return f"({node.operator} {print_value(node.left)} {print_value(node.right)})"
    raise TypeError(f"{node!r} is no value")


def print_test(node: Node) -> str:
    """A test: with a predicate where that is enough, else as an expression in quotes."""
    if _is_bare(node) and isinstance(node, Call):
        return f"({node.name})"
    if isinstance(node, Binary) and node.operator in _COMPARISONS and _is_bare(node.left):
        sense = node.left.name if isinstance(node.left, Call) else ""
        if _is_value(node.right):
            predicate = "" if node.operator == "==" else f" {node.operator}"
            return f"({sense} {print_value(node.right)}{predicate})"
    return quoted(print_expression(node))


def print_duration(duration: Duration | None) -> str:
    """A time; nothing when there is none."""
    return f"({duration.unit} {print_value(duration.amount)})" if duration is not None else ""


def quoted(text: str) -> str:
    """A text in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _is_bare(node: Node) -> bool:
    return isinstance(node, Call) and not node.arguments and not node.named


def _is_value(node: Node) -> bool:
    if isinstance(node, Literal | Variable):
        return True
    if isinstance(node, Negate):
        return _is_value(node.operand)
    if isinstance(node, Binary):
        return node.operator in OPERATORS and _is_value(node.left) and _is_value(node.right)
    if isinstance(node, Call):
        return all(_is_value(one) for one in (*node.arguments, *(value for _, value in node.named)))
    return False


def _definition(one: Definition) -> str:
    begun = [one.name, *_one(print_duration(one.timeout)), *_parameters(one.parameters)]
    if isinstance(one, ActionPattern):
        steps = " ".join(_step(step) for step in one.steps)
        return _block(f"(AP {' '.join(begun)}", [*_documentation(one.documentation), f"({steps})"])
    inner = [
        *_documentation(one.documentation),
        *_goal(one.goal),
        _grouped("elements", [[_element(element) for element in group] for group in one.groups]),
    ]
    return _block(f"(C {' '.join(begun)}", inner)


def _collection(root: DriveCollection) -> str:
    fallback = print_duration(root.fallback)
    inner = [
        *_documentation(root.documentation),
        *_goal(root.goal),
        *([f"(fallback {fallback})"] if fallback else []),
        _grouped("drives", [[_drive(drive) for drive in group] for group in root.groups]),
    ]
    return _block(f"({root.kind} {root.name}", inner)


def _element(element: Element) -> str:
    retries = [print_value(element.retries)] if element.retries is not None else []
    return (
        f"({' '.join([element.name, _trigger(element.trigger), print_call(element.action), *retries])})"
    )


def _drive(drive: Drive) -> str:
    rest = [
        *_one(print_duration(drive.frequency)),
        *(["(interrupt cancel)"] if drive.is_cancelled else []),
        *([f"(leave {print_call(drive.leave)})"] if drive.leave is not None else []),
    ]
    return f"({' '.join([drive.name, _trigger(drive.trigger), print_call(drive.action), *rest])})"


def _step(step: Call | Ask) -> str:
    if isinstance(step, Call):
        return print_call(step)
    node = step.test
    if isinstance(node, Binary) and node.operator in _COMPARISONS and _is_bare(node.left):
        sense = node.left.name if isinstance(node.left, Call) else ""
        if _is_value(node.right):
            return f"({sense} {print_value(node.right)} {node.operator})"
    return quoted(print_expression(node))


def _trigger(tests: Sequence[Node]) -> str:
    return f"(trigger ({' '.join(print_test(test) for test in tests)}))"


def _goal(tests: Sequence[Node] | None) -> list[str]:
    return [f"(goal ({' '.join(print_test(test) for test in tests)}))"] if tests is not None else []


def _parameters(parameters: Sequence[Parameter]) -> list[str]:
    told = [
        one.name if one.default is None else f"({one.name} {print_value(one.default)})"
        for one in parameters
    ]
    return [f"(params {' '.join(told)})"] if told else []


def _documentation(lines: Sequence[str]) -> list[str]:
    return [f"(documentation {' '.join(quoted(line) for line in lines)})"] if lines else []


def _one(text: str) -> list[str]:
    return [text] if text else []


def _grouped(head: str, groups: Sequence[Sequence[str]]) -> str:
    joined = ["\n ".join(group) for group in groups]
    return _block(f"({head}", [f"({group})" for group in joined])


def _block(head: str, inner: Sequence[str]) -> str:
    return "\n".join([head, *(_indented(one) for one in inner)]) + ")"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))
