"""One bot plays: results, beats, equal matches for equal seeds, and failures that say what they are."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.errors import ConnectFailed, PluginError, UsageError, WrongPassword
from agentfw.match import SoloOptions, SoloResult, play_solo, replay
from agentfw.recording import Ended, open_recording, summary
from agentfw.testing import Script
from tests.bot.stage import batch, classic, modern
from tests.match.recorded import EVERY_GAME, FACTORY, TALKER, records_of, solo, solo_options
from tests.support.background import background_server
from tests.support.programs import run

if TYPE_CHECKING:
    from agentfw.bot import Bot
    from agentfw.testing import ScriptedServer

_ROOT = Path(__file__).parents[2]
_HEAD = "from agentfw.brains import *\n"


def written(folder: Path, text: str) -> str:
    """What names the brain B in a file."""
    path = folder / "mine.py"
    path.write_text(_HEAD + text, encoding="utf-8")
    return f"{path}:B"


def on_server(server: ScriptedServer, **options: object) -> SoloOptions:
    told = {"brain": TALKER, "name": "Bob", "max_attempts": 1} | options
    return msgspec.convert(told | {"server": (server.host, server.port)}, SoloOptions)


# How it went


def test_result_tells_how_the_match_went() -> None:
    result = play_solo(solo_options(arena={"time_limit_min": 0.5, "bots": 3}))
    assert (result.ended, result.level) == ("the match is over", "DM-Closet")
    assert 25.0 < result.played_s < 35.0
    assert result.statistics.circle.thinks == result.statistics.think.count > 100
    assert result.statistics.circle.store.deaths == result.deaths
    assert not result.statistics.is_playing


@pytest.mark.parametrize(
    ("mode", "dialect", "teams"),
    [
        ("dm", "gamebots-2004", set()),
        ("dm", "gamebots-ut99", set()),
        ("tdm", "gamebots-2004", {0, 1}),
        ("tdm", "gamebots-ut99", {0, 1}),
        ("dom", "gamebots-ut99", {0, 1}),
    ],
)
def test_scores_of_teams_are_told_where_there_are_teams(
    mode: str, dialect: str, teams: set[int]
) -> None:
    arena = {"map": None, "mode": mode, "dialect": dialect, "bots": 3}
    assert set(play_solo(solo_options(team=1, arena=arena)).team_scores) == teams


def test_result_can_be_written_as_json_and_read_again() -> None:
    result = play_solo(solo_options(arena={"map": None, "mode": "tdm"}))
    assert msgspec.json.decode(msgspec.json.encode(result), type=SoloResult) == result


def test_every_second_is_told() -> None:
    beats: list[Bot] = []
    result = play_solo(solo_options(), on_beat=beats.append)
    assert len(beats) == int(result.played_s)
    assert len(set(map(id, beats))) == 1


def test_time_can_be_over_before_the_match() -> None:
    result = play_solo(solo_options(duration_s=5.0))
    assert (result.ended, result.played_s) == ("the time is over", 5.0)


def test_match_on_a_server_is_played_and_recorded(file: Path) -> None:
    script = modern().expect("MESSAGE").reply(*batch("2.00", health=50)).expect("MESSAGE")
    with background_server(script.reply("FIN").close()) as server:
        result = play_solo(on_server(server), record=file)
    server.assert_done()
    assert (result.ended, result.level) == ("the match is over", "DM-Flux2")
    assert replay(file).is_exact


@pytest.mark.parametrize("script", [modern(), classic()], ids=["2004", "classic"])
def test_time_on_a_server_can_be_over(script: Script) -> None:
    with background_server(script) as server:
        result = play_solo(on_server(server, duration_s=0.3))
    server.assert_done()
    assert (result.ended, result.statistics.connects) == ("the time is over", 1)


# Equal matches


@pytest.mark.parametrize("brain", ["hunter", FACTORY])
def test_same_seed_gives_the_same_recording_byte_for_byte(tmp_path: Path, brain: str) -> None:
    files = [solo(tmp_path / f"{number}.rec", brain, seed=7) for number in range(2)]
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(("mode", "dialect"), EVERY_GAME)
def test_same_seed_gives_the_same_match_in_every_game(tmp_path: Path, mode: str, dialect: str) -> None:
    arena = {"map": None, "mode": mode, "dialect": dialect, "bots": 3}
    files = [
        solo(tmp_path / f"{number}.rec", seed=7, skill=3, team=0, arena=arena) for number in range(2)
    ]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_watching_a_match_does_not_change_it(tmp_path: Path) -> None:
    solo(tmp_path / "unseen.rec", seed=7)
    play_solo(solo_options(seed=7), record=tmp_path / "seen.rec", on_beat=lambda _: None)
    assert (tmp_path / "seen.rec").read_bytes() == (tmp_path / "unseen.rec").read_bytes()


def test_other_seed_gives_another_match(tmp_path: Path) -> None:
    one, other = (solo(tmp_path / f"{seed}.rec", seed=seed) for seed in (7, 8))
    assert records_of(one) != records_of(other)


_PROGRAM = """
import sys
from pathlib import Path
from tests.match.recorded import solo
solo(Path(sys.argv[1]), skill=3, seed=7, arena={"map": "ctf-twins", "mode": "tdm", "bots": 5})
"""


def test_same_seed_gives_the_same_recording_in_every_process(tmp_path: Path) -> None:
    files = []
    for hash_seed in ("1", "2"):
        file = tmp_path / f"{hash_seed}.rec"
        env = os.environ | {"PYTHONHASHSEED": hash_seed}
        result = run(sys.executable, "-c", _PROGRAM, file, cwd=_ROOT, env=env)
        assert result.returncode == 0, result.stderr
        files.append(file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert replay(files[0]).is_exact


def test_header_holds_all_that_is_needed_to_start_the_bot_again(file: Path) -> None:
    header = open_recording(solo(file, seed=7, skill=2, team=1, name="Ada")).header
    assert (header.bot, header.brain, header.seed, header.options) == (
        "Ada",
        "hunter",
        7,
        {"skill": "2"},
    )
    assert header.dialect == "gamebots-2004"
    assert header.join is not None
    assert (header.join.player_name, header.join.team) == ("Ada", 1)


# Failures


def test_unknown_brain_is_told_before_anything_is_opened(file: Path) -> None:
    with pytest.raises(UsageError, match=r'^brain "huntr" is not known'):
        solo(file, "huntr")
    assert not file.exists()


def test_impossible_arena_is_told_before_anything_is_recorded(file: Path) -> None:
    with pytest.raises(UsageError, match=r"^DM-Closet cannot be played as ctf"):
        solo(file, arena={"mode": "ctf"})
    assert not file.exists()


def test_recording_that_exists_is_left_alone(file: Path) -> None:
    file.write_bytes(b"precious")
    with pytest.raises(UsageError, match=r"match\.rec: exists already"):
        solo(file)
    assert file.read_bytes() == b"precious"


def test_recording_may_be_replaced_on_request(file: Path) -> None:
    file.write_bytes(b"rubbish")
    play_solo(solo_options(), record=file, overwrite=True)
    assert replay(file).is_exact


def test_failing_brain_comes_out_as_itself_and_leaves_a_whole_recording(file: Path) -> None:
    brain = written(
        file.parent,
        "class B(Brain):\n"
        "    def decide(self, view):\n"
        "        if view.now > 3:\n"
        "            raise LookupError('no plan')\n"
        "        return Decision(move=Explore())\n",
    )
    told = r"^B\.decide\(\) raised LookupError at 3\.\d\d s: no plan$"
    with pytest.raises(PluginError, match=told):
        solo(file, brain)
    found = summary(file)
    assert (found.is_cut, found.is_complete) == (False, True)
    assert "LookupError" in found.end


@pytest.mark.parametrize("error", ["ValueError('no plan')", "AttributeError('no plan')"])
def test_brain_that_cannot_be_made_is_told(file: Path, error: str) -> None:
    text = f"class B(Brain):\n    def __init__(self, setup):\n        raise {error}\n"
    text += "    def decide(self, view):\n        return Decision()\n"
    with pytest.raises(PluginError, match="no plan"):
        solo(file, written(file.parent, text))


def test_factory_that_makes_no_brain_is_told_before_anything_is_opened(file: Path) -> None:
    with pytest.raises(PluginError):
        solo(file, written(file.parent, "def B(setup):\n    return None\n"))
    assert not file.exists()


def test_brain_that_returns_nonsense_comes_out_as_a_plugin_error(tmp_path: Path) -> None:
    text = "class B(Brain):\n    def decide(self, view):\n        return Decision(move='north')\n"
    with pytest.raises(PluginError):
        play_solo(solo_options(written(tmp_path, text)))


def test_error_of_a_watcher_comes_out_as_itself() -> None:
    def breaks(_: Bot) -> None:
        raise RuntimeError("the terminal is gone")

    with pytest.raises(RuntimeError, match="the terminal is gone"):
        play_solo(solo_options(), on_beat=breaks)


def test_server_that_is_not_there_is_told(file: Path) -> None:
    with background_server() as server:
        pass
    options = on_server(server)
    with pytest.raises(ConnectFailed) as caught:
        play_solo(options, record=file)
    where = f"{server.host}:{server.port}"
    assert str(caught.value) == f'bot "Bob": {where}: connection refused (attempt 1 of 1)'
    assert not file.exists()


def test_failed_connection_leaves_an_earlier_recording_alone(file: Path) -> None:
    with background_server() as server:
        pass
    file.write_bytes(b"precious")
    with pytest.raises(ConnectFailed):
        play_solo(on_server(server), record=file, overwrite=True)
    assert file.read_bytes() == b"precious"


def test_wrong_password_is_told_and_recorded_as_the_end(file: Path) -> None:
    script = Script().reply("HELLO_BOT").expect("READY").reply("PASSWORD {BlockedByIP 10.0.0.1}")
    script.expect("PASSWORD {Password guess}").reply("PASSWDWRONG").close()
    with background_server(script) as server, pytest.raises(WrongPassword):
        play_solo(on_server(server, password="guess"), record=file)  # noqa: S106 - made up
    (end,) = (record for record in records_of(file) if isinstance(record, Ended))
    assert end.reason == "the server refused the password"


def test_arena_without_an_end_is_left_when_the_time_is_over() -> None:
    endless = ArenaOptions(map="dm-closet", time_limit_min=0.0, score_limit=0, bots=1)
    result = play_solo(SoloOptions(brain="hunter", fast=True, duration_s=20.0, arena=endless))
    assert result.ended == "the time is over"
