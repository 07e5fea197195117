"""Leaders whose plans change while they lead."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from agentfw.match import replay
from agentfw.match.keeping import MatchFolder
from agentfw.match.leaders import office_for
from agentfw.recording import Briefed, Reloaded, open_recording
from agentfw.team import BotPlan
from tests.team.test_knowledge import told

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.decisions import Decision

PLAN = "Top\n  Lead\nHead Lead\n  Subtasks\n    order_all {}\n"


def save(file: Path, text: str, stamp: int) -> None:
    """Write as an editor does."""
    file.write_text(text)
    os.utime(file, ns=(stamp, stamp))


def orders_of(decision: Decision) -> list[str]:
    return [str(one) for one in decision.orders]


def led(
    file: Path, changes: dict[float, str], folder: MatchFolder, *, is_fast: bool = False
) -> list[str]:
    """The orders of five seconds, while the plan is changed at these; and what was told."""
    events: list[str] = []
    office = office_for(
        BotPlan(name="boss", brain=str(file)),
        seed=1,
        folder=folder,
        tell=lambda kind, text: events.append(f"{kind} {text}".strip()),
        is_fast=is_fast,
    )
    for second in range(1, 6):
        if second in changes:
            save(file, changes[second], second * 10**9)
        decision = office.think(Briefed(float(second), reports=(told("Ada"),)))
        events += orders_of(decision)
    office.close(6.0)
    return events


def test_leader_goes_on_with_its_plan_as_it_is_now(tmp_path: Path) -> None:
    file = tmp_path / "boss.htn"
    save(file, PLAN.format("rush"), 10**8)
    folder = MatchFolder(tmp_path / "out", overwrite=False)
    folder._prepare()
    found = led(file, {3: PLAN.format("dance"), 4: "Top\n  Nap\n"}, folder)
    assert [one.partition(":")[0] for one in found] == [
        *("leads", "rush", "rush", "reloaded", "dance"),
        *(f"keeps-its-plan {file}", "dance", "dance"),
    ]
    record = folder.path / "boss.rec"
    assert sum(isinstance(one, Reloaded) for one in open_recording(record)) == 1
    assert replay(record).is_exact


def test_plan_stays_as_it_is_where_the_clock_jumps(tmp_path: Path) -> None:
    file = tmp_path / "boss.htn"
    save(file, PLAN.format("rush"), 10**8)
    folder = MatchFolder(tmp_path / "out", overwrite=False)
    folder._prepare()
    assert led(file, {3: PLAN.format("dance")}, folder, is_fast=True) == ["leads", *["rush"] * 5]
