"""Replays of recordings that were changed, and of other brains: what is found, and at what time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.brains import Decision, Reason, Speak
from agentfw.errors import PluginError, RecordingError, UsageError
from agentfw.match import Difference, Replay, replay
from agentfw.recording import Ended, Received, Sent, Thought, summary
from agentfw.vocabulary import Join
from tests.bot.stage import modern
from tests.match.recorded import (
    FACTORY,
    STUMBLER,
    TALKER,
    looks,
    records_of,
    replaced,
    rewritten,
    scripted,
    solo,
)

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.match.replaying import Step
    from agentfw.recording import Record


@pytest.fixture
def talk(file: Path) -> Path:
    """A recording of four thinks."""
    return scripted(file, looks(modern()).reply("FIN").close())


def commands(records: list[Record]) -> list[Sent]:
    return [record for record in records if isinstance(record, Sent)]


def difference(talk: Path, old: Record, *new: Record) -> Difference | None:
    verdict = replay(rewritten(talk, lambda records: replaced(records, old, *new)))
    assert not verdict.is_exact
    return verdict.first_difference


def test_changed_command_is_found_with_its_time(talk: Path) -> None:
    sent = next(one for one in commands(records_of(talk)) if b"89 at 2.000" in one.data)
    assert difference(talk, sent, Sent(sent.at, b"JUMP\r\n")) == Difference(
        2.0, "commands", "JUMP", sent.data.decode().strip()
    )


def test_one_changed_byte_is_found(talk: Path) -> None:
    sent = commands(records_of(talk))[3]
    found = difference(talk, sent, Sent(sent.at, sent.data.replace(b"90 at", b"91 at")))
    assert found is not None
    assert (found.at, found.what) == (1.0, "commands")


def test_missing_command_is_found(talk: Path) -> None:
    sent = commands(records_of(talk))[-1]
    found = difference(talk, sent)
    assert found == Difference(3.0, "commands", "nothing", sent.data.decode().strip())


def test_doubled_command_is_found(talk: Path) -> None:
    sent = commands(records_of(talk))[-1]
    found = difference(talk, sent, sent, sent)
    assert found == Difference(3.0, "commands", sent.data.decode().strip(), "nothing")


def test_command_that_was_never_sent_is_found(talk: Path) -> None:
    (end,) = (record for record in records_of(talk) if isinstance(record, Ended))
    found = difference(talk, end, Sent(end.at, b"JUMP\r\n"), end)
    assert found == Difference(3.0, "commands", "JUMP", "nothing")


def test_changed_bytes_of_the_server_are_found_by_what_they_lead_to(talk: Path) -> None:
    look = next(record for record in records_of(talk) if isinstance(record, Received) and record.at > 1)
    found = difference(talk, look, Received(look.at, look.data.replace(b"{Health 89}", b"{Health 9}")))
    assert found is not None
    assert (found.at, found.what) == (2.0, "decision")


def test_changed_decision_is_found(talk: Path) -> None:
    thought = [record for record in records_of(talk) if isinstance(record, Thought)][1]
    found = difference(talk, thought, Thought(thought.at, Decision(say=Speak("no"))))
    assert found is not None
    assert (found.at, found.what) == (1.0, "decision")
    assert found.recorded == repr(Decision(say=Speak("no")))
    assert found.replayed == repr(thought.decision)


def test_missing_decision_is_found(talk: Path) -> None:
    thought = [record for record in records_of(talk) if isinstance(record, Thought)][1]
    found = difference(talk, thought)
    assert found is not None
    assert (found.what, found.recorded, found.replayed) == (
        "decision",
        "nothing",
        repr(thought.decision),
    )


@pytest.mark.parametrize("kind", [Thought, Sent])
def test_missing_record_is_found_with_its_own_time(talk: Path, kind: type[Thought | Sent]) -> None:
    at_one = [record for record in records_of(talk) if isinstance(record, kind) and record.at == 1.0]
    found = difference(talk, at_one[-1])
    assert found is not None
    assert found.at == 1.0


def test_other_reason_is_no_difference(talk: Path) -> None:
    def reasoned(records: list[Record]) -> list[Record]:
        thought = next(record for record in records if isinstance(record, Thought))
        other = msgspec.structs.replace(thought.decision, reason=Reason("whim"))
        return replaced(records, thought, Thought(thought.at, other))

    assert replay(rewritten(talk, reasoned)).is_exact


def test_other_seed_is_found(file: Path) -> None:
    solo(file, FACTORY, seed=4)
    verdict = replay(rewritten(file, list, seed=5), brain=FACTORY)
    assert (verdict.is_exact, verdict.first_difference is not None) == (False, True)


def test_other_name_is_found_when_it_is_told(talk: Path) -> None:
    verdict = replay(rewritten(talk, list, join=Join("Eve")))
    assert verdict.first_difference == Difference(0.0, "commands", "INIT {Name Bob}", "INIT {Name Eve}")


@pytest.mark.parametrize("first", [1, 4], ids=["no connection", "no greeting"])
def test_recording_that_lacks_its_beginning_does_not_crash(talk: Path, first: int) -> None:
    torn = rewritten(talk, lambda records: records[first:])
    try:
        is_exact = replay(torn).is_exact
    except UsageError:
        is_exact = False
    assert not is_exact


@pytest.mark.parametrize("skill", ["x", "9", ""])
def test_header_with_a_skill_that_does_not_exist_is_refused(talk: Path, skill: str) -> None:
    with pytest.raises((RecordingError, UsageError), match="skill"):
        replay(rewritten(talk, list, options={"skill": skill}))


# Another brain


def test_another_brain_is_asked_about_everything(file: Path) -> None:
    solo(file)
    steps: list[Step] = []
    played = Replay(file, brain=TALKER, on_step=lambda step, _: steps.append(step))
    verdict = played.run()
    assert (played.is_other_brain, verdict.is_exact) == (True, False)
    assert verdict.thinks == summary(file).thinks == len(steps)
    assert verdict.same_thinks == 0
    assert isinstance(steps[-1].replayed.say, Speak)


def test_same_brain_by_its_name_is_no_other_brain(talk: Path) -> None:
    assert replay(talk, brain=TALKER).is_exact


def test_same_brain_by_another_name_decides_the_same(file: Path) -> None:
    verdict = replay(solo(file), brain="agentfw.brains.hunter.Hunter")
    assert verdict.thinks == verdict.same_thinks > 20
    assert verdict.first_difference is None


def test_unknown_brain_is_told(talk: Path) -> None:
    with pytest.raises(UsageError, match=r'^brain "huntr" is not known'):
        replay(talk, brain="huntr")


def test_brain_that_fails_in_a_replay_is_told(talk: Path, tmp_path: Path) -> None:
    fails = tmp_path / "fails.py"
    fails.write_text(
        "from agentfw.brains import *\n"
        "class Fails(Brain):\n    def decide(self, view):\n        1 // 0\n",
        encoding="utf-8",
    )
    with pytest.raises(PluginError, match=r"^Fails\.decide\(\) raised ZeroDivisionError at 0\.00 s"):
        replay(talk, brain=f"{fails}:Fails")


# Brains that raise


@pytest.fixture
def fall(file: Path) -> Path:
    """A recording of a bot whose brain raised at its third think."""
    with pytest.raises(ExceptionGroup) as caught:
        scripted(file, looks(modern()), brain=STUMBLER)
    assert caught.group_contains(PluginError, match=r"^Stumbler\.decide\(\) raised LookupError", depth=1)
    return file


def test_brain_that_raises_in_a_replay_as_it_did_is_exact(fall: Path) -> None:
    verdict = replay(fall)
    assert (verdict.is_exact, verdict.thinks, verdict.first_difference) == (True, 2, None)
    assert verdict.commands_bytes == sum(len(sent.data) for sent in commands(records_of(fall)))


def test_recording_that_breaks_off_where_the_brain_raised_shows_no_difference(fall: Path) -> None:
    def without_end(records: list[Record]) -> list[Record]:
        return records[: next(n for n, one in enumerate(records) if isinstance(one, Ended))]

    assert replay(rewritten(fall, without_end)).is_exact


def test_brain_that_raises_where_it_decided_something_is_told(fall: Path) -> None:
    (late,) = (record for record in records_of(fall) if isinstance(record, Ended))
    thought = Thought(late.at, Decision())
    changed = rewritten(fall, lambda records: replaced(records, late, thought, late))
    with pytest.raises(PluginError, match=r"^Stumbler\.decide\(\) raised LookupError"):
        replay(changed)


def test_brain_that_raises_something_else_is_told(fall: Path) -> None:
    (end,) = (record for record in records_of(fall) if isinstance(record, Ended))
    changed = rewritten(fall, lambda records: replaced(records, end, Ended(end.at, "cancelled")))
    with pytest.raises(PluginError, match=r"^Stumbler\.decide\(\) raised LookupError"):
        replay(changed)
