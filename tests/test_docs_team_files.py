"""Every file, message and table of the page about team files, held against what is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import pytest

from agentfw.documents import schema_of
from agentfw.team import read_lineup
from agentfw.team.shapes import BotKeys, LimitKeys, RestartKeys, ServerKeys, TeamKeys, TeamShape
from tests.support.command_line import called
from tests.support.pages import blocks, defaults, files, page, table, told_defaults

if TYPE_CHECKING:
    from agentfw.team import BotPlan, Lineup

PAGE: Final = page("team-files")
FILES: Final = files(PAGE)
OF_A_BOT: Final = "Of a bot, and so of a team, a role and the defaults:"
KEYS: Final[dict[str, type[msgspec.Struct]]] = {
    "Of the file:": TeamShape,
    "Of a team:": TeamKeys,
    OF_A_BOT: BotKeys,
    "Of `server`:": ServerKeys,
    "Of `restart`:": RestartKeys,
}
Capsys = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of the page are where commands are given."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")


def lineup(*names: str) -> Lineup:
    return read_lineup([Path(name) for name in names], environment={"UT_PASSWORD": "sesame"})


def bots(*names: str) -> dict[str, BotPlan]:
    return {bot.name: bot for team in lineup(*names).teams for bot in team.bots}


@pytest.mark.parametrize("name", sorted(set(FILES) - {"wrong.yaml"}))
def test_every_team_file_of_the_page_can_be_played(name: str) -> None:
    assert lineup(name).teams


def test_the_first_file_is_checked_and_played_as_the_page_shows(capsys: Capsys) -> None:
    (shown,) = (block for block in blocks(PAGE, "") if block.startswith("$ agentfw check"))
    check, told, play = shown.splitlines()
    assert called(capsys, *check.split()[2:]).out == f"{told}\n"
    text = FILES["match.yaml"].replace("minutes: 10", "minutes: 0.2")
    Path("match.yaml").write_text(text, encoding="utf-8")
    assert called(capsys, *play.split()[2:], "--fast").code == 0


def test_a_name_without_a_folder_may_be_that_of_a_file_that_ships(capsys: Capsys) -> None:
    (name,) = re.findall(r"A name without a folder .*?: `agentfw play (\S+)`", " ".join(PAGE.split()))
    assert called(capsys, "check", name).code == 0


def test_the_nearest_that_is_said_of_a_bot_counts() -> None:
    skills = {name: bot.skill for name, bot in bots("ctf.yaml").items()}
    assert skills == {"Ada": 4, "Bob": 4, "Cleo": 5, "Dora": 4, "Emil": 2}


def test_bots_that_are_counted_are_named_after_their_team() -> None:
    (team,) = re.findall(r"a team `([^`]+)` are called `Red-Ones-1`, `Red-Ones-2`", PAGE)
    Path("counted.yaml").write_text(f"teams: {{{team}: {{brain: hunter, bots: 2}}}}", encoding="utf-8")
    assert list(bots("counted.yaml")) == ["Red-Ones-1", "Red-Ones-2"]


def test_what_stands_in_the_including_file_counts_more() -> None:
    friday = lineup("friday.yaml")
    blue = next(team for team in friday.teams if team.name == "blue")
    assert (friday.ground.map, friday.ground.mode, friday.seed) == ("ctf-ravine", "ctf", 7)
    assert {bot.name: bot.brain for bot in blue.bots} == {"Dora": "ctf-attacker.goap", "Emil": "hunter"}


def test_a_file_that_is_named_twice_plays_against_itself() -> None:
    Path("one.yaml").write_text("teams: {red: {brain: hunter, bots: [Ada]}}", encoding="utf-8")
    found = lineup("one.yaml", "one.yaml")
    assert [team.name for team in found.teams] == ["red", "red 2"]
    assert [bot.name for team in found.teams for bot in team.bots] == ["Ada", "Ada-2"]


def test_a_match_that_is_over_is_no_reason_to_start_a_bot_again(capsys: Capsys) -> None:
    text = FILES["stubborn.yaml"] + "server: {map: dm-closet}\nlimits: {minutes: 0.2, score: 0}\n"
    Path("stubborn.yaml").write_text(text, encoding="utf-8")
    output = called(capsys, "play", "stubborn.yaml", "--fast", "--json")
    bots = msgspec.json.decode(output.out)["bots"]
    assert [(bot.get("restarts", 0), bot["phase"]) for bot in bots] == [(0, "done")] * 2
    assert "restarting" not in output.err


def test_mistakes_are_told_as_the_page_shows(capsys: Capsys) -> None:
    (shown,) = blocks(PAGE, "text")
    output = called(capsys, "check", "wrong.yaml")
    assert (output.code, output.err) == (2, shown)


@pytest.mark.parametrize("before", KEYS)
def test_every_key_is_on_the_page_and_no_other(before: str) -> None:
    of_bots = set(defaults(BotKeys)) if before == "Of a team:" else set()
    assert set(table(PAGE, before)) == set(defaults(KEYS[before])) - of_bots


def test_the_keys_of_limits_are_named_where_the_page_says() -> None:
    told = table(PAGE, "Of the file:")["limits"]
    assert re.findall(r"`(\w+)`", told) == list(defaults(LimitKeys))


@pytest.mark.parametrize("before", KEYS)
def test_what_holds_without_a_key_is_what_the_page_says(before: str) -> None:
    told = told_defaults(table(PAGE, before))
    for key, value in defaults(KEYS[before]).items():
        if value is not None and key in told:
            assert told[key] == (f"{value:g}" if isinstance(value, float | int) else value)


def test_the_same_match_is_promised_only_where_the_clock_jumps() -> None:
    said = [table(PAGE, "Of the file:")["seed"], str(schema_of(TeamShape, "x"))]
    assert all("--fast" in one for one in said)


def test_the_schema_of_the_page_is_one_that_can_be_printed(capsys: Capsys) -> None:
    (command,) = re.findall(r"`agentfw (schema team) > team\.schema\.json`", PAGE)
    assert called(capsys, *command.split()).code == 0
