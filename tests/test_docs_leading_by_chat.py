"""What the page about leading says of teams that talk by chat, held against real bots in the arena."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from msgspec.structs import replace

from agentfw.decisions import Order
from agentfw.radio.taking import order_of
from agentfw.skills.obeying import ORDERS
from agentfw.talk import KINDS, Meaning, Roster, shipped_talk, understand
from agentfw.team import read_lineup
from agentfw.vocabulary import ClassName, FlagState, ItemCategory
from tests.radio.venue import Venue
from tests.skills.moments import body, enemy, flag, item, mate, moment, point
from tests.support.pages import page

if TYPE_CHECKING:
    from agentfw.perception import View

PAGE: Final = page("leading").partition("## By chat")[2]
TALK: Final = shipped_talk()
TEAM: Final = Roster(mates=("Ada", "Bob", "Sarge"), enemies=("Xan",), side="red")
TASKS: Final = "any act or task of its plan"
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


ROWS: Final = PAGE.partition("| said | what it comes to |")[2].partition("\n\n")[0].splitlines()[2:]
EXAMPLES: Final = [
    (text, comes_to)
    for _, said, comes_to, _ in ([cell.strip() for cell in row.split("|")] for row in ROWS)
    for text in re.findall(r"`([^`…]+)`", said)
]


def seen() -> View:
    """What Ada sees of a map that has everything of which the table tells."""
    rocket = ClassName("XWeapons.RocketLauncherPickup")
    return moment(
        *(flag(team, FlagState.HOME, 100.0 + team, home=body().location) for team in (0, 1)),
        *(mate(name, 200.0) for name in ("Bob", "Sarge")),
        *(point(f"DOM-X.dom{letter}", 600.0, 1) for letter in "ABC"),
        enemy("Xan", 800.0),
        item("DM-X.Rocket0", 400.0, ItemCategory.WEAPON, item_class=rocket),
        item("DM-X.Belt0", 500.0, ItemCategory.ARMOR, item_class=ClassName("Botpack.UT_ShieldBelt")),
        me=body(player_name="Ada"),
    ).view


def _seconds(comes_to: str) -> float | None:
    told = re.search(r"(a|[0-9]+) minutes?", comes_to)
    return 60.0 * (1 if told[1] == "a" else int(told[1])) if told is not None else None


@pytest.mark.parametrize(("text", "comes_to"), EXAMPLES, ids=[text for text, _ in EXAMPLES])
def test_everything_that_can_be_said_comes_to_what_the_table_says(text: str, comes_to: str) -> None:
    meaning = understood(text, "Sarge")
    tasks = re.findall(r"`([^`]+)`", comes_to)
    if not tasks:
        assert (meaning.kind, comes_to) in (("dismiss", "nothing any more"), ("task", TASKS))
        return
    order = order_of(meaning, seen(), "Sarge")
    assert isinstance(order, Order)
    assert [order.task] == tasks
    assert order.task in ORDERS
    assert order.for_s == (meaning.for_s or _seconds(comes_to))


def test_the_table_has_an_example_of_every_order_there_is() -> None:
    told = {understood(text, "Sarge").kind for text, _ in EXAMPLES}
    about_leading = {"lead", "stop_leading", "join_squad", "create_squad", "leave_squad"}
    assert told == {name for name, kind in KINDS.items() if kind.sort == "order"} - about_leading
