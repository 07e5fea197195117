"""What holds for every skill: it copes with any view, and a sense changes nothing."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.decisions import Decision, Intent, fault_of
from agentfw.geometry import Vec3
from agentfw.language import LOCATION, NUMBER, TEXT, TRUTH, Parameter
from agentfw.perception import View
from agentfw.skills import Act, Done, Failed, Moment, Sense, Wants
from agentfw.skills.performing import wants_of
from agentfw.testing import sample_views
from tests.skills.moments import SKILLS
from tests.support.seeing import written

PLAYS = [
    ("dm", None),
    ("dm", "gamebots-ut99"),
    ("tdm", None),
    ("ctf", None),
    ("ctf", "gamebots-ut99"),
    ("dom", None),
    ("ddom", None),
]
SENSES = [one for one in SKILLS if isinstance(one, Sense)]
ACTS = [one for one in SKILLS if isinstance(one, Act)]
every_sense = pytest.mark.parametrize("one", SENSES, ids=lambda one: one.name)
every_act = pytest.mark.parametrize("one", ACTS, ids=lambda one: one.name)
every_play = pytest.mark.parametrize(("mode", "dialect"), PLAYS)


class NoChance(random.Random):
    """Chance that must not be used."""

    def random(self) -> float:
        raise AssertionError("a sense used chance")

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("a sense used chance")


def some_name(view: View, number: int) -> str:
    """Something that a plan could name: what is there, and what is not."""
    known: Sequence[str] = [
        *sorted(view.players)[:2],
        *sorted(view.items)[:2],
        *sorted(view.points)[:2],
        *sorted(view.graph.nodes)[:2],
        *("own_base", "enemy_flag", "nobody", "", "weapon", "move"),
    ]
    return known[number % len(known)]


def argument(parameter: Parameter, view: View, number: int) -> Any:
    if parameter.type == TRUTH:
        return number % 2 == 0
    if parameter.type == NUMBER:
        return (0.0, 1.0, -5.0, 1e9)[number % 4]
    if parameter.type == LOCATION:
        return Vec3(float(number), 0.0, 0.0)
    if parameter.type == TEXT or number % 3:
        return some_name(view, number)
    return (Vec3(100.0, 100.0, 100.0), ("health", "weapon"), None, 7)[number % 4]


def arguments(one: Sense | Act, view: View, number: int = 0) -> list[Any]:
    return [argument(each, view, number + place) for place, each in enumerate(one.parameters)]


def nothings(one: Sense | Act, view: View) -> list[Any]:
    """Arguments out of other senses that found nothing."""
    told = [each for each in one.parameters if each.type not in (NUMBER, TRUTH)]
    return [None if each in told else argument(each, view, 1) for each in one.parameters]


def defaults(one: Sense | Act, view: View) -> list[Any]:
    """Arguments for what has to be told."""
    return [argument(each, view, 5) for each in one.parameters if each.is_required]


def check(outcome: object) -> None:
    """An act answered with something that can be carried out."""
    if isinstance(outcome, Done | Failed):
        return
    assert isinstance(outcome, Wants | Intent)
    wants = wants_of(outcome)
    decision = Decision(move=wants.move, look=wants.look, fight=wants.fight, say=wants.say)
    assert fault_of(decision) == ""


def perform(outcome: object, moments: Sequence[Moment]) -> None:
    if not isinstance(outcome, Generator):
        check(outcome)
        return
    value: object = None
    try:
        check(next(outcome))
        for now in moments:
            check(outcome.send(now))
    except StopIteration as stop:
        value = stop.value
    outcome.close()
    assert value is None or isinstance(value, Done | Failed)


@every_sense
def test_a_sense_copes_with_knowing_nothing(one: Sense) -> None:
    view = View(now=0.0)
    one.function(Moment(view), *defaults(one, view))


@every_act
def test_an_act_copes_with_knowing_nothing(one: Act) -> None:
    view = View(now=0.0)
    now = Moment(view)
    perform(one.function(now, *defaults(one, view)), [now, now])


@every_sense
@every_play
def test_no_sense_raises_in_real_play(one: Sense, mode: str, dialect: str | None) -> None:
    for number, view in enumerate(sample_views(mode, dialect=dialect)[::5]):
        now = Moment(view, rng=NoChance())
        one.function(now, *defaults(one, view))
        one.function(now, *arguments(one, view, number))
        one.function(now, *nothings(one, view))


@every_act
@every_play
def test_no_act_raises_in_real_play(one: Act, mode: str, dialect: str | None) -> None:
    views = sample_views(mode, dialect=dialect)[::5]
    for number, view in enumerate(views):
        later = [Moment(each) for each in views[number : number + 3]]
        perform(one.function(Moment(view), *arguments(one, view, number)), later)
        perform(one.function(Moment(view), *nothings(one, view)), later)


@every_play
def test_reading_all_senses_twice_changes_nothing(mode: str, dialect: str | None) -> None:
    for view in sample_views(mode, dialect=dialect)[::25]:
        before, notes = written(view), {"refused.x": 1.0, "body.damage_ignored": 2.0}
        now = Moment(view, dict(notes), NoChance())
        first = [one.function(now, *defaults(one, view)) for one in SENSES]
        again = [one.function(now, *defaults(one, view)) for one in SENSES]
        assert first == again
        assert now.notes == notes
        assert written(view) == before


@every_sense
def test_values_have_the_type_that_is_told(one: Sense) -> None:
    kinds = {TRUTH: bool, NUMBER: int | float, TEXT: str, LOCATION: Vec3}
    for mode, dialect in PLAYS:
        for view in sample_views(mode, dialect=dialect)[::20]:
            value = one.function(Moment(view), *defaults(one, view))
            expected = kinds.get(one.result, object)
            assert value is None or isinstance(value, expected)
            assert one.result == TRUTH or not isinstance(value, bool) or one.result.name == "anything"


@settings(deadline=None)  # the first example makes the views
@given(
    notes=st.dictionaries(
        st.sampled_from(
            [
                *("body.focus", "body.errand", "body.damage_ignored", "body.reach_ignored"),
                *("body.shots_ignored", "role", "at.hurt", "refused.x", "at.x"),
            ]
        ),
        st.one_of(st.none(), st.integers(), st.text(max_size=3), st.tuples(st.integers())),
    )
)
def test_odd_notes_of_a_plan_do_no_harm(notes: dict[str, Any]) -> None:
    view = sample_views("ctf")[-1]
    for one in SENSES:
        one.function(Moment(view, notes), *defaults(one, view))
    for each in ACTS:
        perform(each.function(Moment(view, notes), *defaults(each, view)), [])
