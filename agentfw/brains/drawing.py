"""Plans as pictures: a text tree, Mermaid, and DOT, all from one tree of branches."""

from __future__ import annotations

import msgspec

__all__ = ["Branch", "draw_dot", "draw_mermaid", "draw_text"]


class Branch(msgspec.Struct, frozen=True):
    """One element of a plan as people see it."""

    label: str
    """What it is called."""
    kind: str = ""
    """What it is: a drive, a competence, a task, an act."""
    detail: str = ""
    """When, how often, or on what condition."""
    children: tuple[Branch, ...] = ()


def draw_text(root: Branch) -> str:
    """The plan as an indented tree with lines."""
    lines: list[str] = []
    stack = [(root, "", "")]
    while stack:
        branch, lead, indent = stack.pop()
        lines.append(f"{lead}{_line(branch)}")
        last = len(branch.children) - 1
        below = [
            (
                child,
                f"{indent}{'└─ ' if i == last else '├─ '}",
                f"{indent}{'   ' if i == last else '│  '}",
            )
            for i, child in enumerate(branch.children)
        ]
        stack += reversed(below)
    return "\n".join(lines)


def draw_mermaid(root: Branch) -> str:
    """The plan as a Mermaid flow chart."""
    nodes, edges = _numbered(root)
    lines = ["flowchart TD"]
    lines += [f'    n{number}["{_mermaid_text(branch)}"]' for number, branch in enumerate(nodes)]
    lines += [f"    n{above} --> n{below}" for above, below in edges]
    return "\n".join(lines)


def draw_dot(root: Branch) -> str:
    """The plan in the language of Graphviz."""
    nodes, edges = _numbered(root)
    lines = ["digraph plan {", "    node [shape=box, fontname=sans];"]
    lines += [f'    n{number} [label="{_dot_text(branch)}"];' for number, branch in enumerate(nodes)]
    lines += [f"    n{above} -> n{below};" for above, below in edges]
    return "\n".join([*lines, "}"])


def _numbered(root: Branch) -> tuple[list[Branch], list[tuple[int, int]]]:
    nodes: list[Branch] = []
    edges: list[tuple[int, int]] = []
    stack: list[tuple[Branch, int | None]] = [(root, None)]
    while stack:
        branch, above = stack.pop()
        if above is not None:
            edges.append((above, len(nodes)))
        stack += [(child, len(nodes)) for child in reversed(branch.children)]
        nodes.append(branch)
    return nodes, edges


def _line(branch: Branch) -> str:
    kind = f"{branch.kind} " if branch.kind else ""
    return f"{kind}{branch.label}{f'  [{branch.detail}]' if branch.detail else ''}"


def _mermaid_text(branch: Branch) -> str:
    escapes = {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;"}
    parts = [f"{branch.kind} {branch.label}".strip(), branch.detail]
    text = "<br/>".join("".join(escapes.get(char, char) for char in part) for part in parts if part)
    return text.replace("\n", " ")


def _dot_text(branch: Branch) -> str:
    parts = [f"{branch.kind} {branch.label}".strip(), branch.detail]
    return "\\n".join(
        part.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") for part in parts if part
    )
