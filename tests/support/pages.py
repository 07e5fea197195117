"""The pages of the documentation, taken apart: files, programs and tables."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import NODEFAULT, inspect

if TYPE_CHECKING:
    import msgspec

__all__ = ["blocks", "defaults", "files", "page", "shape", "table", "told_defaults"]

_DOCS: Final = Path(__file__).parent.parent.parent / "docs"
_NOTHING: Final[tuple[object, ...]] = ("", (), {}, None, False)
"""Defaults that need no words."""


def page(name: str) -> str:
    """The text of a page."""
    return (_DOCS / f"{name}.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The blocks of a language, in their order."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [code for kind, code in found if kind == language]


def files(text: str) -> dict[str, str]:
    """The YAML files by the names in their first lines."""
    return {one.split()[1]: one for one in blocks(text, "yaml")}


def table(text: str, before: str) -> dict[str, str]:
    """The rows of the table behind a line: the first column, without marks, and the second.

    A row for several keys counts for each of them.
    """
    (rows,) = re.findall(rf"^{re.escape(before)}\n\n\|.*\n\| --- .*\n((?:\|.*\n?)+)", text, re.MULTILINE)
    cells = [re.split(r" *(?<!\\)\| *", row)[1:3] for row in rows.splitlines()]
    return {key: value for keys, value in cells for key in re.findall(r"`([^`]+)`", keys)}


def defaults(shape: type[msgspec.Struct]) -> dict[str, object]:
    """The keys of a shape, in their order, with what holds without them; None where nothing does."""
    info = inspect.type_info(shape)
    assert isinstance(info, inspect.StructType)
    found = {field.encode_name: field.default for field in info.fields if not field.required}
    return {field.encode_name: _worth(found.get(field.encode_name)) for field in info.fields}


def _worth(default: object) -> object:
    return None if default in _NOTHING or default is NODEFAULT else default


def told_defaults(rows: dict[str, str]) -> dict[str, str]:
    """What the rows of a table say holds without their keys, in parentheses at the end."""
    found = {key: re.search(r"\(([^()]*)\)$", value) for key, value in rows.items()}
    return {key: one[1].strip("`") for key, one in found.items() if one}


def shape(text: str) -> str:
    """A text without its figures and its empty space, which are never twice the same."""
    return re.sub(r"[ -]*\b\d+(\.\d+)?", " N", re.sub(r" +", " ", text))
