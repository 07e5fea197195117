"""``agentfw decode``: captured server traffic as JSON."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING, Any, Final

import click
import msgspec

from agentfw.cli.terminal import printable
from agentfw.engines.gamebots import (
    MessageDecoder,
    Odd,
    Rejected,
    find_dialect,
    guess_dialect,
    usable_dialects,
)
from agentfw.engines.gamebots.framing import TOO_LONG, LineCutter
from agentfw.engines.gamebots.wire import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.engines.gamebots import Dialect

__all__ = ["decode"]

_CHUNK: Final = 1 << 16
_SAMPLE: Final = 1 << 18
_RESERVED: Final = ("line", "type", "name")


@click.command(epilog="Example: agentfw decode session.log --strip-prefix 'R>> ' > messages.jsonl")
@click.argument("file", type=click.File("rb"), default="-")
@click.option(
    "--dialect", "dialect_name", default="auto", show_default=True, metavar="NAME|FILE",
    help="How the server speaks: auto, gamebots-ut99, gamebots-2004, or a dialect file.",
)  # fmt: skip
@click.option(
    "--strip-prefix", default="", metavar="TEXT",
    help="Cut this from the start of each line, as in logs that mark the direction.",
)  # fmt: skip
def decode(file: IO[bytes], dialect_name: str, strip_prefix: str) -> None:
    """Turn captured server traffic into JSON, one object per message.

    Reads FILE, or standard input without one. Lines that are no messages are told on standard
    error with their number and the reason; a summary comes last.
    """
    sample = _read(file, _SAMPLE)
    prefix = strip_prefix.encode("latin-1", "replace")
    dialect = _guess(sample, prefix) if dialect_name == "auto" else find_dialect(dialect_name)
    report = _Report(dialect, getattr(file, "name", "-"))
    for number, line in enumerate(_lines(sample, file), 1):
        report.add(number, line.removeprefix(prefix) if line is not TOO_LONG else line)
    report.summarize()


class _Report:
    def __init__(self, dialect: Dialect, where: str) -> None:
        self._dialect = dialect
        self._decode = MessageDecoder(dialect).decode
        self._where = "standard input" if where in ("-", "<stdin>") else where
        self._counts = dict.fromkeys(("messages", "rejected", "unknown words", "unknown attributes"), 0)
        self._out = sys.stdout.buffer
        self._is_live = where in ("-", "<stdin>")

    def add(self, number: int, line: bytes) -> None:
        """Print what one line says, or why it says nothing."""
        if line is TOO_LONG:
            self._reject(number, "is longer than a line may be")
            return
        if not line.strip(b"\0 "):
            return
        message = self._decode(line)
        if isinstance(message, Odd):
            message = message.message
        if isinstance(message, Rejected):
            self._reject(number, message.reason)
            return
        self._counts["unknown words"] += isinstance(message, Unknown)
        self._counts["unknown attributes"] += len(message.extra)
        self._counts["messages"] += 1
        self._out.write(msgspec.json.encode(_as_object(number, line, message)) + b"\n")
        if self._is_live:
            self._out.flush()

    def summarize(self) -> None:
        """Print the counts."""
        self._out.flush()
        told = ", ".join(f"{count} {what}" for what, count in self._counts.items())
        click.echo(f"{self._where}: {self._dialect.name}: {told}", err=True)

    def _reject(self, number: int, reason: str) -> None:
        self._counts["rejected"] += 1
        click.echo(f"{self._where}:{number}: rejected: {printable(reason)}", err=True)


def _as_object(number: int, line: bytes, message: Any) -> dict[str, Any]:
    fields = msgspec.to_builtins(message)
    kind = fields.pop("type")
    word = line.decode("latin-1").replace("\0", "").partition("{")[0].strip()
    fields = {f"{key}_" if key in _RESERVED else key: value for key, value in fields.items()}
    return {"line": number, "type": kind, "name": word, **fields}


def _lines(sample: bytes, file: IO[bytes]) -> Iterator[bytes]:
    cutter = LineCutter()
    data = sample
    while data:
        yield from cutter.feed_all(data)
        data = _read(file, _CHUNK)
    yield from cutter.finish()


def _read(file: IO[bytes], size: int) -> bytes:
    """What is there to read now, so that a growing pipe is followed line by line."""
    read1 = getattr(file, "read1", file.read)
    data: bytes = read1(size)
    return data


def _guess(sample: bytes, prefix: bytes) -> Dialect:
    lines = [line.removeprefix(prefix) for line in sample.splitlines()[:500]]
    return guess_dialect([line for line in lines if line], usable_dialects())
