"""The order of the rooms, the purity of the core, and the size of its parts, read from the source."""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import agentfw

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(agentfw.__file__).parent

# Lowest first; a room may import from the rows above its own and from itself, not from its neighbors.
ROOMS = (
    ("agentfw.errors", "agentfw.geometry"),
    ("agentfw.sources", "agentfw.resources", "agentfw.modules"),
    ("agentfw.documents",),
    ("agentfw.language", "agentfw.planning", "agentfw.solving", "agentfw.priorities"),
    ("agentfw.weights", "agentfw.pddl", "agentfw.talk"),
    ("agentfw.vocabulary",),
    ("agentfw.decisions",),
    ("agentfw.recording", "agentfw.tasks"),
    ("agentfw.engines.gamebots",),
    ("agentfw.engines.link",),
    ("agentfw.engines.doors",),
    ("agentfw.navigation",),
    ("agentfw.perception",),
    ("agentfw.body",),
    ("agentfw.characters",),
    ("agentfw.skills",),
    ("agentfw.brains",),
    ("agentfw.bot",),
    ("agentfw.smalltalk",),
    ("agentfw.arena",),
    ("agentfw.team",),
    ("agentfw.radio",),
    ("agentfw.match",),
    ("agentfw.tournament",),
    ("agentfw.testing",),
    ("agentfw.cli",),
    ("agentfw.__main__",),
)
PURE = (
    *("agentfw.errors", "agentfw.geometry", "agentfw.sources", "agentfw.documents"),
    *(
        "agentfw.vocabulary",
        "agentfw.decisions",
        "agentfw.recording",
        "agentfw.tasks",
        "agentfw.navigation",
        "agentfw.perception",
    ),
    "agentfw.body",
    "agentfw.brains",
    "agentfw.bot",
    "agentfw.smalltalk",
    "agentfw.weights",
    "agentfw.pddl",
    "agentfw.talk",
    "agentfw.language",
    "agentfw.planning",
    "agentfw.solving",
    "agentfw.priorities",
    "agentfw.skills",
    "agentfw.characters",
    "agentfw.radio",
)
PURE_WITH_ENGINES = (*PURE, "agentfw.engines.gamebots", "agentfw.arena")
# The modules of otherwise pure rooms that move bytes and keep time.
SHELL = ("agentfw.arena.server.serving", "agentfw.bot.bot")
OUTSIDE = {"trio", "socket", "time", "datetime", "asyncio", "threading", "selectors", "select", "ssl"}
NEUTRAL = tuple(room for room in PURE if room not in ("agentfw.sources", "agentfw.documents"))
FREE_FOR_ALL = "agentfw"  # the top level holds nothing but the version

FILES = sorted(PACKAGE.rglob("*.py"))


def module_name(file: Path) -> str:
    parts = ("agentfw", *file.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(part for part in parts if part != "__init__")


every_module = pytest.mark.parametrize("file", FILES, ids=module_name)


@functools.cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def is_within(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")


def room_of(module: str) -> tuple[int, str] | None:
    """The row and the name of the room a module is in; None for what belongs to no room."""
    found = ((row, room) for row, rooms in enumerate(ROOMS) for room in rooms if is_within(module, room))
    return next(found, None)


def modules_in(rooms: tuple[str, ...]) -> list[Path]:
    found = (file for file in FILES if any(is_within(module_name(file), room) for room in rooms))
    return [file for file in found if module_name(file) not in SHELL]


def imports_of(file: Path) -> Iterator[str]:
    """Every module that is imported, also late and for type checkers only."""
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where they go"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if room_of(name) else str(node.module) for name in names)


def identifiers_of(file: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(file)):
        for field in ("id", "attr", "arg", "name", "asname", "module"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield value


def upward(file: Path) -> list[str]:
    """The imports of a module that do not go down."""
    mine = room_of(module_name(file))
    if mine is None:
        return [name for name in imports_of(file) if name.startswith("agentfw")]
    wrong = []
    for name in imports_of(file):
        theirs = room_of(name)
        if theirs is None:
            wrong += [name] if name.startswith("agentfw.") else []
        elif theirs != mine and theirs[0] >= mine[0]:
            wrong.append(name)
    return wrong


@every_module
def test_imports_go_down_only(file: Path) -> None:
    assert upward(file) == []


def test_every_module_is_in_a_room() -> None:
    homeless = {name for name in map(module_name, FILES) if room_of(name) is None}
    assert homeless == {FREE_FOR_ALL, "agentfw.engines"}


def test_the_shells_of_pure_rooms_are_no_larger_than_told() -> None:
    know_trio = {module_name(file) for file in FILES if "trio" in set(imports_of(file))}
    rooms = (*PURE, "agentfw.arena")
    assert {name for name in know_trio if any(is_within(name, room) for room in rooms)} == set(SHELL)


def test_every_room_of_the_table_exists() -> None:
    assert all(modules_in((room,)) for rooms in ROOMS for room in rooms)


@pytest.mark.parametrize("file", modules_in(PURE_WITH_ENGINES), ids=module_name)
def test_the_core_touches_neither_network_nor_clock(file: Path) -> None:
    assert not OUTSIDE & {name.partition(".")[0] for name in imports_of(file)}


@pytest.mark.parametrize("file", modules_in(("agentfw.engines",)), ids=module_name)
def test_only_links_and_doors_know_trio_among_the_engines(file: Path) -> None:
    knows_trio = any(name.partition(".")[0] == "trio" for name in imports_of(file))
    assert knows_trio == (module_name(file) in ("agentfw.engines.link", "agentfw.engines.doors"))


@every_module
def test_nobody_uses_the_global_random_functions(file: Path) -> None:
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert node.value.id != "random" or node.attr == "Random"
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"]


@every_module
def test_all_randomness_has_a_seed(file: Path) -> None:
    made = [
        node
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("random.Random", "Random")
    ]
    assert all(node.args for node in made)


@pytest.mark.parametrize("file", modules_in(NEUTRAL), ids=module_name)
def test_no_wire_is_named_in_the_neutral_rooms(file: Path) -> None:
    assert not [name for name in identifiers_of(file) if "gamebots" in name.casefold()]


@every_module
def test_every_module_says_why_it_exists(file: Path) -> None:
    assert ast.get_docstring(tree_of(file))


@pytest.mark.parametrize(
    "file", [file for file in FILES if not file.name.startswith("_")], ids=module_name
)
def test_every_public_module_lists_its_names(file: Path) -> None:
    targets = (node.targets for node in tree_of(file).body if isinstance(node, ast.Assign))
    assert "__all__" in [ast.unparse(target) for row in targets for target in row]


@every_module
def test_no_module_is_too_long(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 700


@every_module
def test_no_function_is_too_long(file: Path) -> None:
    functions = (
        n for n in ast.walk(tree_of(file)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    assert [n.name for n in functions if (n.end_lineno or 0) - n.lineno + 1 > 60] == []
