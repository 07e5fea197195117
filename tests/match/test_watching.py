"""Plan files that change while they are played."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
import trio
from structlog.testing import capture_logs

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.bot import Bot, BotOptions
from agentfw.brains import BrainSetup, PlanBrain
from agentfw.engines.doors import local_door
from agentfw.match import replay
from agentfw.match.watching import watch_plan
from agentfw.recording import Header, RecordingWriter, Reloaded, open_recording

if TYPE_CHECKING:
    from pathlib import Path

ROAM = "((RDC life (goal ((fail))) (drives ((roam (trigger ((succeed))) explore)))))"
CALM = "((RDC life (goal ((fail))) (drives ((rest (trigger ((succeed))) look-round)))))"
BROKEN = "((RDC life (goal ((fail))) (drives ((rest (trigger ((succeed))) lok-round)))))"


def save(file: Path, text: str, stamp: int) -> None:
    """Write as an editor does; the time of writing is told, because the clock of these tests jumps."""
    file.write_text(text)
    os.utime(file, ns=(stamp, stamp))


async def play(
    file: Path, changes: list[tuple[float, str]], record: Path, last: Path | None = None
) -> list[str]:
    """What was said in the log while a plan was played and changed at these times.

    An empty text deletes the file; the last change may be to another one.
    """
    brain = PlanBrain(str(file), BrainSetup(seed=1))
    arena = Arena(ArenaOptions(map="dm-closet", seed=1, time_limit_min=1))
    join = BotOptions(name="Ada", seed=1)
    header = Header(
        bot="Ada", brain=str(file), seed=1, dialect=arena.dialect.name, join=join.join(),
        files=dict(brain.sources),
    )  # fmt: skip
    with capture_logs() as logs, RecordingWriter(record, header) as writer:
        async with open_arena(arena) as server, trio.open_nursery() as nursery:
            bot = Bot(local_door(server.connect, [arena.dialect]), brain, join, record=writer.write)
            await nursery.start(bot.run)
            nursery.start_soon(watch_plan, bot, brain)
            started = trio.current_time()
            for number, (at, text) in enumerate(changes):
                await trio.sleep_until(started + at)
                changed = last if last is not None and number == len(changes) - 1 else file
                if text:
                    save(changed, text, 1_000_000_000 * (number + 2))
                else:
                    changed.unlink()
            await trio.sleep(4.0)
            nursery.cancel_scope.cancel()
    return [one["event"] for one in logs if one["event"].startswith("plan.")]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A plan in the working directory."""
    monkeypatch.chdir(tmp_path)
    save(tmp_path / "mine.lap", ROAM, 1_000_000_000)
    return (tmp_path / "mine.lap").relative_to(tmp_path)


async def test_a_changed_plan_is_swapped_in(file: Path, autojump_clock: object) -> None:
    assert await play(file, [(3.0, CALM)], file.with_suffix(".rec")) == ["plan.reloaded"]
    reloaded = [one for one in open_recording(file.with_suffix(".rec")) if isinstance(one, Reloaded)]
    assert [one.files for one in reloaded] == [{str(file): CALM}]


async def test_a_broken_plan_is_refused_once_and_the_old_one_goes_on(
    file: Path, autojump_clock: object
) -> None:
    events = await play(file, [(3.0, BROKEN), (6.0, CALM)], file.with_suffix(".rec"))
    assert events == ["plan.refused", "plan.reloaded"]


async def test_a_broken_part_that_is_mended_is_noticed(file: Path, autojump_clock: object) -> None:
    part = file.with_name("part.lap")
    save(part, "((AP rest (lok-round)))", 1)
    whole = '((include "part.lap") (RDC life (goal ((fail))) (drives ((r (trigger ((succeed))) rest)))))'
    changes = [(3.0, whole), (6.0, "((AP rest (look-round)))")]
    events = await play(file, changes, file.with_suffix(".rec"), last=part)
    assert events == ["plan.refused", "plan.reloaded"]


async def test_a_plan_that_was_deleted_goes_on_until_it_is_back(
    file: Path, autojump_clock: object
) -> None:
    assert await play(file, [(3.0, ""), (6.0, CALM)], file.with_suffix(".rec")) == ["plan.reloaded"]


async def test_a_match_with_swapped_plans_replays_exactly(file: Path, autojump_clock: object) -> None:
    await play(file, [(3.0, CALM), (5.0, ROAM)], file.with_suffix(".rec"))
    file.unlink()  # noqa: ASYNC240 - the plans are in the recording
    assert replay(file.with_suffix(".rec")).is_exact
