"""The two tables of a conversation hang together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.engines.gamebots.states import (
    CLIENT_STEPS,
    SERVER_STEPS,
    ClientState,
    ClientStep,
    ServerState,
    ServerStep,
)

if TYPE_CHECKING:
    import enum
    from collections.abc import Iterable, Mapping

_both_ends = pytest.mark.parametrize(
    ("table", "states", "steps", "starts"),
    [
        (CLIENT_STEPS, ClientState, ClientStep, [ClientState.GREETING]),
        (SERVER_STEPS, ServerState, ServerStep, [ServerState.CHECKING]),
    ],
    ids=["client", "server"],
)


def _reached(table: Mapping[tuple[Any, Any], Any], starts: Iterable[enum.Enum]) -> set[enum.Enum]:
    reached: set[enum.Enum] = set(starts)
    while more := {end for (start, _), end in table.items() if start in reached} - reached:
        reached |= more
    return reached


@_both_ends
def test_every_state_but_closed_is_reached_from_the_start(
    table: Mapping[tuple[Any, Any], Any], states: Any, steps: Any, starts: list[enum.Enum]
) -> None:
    assert _reached(table, starts) == set(states) - {states.CLOSED}


@_both_ends
def test_every_step_is_in_the_table_and_nothing_else(
    table: Mapping[tuple[Any, Any], Any], states: Any, steps: Any, starts: list[enum.Enum]
) -> None:
    assert {step for _, step in table} == set(steps)
    assert {state for state, _ in table} | set(table.values()) <= set(states)


@_both_ends
def test_no_step_leads_out_of_closed_and_the_end_leads_nowhere_else(
    table: Mapping[tuple[Any, Any], Any], states: Any, steps: Any, starts: list[enum.Enum]
) -> None:
    assert not [step for state, step in table if state is states.CLOSED]
    assert {end for (state, _), end in table.items() if state is states.ENDED} == {states.ENDED}


@_both_ends
def test_every_state_that_has_begun_can_see_the_match_end(
    table: Mapping[tuple[Any, Any], Any], states: Any, steps: Any, starts: list[enum.Enum]
) -> None:
    ending = {state for (state, _), end in table.items() if end is states.ENDED}
    assert set(states) - ending == {*starts, states.CHECKING, states.CLOSED}


@pytest.mark.parametrize("states", [ClientState, ServerState])
def test_words_for_the_states_differ(states: type[enum.Enum]) -> None:
    assert len({state.value for state in states}) == len(states)
