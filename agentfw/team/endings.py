"""Why a life of a bot ended, taken from whatever it raised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.errors import AgentError, LinkError, WrongPassword

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Ending", "ending_of", "leaves_of", "shortened", "words_of"]

_LONGEST: Final = 2000
"""An error text may hold anything, and it is kept for as long as the team lives."""
_CUT: Final = "…"


class Ending(msgspec.Struct, frozen=True):
    """How a life ended."""

    why: str
    is_failure: bool = False
    is_hopeless: bool = False
    """Whether another life would end in the same way."""


def ending_of(group: ExceptionGroup[Exception], *, in_making: bool = False) -> Ending:
    """What the errors of a life come to; `in_making` when there was no bot yet."""
    errors = list(leaves_of(group))
    told = dict.fromkeys(words_of(error) for error in errors)
    hopeless = any(_is_hopeless(error, in_making=in_making) for error in errors)
    return Ending(shortened("; ".join(told)), is_failure=True, is_hopeless=hopeless)


def leaves_of(error: Exception) -> Iterator[Exception]:
    """The errors within groups within groups."""
    if isinstance(error, ExceptionGroup):
        for inner in error.exceptions:
            yield from leaves_of(inner)
    else:
        yield error


def words_of(error: Exception) -> str:
    """Our own errors are written for people; those of others need their kind to be understood."""
    told = str(error) if isinstance(error, AgentError) else f"{type(error).__name__}: {error}"
    return shortened(told)


def shortened(text: str, most: int = _LONGEST) -> str:
    """A text that is kept and shown, cut where it is too long for that."""
    return text if len(text) <= most else text[: most - len(_CUT)] + _CUT


def _is_hopeless(error: Exception, *, in_making: bool) -> bool:
    """A brain or plan that could not be made, or a password that is wrong, stays so."""
    if isinstance(error, WrongPassword):
        return True
    return in_making and isinstance(error, AgentError) and not isinstance(error, LinkError)
