"""What a skill looks at and what it leaves behind, read from its code.

By convention skills reach the view as ``now.view`` or as a name ``view``, so that its parts can be told
from attributes of other things. Helper functions of the same modules are followed.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType
from typing import TYPE_CHECKING, Any

import msgspec

from agentfw.decisions import Intent
from agentfw.skills.performing import channel_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.skills.skill import Act, Sense

__all__ = ["Footprint", "footprint_of"]


class Footprint(msgspec.Struct, frozen=True):
    """What a skill has to do with."""

    looks_at: tuple[str, ...] = ()
    """The parts of the view."""
    reads_notes: bool = False
    wants: tuple[str, ...] = ()
    """The channels that it puts something on."""
    takes_notes: bool = False


def footprint_of(skill: Sense | Act) -> Footprint:
    """What the code of a skill shows; nothing for code that is not at hand."""
    parts: set[str] = set()
    channels: set[str] = set()
    reads_notes = takes_notes = False
    for function, tree in _code_of(skill.function):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                if _is_view(node.value):
                    parts.add(node.attr)
                reads_notes = reads_notes or _is_notes(node)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                channels |= _channels(function.__globals__.get(node.func.id))
            elif isinstance(node, ast.keyword) and node.arg == "notes":
                takes_notes = True
    return Footprint(tuple(sorted(parts)), reads_notes, tuple(sorted(channels)), takes_notes)


def _code_of(start: Any) -> Iterator[tuple[FunctionType, ast.AST]]:
    """A function and the helpers it names, in its own package or file, each once."""
    home = start.__module__.rpartition(".")[0] or start.__module__
    seen, todo = {start}, [start]
    while todo:
        function = todo.pop()
        tree = _tree(function)
        yield function, tree
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        found = (
            inspect.unwrap(one) for name in names if callable(one := function.__globals__.get(name))
        )
        new = {one for one in found if isinstance(one, FunctionType) and one.__module__.startswith(home)}
        todo += sorted(new - seen, key=lambda one: one.__qualname__)
        seen |= new


def _tree(function: FunctionType) -> ast.AST:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):
        return ast.Module([], [])


def _is_view(node: ast.AST) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "view") or (
        isinstance(node, ast.Name) and node.id == "view"
    )


def _is_notes(node: ast.Attribute) -> bool:
    return node.attr == "notes" and isinstance(node.value, ast.Name) and node.value.id == "now"


def _channels(named: Any) -> set[str]:
    channel = channel_of(named) if isinstance(named, type) and issubclass(named, Intent) else None
    return {channel} if channel is not None else set()
