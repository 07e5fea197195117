"""Bytes cut into lines, with a limit.

CR, LF and CR LF all end a line and empty lines vanish, because the two dialects and their many
clients disagree. `LineCutter(cr_only=True)` is the exception: the newer server ends a command at CR
and nowhere else, so text that a client ends in LF alone piles up in front of the next CR.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MAX_LINE", "TOO_LONG", "LineCutter"]

MAX_LINE: Final = 65536
"""The longest line that is kept, in bytes. Real lines stay below 4 KiB."""

TOO_LONG: Final = b"\0 too long"
"""Stands for a line that went beyond the limit; told from a real line by identity."""

_CR, _LF = b"\r\n"


class LineCutter:
    """Collects bytes and hands out complete lines without their ends."""

    def __init__(self, *, max_line: int = MAX_LINE, cr_only: bool = False) -> None:
        self._max_line = max_line
        self._cr_only = cr_only
        self._rest = bytearray()
        self._skipping = False
        self._ended_in_cr = False
        self._has_gaps = False
        self.overlong = 0
        """How many lines were dropped because they went beyond the limit."""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that `data` completes, without empty and overlong ones."""
        lines = self.feed_all(data)
        if all(lines) and not self._has_gaps:
            return lines
        return [line for line in lines if line and line is not TOO_LONG]

    def feed_all(self, data: bytes) -> list[bytes]:
        """Every line that `data` completes, so that they can be counted.

        Empty ones are empty, overlong ones are `TOO_LONG`.
        """
        if not data:
            return []
        if self._ended_in_cr:
            data = data.removeprefix(b"\n")  # CR LF that came in two pieces
        self._ended_in_cr = data.endswith(b"\r")
        if _CR not in data and (self._cr_only or _LF not in data):
            self._keep(data)
            return []
        if self._rest:
            data = bytes(self._rest) + data
            self._rest.clear()
        lines, tail = self._split(data)
        self._has_gaps = self._skipping
        if self._skipping:
            # The first piece is the end of a line whose beginning was dropped already.
            lines[0] = TOO_LONG
            self._skipping = False
        if len(data) > self._max_line:
            lines = [self._within_limit(line) for line in lines]
        if tail:
            self._keep(tail)
        return lines

    def finish(self) -> list[bytes]:
        """The last line of a file, which may lack its end."""
        rest, self._rest = bytes(self._rest), bytearray()
        if self._skipping:
            self._skipping = False
            return [TOO_LONG]
        return [rest] if rest else []

    def _split(self, data: bytes) -> tuple[list[bytes], bytes]:
        """The complete lines, and the unfinished one behind them."""
        if self._cr_only:
            first, *others = data.split(b"\r")
            *lines, tail = (first, *(line.removeprefix(b"\n") for line in others))
            return lines, tail
        lines = data.splitlines()
        tail = b"" if data[-1] in (_CR, _LF) else lines.pop()
        return lines, tail

    def _keep(self, tail: bytes) -> None:
        if self._skipping:
            return
        self._rest += tail
        if len(self._rest) > self._max_line:
            self._rest.clear()
            self._skipping = True
            self.overlong += 1

    def _within_limit(self, line: bytes) -> bytes:
        if len(line) <= self._max_line or line is TOO_LONG:
            return line
        self.overlong += 1
        self._has_gaps = True
        return TOO_LONG
