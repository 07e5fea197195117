"""Talk: understanding a line, saying a meaning, answering, and loading all that ships.

What understanding costs is compared with a look at the same line by one regular expression for every
template, one after the other, which is the usual way to do it.
"""

from __future__ import annotations

import re
import time
from random import Random
from typing import TYPE_CHECKING, Final

from agentfw.language import PlanText
from agentfw.talk import (
    Chatter,
    Meaning,
    Persona,
    Roster,
    load_talk,
    phrase,
    shipped_files,
    shipped_talk,
    understand,
)
from agentfw.talk.kinds import MEANT
from agentfw.talk.syntax import Literal, plain_rows
from scripts.benchmarks.measure import Figure, best_times

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.talk import Talk

__all__ = ["figures"]

_TEAM: Final = Roster(
    mates=("Sarge", "Ada", "Bob", "Carl", "Mr Elusive"), enemies=("Xan", "Malcolm"), squads=("alpha",)
)
_ORDERS: Final = (
    "Ada, Bob and Carl: guard the base for ten minutes please!",
    "defend the upper bridge",
    "Ada patrol from the railgun to the rocket launcher to the red armor and reverse",
    "everyone get the enemy flag now",
    "follow me Bob",
    "where are you, Mr Elusive?",
    "Xan has our flag near the flak cannon, position 1200 -340 64, seen 3 seconds ago",
    "squad alpha, camp near the lift for a while",
)
_IDLE: Final = (
    "nice shot Ada",
    "that was close, I nearly fell off the lift",
    "why did nobody defend the flag? I was alone in there for a minute",
    "gg",
    "I think the flak cannon is too strong on this map",
    "lol",
    "who took my rockets again",
    "you never help me, I will tell your mother",
)
_WORST: Final = (
    "patrol who i position while patrol am the who i defend the bob is our our why to for " * 2
) + "near"


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of this part."""
    talk, repeat = shipped_talk(), 5 if quick else 40
    yield _understanding(talk, "orders", _ORDERS, repeat)
    yield _understanding(talk, "idle talk", _IDLE, repeat)
    yield _worst(talk)
    yield _saying(talk, repeat)
    yield _answering(talk, repeat)
    yield _loading()


def _understanding(talk: Talk, what: str, lines: Sequence[str], repeat: int) -> Figure:
    by_hand = _one_by_one(talk)
    ours, theirs = best_times(
        lambda: [understand(talk, line, _TEAM, "Sarge") for _ in range(repeat) for line in lines],
        lambda: [_first(by_hand, line) for _ in range(repeat) for line in lines],
        rounds=7,
    )
    each = ours / repeat / len(lines)
    detail = f"{theirs / repeat / len(lines) * 1e6:.0f} µs for one regex after the other, no names read"
    return Figure(f"understand {what}: a line", each * 1e3, "ms", 1.0, detail)


def _one_by_one(talk: Talk) -> list[re.Pattern[str]]:
    found = []
    for template in talk.templates_of(*MEANT):
        for row in plain_rows(template.parts):
            parts = (
                f"(?:{'|'.join(map(re.escape, part.choices))})" if isinstance(part, Literal) else "(.+?)"
                for part in row
            )
            found.append(re.compile(r"(?:.+? )?" + r"\s*".join(parts), re.IGNORECASE))
    return found


def _first(patterns: Sequence[re.Pattern[str]], line: str) -> re.Match[str] | None:
    return next((found for one in patterns if (found := one.fullmatch(line)) is not None), None)


def _worst(talk: Talk) -> Figure:
    (seconds,) = best_times(lambda: understand(talk, _WORST, _TEAM, "Sarge"), rounds=7)
    return Figure("understand: 37 keywords in no order", seconds * 1e3, "ms", 20.0)


def _saying(talk: Talk, repeat: int) -> Figure:
    meanings = [found for line in _ORDERS if (found := understand(talk, line, _TEAM, "Sarge"))]
    chance = Random(1)  # noqa: S311 - a measurement, not a secret

    def say(meaning: Meaning) -> str | None:
        return phrase(talk, meaning, chance, roster=_TEAM, sender="Sarge")

    if not all(say(meaning) for meaning in meanings):
        raise AssertionError("there is a meaning that cannot be said")
    (seconds,) = best_times(lambda: [say(one) for _ in range(repeat) for one in meanings], rounds=5)
    each = seconds / repeat / len(meanings)
    return Figure("say a meaning, and prove that it is understood", each * 1e3, "ms", 2.0)


def _answering(talk: Talk, repeat: int) -> Figure:
    chance = Random(1)  # noqa: S311 - a measurement, not a secret
    mouth = Chatter(talk, Persona("Ada", "female"), chance)
    (seconds,) = best_times(
        lambda: [mouth.reply(line, 100.0 * n) for n in range(repeat) for line in _IDLE], rounds=5
    )
    each = seconds / repeat / len(_IDLE)
    return Figure("find a reply to idle talk", each * 1e3, "ms", 1.0, f"{len(talk.replies)} replies")


def _loading() -> Figure:
    texts = {name: path.read_text(encoding="utf-8") for name, path in shipped_files().items()}
    started = time.perf_counter()
    loaded = load_talk(
        PlanText(texts["english.talk"], "english.talk"), lambda name, _: PlanText(texts[name], name)
    )
    seconds = time.perf_counter() - started
    return Figure("load and check all that ships", seconds, "s", 1.0, loaded.summary())
