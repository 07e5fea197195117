"""What the page about leading says of teams that talk by chat, held against real bots in the arena."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.skills.obeying import ORDERS
from agentfw.talk import Meaning, Roster, shipped_talk, understand
from agentfw.team import read_lineup
from tests.radio.venue import Venue
from tests.support.pages import page

if TYPE_CHECKING:
    import pytest

PAGE: Final = page("leading").partition("## By chat")[2]
TALK: Final = shipped_talk()
TEAM: Final = Roster(mates=("Ada", "Bob", "Sarge"), enemies=("Xan",), side="red")
NEWS: Final = ("flag_is", "carrier_is", "item_taken", "enemy_at", "who_leads")


def understood(text: str, sender: str) -> Meaning:
    meaning = understand(TALK, text, TEAM, sender=sender)
    assert meaning is not None, text
    return meaning


def test_the_team_file_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    Path("talking.yaml").write_text(text, encoding="utf-8")
    red, blue = read_lineup([Path("talking.yaml")], environment={}).teams
    assert (red.transport, red.shares, blue.transport) == ("chat", True, "direct")
    assert red.coordinator is not None


def test_the_dialogue_is_what_a_bot_says() -> None:
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    lines = [tuple(line.split(": ", 1)) for line in shown.splitlines()]
    venue = Venue()
    sarge = venue.human()
    venue.fellow("Ada", brain="ctf-attacker.htn")
    venue.pass_time(2.0)
    wanted: list[Meaning] = []
    for who, text in lines:
        if who == "Sarge":
            _wait_for(venue, sarge.lines, wanted)
            sarge.say(text)
        else:
            wanted.append(understood(text, "Ada"))
    _wait_for(venue, sarge.lines, wanted)


def _wait_for(venue: Venue, heard: list[tuple[float, str, str]], wanted: list[Meaning]) -> None:
    """Play on until all that is wanted was said; where a bot is may differ."""

    def said() -> list[Meaning]:
        found = [understood(text, "Ada") for _, _, text in heard]
        return [one for one in found if one.kind not in NEWS]

    venue.until(lambda: len(said()) >= len(wanted), 30.0)
    assert [_bare(one) for one in said()] == [_bare(one) for one in wanted]


def _bare(meaning: Meaning) -> Meaning:
    return replace(meaning, slots={}) if meaning.kind == "i_am_at" else meaning


def test_everything_that_can_be_said_is_understood_as_what_the_table_says() -> None:
    rows = PAGE.partition("| said | what it comes to |")[2].partition("\n\n")[0].splitlines()[2:]
    for row in rows:
        _, said, comes_to, _ = (cell.strip() for cell in row.split("|"))
        texts = [one for one in re.findall(r"`([^`]+)`", said) if not one.startswith("…")]
        assert texts
        for text in texts:
            understood(text, "Sarge")
        named = re.findall(r"`([^`]+)`", comes_to)
        assert all(one in ORDERS for one in named)
