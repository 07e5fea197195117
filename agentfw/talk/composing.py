"""Lines to texts: variables and random texts filled in, synonyms chosen, signs for authors taken out."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Final

from agentfw.talk.syntax import Literal, Maybe, Variable, plain_rows
from agentfw.talk.words import COLOR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from agentfw.talk.synonyms import Synonyms
    from agentfw.talk.syntax import Line, Part

__all__ = ["MAX_SAID_CHARS", "Composer"]

MAX_SAID_CHARS: Final = 240
"""No text that is said is longer; it ends with a whole word."""
_SPACES: Final = re.compile(r" {2,}")
_MAX_DEPTH: Final = 20
_MAX_PIECES: Final = 100


class Composer:
    """Makes texts out of lines."""

    def __init__(
        self, random_texts: Mapping[str, Sequence[Line]], synonyms: Synonyms, *, colors: bool = False
    ) -> None:
        self._random_texts = random_texts
        self._synonyms = synonyms
        self._colors = colors

    def row(
        self, line: Line, told: Mapping[str, str], *, all_told: bool = False
    ) -> tuple[Part, ...] | None:
        """The longest way to say a line with what is told; with `all_told`, all of that.

        None when the line needs what is not told.
        """
        for row in plain_rows(line.parts):
            needs = {
                part.name
                for part in row
                if isinstance(part, Variable)
                and (part.name in told or part.name not in self._random_texts)
            }
            if needs <= told.keys() and (not all_told or needs == told.keys()):
                return row
        return None

    def said(self, row: Sequence[Part], told: Mapping[str, str], chance: Random) -> str:
        """A text to say."""
        texts = (
            text if is_told else self._synonyms.varied(text, chance).replace("~", "")
            for text, is_told in itertools.islice(self._filled(row, told, chance), _MAX_PIECES)
        )
        text = _SPACES.sub(" ", "".join(texts)).strip()
        text = text if self._colors else COLOR.sub("", text)
        return text if len(text) <= MAX_SAID_CHARS else text[: MAX_SAID_CHARS + 1].rpartition(" ")[0]

    def _filled(
        self, row: Sequence[Part], told: Mapping[str, str], chance: Random, depth: int = 0
    ) -> Iterator[tuple[str, bool]]:
        """The texts of a row, and for each of them whether it is the value of a variable."""
        for part in row:
            if isinstance(part, Literal):
                yield chance.choice(part.choices), False
            elif isinstance(part, Maybe):
                yield from self._filled(part.parts, told, chance, depth) if chance.random() < 0.5 else ()
            elif part.name in told:
                yield told[part.name], True
            elif depth < _MAX_DEPTH:
                line = chance.choice(self._random_texts[part.name])
                yield from self._filled(line.parts, told, chance, depth + 1)
