"""States and arrows as pictures: Mermaid state diagrams and DOT, from one description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Arrow", "Box", "Diagram", "HasDiagram", "dot_of", "mermaid_of"]


class Box(msgspec.Struct, frozen=True):
    """A state."""

    key: str
    """What arrows call it; no other box of the diagram is called so."""
    label: str
    details: tuple[str, ...] = ()
    """What is done in it, line by line."""
    boxes: tuple[Box, ...] = ()
    """The states inside of it."""
    first: str = ""
    """The one inside of it that comes first."""
    is_final: bool = False


class Arrow(msgspec.Struct, frozen=True):
    """A way from one state to another."""

    source: str
    target: str
    label: str = ""


class Diagram(msgspec.Struct, frozen=True):
    """Boxes, some inside of others, with arrows between them."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    first: str


@runtime_checkable
class HasDiagram(Protocol):
    """A plan that people would draw with boxes and arrows, and not as a tree."""

    def diagram(self) -> Diagram:
        """The picture."""


def mermaid_of(diagram: Diagram) -> str:
    """The diagram in the language of Mermaid."""
    numbers = _numbers(diagram)
    lines = ["stateDiagram-v2", f"    [*] --> {numbers[diagram.first]}"]
    for box in diagram.boxes:
        lines += _mermaid_box(box, numbers, "    ")
    for arrow in diagram.arrows:
        label = f" : {_mermaid_text(arrow.label)}" if arrow.label else ""
        lines.append(f"    {numbers[arrow.source]} --> {numbers[arrow.target]}{label}")
    return "\n".join(lines)


def dot_of(diagram: Diagram) -> str:
    """The diagram in the language of Graphviz; states with others inside are frames."""
    numbers = _numbers(diagram)
    lines = [
        "digraph plan {",
        "    compound=true;",
        "    node [shape=box, style=rounded, fontname=sans];",
    ]
    lines += ['    start [shape=point, label=""];']
    for box in diagram.boxes:
        lines += _dot_box(box, numbers, "    ")
    inner = {box.key: _innermost(box) for box in _all(diagram.boxes)}
    lines.append(f"    start -> {numbers[inner[diagram.first]]};")
    for arrow in diagram.arrows:
        ends = f"{numbers[inner[arrow.source]]} -> {numbers[inner[arrow.target]]}"
        lines.append(f"    {ends} [{', '.join(_dot_options(arrow, inner, numbers))}];")
    return "\n".join([*lines, "}"])


def _all(boxes: tuple[Box, ...]) -> Iterator[Box]:
    for box in boxes:
        yield box
        yield from _all(box.boxes)


def _numbers(diagram: Diagram) -> dict[str, str]:
    """Short names that every language can read."""
    return {box.key: f"s{number}" for number, box in enumerate(_all(diagram.boxes))}


def _mermaid_box(box: Box, numbers: dict[str, str], indent: str) -> Iterator[str]:
    number = numbers[box.key]
    yield f'{indent}state "{_mermaid_text(box.label)}" as {number}'
    yield from (f"{indent}{number} : {_mermaid_text(line)}" for line in box.details if not box.boxes)
    if box.boxes:
        yield f"{indent}state {number} {{"
        yield f"{indent}    [*] --> {numbers[box.first]}"
        for one in box.boxes:
            yield from _mermaid_box(one, numbers, f"{indent}    ")
        yield f"{indent}}}"
    if box.is_final:
        yield f"{indent}{number} --> [*]"


def _dot_box(box: Box, numbers: dict[str, str], indent: str) -> Iterator[str]:
    number, text = numbers[box.key], "\\n".join(map(_dot_text, (box.label, *box.details)))
    if not box.boxes:
        yield f'{indent}{number} [label="{text}"{", peripheries=2" if box.is_final else ""}];'
        return
    yield f"{indent}subgraph cluster_{number} {{"
    yield f'{indent}    label="{text}"; style=rounded; fontname=sans;'
    for one in box.boxes:
        yield from _dot_box(one, numbers, f"{indent}    ")
    yield f"{indent}}}"


def _dot_options(arrow: Arrow, inner: dict[str, str], numbers: dict[str, str]) -> Iterator[str]:
    yield f'label="{_dot_text(arrow.label)}"'
    # An arrow to a frame is one to a box inside that ends at the frame.
    if inner[arrow.source] != arrow.source:
        yield f"ltail=cluster_{numbers[arrow.source]}"
    if inner[arrow.target] != arrow.target:
        yield f"lhead=cluster_{numbers[arrow.target]}"


def _innermost(box: Box) -> str:
    """A box without others inside, that stands for this one."""
    while box.boxes:
        box = next((one for one in box.boxes if one.key == box.first), box.boxes[0])
    return box.key


def _mermaid_text(text: str) -> str:
    escapes = {'"': "#quot;", ";": "#59;", ":": "#58;", "#": "#35;", "<": "#lt;", ">": "#gt;", "\n": " "}
    return "".join(escapes.get(char, char) for char in text)


def _dot_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
