"""From the tree of a GOAP file to goals and actions: names resolved, arguments bound, all compiled."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from agentfw.brains.goap.clauses import MAX_TERMS, clause_of
from agentfw.brains.goap.elements import Action, Effect, Goal, Need
from agentfw.brains.goap.printing import print_effect, print_head
from agentfw.brains.goap.state import only_in_thought
from agentfw.brains.goap.sums import CannotPlan, is_number, readings_in, sum_of
from agentfw.brains.goap.syntax import EffectLine
from agentfw.brains.inner import skills_with
from agentfw.brains.lines import CallBuilder, Names, print_call
from agentfw.errors import PluginError
from agentfw.language import (
    ANYTHING,
    NUMBER,
    TRUTH,
    Parameter,
    compile_conditions,
    compile_expression,
    parse_assignment,
    parse_expression,
)
from agentfw.language.checking import understood, understood_call
from agentfw.language.closures import value_function
from agentfw.language.meaning import Constant as ConstantMeaning
from agentfw.language.syntax import Binary
from agentfw.language.texts import PlanText, Position
from agentfw.language.types import plain_name
from agentfw.skills import Sense, SkillSet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.brains.goap.sums import Sum, Written
    from agentfw.brains.goap.syntax import ActionLines, Fact, GoalLines, PlanSource
    from agentfw.brains.lines import ActCall
    from agentfw.brains.planfiles import PlanFiles
    from agentfw.language import Condition, Expression, Node, Problems, Scope
    from agentfw.language.closures import Evaluate
    from agentfw.language.meaning import Meaning, Reading

__all__ = ["Builder"]


class _Draft:
    """An effect whose two sides are understood, before it is known what else actions change."""

    def __init__(self, line: EffectLine, reading: Reading, value: Meaning, call: ActCall | None) -> None:
        self.line = line
        self.reading = reading
        self.value = value
        self.call = call


class Builder:
    """Builds the goals and actions of one plan; what is wrong is noted in `problems`."""

    def __init__(
        self, source: PlanSource, files: PlanFiles, skills: SkillSet, problems: Problems
    ) -> None:
        self.source = source
        self.problems = problems
        self.skills = SkillSet(skills_with(source.uses, skills, files, problems))
        self.constants = {plain_name(one.name): one.value for one in source.constants}
        """By plain name."""
        self.goals: list[Goal] = []
        self.actions: list[Action] = []
        self._take_up_words()
        self._calls = CallBuilder(self.skills, self.constants, problems)
        self.written: Written = frozenset()

    def build(self) -> None:
        """All actions, first what they change because conditions are read by that; then goals."""
        made = [(action, one) for one in self.source.actions if (action := self._head(one)) is not None]
        drafts = {action: self._drafts(action, one) for action, one in made}
        self.written = frozenset(one.reading.name for many in drafts.values() for one in many)
        for action, one in made:
            self._fill(action, one, drafts[action])
        self.actions = [action for action, _ in made]
        for goal in self.source.goals:
            self._goal(goal)

    def names(self, one: ActionLines | None = None, members: Expression | None = None) -> Names:
        """The names that the lines of an action can use."""
        if one is None or not one.variable:
            return Names(self.skills, self.constants)
        member = members.type.member if members is not None else None
        return Names(self.skills, self.constants, (Parameter(one.variable, member or ANYTHING),))

    # Words of the plan itself

    def _take_up_words(self) -> None:
        for fact in self.source.facts:
            self._add_fact(fact)
        for constant in self.source.constants:
            if self.skills.get(constant.name) is not None:
                self.problems.error(
                    constant.at,
                    f'"{constant.name}" is a skill already; call the constant something else',
                )

    def _add_fact(self, fact: Fact) -> None:
        told = Sense(name=fact.name, parameters=(), result=TRUTH, function=only_in_thought)
        try:
            self.skills.add(told)
        except PluginError:
            self.problems.error(fact.at, f'"{fact.name}" is a skill already; call this something else')

    # Actions

    def _head(self, one: ActionLines) -> Action | None:
        known = next((a for a in self.source.actions if plain_name(a.name) == plain_name(one.name)), one)
        if known is not one:
            where = f"{known.at.text.where}:{known.at.line}"
            self.problems.error(one.at, f'action "{one.name}" is there already, see {where}')
            return None
        action = Action(one.name, one.at)
        action.label, action.text = print_head(one), " || ".join(map(print_call, one.does))
        if one.members is not None:
            action.members, action.variable = self._list(one.members), one.variable
        scope = self.names(one, action.members).scope()
        if not one.does:
            self.problems.error(one.at, f"{one.name} does nothing: add a line Does ACT")
        calls = [self._calls.act_call(told, scope) for told in one.does]
        action.calls = tuple(call for call in calls if call is not None)
        return action

    def _list(self, node: Node) -> Expression | None:
        found = compile_expression(node, self.names().scope(), self.problems)
        if found is not None and found.type.name not in ("list", ANYTHING.name):
            self.problems.error(node.at, f"an action goes through a list, found {found.type}")
        return found

    def _drafts(self, action: Action, one: ActionLines) -> list[_Draft]:
        """What an action changes: as the file says, or else as its acts declare."""
        scope = self.names(one, action.members).scope()
        found = [self._draft(line, scope, None) for line in one.effects]
        if not one.effects:
            for call in action.calls:
                inner = Names(self.skills, self.constants, call.act.parameters).scope()
                lines = (self._declared(text, call) for text in call.act.effects)
                found += [self._draft(line, inner, call) for line in lines if line is not None]
        return [draft for draft in found if draft is not None]

    def _declared(self, text: str, call: ActCall) -> EffectLine | None:
        at = _inside(text, call)
        pair = parse_assignment(text, at, self.problems)
        return EffectLine(pair[0], "=", pair[1], at) if pair is not None else None

    def _draft(self, line: EffectLine, scope: Scope, call: ActCall | None) -> _Draft | None:
        reading = understood_call(line.target, scope, self.problems)
        node = line.value
        if line.operator != "=":
            node = Binary(line.operator[0], line.target, line.value, line.at)
        value = understood(node, scope, self.problems)
        if reading is None or value is None:
            return None
        if not reading.type.accepts(value.type):
            told = f"{reading.name} is a {reading.type}, found a {value.type}"
            self.problems.error(line.value.at, told)
            return None
        return _Draft(line, reading, value, call)

    def _fill(self, action: Action, one: ActionLines, drafts: list[_Draft]) -> None:
        scope = self.names(one, action.members).scope()
        effects = [self._effect(draft) for draft in drafts]
        action.effects = tuple(effect for effect in effects if effect is not None)
        needs = self._needs(one.needs, scope)
        guards = self._needs(one.guards, scope)
        action.needs = (*needs, *guards, *self._requirements(action.calls))
        action.guards = tuple(need.condition for need in guards)
        self._check_ways(f"what {one.name} needs", one.at, action.needs)
        action.timeout_s = one.timeout_s
        if one.cost is not None:
            action.cost = self._number(one.cost, scope, "a cost")

    def _effect(self, draft: _Draft) -> Effect | None:
        text = print_effect(draft.line)
        try:
            readings_in(draft.reading, self.written)
            value = _written_value(draft.reading, draft.value, self.written)
        except CannotPlan as error:
            self.problems.error(draft.line.at, str(error))
            return None
        return Effect(draft.reading, value, text, draft.call)

    def _requirements(self, calls: Iterable[ActCall]) -> list[Need]:
        """What acts declare to need."""
        found: list[Need] = []
        for call in calls:
            scope = Names(self.skills, self.constants, call.act.parameters).scope()
            nodes = (
                parse_expression(text, _inside(text, call), self.problems)
                for text in call.act.preconditions
            )
            for node in nodes:
                found += self._needs([node] if node is not None else [], scope, call)
        return found

    def _needs(self, nodes: Iterable[Node], scope: Scope, call: ActCall | None = None) -> list[Need]:
        conditions = [one for node in nodes for one in compile_conditions(node, scope, self.problems)]
        found = [self._need(condition, call) for condition in conditions]
        return [need for need in found if need is not None]

    def _need(self, condition: Condition, call: ActCall | None) -> Need | None:
        try:
            return Need(condition, clause_of(condition.meaning, condition.text, self.written), call)
        except CannotPlan as error:
            self.problems.error(condition.node.at, str(error))
            return None

    def _check_ways(self, what: str, at: Position, needs: Iterable[Need]) -> None:
        """Refuse what each think would have to multiply out for ages."""
        ways = math.prod(need.clause.width for need in needs if need.clause is not None)
        if ways > MAX_TERMS:
            told = f"{what} can hold in {ways} ways; more than {MAX_TERMS} are too many"
            self.problems.error(at, told)

    def _number(self, node: Node, scope: Scope, noun: str) -> Expression | None:
        found = compile_expression(node, scope, self.problems)
        if found is not None and not NUMBER.accepts(found.type):
            self.problems.error(node.at, f"{noun} is a number, found {found.type}")
        return found

    # Goals

    def _goal(self, one: GoalLines) -> None:
        if any(plain_name(known.name) == plain_name(one.name) for known in self.goals):
            self.problems.error(one.at, f'goal "{one.name}" is there already')
            return
        scope = self.names().scope()
        goal = Goal(one.name, one.at)
        if one.priority is not None:
            goal.priority = self._number(one.priority, scope, "a priority")
        goal.when = tuple(
            condition
            for node in one.when
            for condition in compile_conditions(node, scope, self.problems)
        )
        goal.wants = tuple(self._needs(one.wants, scope))
        self._check_ways(f"what {one.name} wants", one.at, goal.wants)
        if not one.wants:
            self.problems.error(one.at, f"{one.name} wants nothing: add a line Wants CONDITION")
        self.goals.append(goal)


def _written_value(reading: Reading, value: Meaning, written: Written) -> Evaluate | Sum:
    """What an effect makes of a reading, as a search can follow it."""
    if is_number(reading):
        if isinstance(value, ConstantMeaning) and value.value is None:
            raise CannotPlan(f"{reading.name} is a number, and cannot become nothing")
        return sum_of(value, written)
    found = readings_in(value, written)
    if found:
        raise CannotPlan(
            f'"{found[0].name}" is changed by actions, and {reading.name} is no number: '
            "give it a value that is known when planning begins"
        )
    return value_function(value)


def _inside(text: str, call: ActCall) -> Position:
    """A place in what an act declares."""
    return Position(PlanText(text, f'act "{call.act.name}"'))
