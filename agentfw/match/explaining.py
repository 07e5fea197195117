"""Why a recorded bot did what it did: the recording is replayed with everything traced."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import msgspec

from agentfw.brains import Brain, PlanBrain
from agentfw.decisions import Decision, Reason, Rejected
from agentfw.errors import UsageError
from agentfw.language import plain_name
from agentfw.match.replaying import Replay
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from agentfw.brains import Decides
    from agentfw.brains.drawing import Branch
    from agentfw.match.replaying import Step
    from agentfw.perception import View

__all__ = ["Explanation", "WhyNot", "explain", "recording_time"]


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
    not seen the game by then, or when it never told the time.
    """
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
        for element in _chosen(reason):
            self.chosen_at[_key(element)] = step.at
            self.seen[element.partition(" ")[0]] = None
        for rejected in reason.rejected:
            self.refused[_key(rejected.option)] = step.at, rejected
            self.seen[rejected.option.partition(" ")[0]] = None


def _chosen(reason: Reason) -> tuple[str, ...]:
    """The way to what was done; brains without a plan tell only its end."""
    return reason.path or ((reason.chosen,) if reason.chosen else ())


def _answer(element: str, memory: _Memory, tree: Branch | None) -> WhyNot:
    wanted, reason = _key(element), memory.reason
    last_at = memory.chosen_at.get(wanted)
    if any(_key(one) == wanted for one in _chosen(reason)):
        return WhyNot(element, f"{element} was chosen: {' > '.join(_chosen(reason))}.", last_at)
    rejected = next((one for one in reason.rejected if _key(one.option) == wanted), None)
    if rejected is not None:
        return WhyNot(element, _refusal(rejected), last_at)
    return WhyNot(element, _not_reached(element, wanted, memory, tree), last_at)


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
    chosen = " > ".join(_chosen(reason)) or "nothing"
    told = f"{element} was not looked at, because this was chosen before it, or was under way: {chosen}."
    if wanted not in memory.refused:
        return told
    at, refused = memory.refused[wanted]
    return f"{told} It was last looked at at {at:.3f} s: {_refusal(refused)}"


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
