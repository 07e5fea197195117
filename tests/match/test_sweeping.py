"""Looking for garbage less often is over when the match is."""

from __future__ import annotations

import gc

from agentfw.match.sweeping import sweeping_seldom


def test_garbage_is_looked_for_as_before_afterwards() -> None:
    before = gc.get_threshold()
    with sweeping_seldom():
        assert gc.get_threshold() > before
    assert gc.get_threshold() == before


def test_who_wants_it_less_often_still_is_left_alone() -> None:
    before = gc.get_threshold()
    gc.set_threshold(50_000, 10, 10)
    try:
        with sweeping_seldom():
            assert gc.get_threshold() == (50_000, 10, 10)
    finally:
        gc.set_threshold(*before)
