"""``agentfw replay``: proofs, differences with their time, other brains, and files that are none."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.recording import Received, Sent, summary
from tests.bot.stage import modern
from tests.match.recorded import TALKER, looks, records_of, replaced, rewritten, scripted, solo
from tests.support.command_line import Output, called

if TYPE_CHECKING:
    from pathlib import Path

NO_TIME = "is no time: expected seconds of the recording, or m:ss of the match"


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Four thinks, at 0, 1, 2 and 3 s, that say aloud what they saw."""
    return scripted(tmp_path / "talk.rec", looks(modern()).reply("FIN").close())


@pytest.fixture
def changed(talk: Path) -> Path:
    """The same with the command at 2 s changed."""
    said = [record for record in records_of(talk) if isinstance(record, Sent)]
    sent = next(record for record in said if b"89 at 2.000" in record.data)
    other = Sent(sent.at, b"JUMP {Height \x1b[2J}\r\n")
    return rewritten(talk, lambda records: replaced(records, sent, other))


def replayed(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Output:
    capsys.readouterr()  # what was logged while recording
    return called(capsys, "replay", *words)


def objects(output: Output) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.out.splitlines()]


# Proofs


def test_an_exact_recording_is_told_so(capsys: pytest.CaptureFixture[str], talk: Path) -> None:
    output = replayed(capsys, talk)
    count = summary(talk).bytes_out
    told = f"exact. 4 thinks over 3.0 s, {count} bytes of commands, all the same."
    assert (output.code, output.out, output.err) == (0, f"{talk}: {told}\n", "")


@pytest.mark.parametrize("options", [("--skill", "1"), ("--dialect", "gamebots-ut99"), ("--team", "1")])
def test_what_run_recorded_is_exact(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: tuple[str, str]
) -> None:
    file = tmp_path / "match.rec"
    where = ("--arena", "dm-closet", "--fast", "--time-limit", "0.2")
    called(capsys, "run", "hunter", *where, "--record", file, *options)
    output = replayed(capsys, file)
    assert (output.code, output.err) == (0, "")
    assert output.out.startswith(f"{file}: exact. ")


def test_a_verdict_as_json_is_one_line(capsys: pytest.CaptureFixture[str], talk: Path) -> None:
    output = replayed(capsys, talk, "--json")
    assert (output.code, output.err, output.out.count("\n")) == (0, "", 1)
    assert objects(output) == [
        {
            "is_exact": True,
            "thinks": 4,
            "same_thinks": 4,
            "commands_bytes": summary(talk).bytes_out,
            "duration_s": 3.0,
            "is_cut": False,
            "versions": "",
            "first_difference": None,
        }
    ]


def test_a_replay_may_stop_early(capsys: pytest.CaptureFixture[str], talk: Path) -> None:
    output = replayed(capsys, talk, "--to", "1.5")
    assert (output.code, ": exact. 2 thinks over 1.0 s, " in output.out) == (0, True)


