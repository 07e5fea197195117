"""Several bots that do something as one, at the desk of their team."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.decisions import Order, OrderState, Report
from tests.team.test_orders import DEFEND, Book, book

__all__ = ["book"]

ACCEPTED, DONE, FAILED, REFUSED = (
    *(OrderState.ACCEPTED, OrderState.DONE),
    *(OrderState.FAILED, OrderState.REFUSED),
)
MEET, KILL = Order("meet", ("Ada,Bob", "A")), Order("together", ("Ada,Bob", "kill", "Gus"))
ALSO = Order("together", ("Bob,Cyd", "rush"))
URGENT = Order("rush", to="Ada", urgency="high")
BOTS = ("Ada", "Bob")


def see(book: Book, *, is_alive: bool = True, **seconds: float) -> None:
    """Bots tell how far they are from where they meet."""
    for bot, far in seconds.items():
        book.book.groups.see(Report(bot=bot, is_alive=is_alive, ways={"A": far}))
    book.step()
    book.step()


def shall(book: Book) -> list[list[str]]:
    return [book.shall(name) for name in BOTS]


def ends(book: Book) -> list[tuple[str, OrderState, str]]:
    return [one for one in book.told() if one[1] is not ACCEPTED]


# One order to several


def test_members_are_named_once_each_in_a_list() -> None:
    assert Order("together", (" Ada, Bob ,,Ada", "rush")).members == BOTS
    assert Order("To-gether", ("Ada",)).members == ("Ada",)
    for no_group in (DEFEND, Order("together", ("Ada", "rush"), to="Ada"), Order("meet")):
        assert no_group.members == ()


def test_each_is_told_its_part_and_by_whom(book: Book) -> None:
    book.give(KILL)
    assert shall(book) == [["kill Gus"], ["kill Gus"]]
    assert {one.sender for name in BOTS for one in book.has[name]} == {"boss"}
    assert book.told() == [('together "Ada,Bob" kill Gus', ACCEPTED, "")]


def test_it_is_done_when_the_last_is_done_and_that_is_told_once(book: Book) -> None:
    book.give(KILL)
    book.answer("Ada", DONE)
    assert ends(book) == []
    book.answer("Bob", DONE)
    for _ in range(5):
        book.step()
    assert ends(book) == [('together "Ada,Bob" kill Gus', DONE, "")]
    assert shall(book) == [[], []]


def test_who_fails_is_done_without_as_long_as_somebody_is_left(book: Book) -> None:
    book.give(KILL)
    book.answer("Ada", REFUSED, "knows no Gus")
    book.answer("Bob", DONE)
    assert ends(book) == [('together "Ada,Bob" kill Gus', DONE, "Ada: kill Gus: knows no Gus")]
    book.give(KILL)
    book.answer("Ada", FAILED, "lost")
    book.answer("Bob", FAILED, "lost too")
    why = "Ada: kill Gus: lost; Bob: kill Gus: lost too"
    assert ends(book)[1:] == [('together "Ada,Bob" kill Gus', FAILED, why)]


def test_the_same_again_changes_nothing(book: Book) -> None:
    book.give(KILL)
    first = [book.has[name] for name in BOTS]
    book.give(KILL, KILL)
    assert [book.has[name] for name in BOTS] == first
    assert len(book.told()) == 1


def test_another_group_with_one_of_its_bots_takes_its_place(book: Book) -> None:
    book.give(KILL, ALSO)
    assert [book.shall(name) for name in ("Ada", "Bob", "Cyd")] == [[], ["rush"], ["rush"]]
    assert ends(book) == [('together "Ada,Bob" kill Gus', FAILED, "another order came")]


@pytest.mark.parametrize("order", [Order("meet", ("Ada",)), Order("together", ("Ada,Bob",))])
def test_nothing_to_do_is_told(order: Order, book: Book) -> None:
    book.give(KILL, order)
    assert ends(book) == [(str(order), FAILED, f'"{order.task}" needs bots, and what they shall do')]
    assert shall(book) == [["kill Gus"], ["kill Gus"]]


# Beside single orders


def test_group_is_halted_for_one_bot_and_goes_on_when_the_order_is_over(book: Book) -> None:
    book.give(KILL, DEFEND)
    assert shall(book) == [['defend "own base"'], ["kill Gus"]]
    book.answer("Ada", DONE)
    assert shall(book) == [["kill Gus"], ["kill Gus"]]


def test_idle_order_waits_until_the_group_is_over(book: Book) -> None:
    book.give(Order("rest", to="Ada", urgency="low"), KILL)
    assert shall(book) == [["kill Gus"], ["kill Gus"]]
    for name in BOTS:
        book.answer(name, DONE)
    assert shall(book) == [["rest"], []]


def test_answer_to_a_part_says_nothing_of_an_order_to_the_same_bot(book: Book) -> None:
    book.give(KILL)
    book.answer("Ada", FAILED, "lost")
    book.give(DEFEND)
    book.answer("Ada", DONE)
    assert ends(book) == [('defend "own base"', DONE, "")]


def test_bots_of_a_group_have_an_order_and_are_not_free(book: Book) -> None:
    book.give(URGENT, KILL)
    assert [(one.to, str(one)) for one in book.book.in_force()] == [
        ("Ada", 'together "Ada,Bob" kill Gus'),
        ("Ada", "rush"),
        ("Bob", 'together "Ada,Bob" kill Gus'),
    ]


# Bots that leave


def test_dismissed_bot_leaves_its_group_and_the_last_one_ends_it(book: Book) -> None:
    book.give(KILL, Order("dismissed", to="Ada"))
    assert shall(book) == [[], ["kill Gus"]]
    assert [one.to for one in book.book.in_force()] == ["Bob"]
    book.give(Order("dismissed", to="Bob"))
    book.step()
    assert [one[1] for one in ends(book) if one[0] != "dismissed"] == [FAILED]
    assert book.book.in_force() == ()


def test_group_that_is_called_off_lets_its_bots_go(book: Book) -> None:
    book.give(KILL)
    book.give(Order("call off", (KILL.task, *KILL.arguments)))
    assert (shall(book), book.book.in_force()) == ([[], []], ())
    assert ends(book) == [(str(KILL), FAILED, "called off")]


def test_lost_bot_is_done_without(book: Book) -> None:
    book.give(KILL)
    book.lose("Ada")
    book.answer("Bob", DONE)
    why = "Ada: kill Gus: is not in the game"
    assert ends(book) == [('together "Ada,Bob" kill Gus', DONE, why)]


def test_bot_that_never_comes_back_is_not_waited_for(book: Book) -> None:
    book.lose("Ada")
    book.give(KILL, DEFEND)
    book.book.forget("Ada", "plays no more", book.now)
    book.answer("Bob", DONE)
    assert ends(book)[1:] == [('together "Ada,Bob" kill Gus', DONE, "Ada: kill Gus: plays no more")]
    assert ends(book)[0] == ('defend "own base"', FAILED, "plays no more")
    assert book.book.in_force() == ()


# Meetings


def test_meeting_is_over_when_all_are_there_at_the_same_time(book: Book) -> None:
    book.give(MEET)
    assert shall(book) == [["camp A"], ["camp A"]]
    see(book, Ada=0.2, Bob=7.0)
    assert (shall(book), ends(book)) == ([["camp A"], ["camp A"]], [])
    see(book, Ada=5.0, Bob=0.1)
    assert ends(book) == []
    see(book, Ada=0.8, Bob=0.1)
    assert (shall(book), ends(book)) == ([[], []], [('meet "Ada,Bob" A', DONE, "")])


def test_the_dead_are_nowhere(book: Book) -> None:
    book.give(MEET)
    see(book, is_alive=False, Ada=0.1, Bob=0.1)
    assert ends(book) == []


def test_who_waited_too_long_waits_on(book: Book) -> None:
    book.give(MEET)
    see(book, Ada=0.2, Bob=7.0)
    book.answer("Ada", DONE)
    see(book, Ada=2.0, Bob=7.0)
    assert shall(book) == [["camp A"], ["camp A"]]


def test_rest_meets_without_who_cannot_come(book: Book) -> None:
    book.give(MEET)
    book.answer("Ada", FAILED, "nobody knows where A is")
    see(book, Bob=0.1)
    assert ends(book) == [('meet "Ada,Bob" A', DONE, "camp A: nobody knows where A is")]


def test_meeting_that_takes_too_long_has_failed(book: Book) -> None:
    book.give(Order("meet", ("Ada,Bob", "A"), for_s=5.0))
    see(book, Ada=0.2, Bob=7.0)
    book.now += 5.0
    book.step()
    assert (shall(book), ends(book)) == ([[], []], [('meet "Ada,Bob" A', FAILED, "not done within 5 s")])


def test_time_for_an_order_is_told_to_each(book: Book) -> None:
    book.give(Order("together", ("Ada,Bob", "kill", "Gus"), for_s=60.0))
    assert {one.for_s for name in BOTS for one in book.has[name]} == {60.0}


def test_who_is_used_for_something_else_is_waited_for(book: Book) -> None:
    book.give(MEET, URGENT)
    see(book, Ada=0.1, Bob=0.1)
    assert ends(book) == []
    book.answer("Ada", DONE)
    see(book, Ada=0.1, Bob=0.1)
    assert ends(book)[-1] == ('meet "Ada,Bob" A', DONE, "")


# Anything in any order

NAMES = ("Ada", "Bob", "Cyd")
groups = st.builds(
    lambda task, bots, what: Order(task, (",".join(bots), what)),
    st.sampled_from(["meet", "together"]),
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True),
    st.sampled_from(["A", "B"]),
)
singles = st.builds(
    Order,
    task=st.sampled_from(["defend", "dismissed"]),
    to=st.sampled_from(NAMES),
    urgency=st.sampled_from(["low", "medium", "high"]),
)
deeds = st.one_of(
    st.tuples(st.just("give"), st.one_of(groups, singles)),
    st.tuples(st.just("answer"), st.tuples(st.sampled_from(NAMES), st.sampled_from(list(OrderState)))),
    st.tuples(st.just("see"), st.tuples(st.sampled_from(NAMES), st.sampled_from([0.1, 9.0]))),
    st.tuples(st.just("lose"), st.sampled_from(NAMES)),
)


@given(st.lists(deeds, max_size=40))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_every_group_ends_once_and_no_bot_does_two_things(done: list[tuple[str, Any]]) -> None:
    book = Book()
    for deed, what in done:
        if deed == "give":
            book.give(what)
        elif deed == "answer" and book.has.get(what[0]):
            book.answer(*what)
        elif deed == "see":
            see(book, **{what[0]: what[1]})
        elif deed == "lose":
            book.lose(what)
        assert all(len(book.has.get(name, ())) <= 1 for name in NAMES)
        groups_of = [one.to for one in book.book.in_force() if one.task in ("meet", "together")]
        assert len(set(groups_of)) == len(groups_of)
    for name in NAMES:
        book.book.forget(name, "over", book.now)
    for _ in range(3):
        book.step()
    fates = [one for one in book.fates if one.order.task in ("meet", "together")]
    begun = sum(one.state is ACCEPTED for one in fates)
    assert sum(one.is_over for one in fates) == begun
    assert (book.book.in_force(), [book.book.given(name) for name in NAMES]) == ((), [(), (), ()])
