"""Replaying: the recorded bytes go through the real decoder, store, brain and body once more.

Either every command comes out byte for byte as it was sent, or the first difference is shown. With
another brain, the replay says instead what that one would have done in the same situations; the world
of a recording does not react to it, so its answers drift from what would really have happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.body import PERFECT, human_of_skill
from agentfw.bot import Circle
from agentfw.brains import BrainSetup, is_own_brain, is_own_file, make_brain
from agentfw.brains.planned import is_plan
from agentfw.characters import Traits, settled_traits
from agentfw.decisions import Decision
from agentfw.engines.doors import replay_session
from agentfw.errors import AgentError, LinkError, PluginError, RecordingError, UsageError
from agentfw.match.keeping import SMALL_TALK
from agentfw.match.radios import RADIO, radio_in, radio_of
from agentfw.match.talking import MUTE, Mouth, mouth_of
from agentfw.navigation import graph_from_text
from agentfw.recording import (
    LEADER,
    Answered,
    Briefed,
    Closed,
    Connected,
    Ended,
    Header,
    Received,
    Record,
    Reloaded,
    Sent,
    Thought,
    Ticked,
    Told,
    open_recording,
)
from agentfw.skills import skill_files
from agentfw.team import Leader

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from agentfw.body import Human
    from agentfw.brains import Decides
    from agentfw.perception import View
    from agentfw.radio import Radio

__all__ = ["Difference", "Replay", "Step", "Verdict", "replay"]

_OUTPUTS: Final = (Thought, Sent)
_INPUTS: Final = (Received, Ticked, Closed, Connected, Ended, Reloaded, Answered, Told, Briefed)


class Difference(msgspec.Struct, frozen=True):
    """Where a replay went another way than the recording."""

    at: float
    what: str
    """``commands`` or ``decision``."""
    recorded: str
    replayed: str


class Step(msgspec.Struct, frozen=True):
    """One think of a replay, with what was recorded beside it."""

    at: float
    recorded: Decision | None
    replayed: Decision

    @property
    def is_same(self) -> bool:
        """Whether both decided the same, whatever their reasons."""
        if self.recorded is None:
            return False
        reason = self.replayed.reason
        return msgspec.structs.replace(self.recorded, reason=reason) == self.replayed


class Verdict(msgspec.Struct, frozen=True):
    """What a replay showed."""

    is_exact: bool
    thinks: int
    same_thinks: int
    commands_bytes: int
    duration_s: float
    is_cut: bool
    versions: str = ""
    """What recorded, where other versions replay; empty for the same ones."""
    first_difference: Difference | None = None


class Replay:
    """One recording being replayed."""

    def __init__(
        self,
        path: Path,
        *,
        brain: str | None = None,
        skills: str | None = None,
        on_step: Callable[[Step, View], None] | None = None,
        is_traced: bool = False,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._recording = open_recording(path)
        self.header: Header = self._recording.header
        self._skills = skills
        self._is_traced, self._clock = is_traced, clock
        # A plan that is asked for by name is read from its file, and may have changed since.
        self.is_other_brain = brain is not None and (brain != self.header.brain or is_plan(brain))
        self._brain = brain or self._recorded_brain(path)
        self._on_step = on_step
        self.on_progress: Callable[[float], None] | None = None
        """Told the time of every record."""
        self._answers: list[Record] = []
        self._thinks = self._same = self._bytes = 0
        self._at = 0.0
        self._difference: Difference | None = None
        self._failure: PluginError | None = None
        """What the brain raised; in the recording, that has to be the end of the bot."""
        self._circle = self._make_leader() if self.header.role == LEADER else self._make_circle()

    def _recorded_brain(self, path: Path) -> str:
        """The brain that the recording names, if that may be loaded on the word of a file."""
        named = self.header.brain
        if not is_own_brain(named):
            raise UsageError(
                f'{path}: was recorded with brain "{named}", which is neither installed nor in a file '
                f'of this folder; if you trust it, say so with --brain "{named}"'
            )
        return named

    @property
    def brain(self) -> Decides:
        """The brain that is asked."""
        return self._circle.brain

    def run(self, until: float | None = None) -> Verdict:
        """Go through the recording, to its end or to a time."""
        is_whole = False
        for record in self._recording:
            if until is not None and record.at > until:
                break
            self._at = record.at
            is_whole = is_whole or isinstance(record, Ended)
            is_whole = is_whole and not isinstance(record, Connected)
            if self.on_progress is not None:
                self.on_progress(record.at)
            self._take(record)
            if self._difference is not None and not self.is_other_brain:
                break
        if is_whole:  # else the recording broke off before the last answer
            self._expect_silence()
        return Verdict(
            is_exact=self._difference is None and not self.is_other_brain,
            thinks=self._thinks,
            same_thinks=self._same,
            commands_bytes=self._bytes,
            duration_s=self._at,
            is_cut=self._recording.is_cut,
            versions=self._other_versions(),
            first_difference=self._difference,
        )

    def _other_versions(self) -> str:
        """What recorded, where that is not what replays: it may explain a difference."""
        ours, theirs = Header(bot="", brain="", seed=0, dialect=""), self.header
        if (ours.agentfw, ours.python) == (theirs.agentfw, theirs.python):
            return ""
        return f"agentfw {theirs.agentfw}, Python {theirs.python}"

    # Records

    def _take(self, record: Record) -> None:
        """Give an input to the bot, or hold an output against what the bot said."""
        if not isinstance(record, _INPUTS + _OUTPUTS):
            return
        self._check_failure(record)
        if isinstance(record, Thought | Sent):
            self._compare(record)
            return
        self._expect_silence()
        try:
            self._give(record)
        except LinkError:
            return  # the recorded bot was cut off here as well
        except PluginError as error:
            if self.is_other_brain:
                raise
            self._failure = error

    def _check_failure(self, record: Record) -> None:
        """A brain that raised has to have raised the same in the recording, which ended the bot."""
        failure, self._failure = self._failure, None
        if failure is not None and not (isinstance(record, Ended) and record.reason == str(failure)):
            raise failure

    def _give(self, record: Record) -> None:
        circle = self._circle
        if isinstance(circle, Leader):
            self._lead(circle, record)
            return
        if isinstance(record, Connected):
            header = self.header
            session = replay_session(
                header.dialect, header.join, has_password="password" in header.options
            )
            circle.connect(session, record.server, record.at)
        elif isinstance(record, Received):
            circle.feed(record.data, record.at)
        elif isinstance(record, Ticked):
            circle.tick(record.at)
        elif isinstance(record, Closed):
            circle.close(record.at)
        elif isinstance(record, Reloaded):
            if not self.is_other_brain:
                circle.reload(record.files, record.at)
        elif isinstance(record, Answered):
            if not self.is_other_brain:
                circle.answer(record.reply, record.at)
        elif isinstance(record, Told):
            circle.hear(record.facts, record.orders, record.at)
        elif isinstance(record, Ended):
            circle.leave(record.at, record.reason)

    def _lead(self, leader: Leader, record: Record) -> None:
        if isinstance(record, Briefed):
            leader.brief(record)
        elif isinstance(record, Reloaded) and not self.is_other_brain:
            leader.reload(record.files, record.at)

    def _compare(self, record: Thought | Sent) -> None:
        kind = type(record)
        found = next((one for one in self._answers if type(one) is kind), None)
        if found is not None:
            self._answers.remove(found)
        if isinstance(record, Thought):
            self._compare_thought(record, found)
        elif isinstance(found, Sent) and found.data == record.data:
            self._bytes += len(record.data)
        elif not self.is_other_brain:
            self._differ(record.at, "commands", _text(record), _text(found))

    def _compare_thought(self, record: Thought, found: Record | None) -> None:
        self._thinks += 1
        if not isinstance(found, Thought):
            self._differ(record.at, "decision", _text(record), _text(found))
            return
        step = Step(record.at, record.decision, found.decision)
        self._same += step.is_same
        if self._on_step is not None and self._circle.view is not None:
            self._on_step(step, self._circle.view)
        if not step.is_same:
            self._differ(record.at, "decision", _text(record), _text(found))

    def _expect_silence(self) -> None:
        """Everything that the bot said was in the recording."""
        for extra in self._answers:
            if not (self.is_other_brain and isinstance(extra, Sent)):
                what = "commands" if isinstance(extra, Sent) else "decision"
                self._differ(extra.at, what, "nothing", _text(extra))
        self._answers.clear()

    def _differ(self, at: float, what: str, recorded: str, replayed: str) -> None:
        if self._difference is None:
            self._difference = Difference(at, what, recorded, replayed)

    # The bot

    def _make_leader(self) -> Leader:
        return Leader(make_brain(self._brain, self._setup()), self.header.bot, self._hear)

    def _make_circle(self) -> Circle:
        header = self.header
        traits = self._traits()
        circle = Circle(
            make_brain(self._brain, self._setup()),
            seed=header.seed,
            human=_human(header.options.get("skill")) if traits is None else traits.human(),
            record=self._hear,
            speech=(*self._radio(), *self._mouth(traits).speech),
        )
        places = header.options.get("places")
        if places is not None:
            circle.store.adopt_map(graph_from_text(places, f"{self._recording.path}: places"))
        return circle

    def _radio(self) -> tuple[Radio, ...]:
        """What the recorded bot had to do with the chat of its team."""
        header, told = self.header, self.header.options.get(RADIO)
        if told is None:
            return ()
        plan = radio_in(told, self._recording.path, leads=not self.is_other_brain)
        return (radio_of(plan, header.bot, header.seed),)

    def _mouth(self, traits: Traits | None) -> Mouth:
        """What the recorded bot said by its character, from the texts in the recording."""
        header = self.header
        if SMALL_TALK not in header.options:
            return MUTE
        try:
            return mouth_of(traits, header.bot, header.seed, texts=header.files)
        except AgentError as error:
            raise RecordingError([f"{self._recording.path}: the header is damaged: {error}"]) from None

    def _traits(self) -> Traits | None:
        """The character that was recorded, settled."""
        told = self.header.options.get("traits")
        try:
            return None if told is None else settled_traits(told)
        except UsageError as error:
            raise RecordingError([f"{self._recording.path}: the header is damaged: {error}"]) from None

    def _setup(self) -> BrainSetup:
        """What the recorded brain was told; another one is told who it is, and nothing else."""
        header = self.header
        options = {} if self.is_other_brain else dict(header.brain_options)
        if self._skills is not None:
            options["skills"] = self._skills
        for file in () if self._skills is not None else skill_files(options.get("skills", "")):
            if not is_own_file(file):
                raise UsageError(
                    f"{self._recording.path}: was recorded with the skills of {file}, which is not in "
                    f'this folder; if you trust it, say so with --skills "{file}"'
                )
        return BrainSetup(
            name=header.bot,
            seed=header.seed,
            options=options,
            traits=self._traits(),
            files=None if self.is_other_brain else header.files,
            is_traced=self._is_traced,
            clock=self._clock,
        )

    def _hear(self, record: Record) -> None:
        if isinstance(record, Thought | Sent):
            self._answers.append(record)


def replay(path: Path, *, brain: str | None = None, until: float | None = None) -> Verdict:
    """Replay a recording; the verdict says whether every command was the same."""
    return Replay(path, brain=brain).run(until)


def _human(skill: str | None) -> Human:
    if skill is None:
        return PERFECT
    try:
        return human_of_skill(float(skill))
    except (ValueError, OverflowError, UsageError):
        raise RecordingError([f"the header names skill {skill!r}, expected 1 to 5"]) from None


def _text(record: Record | None) -> str:
    if isinstance(record, Sent):
        return record.data.decode("latin-1").strip()
    if isinstance(record, Thought):
        return repr(record.decision)
    return "nothing"
