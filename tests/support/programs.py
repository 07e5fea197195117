"""Programs of ours, run as a user would run them."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["run", "run_python"]


def run(
    *command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What the program printed, and its exit code."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=env,
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=100,
        check=False,
    )


def run_python(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """What a small Python program printed, run by the interpreter of the tests."""
    return run(sys.executable, "-c", program, *arguments)
