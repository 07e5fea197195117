"""Files that people write, read with the place of every value.

`YamlSource` walks a YAML document node by node, so that each complaint can name its file, line and
column, and collects all complaints before anything stops. It never builds Python objects from
tags, and a caller only descends as deep as its own format goes, so aliases cannot blow up.
"""

from __future__ import annotations

import difflib
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import yaml

from agentfw.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

__all__ = [
    "YAML_ENDINGS",
    "Node",
    "YamlSource",
    "content_of",
    "is_file",
    "is_there",
    "keys_of",
    "nearest",
    "nearest_of",
    "one_of",
]

Node: TypeAlias = yaml.Node

YAML_ENDINGS: Final = (".yaml", ".yml")
_MAX_BYTES: Final = 1_000_000
_MAX_DEPTH: Final = 32
_MAX_DIGITS: Final = 18
_CANNOT_START: Final = "found character that cannot start any token"
"""What the parser says of a tab."""
_Loader: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlSource:
    """One YAML file being read, and what is wrong with it so far.

    `where` is the file name used in messages. Reading methods return None (or an empty
    collection) for a value of the wrong shape, after noting the problem.
    """

    def __init__(self, text: str | bytes, where: str, error: type[SourceError] = SourceError) -> None:
        self.where = where
        self.problems: list[tuple[int, int, str]] = []
        self._error = error
        self._lines = (text if isinstance(text, str) else text.decode("utf-8", "replace")).split("\n")
        self.root = self._compose(text)

    def problem(self, node: Node, text: str) -> None:
        """Note that the value at `node` is wrong."""
        mark = node.start_mark
        self.problem_at(mark.line + 1, mark.column + 1, text)

    def problem_at(self, line: int, column: int, text: str) -> None:
        """Note a problem at a place inside of a value, such as a row of a drawing."""
        self.problems.append((line, column, text))

    def indent_below(self, node: Node) -> int:
        """How far the lines of a block are indented that begins at `node`, such as ``rows: |``."""
        lines = self._lines[node.start_mark.line + 1 :]
        return next((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), 0)

    def finish(self) -> None:
        """Raise one error with all problems in file order, if there were any."""
        if self.problems:
            raise self._error(
                [f"{self.where}:{line}:{column}: {text}" for line, column, text in sorted(self.problems)]
            )

    def mapping(self, node: Node, what: str) -> dict[str, tuple[Node, Node]]:
        """The entries of a mapping: key text to (key node, value node).

        Of a key that stands there twice, the last value counts.
        """
        if not isinstance(node, yaml.MappingNode):
            self.problem(node, f"{what}: expected a mapping, found {describe(node)}")
            return {}
        entries: dict[str, tuple[Node, Node]] = {}
        for key_node, value_node in node.value:
            key = self.text(key_node, f"{what}: key")
            if key is None:
                continue
            if key in entries:
                self.problem(key_node, f'{what}: "{key}" stands here twice')
            entries[key] = (key_node, value_node)
        return entries

    def hidden(self, node: Node) -> list[tuple[str, Node]]:
        """The values of a mapping that do not count, because their keys come again."""
        pairs = node.value if isinstance(node, yaml.MappingNode) else []
        last: dict[str, Node] = {}
        found = []
        for key, value in pairs:
            name = str(key.value)
            if name in last:
                found.append((name, last[name]))
            last[name] = value
        return found

    def section(
        self, node: Node, what: str, known: Collection[str], required: Iterable[str] = ()
    ) -> dict[str, Node]:
        """The values of a mapping whose keys are all known, with the required ones present."""
        entries = self.mapping(node, what)
        for key, (key_node, _) in entries.items():
            if key not in known:
                hint = nearest(key, known) or f" (known: {one_of(known)})"
                self.problem(key_node, f'{what}: unknown key "{key}"{hint}')
        if isinstance(node, yaml.MappingNode):
            for key in required:
                if key not in entries:
                    self.problem(node, f'{what}: key "{key}" is missing')
        return {key: value for key, (_, value) in entries.items() if key in known}

    def items(self, node: Node, what: str) -> list[Node]:
        """The members of a list."""
        if isinstance(node, yaml.SequenceNode):
            return list(node.value)
        self.problem(node, f"{what}: expected a list, found {describe(node)}")
        return []

    def text(self, node: Node, what: str) -> str | None:
        """A single value as it was written, without quotes."""
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        self.problem(node, f"{what}: expected a text, found {describe(node)}")
        return None

    def choice(self, node: Node, what: str, known: Collection[str]) -> str | None:
        """A text that must be one of `known`."""
        value = self.text(node, what)
        if value is None or value in known:
            return value
        self.problem(node, f'{what}: "{value}" is not one of {one_of(known)}{nearest(value, known)}')
        return None

    def choices(self, node: Node, what: str, known: Collection[str]) -> tuple[str, ...]:
        """A list of texts that must each be one of `known`."""
        return tuple(self._known_members(node, what, known))

    def whole_number(self, node: Node, what: str, low: int, high: int) -> int | None:
        """A whole number between two bounds, both included."""
        value = self.text(node, what)
        if value is None:
            return None
        is_number = value.isascii() and value.isdecimal() and len(value) <= _MAX_DIGITS
        if not is_number or not low <= int(value) <= high:
            self.problem(node, f'{what}: expected a whole number from {low} to {high}, found "{value}"')
            return None
        return int(value)

    def _known_members(self, node: Node, what: str, known: Collection[str]) -> Iterator[str]:
        for item in self.items(node, what):
            value = self.choice(item, what, known)
            if value is not None:
                yield value

    def _compose(self, text: str | bytes) -> Node:
        if len(text) > _MAX_BYTES:
            raise self._error([f"{self.where}:1:1: the file is larger than {_MAX_BYTES} bytes"])
        try:
            self._check_depth(text)
            root = yaml.compose(text, Loader=_Loader)
        except (yaml.YAMLError, UnicodeError) as error:
            raise self._error([_yaml_problem(self.where, text, error)]) from None
        if root is None:
            raise self._error([f"{self.where}:1:1: the file is empty"])
        return root

    def _check_depth(self, text: str | bytes) -> None:
        """Refuse nesting that no format of ours has: composing it would exhaust the C stack."""
        depth = 0
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > _MAX_DEPTH:
                mark = event.start_mark
                place = f"{mark.line + 1}:{mark.column + 1}" if mark else "1:1"
                raise self._error([f"{self.where}:{place}: nested deeper than {_MAX_DEPTH} levels"])


