"""A led team on a server, over real sockets, for one match after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentfw.match import replay
from agentfw.match.keeping import MatchFolder
from agentfw.recording import Briefed, Told, open_recording
from tests.match.led import leader, led
from tests.match.lineups import Notes, bot
from tests.match.test_touring import arena, lineup, on_server, toured

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Ada", "Bob")


async def test_leader_leads_on_in_the_next_match(tmp_path: Path) -> None:
    played = arena(map="dom-crossing", mode="dom")
    boss = leader("ours", "domination-leader.htn")
    red = led("ours", 0, *(bot(name, "domination.htn") for name in NAMES), coordinator=boss)
    async with on_server(played) as server:
        wanted = lineup(server, matches=2, teams=(red, led("theirs", 1, bot("Cy"), shares=False)))
        reports = await toured(wanted, Notes(), MatchFolder(tmp_path, overwrite=False))
    assert [one.stopped for one in reports] == ["", ""]
    briefed = _records(tmp_path, "ours-coordinator", Briefed)
    assert {one.bot for each in briefed for one in each.reports} == set(NAMES)
    for half in (briefed[: len(briefed) // 2], briefed[len(briefed) // 2 :]):
        assert {one.task for each in half for one in each.orders} == {"hold"}
    for name in NAMES:
        told = _records(tmp_path, name, Told)
        assert any(one.facts for one in told)
        assert any(one.orders for one in told)
    assert all(replay(file).is_exact for file in _files(tmp_path, ""))


def _files(folder: Path, name: str) -> list[Path]:
    return sorted(folder.rglob(f"{name}*.rec"))


def _records(folder: Path, name: str, kind: type) -> list[Any]:
    """What was recorded of one kind, over all matches and lives."""
    records = (one for file in _files(folder, name) for one in open_recording(file))
    return [one for one in records if isinstance(one, kind)]
