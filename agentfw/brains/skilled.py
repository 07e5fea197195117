"""Brains that think with skills: notes, faults and reasons, whatever way they decide."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import structlog
from msgspec.structs import replace

from agentfw.brains.brain import Brain, BrainSetup
from agentfw.brains.lines import CallBuilder, Piece, read_call
from agentfw.brains.obedience import ORDERED, Obedience
from agentfw.brains.tracing import Trace
from agentfw.decisions import Beneath, Decision, Order, Reason
from agentfw.errors import PluginError, UsageError
from agentfw.language import PlanText, Position, Problems, Scope, compile_expression, parse_expression
from agentfw.skills import Moment, own_skills
from agentfw.skills.grudges import remembered
from agentfw.vocabulary import Died

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.brains.lines import ActCall
    from agentfw.decisions import Answer
    from agentfw.language import Expression
    from agentfw.perception import View
    from agentfw.skills import Done, Failed, Fault, Wants
    from agentfw.weights import Weights

__all__ = ["Choice", "SkilledBrain"]

_MAX_FAULTS: Final = 5
"""So often a faulty skill is reported; after that it is only counted."""
_BODY: Final = "body."
"""Notes whose names begin so are about one body, and die with it."""
_MAX_REASONS: Final = 1000
_T = TypeVar("_T")
_log = structlog.get_logger()


class Choice(NamedTuple):
    """What was decided in one think."""

    wants: Wants
    path: tuple[str, ...]
    """The way through the plan, from the top down; the same object as long as it stays the same."""
    notes: Mapping[str, Any] = MappingProxyType({})
    """What acts want noted; seen from the next think on."""
    outcome: Done | Failed | None = None
    """How the plan came to its end, for who follows it inside another one; None while it goes on."""
    answers: tuple[Answer, ...] = ()
    """What became of orders."""
    because: str = ""
    """Who ordered it, where an order came before the plan."""


class _Traced(NamedTuple):
    """One think that was traced, not yet put into words."""

    planned: Choice
    """What the plan chose, whatever was ordered."""
    choice: Choice
    trace: Trace
    now: Moment
    spent_us: float | None


class SkilledBrain(Brain):
    """A brain that reads senses and does acts: override `think`.

    What acts note is kept, skills that raise are counted and reported, and `explain` tells every sense
    that was read and every option that was put to the trace. Options: ``skills`` (files with more
    skills, separated by commas) and ``faults`` (``raise`` lets a skill that raises end the bot).
    """

    def __init__(self, setup: BrainSetup = BrainSetup()) -> None:
        super().__init__(setup)
        self.faults = 0
        """How often a skill raised, or answered what nobody understands."""
        self._faulty: Counter[str] = Counter()
        self.skills = own_skills(setup.options.get("skills", ""))
        self._notes: dict[str, Any] = {}
        self._notes_shown = MappingProxyType(self._notes)
        self._reasons: dict[tuple[str, ...], Reason] = {}
        self._last: _Traced | None = None
        self._obedience = Obedience(self.skills)
        self._kept: list[Order] = []
        """The orders that acts keep in force."""
        self.preferences: Weights | None = None
        """The weights that skills choose items and weapons by; None for those that ship."""

    def expression(self, text: str) -> Expression:
        """A text of the expression language, ready to be evaluated: ``one.evaluate(now, ())``.

        Raises `PlanError` with everything that is wrong with it.
        """
        problems = Problems()
        node = parse_expression(text, Position(PlanText(text, type(self).__name__)), problems)
        scope = Scope(self.skills.sense, self.skills.suggestion)
        found = compile_expression(node, scope, problems) if node is not None else None
        return _sound(found, problems)

    def act(self, text: str) -> ActCall:
        """An act with its arguments, as in ``collect health within=900``: ``one.begin(now)`` begins it.

        Raises `PlanError` with everything that is wrong with it.
        """
        problems = Problems()
        told = read_call(Piece(text, Position(PlanText(text, type(self).__name__))), problems, "act")
        scope = Scope(self.skills.sense, self.skills.suggestion)
        calls = CallBuilder(self.skills, {}, problems)
        return _sound(calls.act_call(told, scope) if told is not None else None, problems)

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        """What to do now. Without a trace nothing needs to be put down."""
        raise NotImplementedError(f"{type(self).__name__} has no think(self, now, trace)")

    def decide(self, view: View) -> Decision:
        """What it comes to."""
        if view.events and self._notes and view.happened(Died):
            self._note({name: None for name in self._notes if name.startswith(_BODY)})
        traits = self.setup.traits
        if traits is not None and view.events:
            self._note(remembered(view, self._notes))
        now = Moment(view, self._notes_shown, self.random, self.preferences, traits)
        self._obedience.hear(now, self.list_of_tasks)
        if not self.setup.is_traced:
            return self._decision(self._obeying(self.think(now, None), now), now)
        clock, trace = self.setup.clock, Trace()
        started = clock() if clock is not None else 0.0
        now.trace = trace
        planned = self.think(now, trace)
        choice = self._obeying(planned, now)
        spent_us = (clock() - started) * 1e6 if clock is not None else None
        self._last = _Traced(planned, choice, trace, now, spent_us)
        return self._decision(choice, now)

    def explain(self, decision: Decision) -> Reason:
        """The full reason of the decision that was made last, if the brain is traced."""
        last = self._last
        if last is None or last.choice.path != decision.reason.path:
            return decision.reason
        reason = last.trace.reason(last.choice.path, last.now, last.spent_us)
        if not last.choice.because:
            return reason
        beneath = Beneath(last.planned.path, reason.because)
        return replace(reason, because=last.choice.because, beneath=beneath)

    @property
    def list_of_tasks(self) -> object:
        """What orders about tasks go to, if it is a `brains.obedience.Retasks`."""
        return None

    def _obeying(self, choice: Choice, now: Moment) -> Choice:
        """The choice, with what orders make of it."""
        heeded = self._obedience.heed(now, choice.wants)
        if heeded is None:
            return choice
        notes = {**choice.notes, **heeded.notes} if heeded.notes else choice.notes
        choice = choice._replace(wants=heeded.wants, notes=notes, answers=heeded.answers)
        order = heeded.order
        if order is None:
            return choice
        by = f" by {order.sender}" if order.sender else ""
        return choice._replace(path=(f"{ORDERED}{order}",), because=f"ordered{by}")

    def _decision(self, choice: Choice, now: Moment) -> Decision:
        if now.faults:
            self._report(now.faults)
        if choice.notes:
            self._note(choice.notes)
        wants = choice.wants
        return Decision(
            move=wants.move,
            look=wants.look,
            fight=wants.fight,
            say=wants.say,
            orders=(*wants.orders, *self._lapsed(now)) if self._kept or now.kept else wants.orders,
            answers=choice.answers,
            reason=self._reason(choice.path, choice.because),
        )

    def _lapsed(self, now: Moment) -> list[Order]:
        """What calls off the orders that no act keeps any more, as far as they are in force."""
        squad = now.view.squad
        lapsed = [one for one in self._kept if one not in now.kept and squad.is_in_force(one)]
        self._kept = now.kept
        return [Order("call off", (one.task, *one.arguments), to=one.to) for one in lapsed]

    def _reason(self, path: tuple[str, ...], because: str) -> Reason:
        """The short reason of a path; that of a plan is made once."""
        if because:
            return Reason(chosen=path[-1], because=because, path=path)
        reason = self._reasons.get(path)
        if reason is None:
            if len(self._reasons) >= _MAX_REASONS:
                self._reasons.clear()
            reason = self._reasons[path] = Reason(chosen=path[-1] if path else "", path=path)
        return reason

    def _note(self, changes: Mapping[str, Any]) -> None:
        for name, value in changes.items():
            if value is None:
                self._notes.pop(name, None)
            else:
                self._notes[name] = value

    def _report(self, faults: list[Fault]) -> None:
        if self.setup.options.get("faults") == "raise":
            raise PluginError(f"skill {faults[0].skill} raised {faults[0].error}")
        for fault in faults:
            self.faults += 1
            self._faulty[fault.skill] += 1
            if self._faulty[fault.skill] <= _MAX_FAULTS:
                _log.warning("skill.raised", bot=self.setup.name, skill=fault.skill, error=fault.error)


def _sound(found: _T | None, problems: Problems) -> _T:
    problems.finish()
    if found is None:
        raise UsageError("could not be read, though nothing was found wrong with it")
    return found
