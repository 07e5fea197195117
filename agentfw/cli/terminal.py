"""What comes from outside, made fit for a terminal."""

from __future__ import annotations

__all__ = ["printable"]


def printable(text: str) -> str:
    r"""The text with everything that could steer a terminal shown as an escape.

    >>> printable("DM\x1b[2J")
    'DM\\x1b[2J'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