def test_a_cut_recording_is_told_to_be_cut(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = scripted(tmp_path / "cut.rec", modern().reply("FIN").close())
    file.write_bytes(file.read_bytes()[:-5])
    output = replayed(capsys, file)
    assert output.code == 0
    assert output.out.splitlines() == [
        f"{file}: the recording was cut off; everything before the cut was replayed.",
        f"{file}: exact. 0 thinks over 0.0 s, 0 bytes of commands, all the same.",
    ]


def test_a_recording_cut_after_a_look_is_exact_up_to_there(
    capsys: pytest.CaptureFixture[str], talk: Path
) -> None:
    look = [record for record in records_of(talk) if isinstance(record, Received)][-2]
    cut = rewritten(talk, lambda records: records[: records.index(look) + 1])
    assert replayed(capsys, cut).code == 0


def test_a_terminal_gets_a_bar_that_goes_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, talk: Path
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    output = replayed(capsys, talk)
    bars = output.err.split("\r")[1:-2]
    assert (output.code, "\n" in output.err) == (0, False)
    assert bars[-1] == "█" * 40 + "      3 s"
    assert output.err.endswith("\r" + " " * 60 + "\r")


# Differences


def test_the_first_difference_is_shown_with_its_time(
    capsys: pytest.CaptureFixture[str], changed: Path
) -> None:
    output = replayed(capsys, changed)
    lines = output.out.splitlines()
    told = "NOT exact: the first difference is in the commands at 2.000 s."
    assert (output.code, output.err, lines[0]) == (1, "", f"{changed}: {told}")
    assert lines[1] == "  recorded: JUMP {Height \\x1b[2J}"
    assert lines[2].startswith("  replayed: MESSAGE ")
    assert "89 at 2.000" in lines[2]
    assert all(line.isprintable() for line in lines)


def test_a_difference_as_json_is_one_line(capsys: pytest.CaptureFixture[str], changed: Path) -> None:
    output = replayed(capsys, changed, "--json")
    (found,) = objects(output)
    assert (output.code, found["is_exact"]) == (1, False)
    assert (found["first_difference"]["at"], found["first_difference"]["what"]) == (2.0, "commands")


def test_a_difference_after_the_end_that_was_asked_for_does_not_count(
    capsys: pytest.CaptureFixture[str], changed: Path
) -> None:
    assert replayed(capsys, changed, "--to", "1.9").code == 0


# Looking into it


def test_every_step_is_shown(capsys: pytest.CaptureFixture[str], talk: Path) -> None:
    lines = replayed(capsys, talk, "--step").out.splitlines()
    assert lines[:-1] == [
        f"    {at}.000   health {health:>3}  say Speak(text='{health} at {at}.000')"
        for at, health in enumerate((100, 90, 89, 88))
    ]


def test_steps_can_be_shown_from_a_time_to_a_time(
    capsys: pytest.CaptureFixture[str], talk: Path
) -> None:
    lines = replayed(capsys, talk, "--step", "--from", "1", "--to", "2").out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["1.000", "2.000"]


def test_steps_as_json_are_one_object_per_line(capsys: pytest.CaptureFixture[str], talk: Path) -> None:
    found = objects(replayed(capsys, talk, "--step", "--json"))
    assert [step["at"] for step in found[:-1]] == [0.0, 1.0, 2.0, 3.0]
    assert found[1]["decision"]["say"]["text"] == "90 at 1.000"
    assert all(step["is_same"] for step in found[:-1])
    assert found[-1]["is_exact"]


def test_reasons_are_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = replayed(capsys, solo(tmp_path / "m.rec"), "--step").out.splitlines()
    assert any(line.endswith("[Explore: nothing better to do]") for line in lines)


# Another brain


def test_another_brain_is_compared(capsys: pytest.CaptureFixture[str], talk: Path) -> None:
    output = replayed(capsys, talk, "--brain", "hunter")
    lines = output.out.splitlines()
    assert (output.code, output.err, len(lines)) == (0, "", 9)
    assert lines[-1] == f"{talk}: 4 thinks over 3.0 s, 0 (0%) decided the same."
    assert lines[2].startswith("    1.000 * health  90  move Explore()")
    assert lines[3] == " recorded" + " " * 15 + "say Speak(text='90 at 1.000')"


def test_the_same_brain_shows_no_step_and_is_proved(
    capsys: pytest.CaptureFixture[str], talk: Path
) -> None:
    output = replayed(capsys, talk, "--brain", TALKER)
    assert (output.code, output.out.count("\n")) == (0, 1)
    assert ": exact. 4 thinks" in output.out


def test_another_brain_that_decides_the_same_is_told_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = solo(tmp_path / "m.rec")
    output = replayed(capsys, file, "--brain", "agentfw.brains.hunter:Hunter")
    thinks = summary(file).thinks
    assert output.code == 0
    assert output.out.endswith(f" {thinks} (100%) decided the same.\n")
    assert output.out.count("\n") == 1


def test_another_brain_as_json_tells_both_decisions(
    capsys: pytest.CaptureFixture[str], talk: Path
) -> None:
    found = objects(replayed(capsys, talk, "--brain", "hunter", "--json", "--from", "3"))
    assert [step["at"] for step in found[:-1]] == [3.0]
    assert found[0]["recorded"]["say"]["text"] == "88 at 3.000"
    assert (found[-1]["is_exact"], found[-1]["thinks"]) == (False, 4)


# Mistakes


def test_a_missing_file_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    output = replayed(capsys, "no-such.rec")
    told = "agentfw: no-such.rec: cannot be read: No such file or directory\n"
    assert (output.code, output.out, output.err) == (2, "", told)


def test_a_file_that_is_no_recording_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("hello\n", encoding="utf-8")
    output = replayed(capsys, file)
    told = 'not a recording, this looks like text; captured traffic is read by "agentfw decode"'
    assert (output.code, output.out, output.err) == (2, "", f"agentfw: {file}: at byte 0: {told}\n")


def test_a_damaged_file_is_told_with_the_place(capsys: pytest.CaptureFixture[str], talk: Path) -> None:
    data = bytearray(talk.read_bytes())
    data[-3] ^= 0xFF
    talk.write_bytes(data)
    output = replayed(capsys, talk)
    assert (output.code, output.out) == (2, "")
    assert re.fullmatch(rf"agentfw: {re.escape(str(talk))}: at byte \d+: .*damaged.*\n", output.err)


def test_an_unknown_brain_is_told(capsys: pytest.CaptureFixture[str], talk: Path) -> None:
    output = replayed(capsys, talk, "--brain", "huntr")
    assert (output.code, output.out) == (2, "")
    assert output.err.startswith('agentfw: brain "huntr" is not known')


def test_a_brain_that_is_gone_is_told(capsys: pytest.CaptureFixture[str], talk: Path) -> None:
    output = replayed(capsys, rewritten(talk, list, brain="gone.py:Mine"))
    told = 'agentfw: brain "gone.py:Mine": there is no file gone.py\n'
    assert (output.code, output.out, output.err) == (2, "", told)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--from", "-1"), f"Invalid value for '--from': '-1' {NO_TIME}"),
        (("--to", "x"), f"Invalid value for '--to': 'x' {NO_TIME}"),
    ],
)
def test_a_wrong_option_is_told(
    capsys: pytest.CaptureFixture[str], talk: Path, words: tuple[str, str], told: str
) -> None:
    output = replayed(capsys, talk, *words)
    assert (output.code, output.out) == (2, "")
    assert output.err.splitlines()[-1] == f"Error: {told}"


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "replay", "--help")
    assert (output.code, "agentfw replay match.rec --step --from 12 --to 14" in output.out) == (0, True)
