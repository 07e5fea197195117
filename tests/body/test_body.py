"""Channels: what starts, goes on, ends, is tried again, and is broken off."""

from __future__ import annotations

from agentfw.body import human_of_skill
from agentfw.decisions import (
    NOTHING,
    ActivityState,
    Decision,
    Face,
    Fight,
    Patrol,
    ShootAt,
    Speak,
    TravelTo,
)
from agentfw.vocabulary import Command, EntityId, MoveTo, Say, Shoot, Stop, StopShooting
from tests.support.bodies import TEAMS, Field, at, player, row_of

E = EntityId("e")
GO = TravelTo(place=E)
TO_E = Decision(move=GO)
LOST = Decision(move=TravelTo(place=EntityId("nowhere")))


class TestActivities:
    def test_nothing_is_nothing(self) -> None:
        field = Field()
        assert field.run(NOTHING, 1.0) == []
        assert dict(field.body.activities) == {}

    def test_an_intent_becomes_a_running_activity_on_its_channel(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.think(TO_E)
        activity = field.body.activities["move"]
        assert (activity.channel, activity.intent, activity.started_at) == ("move", GO, 10.0)
        assert activity.is_running

    def test_the_same_intent_goes_on(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 2.0)
        field.think(Decision(move=TravelTo(place=E)))
        assert field.body.activities["move"].started_at == 10.0
        assert field.body.statistics().started == 1

    def test_another_intent_of_the_same_kind_starts_anew(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 1.0)
        field.think(Decision(move=TravelTo(place=E, tolerance_uu=70.0)))
        assert field.body.activities["move"].started_at == 11.0
        assert field.body.statistics().cancelled == 1

    def test_channels_run_side_by_side(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.meet(player("foe", at(900, 900)))
        everything = Decision(
            move=GO, look=Face(location=at(0, 900)), fight=Fight(), say=Speak(text="hello")
        )
        field.think(everything)
        states = {channel: one.state for channel, one in field.body.activities.items()}
        assert states["move"] is states["fight"] is states["look"] is ActivityState.RUNNING
        assert states["say"] is ActivityState.DONE

    def test_an_absent_channel_is_cancelled_and_then_forgotten(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 0.5)
        field.think(NOTHING)
        assert field.body.statistics().cancelled == 1
        field.think(NOTHING)
        assert dict(field.body.activities) == {}

    def test_how_an_intent_was_cancelled_is_told_in_the_next_view(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 0.5)
        field.think(NOTHING)
        told = [(one.state, one.reason) for one in field.view().activities.values()]
        assert told == [(ActivityState.CANCELLED, "not wanted any more")]

    def test_a_view_that_was_handed_out_does_not_change(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.think(TO_E)
        view = field.view()
        field.finish(TO_E)
        assert view.activities["move"].is_running


class TestTryingAgain:
    def test_a_failed_intent_that_is_insisted_on_is_tried_once_a_second(self) -> None:
        field = Field(graph=row_of("ab"))
        field.run(LOST, 5.0)
        assert field.body.statistics().failed == 5

    def test_a_done_intent_that_is_insisted_on_is_kept_up(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.finish(TO_E)
        field.here = at(1500)
        field.run(TO_E, 4.0)
        assert field.here is not None
        assert field.here.distance_to(at(2000)) <= 50.0

    def test_a_failed_intent_that_was_dropped_may_start_afresh_at_once(self) -> None:
        field = Field(graph=row_of("ab"))
        field.think(LOST)
        field.think(NOTHING)
        field.think(LOST)
        assert field.body.statistics().failed == 2

    def test_what_the_brain_broke_off_may_go_on_at_once(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 0.5)
        field.think(NOTHING)
        field.think(TO_E)
        assert field.body.activities["move"].is_running


class TestSpeaking:
    def test_a_sentence_is_said_once(self) -> None:
        field = Field()
        assert field.run(Decision(say=Speak(text="hi")), 3.0) == [Say("hi", public=True)]

    def test_another_sentence_is_said_at_once(self) -> None:
        field = Field()
        field.think(Decision(say=Speak(text="one")))
        assert field.think(Decision(say=Speak(text="two"))) == [Say("two", public=True)]

    def test_the_team_is_spoken_to_by_its_number(self) -> None:
        field = Field()
        field.team = 1
        said = field.think(Decision(say=Speak(text="go", team_only=True)))
        assert said == [Say("go", public=False, team=1)]

    def test_the_dead_can_speak(self) -> None:
        field = Field()
        field.die()
        assert field.think(Decision(move=GO, say=Speak(text="ouch"))) == [Say("ouch", public=True)]


class TestDeath:
    def test_dying_fails_everything_but_speech(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.meet(player("foe", at(900, 900)))
        decision = Decision(move=GO, fight=Fight(), look=Face(location=at(0, 900)))
        field.run(decision, 0.2)
        field.die()
        field.think(decision)
        told = {one.reason for one in field.body.activities.values() if one.has_failed}
        assert told == {"died"}
        assert len(field.body.activities) == 3

    def test_the_dead_say_nothing_more(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 0.5)
        field.die()
        field.think(TO_E)
        assert field.run(TO_E, 5.0) == []

    def test_a_new_body_is_told_everything_anew(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 0.5)
        field.die()
        field.run(TO_E, 2.0)
        field.respawn(at(0))
        assert any(isinstance(command, MoveTo) for command in field.run(TO_E, 1.5))

    def test_a_new_body_does_not_face_what_the_old_one_faced(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 0.5)
        field.run(Decision(move=GO, look=Face(location=at(600, 100))), 1.0)
        field.die()
        field.run(TO_E, 2.0)
        field.respawn(at(0))
        moves = [command for command in field.run(TO_E, 1.5) if isinstance(command, MoveTo)]
        assert moves
        assert {command.focus_location for command in moves} == {None}


class TestReset:
    def test_everything_is_broken_off_with_the_reason_given(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.meet(player("foe", at(900, 900)))
        field.run(Decision(move=GO, fight=Fight()), 0.5)
        field.body.reset("the game began anew", field.now)
        told = {one.reason for one in field.body.activities.values()}
        assert told == {"the game began anew"}
        assert all(one.has_failed for one in field.body.activities.values())

    def test_the_new_game_is_told_everything_anew(self) -> None:
        field = Field()
        field.tells_fire = True
        fire = Decision(fight=ShootAt(location=at(500)))
        field.run(fire, 0.5)
        field.body.reset("the connection was lost", field.now)
        field.fires = False
        assert field.run(fire, 1.2) == [Shoot(location=at(500))]

    def test_nothing_of_the_old_game_is_said_in_the_new_one(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 0.5)
        field.body.reset("the connection was lost", field.now)
        assert field.think(NOTHING) == []

    def test_a_body_that_did_nothing_can_be_reset(self) -> None:
        field = Field()
        field.body.reset("the connection was lost", 1.0)
        assert dict(field.body.activities) == {}


class TestStatistics:
    def test_every_start_ends_in_one_of_three_ways_or_runs(self) -> None:
        field = Field(graph=row_of("abc", 200.0))
        field.finish(Decision(move=TravelTo(place=EntityId("c"))))
        field.think(LOST)
        field.think(Decision(move=Patrol(places=(EntityId("a"), EntityId("c")))))
        field.think(NOTHING)
        field.think(Decision(move=TravelTo(place=EntityId("a"))))
        told = field.body.statistics()
        assert (told.started, told.done, told.failed, told.cancelled) == (4, 1, 1, 1)

    def test_commands_are_counted(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.finish(TO_E)
        assert field.body.statistics().commands == len(field.said)

    def test_commands_that_were_thrown_away_are_not_counted(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 0.5)
        field.body.reset("the connection was lost", field.now)
        assert field.body.statistics().commands == len(field.said)


def busy(seed: int) -> list[tuple[float, Command]]:
    """A fight on the run, of a limited player."""
    field = Field(graph=row_of("abcdefg"), seed=seed, human=human_of_skill(3))
    field.game = TEAMS
    field.gadgets.append(
        lambda f: f.meet(player("foe", at(1500, 700 - 100 * (f.now - 10)), velocity=at(0, -100)))
    )
    field.run(Decision(move=GO, fight=Fight(), look=Face(location=at(0, 900))), 4.0)
    field.run(Decision(fight=Fight()), 6.0)
    field.run(NOTHING, 0.5)
    return field.said


def test_the_same_seed_says_the_same() -> None:
    assert busy(4) == busy(4)


def test_another_seed_says_something_else() -> None:
    assert busy(4) != busy(5)


def test_a_fight_on_the_run_ends_with_both_hands_and_legs_at_rest() -> None:
    said = [command for _, command in busy(4)]
    legs = [command for command in said if isinstance(command, MoveTo | Stop)]
    hands = [command for command in said if isinstance(command, Shoot | StopShooting)]
    assert (legs[-1], hands[-1]) == (Stop(), StopShooting())
