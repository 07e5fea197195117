"""What is said and heard beside what the brain decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.bot import SILENT, Circle, Spoken
from agentfw.brains import Brain, Decision, Speak
from agentfw.decisions import Do, Fact, Order
from agentfw.vocabulary import Jump, Say
from tests.bot.stage import Counting, batch, in_game
from tests.support.conversations import said
from tests.support.seeing import at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.perception import View

GUARD = Order("defend", number=1)
SEEN = Fact("own words", 1.0, "Ada", location=at(5))


class Scripted:
    """Comes to one thing after the other."""

    def __init__(self, said: Iterable[Spoken]) -> None:
        self._said = iter(said)

    def step(self, view: View, decision: Decision) -> Spoken:
        """The next one."""
        return next(self._said, SILENT)


class Jumping(Brain):
    """Leaps about and talks."""

    def decide(self, view: View) -> Decision:
        """Both at once."""
        return Decision(move=Do((Jump(),)), say=Speak("hop"))


def look(circle: Circle, now: float) -> str:
    return circle.feed(said(*batch(f"{now:.2f}", team=1)), now).decode()


def test_lines_are_said_at_once_and_in_order() -> None:
    circle = in_game(Counting())
    lines = (Speak("one"), Speak("two", team_only=True))
    circle.speech = (Scripted([Spoken(lines)]), Scripted([Spoken((Speak("three"),))]))
    output = look(circle, 1.0)
    assert output.index("one") < output.index("two") < output.index("three")
    assert "one" not in look(circle, 1.2)


def test_what_was_heard_is_known_at_the_next_think() -> None:
    brain = Counting()
    circle = in_game(brain)
    circle.speech = (Scripted([Spoken(facts=(SEEN,), orders=(GUARD,))]),)
    for now in (1.0, 1.2, 1.4):
        look(circle, now)
    assert [view.orders for view in brain.views] == [(), (GUARD,), (GUARD,)]
    assert [view.facts for view in brain.views] == [(), (SEEN,), (SEEN,)]


def test_who_types_stands_still_and_still_speaks() -> None:
    circle = in_game(Jumping())
    circle.speech = (Scripted([Spoken(is_typing=True)]),)
    typing = look(circle, 1.0)
    assert "hop" in typing
    assert "JUMP" not in typing
    assert "JUMP" in look(circle, 1.2)


class Polite(Scripted):
    """Says nothing but goodbye."""

    def goodbye(self, view: View) -> tuple[Speak, ...]:
        """Last words, with the time of the last look."""
        return (Speak(f"bye at {view.now:.1f}"),)


def test_last_words_are_said_before_the_bot_leaves() -> None:
    circle = in_game(Counting())
    circle.speech = (Scripted([]), Polite([]))
    look(circle, 1.0)
    assert "bye at 1.0" in circle.leave(2.0, "enough").decode()


def test_there_are_no_last_words_without_a_look_or_after_the_end() -> None:
    circle = in_game(Counting())
    circle.speech = (Polite([]),)
    assert b"bye" not in circle.leave(0.5, "enough")
    circle = in_game(Counting())
    circle.speech = (Polite([]),)
    look(circle, 1.0)
    circle.feed(said("FIN"), 1.2)
    assert b"bye" not in circle.leave(1.3, "the match is over")


def test_whoever_listens_is_told_everything_that_is_said() -> None:
    circle, heard = in_game(Jumping()), list[Say]()
    circle.speech = (Scripted([Spoken((Speak("one"), Speak("two", team_only=True)))]),)
    circle.on_say = heard.append
    look(circle, 1.0)
    assert [(say.text, say.public) for say in heard] == [("one", True), ("two", False), ("hop", True)]
