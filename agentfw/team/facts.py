"""What a team was told of each thing, for those who come later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.decisions import Fact

__all__ = ["FactBook", "distinct"]

_LASTING: Final = frozenset({"base", "flag seen", "point owner"})
"""What bots say only when it changes."""
_MOST: Final = 200
_Key = tuple[str, object, object]


class FactBook:
    """The newest fact about each thing that stays as it is until somebody says otherwise."""

    def __init__(self) -> None:
        self._facts: dict[_Key, Fact] = {}

    def hear(self, facts: Iterable[Fact]) -> None:
        """Keep what lasts; the things spoken of longest ago are forgotten first."""
        for fact in facts:
            if fact.subject in _LASTING:
                key = _key(fact)
                self._facts[key] = _newer(self._facts.pop(key, None), fact)
        while len(self._facts) > _MOST:
            del self._facts[next(iter(self._facts))]

    def all(self) -> tuple[Fact, ...]:
        """Everything that is kept, the oldest first."""
        return tuple(sorted(self._facts.values(), key=lambda one: one.at))


def distinct(facts: Iterable[Fact]) -> list[Fact]:
    """Of what several say about the same thing at once, the newest that says most."""
    found: dict[_Key, Fact] = {}
    for fact in facts:
        key = _key(fact)
        found[key] = _newer(found.get(key), fact)
    return list(found.values())


def _key(fact: Fact) -> _Key:
    about = fact.entity if fact.entity is not None else fact.text
    return fact.subject, about, fact.team if fact.subject in ("base", "flag seen") else None


def _newer(before: Fact | None, fact: Fact) -> Fact:
    """The later one of two facts, with what only the earlier one tells and the later does not deny.

    What is more than the later one has told comes from whoever told the earlier one.
    """
    if before is None:
        return fact
    first, last = (before, fact) if before.at < fact.at else (fact, before)
    merged = last
    if last.subject == "point owner":
        merged = replace(
            last,
            location=last.location if last.location is not None else first.location,
            team=last.team if last.team is not None else first.team,
        )
    elif last.subject == "flag seen" and last.text == first.text and last.holder is None:
        merged = replace(last, holder=first.holder)
    return last if merged == last else replace(merged, source=first.source)
