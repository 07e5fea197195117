"""Other people's packages, installed for the length of a test."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from agentfw.engines.gamebots.catalog import ENTRY_POINT_GROUP

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

__all__ = ["install_dialect"]


def install_dialect(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    text: str,
    *,
    value: str = "foo_bots:DIALECT",
    program: str = "",
) -> Path:
    """The dialect file of a package "foo-bots", found by an entry point called "foo-talk".

    `program` is what the package does when it is imported.
    """
    metadata = folder / "foo_bots-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: foo-bots\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\nfoo-talk = {value}\n")
    file = folder / "foo.yaml"
    file.write_text(text)
    (folder / "foo_bots.py").write_text(f"DIALECT = {str(file)!r}\n{program}\n")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "foo_bots", raising=False)
    return file