def is_file(path: str | Path) -> bool:
    """Whether there is such a file; nobody's file has a name that no file can have."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def is_there(path: Path) -> bool:
    """Whether there is anything of that name, be it a file, a folder or a pipe."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def content_of(path: Path, error: type[SourceError] = SourceError) -> bytes:
    """What stands in a file, or enough of it for `YamlSource` to see that it is too large.

    Raises `error` when it cannot be read.
    """
    try:
        if stat.S_ISFIFO(path.stat().st_mode):  # which is opened only when somebody writes
            raise error([f"{path}:1:1: cannot be read: is a pipe, and no file"])
        with path.open("rb") as stream:
            return stream.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as cause:
        raise error([f"{path}:1:1: cannot be read: {getattr(cause, 'strerror', cause)}"]) from None


def keys_of(path: Path) -> set[str]:
    """The outermost keys of a YAML file, by which kinds are told apart; none where it cannot be read."""
    try:
        root = YamlSource(content_of(path), str(path)).root
    except SourceError:
        return set()
    return {str(key.value) for key, _ in root.value} if isinstance(root, yaml.MappingNode) else set()


def nearest(word: str, known: Collection[str]) -> str:
    """The rest of a sentence that suggests the nearest known word, or nothing.

    >>> nearest("brian", ["brain", "plan"])
    ', did you mean "brain"?'
    """
    close = nearest_of(word, known)
    return f', did you mean "{close}"?' if close is not None else ""


def nearest_of(word: str, known: Collection[str]) -> str | None:
    """The known word that is nearest to a word; None when none is near."""
    folded = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), folded, n=1)
    return folded[close[0]] if close else None


def one_of(known: Collection[str]) -> str:
    """The known words in a form that fits into a sentence, shortened when there are many."""
    names = sorted(known)
    return ", ".join(names) if len(names) <= 12 else ", ".join([*names[:12], "…"])


def describe(node: Node) -> str:
    """What a node is, for messages that expected something else."""
    if isinstance(node, yaml.ScalarNode):
        return f'"{node.value}"' if node.value else "nothing"
    return "a list" if isinstance(node, yaml.SequenceNode) else "a mapping"


def _yaml_problem(where: str, text: str | bytes, error: Exception) -> str:
    reason = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    line, column = _yaml_place(text, error)
    if reason == _CANNOT_START and _is_tab(text, line, column):
        reason = "lines are indented by blanks, not by tabs"
    return f"{where}:{line}:{column}: not valid YAML: {reason}"


def _is_tab(text: str | bytes, line: int, column: int) -> bool:
    lines = (text if isinstance(text, str) else text.decode("utf-8", "replace")).splitlines()
    return len(lines) >= line and lines[line - 1][column - 1 : column] == "\t"


def _yaml_place(text: str | bytes, error: Exception) -> tuple[int, int]:
    """Line and column of a YAML error; characters that are no text come with an offset only."""
    mark = getattr(error, "problem_mark", None)
    if mark is not None:
        return mark.line + 1, mark.column + 1
    offset = getattr(error, "position", None)
    if offset is None:
        offset = getattr(error, "start", None)
    if offset is None:
        return 1, 1
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    before = data[:offset]
    return before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
