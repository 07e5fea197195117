"""What a tournament leaves behind: text for people, CSV and JSON for programs."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.errors import UsageError
from agentfw.tournament import Game, Outcome
from agentfw.tournament.reports import TABLES, Report, report_lines, write_report
from agentfw.tournament.standings import tables_of

if TYPE_CHECKING:
    from pathlib import Path

GAMES = (
    Game("k1", ("ann", "bob"), "dm-closet dm 1v1", "dm", 0, ("ann", "bob")),
    Game("k2", ("ann", "bob"), "dm-closet dm 1v1", "dm", 0, ("bob", "ann")),
    Game("k3", ("ann", "bob"), "ctf-twins ctf 1v1", "ctf", 0, ("ann", "bob")),
    Game("k4", ("ann", "bob"), "ctf-twins ctf 1v1", "ctf", 0, ("bob", "ann")),
)
OUTCOMES = {
    "k1": Outcome(scores=(5.0, 2.5), because="score", game_time_s=61.25),
    "k2": Outcome(because="forfeit", forfeit=0, why='raised "no, \x1b[2Jidea"\nat x.py:3'),
    "k3": Outcome(scores=(1.0, 1.0), game_time_s=900.0),
}
COLUMNS = (
    "ground,mode,seed,first,second,first_score,second_score,first_points,because,game_time_s,why,key"
)
SHOWN = """\
cup: 3 of 4 games

entrant  games   won drawn  lost  share        95 %   lead   Elo          95 %
ann          3     2     1     0  83.3%  31% to 98%  +1.25  1595  1399 to 1792
bob          3     0     1     2  16.7%   2% to 69%  -1.25  1405  1208 to 1601
bob lost 1 of 2 games because a brain failed; games.csv tells why

dm   games   won drawn  lost  share        95 %   lead   Elo          95 %
ann      2     2     0     0 100.0% 34% to 100%  +2.50  1640  1376 to 1904
bob      2     0     0     2   0.0%   0% to 66%  -2.50  1360  1096 to 1624
bob lost 1 of 2 games because a brain failed; games.csv tells why

ctf  games   won drawn  lost  share        95 %   lead   Elo          95 %
ann      1     0     1     0  50.0%   5% to 95%  +0.00  1500  1259 to 1741
bob      1     0     1     0  50.0%   5% to 95%  +0.00  1500  1259 to 1741

row against column     ann     bob
ann                      -   83.3%
bob                  16.7%       -"""


@pytest.fixture
def report() -> Report:
    return Report("cup", len(GAMES), len(OUTCOMES), tables_of(("ann", "bob"), GAMES, OUTCOMES))


def test_people_are_shown_tables_that_line_up(report: Report) -> None:
    assert "\n".join(report_lines(report)) == SHOWN


def test_tables_line_up_whatever_the_names(report: Report) -> None:
    long = msgspec.json.encode(report).decode().replace("ann", "somebody with a long name")
    lines = list(report_lines(msgspec.json.decode(long, type=Report)))
    widths = {len(line) for line in lines[2:5]}
    assert len(widths) == 1


def test_every_game_that_was_played_is_a_row(report: Report, tmp_path: Path) -> None:
    write_report(tmp_path, report, GAMES, OUTCOMES)
    with (tmp_path / "games.csv").open(newline="", encoding="utf-8") as stream:
        first, second, third = csv.DictReader(stream)
    assert ",".join(first) == COLUMNS
    assert ",".join(first.values()) == "dm-closet dm 1v1,dm,0,ann,bob,5,2.5,1,score,61.25,,k1"
    assert (second["first"], second["first_points"], second["because"]) == ("bob", "0", "forfeit")
    assert second["why"] == 'raised "no, \\x1b[2Jidea"\nat x.py:3'
    assert (third["first_points"], third["because"]) == ("0.5", "tie")


def test_every_table_is_there_as_csv(report: Report, tmp_path: Path) -> None:
    write_report(tmp_path, report, GAMES, OUTCOMES)
    with (tmp_path / "table.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["scope"], row["name"]) for row in rows] == [
        (scope, name) for scope in ("all", "dm", "ctf") for name in ("ann", "bob")
    ]
    assert (rows[0]["games"], rows[0]["elo"], rows[1]["forfeits"]) == ("3", "1595.4", "1")


def test_json_holds_everything_that_was_worked_out(report: Report, tmp_path: Path) -> None:
    write_report(tmp_path, report, GAMES, OUTCOMES)
    data = (tmp_path / "table.json").read_bytes()
    assert msgspec.json.decode(data, type=Report) == report
    assert json.loads(data)["tables"][0]["duels"][0]["against"] == "bob"


def test_files_are_replaced_whole_and_nothing_else_is_left(report: Report, tmp_path: Path) -> None:
    for name in TABLES:
        (tmp_path / name).write_text("old " * 10_000)
    write_report(tmp_path, report, GAMES, OUTCOMES)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(TABLES)
    assert not any("old" in path.read_text(encoding="utf-8") for path in tmp_path.iterdir())


def test_a_folder_that_is_gone_is_told(report: Report, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"games\.csv: cannot be written"):
        write_report(tmp_path / "gone", report, GAMES, OUTCOMES)
