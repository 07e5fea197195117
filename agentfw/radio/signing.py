"""Names behind what is said, in brackets, for games that do not tell who speaks.

Names can have brackets themselves, and so can what is said: ``follow me (now) (Ann (UK))``.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_signature", "parted", "signed"]

_OPENS: Final = re.compile(r" \(")
_MAX_OPENS: Final = 8
"""So many brackets, the last ones of a line, may be those around the name of its speaker."""


def signed(text: str, name: str) -> str:
    """A line with the name of who says it.

    >>> signed("on my way", "Ada")
    'on my way (Ada)'
    """
    return f"{text} ({name})"


def parted(line: str) -> list[tuple[str, str]]:
    """Ways to part a line into what is said and a name, the longest name first; none without a name.

    >>> parted("follow me (now) (Ann)")
    [('follow me', 'now) (Ann'), ('follow me (now)', 'Ann')]
    """
    if not line.endswith(")"):
        return []
    opens = [found.start() for found in _OPENS.finditer(line)][-_MAX_OPENS:]
    return [(line[:at], line[at + 2 : -1]) for at in opens]


def is_signature(name: str) -> bool:
    """Whether a name that nobody knows can be one: all brackets in it are closed there.

    >>> is_signature("Ann (UK)"), is_signature("now) (Ann")
    (True, False)
    """
    depth = 0
    for sign in name:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return bool(name) and depth == 0
