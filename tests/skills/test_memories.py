"""Notes, how long ago things were, and what became of what was begun."""

from __future__ import annotations

import math
from typing import Any

import pytest

from agentfw.decisions import ActivityState, Explore, Fight
from agentfw.perception import Motion
from agentfw.perception.threats import Threats
from agentfw.perception.view import Event
from agentfw.skills import Done, Failed
from agentfw.vocabulary import Died, FlagState
from tests.skills.moments import NOW, act_of, activity, enemy, flag, mate, moment, read


def noted_by(name: str, *arguments: Any) -> Any:
    outcome = act_of(name).function(moment(), *arguments)
    assert isinstance(outcome, Done)
    return outcome.notes


def test_what_is_noted_can_be_read_and_forgotten() -> None:
    notes = noted_by("note", "plan", "B")
    assert read("noted", moment(notes=notes), "plan") == "B"
    assert noted_by("forget", "plan")["plan"] is None
    assert read("noted", moment(), "plan") is None


@pytest.mark.parametrize("name", ["", "body.focus", "refused.kit", "at.x"])
def test_the_notes_of_the_skills_are_not_for_plans(name: str) -> None:
    assert isinstance(act_of("note").function(moment(), name, 1), Failed)


def test_a_mark_tells_how_long_ago_it_was_made() -> None:
    notes = noted_by("mark", "Last-Visit")
    assert read("seconds_since", moment(notes=notes, now=NOW + 7.0), "last_visit") == 7.0
    assert set(noted_by("forget", "last_visit")) >= set(notes)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("hurt", {"threats": Threats(hurt_at=NOW - 2.0)}),
        ("collision", {"motion": Motion(collided_at=NOW - 2.0)}),
    ],
)
def test_moments_of_the_body_are_known(event: str, told: dict[str, Any]) -> None:
    assert read("seconds_since", moment(**told), event) == 2.0


def test_moments_of_sight_and_of_acts_are_known() -> None:
    now = moment(
        enemy(seen_at=NOW - 3.0),
        mate(seen_at=NOW - 4.0),
        flag(0, FlagState.HOME, 100, seen_at=NOW - 5.0),
        flag(1, FlagState.HOME, 100, seen_at=NOW - 6.0),
        activity(Explore(), ActivityState.DONE, ended_at=NOW - 7.0),
        activity(Fight(), ActivityState.FAILED, "fight", ended_at=NOW - 8.0),
    )
    events = ("enemy_seen", "mate_seen", "own_flag_seen", "enemy_flag_seen", "move_ended", "fight_ended")
    assert [read("seconds_since", now, event) for event in events] == [3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("event", ["hurt", "collision", "enemy_seen", "own_flag_seen", "move_ended"])
def test_what_never_was_is_infinitely_long_ago(event: str) -> None:
    assert read("seconds_since", moment(), event) == math.inf


def test_what_happened_since_the_last_think_is_told() -> None:
    now = moment(events=(Event(NOW, Died()),))
    assert read("happened", now, "died")
    assert not read("happened", now, "Spawned")


@pytest.mark.parametrize(
    ("state", "senses"),
    [
        (ActivityState.RUNNING, (True, False, False)),
        (ActivityState.DONE, (False, True, False)),
        (ActivityState.FAILED, (False, False, True)),
        (ActivityState.CANCELLED, (False, False, False)),
    ],
)
def test_a_channel_tells_what_became_of_it(
    state: ActivityState, senses: tuple[bool, bool, bool]
) -> None:
    now = moment(activity(Explore(), state, reason="why"))
    names = ("activity_running", "activity_done", "activity_failed")
    assert tuple(read(name, now) for name in names) == senses
    assert read("failure", now) == ("why" if senses[2] else "")


def test_a_channel_that_does_not_exist_is_about_nothing() -> None:
    assert not read("activity_running", moment(activity(Explore())), "tail")
