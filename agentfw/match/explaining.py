"""Why a recorded bot did what it did: the recording is replayed with everything traced."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.brains import Brain, PlanBrain
from agentfw.brains.obedience import ORDERED
from agentfw.decisions import Decision, Reason, Rejected
from agentfw.errors import UsageError
from agentfw.language import plain_name
from agentfw.match.replaying import Replay
from agentfw.recording import LEADER, open_recording
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from agentfw.brains import Decides
    from agentfw.brains.drawing import Branch
    from agentfw.match.replaying import Step
    from agentfw.perception import View

__all__ = ["Explanation", "WhyNot", "explain", "recording_time"]

_BESIDE: Final = " || "
"""Stands between what is done at once."""


class WhyNot(msgspec.Struct, frozen=True):
    """Why one element of a plan was not chosen."""

    element: str
    answer: str
    """A sentence."""
    last_chosen_at: float | None = None


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """One decision, and why."""

    at: float
    """When it was made: the last think before the time that was asked for."""
    decision: Decision
    """Its reason holds the path, the senses, and what was rejected."""
    why_not: WhyNot | None = None


def explain(
    path: Path,
    at: float,
    *,
    why_not: str | None = None,
    skills: str | None = None,
    clock: Callable[[], float] | None = None,
) -> Explanation:
    """The decision that was in force at a time, replayed with its full reason.

    Raises `UsageError` when there was none, or when `why_not` is not an element of the plan.
    """
    memory = _Memory()
    replay = Replay(path, skills=skills, on_step=memory.step, is_traced=True, clock=clock)
    memory.brain = replay.brain
    verdict = replay.run(until=at)
    if memory.last is None:
        raise UsageError(f"{path}: the bot had decided nothing by {at:g} s")
    if verdict.first_difference is not None:
        raise UsageError(
            f"{path}: cannot be explained, the replay goes another way at "
            f"{verdict.first_difference.at:.3f} s; see agentfw replay {path}"
        )
    brain = replay.brain
    decision = msgspec.structs.replace(memory.last.replayed, reason=memory.reason)
    answer = None
    if why_not is not None:
        tree = brain.plan.tree() if isinstance(brain, PlanBrain) else None
        answer = _answer(why_not, memory, tree)
    return Explanation(at=memory.last.at, decision=decision, why_not=answer)


def recording_time(path: Path, clock_s: float, *, skills: str | None = None) -> float:
    """When, in seconds of the recording, the bot last thought by a time of the match clock.

    In a recording of several matches, that is the first of them. Raises `UsageError` when the bot had
    not seen the game by then, or when it never told the time, and for a leader, who sees no game.
    """
    if open_recording(path).header.role == LEADER:
        told = "a leader has no clock of the match; give seconds of the recording, as in"
        raise UsageError(f"{path}: {told} {clock_s:g}")
    found: list[float] = []

    def step(step: Step, view: View) -> None:
        if view.time is not None and view.time > clock_s:
            raise _Reached
        if view.time is not None:
            found.append(step.at)

    with contextlib.suppress(_Reached):
        Replay(path, skills=skills, on_step=step).run()
    if not found:
        raise UsageError(f"{path}: the bot had seen nothing of the game by {clock_s:g} s of the match")
    return found[-1]


class _Reached(Exception):
    """The replay has come as far as was asked for."""


class _Memory:
    """The last think, and when each element was last chosen or refused."""

    def __init__(self) -> None:
        self.brain: Decides | None = None
        self.last: Step | None = None
        self.reason = Reason()
        self.chosen_at: dict[str, float] = {}
        self.refused: dict[str, tuple[float, Rejected]] = {}
        self.seen: dict[str, None] = {}

    def step(self, step: Step, view: View) -> None:
        """One think."""
        self.last = step
        short, brain = step.replayed.reason, self.brain
        self.reason = reason = brain.explain(step.replayed) if isinstance(brain, Brain) else short
        for element in _elements(reason):
            self.chosen_at[_key(element)] = step.at
            self.seen[element.partition(" ")[0]] = None
        for rejected in reason.rejected:
            self.refused[_key(rejected.option)] = step.at, rejected
            self.seen[rejected.option.partition(" ")[0]] = None


def _chosen(reason: Reason) -> tuple[str, ...]:
    """The way to what was done; brains without a plan tell only its end."""
    return reason.path or ((reason.chosen,) if reason.chosen else ())


def _planned(reason: Reason) -> tuple[str, ...]:
    """The way that the plan chose, whatever was ordered."""
    return reason.beneath.path if reason.beneath is not None else _chosen(reason)


def _elements(reason: Reason) -> Iterator[str]:
    """Everything that was chosen in one think, also what is over again, or beneath an order."""
    ways = [_chosen(reason), _planned(reason), *reason.done]
    yield from (one for way in ways for element in way for one in element.split(_BESIDE))


def _answer(element: str, memory: _Memory, tree: Branch | None) -> WhyNot:
    wanted, reason = _key(element), memory.reason
    answer = _favor(element, wanted, reason)
    if answer is None:
        rejected = next((one for one in reason.rejected if _key(one.option) == wanted), None)
        answer = (
            _refusal(rejected) if rejected is not None else _not_reached(element, wanted, memory, tree)
        )
    if reason.beneath is not None and not _leads_to(wanted, _chosen(reason)):
        ordered = " > ".join(_chosen(reason)).removeprefix(ORDERED)
        answer = f"{answer} An order came before it: {ordered}, {reason.because}."
    return WhyNot(element, answer, memory.chosen_at.get(wanted))


def _favor(element: str, wanted: str, reason: Reason) -> str | None:
    """That something was chosen after all."""
    if _leads_to(wanted, _chosen(reason)):
        return f"{element} was chosen: {' > '.join(_chosen(reason))}."
    if reason.beneath is not None and _leads_to(wanted, reason.beneath.path):
        return f"{element} was chosen by the plan: {' > '.join(reason.beneath.path)}."
    done = next((one for one in reversed(reason.done) if _leads_to(wanted, one)), None)
    return f"{element} was done: {' > '.join(done)}." if done is not None else None


def _leads_to(wanted: str, way: tuple[str, ...]) -> bool:
    return any(_key(one) == wanted for element in way for one in element.split(_BESIDE))


def _not_reached(element: str, wanted: str, memory: _Memory, tree: Branch | None) -> str:
    """Why something was not even looked at."""
    reason = memory.reason
    paths = [*_paths_to(wanted, tree)] if tree is not None else []
    if not paths and wanted not in memory.chosen_at and wanted not in memory.refused:
        known = {*memory.seen, *(_labels(tree) if tree is not None else ())}
        raise UsageError(f'"{element}" is no element of this plan{nearest(element, known)}')
    for above in (one for path in paths for one in reversed(path)):
        refused = next((one for one in reason.rejected if _key(one.option) == above), None)
        if refused is not None:
            return f"{element} was not reached: {_refusal(refused)}"
    told = f"{element} was not looked at, {_instead(reason)}."
    if wanted not in memory.refused:
        return told
    at, refused = memory.refused[wanted]
    return f"{told} It was last looked at at {at:.3f} s: {_refusal(refused)}"


def _instead(reason: Reason) -> str:
    """What was, where something was not even looked at."""
    chosen = " > ".join(_planned(reason))
    if not chosen:
        return "and nothing was under way"
    return f"because this was chosen before it, or was under way: {chosen}"


def _refusal(rejected: Rejected) -> str:
    if not rejected.condition:
        return f"{rejected.option} was not chosen: {rejected.why or 'it was tried, and failed'}."
    found = f"; {rejected.value}" if rejected.value else ""
    return f"{rejected.option} was not chosen, because this did not hold: {rejected.condition}{found}."


def _paths_to(wanted: str, tree: Branch) -> Iterator[tuple[str, ...]]:
    """The elements above every occurrence of an element."""
    stack: list[tuple[Branch, tuple[str, ...]]] = [(tree, ())]
    while stack:
        branch, above = stack.pop()
        if _key(branch.label) == wanted:
            yield above
        stack += [(child, (*above, _key(branch.label))) for child in reversed(branch.children)]


def _labels(tree: Branch) -> Iterator[str]:
    stack = [tree]
    while stack:
        branch = stack.pop()
        yield branch.label.partition(" ")[0]
        stack += branch.children


def _key(element: str) -> str:
    """What an element is called, without its arguments."""
    return plain_name(element.partition(" ")[0].partition("(")[0])
