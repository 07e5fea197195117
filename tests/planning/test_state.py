"""States: reading, asking for what is missing, and going back exactly."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.planning import State

keys = st.sampled_from("abcde") | st.tuples(st.just("at"), st.integers(0, 2))
changes = st.dictionaries(keys, st.integers(0, 9), max_size=4)


def knows_only_answer(key: str) -> int:
    return {"answer": 42}[key]


def test_a_value_is_read_by_its_key() -> None:
    assert State({("at", "bot"): "home"})["at", "bot"] == "home"


def test_an_unknown_key_raises_without_a_fallback() -> None:
    with pytest.raises(KeyError, match="coins"):
        State()["coins"]


def test_missing_values_are_asked_for_every_time() -> None:
    answers = iter((1, 2))
    state = State({"at": "home"}, missing=lambda key: next(answers))
    assert (state["at"], state["coins"], state["coins"]) == ("home", 1, 2)


def test_a_held_value_hides_the_missing_one_even_when_it_is_none() -> None:
    assert State({"at": None}, missing=lambda _: "somewhere")["at"] is None


def test_get_asks_for_missing_values_before_it_takes_the_default() -> None:
    state = State(missing=knows_only_answer)
    assert (state.get("answer", 0), state.get("question", 0), state.get("question")) == (42, 0, None)


def test_a_key_is_in_a_state_that_can_tell_its_value() -> None:
    state = State({"at": None}, missing=knows_only_answer)
    assert ("at" in state, "answer" in state, "question" in state) == (True, True, False)


def test_a_state_does_not_share_the_mapping_it_was_made_of() -> None:
    values = {"at": "home"}
    state = State(values)
    values["at"] = "park"
    assert state["at"] == "home"


def test_a_snapshot_is_a_copy_of_what_is_held() -> None:
    state = State({"at": "home"}, missing=knows_only_answer)
    state.snapshot()["at"] = "park"
    assert state.snapshot() == {"at": "home"}


def test_any_mapping_can_be_taken_over() -> None:
    state = State()
    state.change(MappingProxyType({"at": "park"}))
    assert state["at"] == "park"


def test_a_change_tells_the_mark_behind_it() -> None:
    state = State({"at": "home"})
    assert state.change({"at": "park", "coins": 3}) == state.mark()


def test_a_mapping_that_breaks_off_can_be_taken_back() -> None:
    class Broken(dict[Any, Any]):
        def items(self) -> Any:
            yield "at", "park"
            yield [], "a key that cannot be one"

    state = State({"at": "home"})
    with pytest.raises(TypeError, match="unhashable"):
        state.change(Broken())
    state.undo(0)
    assert state.snapshot() == {"at": "home"}


@given(changes, st.lists(changes))
def test_undoing_restores_values_and_their_order_at_every_mark(
    start: dict[Any, int], rows: list[dict[Any, int]]
) -> None:
    state = State(start)
    marks = []
    for row in rows:
        marks.append((state.mark(), list(state.snapshot().items())))
        state.change(row)
    for mark, before in reversed(marks):
        state.undo(mark)
        assert list(state.snapshot().items()) == before


def test_undoing_gives_back_the_very_same_objects() -> None:
    place = object()
    state = State({"at": place})
    state.change({"at": object()})
    state.undo(0)
    assert state["at"] is place


def test_a_state_shows_what_it_holds() -> None:
    assert repr(State({"at": "home"})) == "State({'at': 'home'})"
