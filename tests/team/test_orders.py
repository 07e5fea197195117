"""The orders of a team: one of each urgency per bot, what is in force, and what became of everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from agentfw.decisions import Answer, Fate, Order, OrderState
from agentfw.team.orders import OrderBook

if TYPE_CHECKING:
    from agentfw.decisions import Urgency

ACCEPTED, POSTPONED, REFUSED = OrderState.ACCEPTED, OrderState.POSTPONED, OrderState.REFUSED
DONE, FAILED = OrderState.DONE, OrderState.FAILED
ENDS = (DONE, FAILED, REFUSED)
DEFEND, FETCH = Order("defend", ("own base",), to="Ada"), Order("get flag", to="Ada")
ASSIGN, CLEAR = Order("assign task", ("Guard", "A"), to="Ada"), Order("clear tasks", to="Ada")


class Book:
    """An order book, and the bots that read in it."""

    def __init__(self) -> None:
        self.book = OrderBook("boss")
        self.now = 0.0
        self.has: dict[str, tuple[Order, ...]] = {}
        """What each bot was told last."""
        self.fates: list[Fate] = []

    def give(self, *orders: Order, names: tuple[str, ...] = ()) -> None:
        for order in orders:
            self.book.give(order, names, self.now)
        self.step()

    def answer(self, bot: str, state: OrderState, why: str = "", *, place: int = -1) -> None:
        self.hear(bot, Answer(self.has[bot][place].number, state, why))

    def hear(self, bot: str, *answers: Answer) -> None:
        self.book.hear(bot, answers)
        self.step()

    def lose(self, bot: str) -> None:
        self.book.lose(bot, "is not in the game", self.now)
        self.step()

    def step(self) -> None:
        self.now += 0.1
        self.book.step(self.now)
        self.has.update(self.book.take_changes())
        self.fates += self.book.take_fates()

    def shall(self, bot: str = "Ada") -> list[str]:
        return [str(one) for one in self.has.get(bot, ())]

    def told(self) -> list[tuple[str, OrderState, str]]:
        return [(str(one.order), one.state, one.why) for one in self.fates]


@pytest.fixture
def book() -> Book:
    return Book()


# One order


def test_bot_is_told_what_it_shall_do_by_whom_and_under_a_number(book: Book) -> None:
    book.give(DEFEND)
    assert book.has == {"Ada": (replace(DEFEND, sender="boss", number=1),)}
    assert book.book.in_force() == (DEFEND,)


def test_order_to_everybody_goes_to_each(book: Book) -> None:
    book.give(Order("rush"), names=("Ada", "Bob"))
    assert {name: one.to for name, (one,) in book.has.items()} == {"Ada": "Ada", "Bob": "Bob"}


def test_order_of_another_bot_has_its_name(book: Book) -> None:
    book.give(replace(DEFEND, sender="Bob"))
    assert book.has["Ada"][0].sender == "Bob"


@pytest.mark.parametrize("state", ENDS)
def test_order_that_is_answered_for_good_is_out_of_force(book: Book, state: OrderState) -> None:
    book.give(DEFEND)
    book.answer("Ada", ACCEPTED)
    book.answer("Ada", state, "so it is")
    assert (book.shall(), book.book.in_force()) == ([], ())
    assert book.told() == [
        ('defend "own base"', ACCEPTED, ""),
        ('defend "own base"', state, "so it is"),
    ]


def test_fate_shows_the_order_as_the_leader_gave_it(book: Book) -> None:
    order = replace(DEFEND, for_s=5.0)
    book.give(order)
    book.answer("Ada", DONE)
    assert [one.order for one in book.fates] == [order]
    assert book.fates[0].is_over


def test_fates_are_counted_so_that_two_of_one_order_can_be_told_apart(book: Book) -> None:
    for _ in range(2):
        book.give(DEFEND)
        book.answer("Ada", DONE)
    assert [one.number for one in book.fates] == [1, 2]


# Several


def test_the_same_order_again_changes_nothing(book: Book) -> None:
    book.give(DEFEND)
    before = book.has["Ada"]
    book.give(DEFEND)
    assert (book.has["Ada"], book.fates) == (before, [])


def test_another_order_takes_the_place_of_the_first(book: Book) -> None:
    book.give(DEFEND)
    book.give(FETCH)
    assert book.shall() == ["get flag"]
    assert book.told() == [('defend "own base"', FAILED, "another order came")]


def test_urgent_order_interrupts_and_the_other_is_taken_up_again(book: Book) -> None:
    book.give(DEFEND)
    book.answer("Ada", ACCEPTED)
    book.give(replace(FETCH, urgency="high"))
    assert book.shall() == ["get flag"]
    assert [one.task for one in book.book.in_force()] == ["defend", "get flag"]
    book.answer("Ada", DONE)
    assert book.shall() == ['defend "own base"']
    assert [state for _, state, _ in book.told()] == [ACCEPTED, DONE]
    book.answer("Ada", DONE)
    assert book.told()[-1] == ('defend "own base"', DONE, "")


def test_order_that_is_taken_up_again_has_a_new_number(book: Book) -> None:
    book.give(DEFEND)
    before = book.has["Ada"][0].number
    book.give(replace(FETCH, urgency="high"))
    book.answer("Ada", REFUSED)
    assert book.has["Ada"][0].number > before


def test_order_of_low_urgency_waits_until_there_is_nothing_else(book: Book) -> None:
    book.give(DEFEND)
    book.give(replace(FETCH, urgency="low"))
    assert book.shall() == ['defend "own base"']
    book.answer("Ada", DONE)
    assert book.shall() == ["get flag"]


def test_dismissed_bot_has_no_order(book: Book) -> None:
    book.give(DEFEND, replace(FETCH, urgency="high"))
    book.give(Order("dismissed", to="Ada"))
    assert (book.shall(), book.book.in_force()) == ([], ())
    assert sorted(book.told()) == [
        ('defend "own base"', FAILED, "dismissed"),
        ("dismissed", DONE, ""),
        ("get flag", FAILED, "dismissed"),
    ]


def test_dismissing_a_bot_without_orders_changes_nothing_and_is_done(book: Book) -> None:
    book.give(Order("dismissed", to="Ada"))
    assert (book.has, book.told()) == ({}, [("dismissed", DONE, "")])


# Orders that are called off


def test_order_that_is_called_off_is_in_force_no_longer_and_others_are(book: Book) -> None:
    book.give(DEFEND, replace(FETCH, urgency="low"))
    book.give(Order("call off", ("defend", "own base"), to="Ada"))
    assert book.shall() == ["get flag"]
    assert book.told() == [('defend "own base"', FAILED, "called off")]


@pytest.mark.parametrize(
    "other",
    [("defend",), ("defend", "own base", "20"), ("get flag",)],
)
def test_what_is_not_in_force_cannot_be_called_off(book: Book, other: tuple[str, ...]) -> None:
    book.give(DEFEND)
    book.give(Order("call off", other, to="Ada"), Order("call off", DEFEND.arguments, to="Bob"))
    assert (book.shall(), book.fates) == (['defend "own base"'], [])


# Roles


def test_role_is_played_beside_what_is_ordered(book: Book) -> None:
    book.give(Order("role", ("guard",), to="Ada"), DEFEND)
    assert book.shall() == ["role guard", 'defend "own base"']
    book.answer("Ada", ACCEPTED, place=0)
    assert book.told() == [("role guard", DONE, "")]
    book.answer("Ada", DONE)
    assert (book.shall(), book.book.in_force()) == (["role guard"], ())


def test_another_role_takes_the_place_of_a_role_and_the_same_one_changes_nothing(book: Book) -> None:
    guard = Order("role", ("guard",), to="Ada")
    book.give(guard)
    numbers = [one.number for one in book.has["Ada"]]
    book.give(guard)
    assert [one.number for one in book.has["Ada"]] == numbers
    book.give(Order("role", ("thief",), to="Ada"))
    assert book.shall() == ["role thief"]


def test_another_life_plays_the_same_role(book: Book) -> None:
    book.give(Order("role", ("guard",), to="Ada"))
    book.answer("Ada", ACCEPTED)
    book.lose("Ada")
    book.book.begin_anew("Ada")
    assert [str(one) for one in book.book.given("Ada")] == ["role guard"]


# How it failed, and whose it was


@pytest.mark.parametrize("has_acted", [True, False])
def test_fate_tells_whether_anything_was_done(book: Book, *, has_acted: bool) -> None:
    book.give(DEFEND)
    book.hear("Ada", Answer(book.has["Ada"][0].number, FAILED, "tired", has_acted))
    assert [(one.state, one.has_acted) for one in book.fates] == [(FAILED, has_acted)]


def test_order_of_each_urgency_has_a_fate_of_its_own(book: Book) -> None:
    book.give(DEFEND, replace(DEFEND, urgency="high"))
    book.answer("Ada", DONE)
    assert [one.order for one in book.fates] == [replace(DEFEND, urgency="high")]


def test_what_a_mate_wants_is_in_force_under_its_name(book: Book) -> None:
    book.give(replace(DEFEND, sender="Bob"), replace(FETCH, urgency="high"))
    assert [(one.task, one.sender) for one in book.book.in_force()] == [
        ("defend", "Bob"),
        ("get flag", ""),
    ]


# Answers that do not count


def test_answer_of_another_bot_counts_for_nothing(book: Book) -> None:
    book.give(DEFEND)
    book.hear("Bob", Answer(1, DONE))
    assert (book.shall(), book.fates) == (['defend "own base"'], [])


def test_answer_to_an_order_that_nobody_gave_counts_for_nothing(book: Book) -> None:
    book.hear("Ada", Answer(7, DONE), Answer(0, REFUSED))
    assert book.fates == []


def test_second_answer_for_good_counts_for_nothing(book: Book) -> None:
    book.give(DEFEND)
    book.hear("Ada", Answer(1, DONE), Answer(1, FAILED))
    assert [state for _, state, _ in book.told()] == [DONE]


def test_late_answer_says_nothing_of_the_same_order_given_later(book: Book) -> None:
    book.give(DEFEND)
    book.give(FETCH)
    book.hear("Ada", Answer(1, DONE))
    book.give(DEFEND)
    book.lose("Ada")
    assert book.told()[-1] == ('defend "own base"', FAILED, "is not in the game")


def test_answer_that_came_before_another_order_counts(book: Book) -> None:
    book.give(DEFEND)
    book.book.hear("Ada", [Answer(1, DONE, "in time")])
    book.give(FETCH)
    assert book.told() == [('defend "own base"', DONE, "in time")]


# Bots that are gone


def test_orders_of_a_lost_bot_have_failed_and_those_of_others_go_on(book: Book) -> None:
    book.give(DEFEND, Order("rush", to="Bob"))
    book.lose("Ada")
    assert book.told() == [('defend "own base"', FAILED, "is not in the game")]
    assert book.book.in_force() == (Order("rush", to="Bob"),)
    assert book.book.given("Ada") == ()


def test_order_to_a_bot_that_is_away_waits_for_it(book: Book) -> None:
    book.lose("Ada")
    book.give(DEFEND)
    assert [one.task for one in book.book.given("Ada")] == ["defend"]


# Lists of tasks


def test_changes_of_a_list_interrupt_nothing_and_stand_beside_orders(book: Book) -> None:
    book.give(replace(DEFEND, urgency="high"), CLEAR, ASSIGN, ASSIGN)
    assert sorted(book.shall()) == [*["assign task Guard A"] * 2, "clear tasks", 'defend "own base"']
    assert [one.task for one in book.book.in_force()] == ["defend"]


@pytest.mark.parametrize("state", ENDS)
def test_change_of_a_list_is_over_with_its_answer(book: Book, state: OrderState) -> None:
    book.give(ASSIGN)
    book.answer("Ada", state, "so it is")
    assert (book.shall(), book.told()) == ([], [("assign task Guard A", state, "so it is")])


def listed(book: Book, *orders: Order) -> None:
    """Give changes of lists, and have them done."""
    for order in orders:
        book.give(order)
        book.answer("Ada", DONE)


def test_new_life_of_a_bot_is_told_its_list_again(book: Book) -> None:
    listed(book, CLEAR, ASSIGN)
    book.lose("Ada")
    book.book.begin_anew("Ada")
    book.step()
    assert book.shall() == ["clear tasks", "assign task Guard A"]


def test_new_life_is_told_nothing_of_what_was_cleared_or_refused(book: Book) -> None:
    listed(book, ASSIGN, CLEAR)
    book.give(ASSIGN)
    book.answer("Ada", REFUSED, "cannot")
    book.book.begin_anew("Ada")
    book.step()
    assert book.shall() == ["clear tasks"]


def test_new_life_is_told_of_what_was_taken_off_only_what_its_plan_had(book: Book) -> None:
    off = replace(ASSIGN, task="remove task")
    listed(book, ASSIGN, ASSIGN, off, replace(off, arguments=("Rest",)))
    book.lose("Ada")
    book.book.begin_anew("Ada")
    book.step()
    assert book.shall() == ["assign task Guard A", "remove task Rest"]


def test_lives_without_a_think_do_not_make_the_list_longer(book: Book) -> None:
    listed(book, CLEAR, ASSIGN)
    book.give(Order("assign task", ("Rest",), to="Ada"))
    for _ in range(3):
        book.lose("Ada")
        book.book.begin_anew("Ada")
        book.step()
    assert book.shall() == ["clear tasks", "assign task Guard A", "assign task Rest"]


def test_bot_that_is_away_has_a_hundred_changes_of_its_list_before_it_at_most(book: Book) -> None:
    book.give(*[ASSIGN] * 102, replace(ASSIGN, to="Bea"))
    assert len(book.shall()) == 100
    assert book.shall("Bea") == ["assign task Guard A"]
    why = "has 100 changes of its list before it, and has answered none of them"
    assert book.told() == [("assign task Guard A", FAILED, why)] * 2
    book.answer("Ada", DONE, place=0)
    book.give(CLEAR)
    assert book.shall()[-1] == "clear tasks"


def test_list_of_a_bot_that_never_comes_back_has_failed(book: Book) -> None:
    book.give(ASSIGN)
    book.book.forget("Ada", "plays no more", 0.0)
    book.book.begin_anew("Ada")
    book.step()
    assert book.told() == [("assign task Guard A", FAILED, "plays no more")]
    assert book.book.given("Ada") == ()


# Deeds that are no orders to a bot


def test_deed_has_a_fate_too(book: Book) -> None:
    book.book.note(Order("add bot", ("Eve",)), "")
    book.book.note(Order("add bot", ("Eve",)), "is there")
    book.step()
    assert book.told() == [("add bot Eve", DONE, ""), ("add bot Eve", FAILED, "is there")]


# Anything in any order

NAMES = ("Ada", "Bob")
URGENCIES: tuple[Urgency, ...] = ("low", "medium", "high")
orders = st.builds(
    Order,
    task=st.sampled_from(["defend", "get flag", "assign task", "clear tasks", "dismissed"]),
    arguments=st.sampled_from([(), ("A",)]),
    to=st.sampled_from(NAMES),
    urgency=st.sampled_from(URGENCIES),
)
deeds = st.one_of(
    st.tuples(st.just("give"), orders),
    st.tuples(st.just("answer"), st.tuples(st.sampled_from(NAMES), st.sampled_from(list(OrderState)))),
    st.tuples(st.just("stray"), st.tuples(st.sampled_from(NAMES), st.integers(0, 30))),
    st.tuples(st.just("lose"), st.sampled_from(NAMES)),
)


@given(st.lists(deeds, max_size=40))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_every_order_ends_once_and_no_bot_has_two_of_one_urgency(done: list[tuple[str, Any]]) -> None:
    book, begun = Book(), 0
    for deed, what in done:
        begun += _do(book, deed, what)
        for name in NAMES:
            duties = [one for one in book.has.get(name, ()) if not one.task.endswith(("task", "tasks"))]
            assert len(duties) <= 1
            assert book.has.get(name, ()) == book.book.given(name)
        places = [(one.to, one.urgency) for one in book.book.in_force()]
        assert len(set(places)) == len(places)
    for name in NAMES:
        book.lose(name)
        book.book.forget(name, "over", book.now)
    book.step()
    assert sum(one.is_over for one in book.fates) == begun
    assert book.book.in_force() == ()


def _do(book: Book, deed: str, what: Any) -> int:
    """Whether another order has begun."""
    before = book.book.in_force()
    if deed == "give":
        book.give(what)
        is_list = what.task.endswith(("task", "tasks"))
        return int(what.task == "dismissed" or is_list or what not in before)
    if deed == "answer" and book.has.get(what[0]):
        book.answer(*what)
    elif deed == "stray":
        is_own = what[1] in [one.number for one in book.has.get(what[0], ())]
        if not is_own:
            book.hear(what[0], Answer(what[1], DONE))
    elif deed == "lose":
        book.lose(what)
    return 0
