"""The command line, called in process as the console script calls it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from agentfw.cli import main
from agentfw.testing import Traffic

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.engines.gamebots import Dialect

__all__ = ["Output", "called", "decoded", "traffic"]


class Output(msgspec.Struct, frozen=True):
    """What a call printed, and its exit code."""

    code: int
    out: str
    err: str


def called(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Output:
    """What ``agentfw`` does with these words."""
    with pytest.raises(SystemExit) as caught:
        main([str(word) for word in words])
    printed = capsys.readouterr()
    return Output(int(caught.value.code or 0), printed.out, printed.err)


def decoded(
    capsys: pytest.CaptureFixture[str], folder: Path, data: bytes, *options: str | Path
) -> tuple[list[dict[str, Any]], list[str], int]:
    """The objects printed for a capture, what was told beside them, and the exit code."""
    file = folder / "session.log"
    file.write_bytes(data)
    output = called(capsys, "decode", file, *options)
    objects = [json.loads(line) for line in output.out.split("\n")[:-1]]
    return objects, output.err.replace(str(file), "session.log").split("\n")[:-1], output.code


def traffic(dialect: Dialect, batches: int = 10) -> bytes:
    """The capture of a short session."""
    source = Traffic(dialect, places=40)
    return source.handshake() + b"".join(source.batches(batches))
