"""Thinks that keep everybody waiting are remembered for as long as anybody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from agentfw.team.holds import longest_hold, note_hold

if TYPE_CHECKING:
    from trio.testing import MockClock


async def test_only_a_think_that_takes_long_keeps_others_waiting(mock_clock: MockClock) -> None:
    began_at = trio.current_time()
    mock_clock.jump(0.4)
    assert note_hold("Ada", began_at) is None
    mock_clock.jump(0.2)
    assert str(note_hold("Ada", began_at)) == "Ada thought for 0.6 s"


async def test_the_longest_since_a_moment_is_told(mock_clock: MockClock) -> None:
    for bot, took_s in (("Ada", 3.0), ("Bob", 2.0), ("Cleo", 1.0)):
        mock_clock.jump(took_s)
        note_hold(bot, trio.current_time() - took_s)
    assert [str(longest_hold(since))[:4] for since in (0.0, 4.0, 5.5, 7.0)] == [
        *("Ada ", "Bob ", "Cleo", "None")
    ]
