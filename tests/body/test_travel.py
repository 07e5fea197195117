"""Journeys: arriving, failing with a reason, asking for a way, being thrown off it."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.decisions import NOTHING, ActivityState, Decision, TravelTo
from agentfw.navigation import LinkKind, PlaceGraph
from agentfw.vocabulary import (
    AskPath,
    DamageTaken,
    EntityId,
    MoveTo,
    PathReply,
    PathStep,
    Place,
    PlaceKind,
    RequestId,
    RequestTimedOut,
    Stop,
)
from tests.support.bodies import Field, at, guide, map_of, player, row_of

if TYPE_CHECKING:
    from agentfw.geometry import Vec3

A, C, E = EntityId("a"), EntityId("c"), EntityId("e")
FOE = EntityId("foe")
TO_E = Decision(move=TravelTo(place=E))
FAR = at(900, 300)
TO_FAR = Decision(move=TravelTo(location=FAR))


def steps(*points: Vec3) -> tuple[PathStep, ...]:
    return tuple(PathStep(EntityId(f"p{number}"), point) for number, point in enumerate(points))


def question_of(field: Field) -> RequestId:
    """The name of the last question for a way."""
    _, asked = field.all_said(AskPath)[-1]
    assert isinstance(asked, AskPath)
    assert asked.request is not None
    return asked.request


class TestArrival:
    def test_a_place_along_known_links_is_reached(self) -> None:
        field = Field(graph=row_of("abcde"))
        assert field.finish(TO_E, within=8.0).is_done
        assert field.here is not None
        assert field.here.distance_to(at(2000)) <= 50.0

    def test_who_is_there_already_is_done_at_once(self) -> None:
        field = Field(at(2040), row_of("abcde"))
        assert field.think(TO_E) == []
        assert field.body.activities["move"].is_done

    def test_a_body_that_arrived_stands_still(self) -> None:
        field = Field(graph=row_of("ab"))
        field.finish(Decision(move=TravelTo(place=EntityId("b"))))
        assert isinstance(field.said[-1][1], Stop)

    @pytest.mark.parametrize("tolerance", [20.0, 120.0, 300.0])
    def test_near_enough_is_what_the_intent_says(self, tolerance: float) -> None:
        field = Field(graph=row_of("abcde"), look_s=0.02)
        field.finish(Decision(move=TravelTo(place=E, tolerance_uu=tolerance)))
        assert field.here is not None
        assert tolerance - 20.0 < field.here.distance_to(at(2000)) <= tolerance

    def test_a_floor_higher_is_not_there(self) -> None:
        field = Field(at(2000, 0, 200), row_of("abcde"))
        field.think(TO_E)
        assert field.body.activities["move"].is_running

    def test_a_body_that_stops_half_way_has_not_arrived(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.blocks = lambda point: point.x > 1200
        assert not field.finish(TO_E, within=180.0).is_done

    def test_a_body_that_is_pushed_a_little_has_not_arrived(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 1.0)
        assert field.here is not None
        field.here = field.here + at(0, 60)
        field.think(TO_E)
        assert field.body.activities["move"].is_running
        assert field.finish(TO_E).is_done

    def test_a_body_that_is_thrown_away_just_before_the_goal_has_not_arrived(self) -> None:
        field = Field(at(1600), row_of("abcde"))
        field.run(TO_E, 0.4)
        field.here = at(1250, 100)
        field.think(TO_E)
        assert field.body.activities["move"].is_running

    def test_a_goal_that_is_a_teleporter_is_reached_though_nobody_stays_there(self) -> None:
        row = row_of("abcde")
        nodes = [
            msgspec.structs.replace(node, kind=PlaceKind.TELEPORTER if node.id == "e" else None)
            for node in row.nodes.values()
        ]
        field = Field(graph=PlaceGraph(nodes, row.links))

        def throw(field: Field) -> None:
            if field.here is not None and field.here.x > 1960:
                field.here = at(-3000)

        field.gadgets.append(throw)
        assert field.finish(TO_E, within=8.0).is_done

    def test_a_body_that_was_carried_far_off_finds_another_way(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 1.0)
        field.here = at(0, 20)
        assert field.finish(TO_E, within=10.0).is_done


class TestMovingGoals:
    def test_a_target_that_runs_away_slower_is_caught(self) -> None:
        field = Field(graph=row_of("abcdefghij"))
        field.meet(player("foe", at(1000)))

        def flee(field: Field) -> None:
            where = field.players[FOE].location
            assert where is not None
            field.meet(player("foe", at(min(4400.0, where.x + 200 * field.look_s))))

        field.gadgets.append(flee)
        ended = field.finish(Decision(move=TravelTo(target=FOE)), within=20.0)
        assert ended.is_done
        assert field.here is not None
        assert field.here.x > 1200

    def test_a_target_that_is_elsewhere_now_is_not_looked_for_where_it_was(self) -> None:
        field = Field(at(1000), row_of("abcdefghij"))
        field.meet(player("foe", at(4000)))
        field.run(Decision(move=TravelTo(target=FOE)), 1.0)
        field.meet(player("foe", at(0)))
        assert field.finish(Decision(move=TravelTo(target=FOE)), within=6.0).is_done
        assert max(point.x for point in field.trail) < 1800

    def test_a_target_that_nobody_has_seen_is_a_failure(self) -> None:
        field = Field(graph=row_of("ab"))
        ended = field.finish(Decision(move=TravelTo(target=FOE)))
        assert (ended.has_failed, ended.reason) == (True, "nobody knows where that is")

    def test_a_place_that_is_not_on_the_map_is_a_failure(self) -> None:
        field = Field(graph=row_of("ab"))
        ended = field.finish(Decision(move=TravelTo(place=EntityId("nowhere"))))
        assert (ended.has_failed, ended.reason) == (True, "nobody knows where that is")

    def test_a_body_that_does_not_know_where_it_is_fails(self) -> None:
        field = Field(graph=row_of("ab"))
        field.here = None
        assert field.finish(TO_FAR).reason == "does not know where it is"


class TestBreakingOff:
    def test_who_shall_stop_when_attacked_fails_when_hurt_and_stands(self) -> None:
        field = Field(graph=row_of("abcde"))
        wary = Decision(move=TravelTo(place=E, stop_if_attacked=True))
        field.run(wary, 1.0)
        field.tell(DamageTaken(damage=10))
        assert field.think(wary) == [Stop()]
        assert field.body.activities["move"].reason == "was attacked"

    def test_who_shall_stop_at_enemies_fails_when_one_is_seen(self) -> None:
        field = Field(graph=row_of("abcde"))
        wary = Decision(move=TravelTo(place=E, stop_if_enemy_seen=True))
        field.run(wary, 1.0)
        field.meet(player("foe", at(1500, 300)))
        assert field.think(wary) == [Stop()]
        assert field.body.activities["move"].reason == "saw foe"

    def test_who_was_told_nothing_of_enemies_goes_on(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.meet(player("foe", at(1500, 300)))
        field.tell(DamageTaken(damage=10))
        assert field.finish(TO_E).is_done

    def test_death_ends_the_journey_and_the_new_body_does_not_arrive_by_standing(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 1.0)
        field.die()
        field.think(TO_E)
        ended = field.body.activities["move"]
        assert (ended.state, ended.reason) == (ActivityState.FAILED, "died")
        field.respawn(at(0))
        field.run(TO_E, 0.5)
        assert not field.body.activities["move"].is_done

    def test_the_new_body_begins_its_own_way_from_where_it_is(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 3.0)
        field.die()
        field.run(TO_E, 2.0)
        field.respawn(at(0))
        before = len(field.said)
        field.run(TO_E, 9.0)
        moves = [command for _, command in field.said[before:] if isinstance(command, MoveTo)]
        assert moves[0].location == at(500)
        assert field.body.activities["move"].is_done

    def test_another_goal_cancels_the_journey_cleanly(self) -> None:
        field = Field(at(1000), row_of("abcde"))
        field.run(TO_E, 0.5)
        said = field.think(Decision(move=TravelTo(place=A)))
        assert isinstance(said[0], Stop)
        assert said[-1] == MoveTo(at(500), then=at(0))

    def test_no_goal_any_more_is_one_stop(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(TO_E, 0.5)
        assert field.run(NOTHING, 2.0) == [Stop()]
        assert "move" not in field.body.activities

    def test_no_journey_takes_longer_than_three_minutes(self) -> None:
        field = Field(graph=row_of(string.ascii_letters, 1700.0), look_s=0.25)
        ended = field.finish(Decision(move=TravelTo(place=EntityId("Z"))), within=181.0)
        assert ended.reason == "did not get there within 180 s"
        assert isinstance(field.said[-1][1], Stop)

    def test_a_body_that_is_carried_back_again_and_again_gives_up(self) -> None:
        field = Field(graph=row_of("abcdefgh"))

        def carry_back(field: Field) -> None:
            if field.here is not None and field.here.x > 600:
                field.here = at(field.here.x - 250)

        field.gadgets.append(carry_back)
        assert field.finish(Decision(move=TravelTo(place=EntityId("h"))), within=181.0).has_failed


class TestAskingForAWay:
    """Without a map, the game knows the way."""

    def test_the_way_that_the_game_tells_is_walked(self) -> None:
        field = Field()
        field.think(TO_FAR)
        field.tell(PathReply(request=question_of(field), steps=steps(at(0, 300), at(900, 300))))
        assert field.finish(TO_FAR, within=6.0).is_done
        assert any(point.distance_to(at(0, 300)) < 60 for point in field.trail)

    def test_the_last_point_of_the_way_is_walked_too(self) -> None:
        field = Field()
        field.think(TO_FAR)
        field.tell(PathReply(request=question_of(field), steps=steps(at(0, 300), FAR)))
        field.finish(TO_FAR, within=6.0)
        assert field.here is not None
        assert field.here.distance_to(FAR) <= 50.0

    def test_an_answer_to_another_question_is_not_taken(self) -> None:
        field = Field()
        field.think(TO_FAR)
        field.tell(PathReply(request=RequestId("another"), steps=steps(at(0, -900))))
        assert field.think(TO_FAR) == []

    def test_a_late_answer_to_the_first_question_does_not_serve_the_second(self) -> None:
        field = Field()
        field.think(TO_FAR)
        first = question_of(field)
        field.run(TO_FAR, 4.5)
        assert question_of(field) != first
        field.tell(PathReply(request=first, steps=steps(at(0, -900))))
        assert not any(isinstance(command, MoveTo) for command in field.think(TO_FAR))

    def test_a_lost_question_is_asked_once_more(self) -> None:
        field = Field()
        field.run(TO_FAR, 6.0)
        asked = field.all_said(AskPath)
        assert [round(now - 10.0, 1) for now, _ in asked] == [0.0, 4.0]

    def test_a_question_that_timed_out_is_asked_again_at_once(self) -> None:
        field = Field()
        field.think(TO_FAR)
        field.tell(RequestTimedOut(request=question_of(field), question=AskPath()))
        assert [type(command) for command in field.think(TO_FAR)] == [AskPath]

    def test_a_game_that_falls_silent_is_a_failure_in_bounded_time(self) -> None:
        ended = Field().finish(TO_FAR, within=8.5)
        assert ended.reason == "the game did not answer 2 questions for a way"

    def test_an_empty_answer_nearby_means_run_straight(self) -> None:
        field = Field()
        field.think(TO_FAR)
        field.tell(PathReply(request=question_of(field)))
        assert field.finish(TO_FAR, within=6.0).is_done

    def test_an_empty_answer_far_away_means_there_is_no_way(self) -> None:
        field = Field()
        far = Decision(move=TravelTo(location=at(5000)))
        field.think(far)
        field.tell(PathReply(request=question_of(field)))
        assert field.finish(far, within=1.0).reason == "there is no way"

    def test_nobody_asks_for_a_way_to_what_is_in_front_of_him(self) -> None:
        field = Field()
        assert field.finish(Decision(move=TravelTo(location=at(140)))).is_done
        assert field.all_said(AskPath) == []

    def test_a_body_that_asks_stands_and_does_not_ask_at_every_think(self) -> None:
        field = Field()
        said = field.run(TO_FAR, 3.5)
        assert [type(command) for command in said] == [AskPath]

    def test_a_way_that_ends_at_a_wall_is_given_up_with_a_reason(self) -> None:
        field = Field()
        field.blocks = lambda point: point.x > 400

        field.gadgets.append(guide(FAR))
        ended = field.finish(TO_FAR, within=100.0)
        assert ended.reason == "the last bit: takes longer than 6 s, after 5 tries"

    def test_where_the_map_ends_at_a_wall_the_game_is_asked(self) -> None:
        field = Field(graph=row_of("ab", 600.0))
        field.blocks = lambda point: 200 < point.y < 240 and point.x > 300
        field.gadgets.append(guide(at(100), at(100, 400), at(600, 400)))
        ended = field.finish(Decision(move=TravelTo(location=at(600, 400))), within=40.0)
        assert ended.is_done
        assert len(field.all_said(AskPath)) == 1


class TestBeginnings:
    """Where a way begins for a body that is between the places of the map."""

    def first_run(self, field: Field, goal: EntityId) -> Vec3:
        field.run(Decision(move=TravelTo(place=goal)), 0.3)
        _, command = field.all_said(MoveTo)[0]
        assert isinstance(command, MoveTo)
        return command.location

    def test_a_place_that_the_game_calls_reachable_is_better_than_a_near_one(self) -> None:
        places = {"a": at(150), "b": at(-400), "c": at(0, 900)}
        links = [("a", "c", LinkKind.WALK), ("b", "c", LinkKind.WALK)]
        field = Field(graph=map_of(places, links))
        b = EntityId("b")
        field.visible_places[b] = Place(id=b, location=at(-400), reachable=True)
        assert self.first_run(field, C) == at(-400)

    def test_a_place_on_the_same_floor_is_better_than_a_near_one_above(self) -> None:
        places = {"a": at(100, 0, 150), "b": at(-300), "c": at(0, 900)}
        links = [("a", "c", LinkKind.WALK), ("b", "c", LinkKind.WALK)]
        assert self.first_run(Field(graph=map_of(places, links)), C) == at(-300)


class TestWaysThatDoNotWork:
    def diamond(self) -> Field:
        """From a to d by b, which is shorter, or by c."""
        places = {"a": at(0), "b": at(500, 200), "c": at(500, -400), "d": at(1000)}
        ways = ("ab", "ba", "bd", "db", "ac", "ca", "cd", "dc")
        return Field(graph=map_of(places, [(way[0], way[1], LinkKind.WALK) for way in ways]))

    def test_a_blocked_link_is_left_for_another_way(self) -> None:
        field = self.diamond()
        field.blocks = lambda point: point.y > 40
        ended = field.finish(Decision(move=TravelTo(place=EntityId("d"))), within=40.0)
        assert ended.is_done
        assert any(point.distance_to(at(500, -400)) < 60 for point in field.trail)

    def test_a_link_that_failed_is_remembered_by_the_next_journey(self) -> None:
        field = self.diamond()
        field.blocks = lambda point: point.y > 40
        to_d, to_a = (Decision(move=TravelTo(place=EntityId(name))) for name in "da")
        field.finish(to_d, within=40.0)
        field.finish(to_a, within=20.0)
        field.trail.clear()
        started = field.now
        assert field.finish(to_d, within=20.0).is_done
        assert field.now - started < 5.0
        assert max(point.y for point in field.trail) < 20

    def test_a_link_that_failed_is_tried_again_after_twenty_seconds(self) -> None:
        field = self.diamond()
        field.blocks = lambda point: point.y > 40 and field.now < 25.0
        to_d, to_a = (Decision(move=TravelTo(place=EntityId(name))) for name in "da")
        field.finish(to_d, within=40.0)
        field.finish(to_a, within=20.0)
        field.run(NOTHING, 25.0)
        field.trail.clear()
        field.finish(to_d, within=20.0)
        assert max(point.y for point in field.trail) > 60

    def test_a_goal_that_cannot_be_reached_is_given_up_after_a_few_tries(self) -> None:
        field = Field(graph=row_of("abc", 300.0))
        field.blocks = lambda point: point.x > 400
        field.gadgets.append(guide())
        ended = field.finish(Decision(move=TravelTo(place=C)), within=120.0)
        assert re.fullmatch(r".+: (does not move|takes longer than \d s), after 5 tries", ended.reason)

    def test_another_map_does_not_trip_over_links_that_failed_on_the_old_one(self) -> None:
        field = self.diamond()
        field.blocks = lambda point: point.y > 40
        field.run(Decision(move=TravelTo(place=EntityId("d"))), 15.0)
        field.body.reset("the game began anew", field.now)
        field.chart, field.here, field.last_place = Field(graph=row_of("xyz")).chart, at(0), None
        assert field.finish(Decision(move=TravelTo(place=EntityId("z")))).is_done

    def test_a_link_that_is_gone_can_be_forgiven(self) -> None:
        field = self.diamond()
        field.blocks = lambda point: point.y > 40
        to_d, to_a = (Decision(move=TravelTo(place=EntityId(name))) for name in "da")
        field.finish(to_d, within=40.0)
        places = {"a": at(0), "b": at(500, 200), "c": at(500, -400), "d": at(1000)}
        links = [("a", "c", LinkKind.WALK), ("c", "d", LinkKind.WALK), ("d", "c", LinkKind.WALK)]
        field.chart = Field(graph=map_of(places, [*links, ("c", "a", LinkKind.WALK)])).chart
        field.run(NOTHING, 25.0)
        assert field.finish(to_a, within=20.0).is_done
