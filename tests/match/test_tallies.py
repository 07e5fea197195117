"""What bots have achieved, added up over their lives."""

from __future__ import annotations

from collections import Counter
from typing import Any

from agentfw.match.tallies import Figures, Tally
from agentfw.perception.view import Scores, View
from agentfw.vocabulary import EntityId, SelfState

ADA = EntityId("id-of-Ada")


def seen(score: float | None = None, deaths: int | None = None) -> View:
    """What Ada sees when the game tells these figures of her."""
    scores = Scores(
        players={} if score is None else {ADA: score}, deaths={} if deaths is None else {ADA: deaths}
    )
    return View(now=1.0, me=SelfState(id=ADA), scores=scores)


class Books:
    """A tally with what was counted beside it."""

    def __init__(self) -> None:
        self.kills: Counter[str] = Counter()
        self.deaths: Counter[str] = Counter()
        self.tally = Tally(self.kills, self.deaths)

    def look(self, session: Any, view: View) -> None:
        self.tally.look("Ada", session, view)


FIRST, SECOND = object(), object()


def test_nothing_is_known_of_a_bot_that_saw_nothing() -> None:
    assert Books().tally.whole("Ada") == Figures()


def test_what_was_seen_last_stays_when_the_bot_is_gone() -> None:
    books = Books()
    books.look(FIRST, seen(3.0, 1))
    books.kills["Ada"] += 4
    books.look(FIRST, seen(4.0, 2))
    assert books.tally.whole("Ada") == Figures(4.0, 4, 2)


def test_what_others_told_before_counts() -> None:
    books = Books()
    books.kills["Ada"] += 1
    books.look(FIRST, seen(1.0, 0))
    assert books.tally.whole("Ada") == Figures(1.0, 1, 0)


def test_lives_are_added_up() -> None:
    books = Books()
    books.look(FIRST, seen(4.0, 2))
    books.kills["Ada"] += 3
    books.look(SECOND, seen(0.0, 0))
    books.kills["Ada"] += 1
    books.look(SECOND, seen(1.0, 1))
    assert books.tally.whole("Ada") == Figures(5.0, 4, 3)
    assert books.tally.earlier("Ada", SECOND) == Figures(4.0, 3, 2)  # type: ignore[arg-type]


def test_a_new_life_that_saw_nothing_yet_has_all_of_the_last_one_behind_it() -> None:
    books = Books()
    books.look(FIRST, seen(4.0, 2))
    assert books.tally.earlier("Ada", SECOND) == Figures(4.0, 0, 2)  # type: ignore[arg-type]
    assert books.tally.earlier("Ada", FIRST) == Figures()  # type: ignore[arg-type]


def test_deaths_are_counted_where_the_game_does_not_tell_them() -> None:
    books = Books()
    books.look(FIRST, seen())
    books.deaths["Ada"] += 2
    books.look(SECOND, seen())
    books.deaths["Ada"] += 1
    assert books.tally.whole("Ada") == Figures(None, 0, 3)


def test_newer_scores_go_before_those_that_were_seen() -> None:
    books = Books()
    books.look(FIRST, seen(1.0, 1))
    assert books.tally.whole("Ada", seen(2.0, 2).scores) == Figures(2.0, 0, 2)


def test_the_next_match_begins_with_nothing() -> None:
    books = Books()
    books.look(FIRST, seen(1.0, 1))
    books.tally.clear()
    assert books.tally.whole("Ada") == Figures()
