"""Legs with a purpose: following, patrolling, exploring, fetching, camping, leaping."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from agentfw.decisions import (
    NOTHING,
    Camp,
    Decision,
    Do,
    Explore,
    Fight,
    Follow,
    Leap,
    Patrol,
    PickUpItem,
    UseLink,
)
from agentfw.navigation import LinkKind
from agentfw.perception import KnownItem
from agentfw.vocabulary import (
    ClassName,
    EntityId,
    ItemGained,
    ItemPickedUp,
    Jump,
    MoveTo,
    SetCrouching,
    Stop,
    Turn,
    Use,
)
from tests.support.bodies import Field, at, map_of, player, row_of

if TYPE_CHECKING:
    from agentfw.navigation import PlaceGraph

A, B, C = (EntityId(name) for name in "abc")
MATE, PACK = EntityId("mate"), EntityId("pack")


def visited(field: Field) -> list[str]:
    """The places that were passed, in order."""
    found: list[str] = []
    for point in field.trail:
        node = field.chart.graph.nearest(point, within=60.0)
        if node is not None and found[-1:] != [node.id]:
            found.append(node.id)
    return found


class TestFollow:
    FOLLOW = Decision(move=Follow(target=MATE, distance_uu=150.0, give_up_after_s=6.0))

    def test_somebody_who_walks_away_is_followed(self) -> None:
        field = Field(graph=row_of("abcdefgh"))
        field.gadgets.append(lambda f: f.meet(player("mate", at(300 * (f.now - 10.0)))))
        field.run(self.FOLLOW, 10.0)
        assert field.here is not None
        assert field.here.distance_to(at(3000)) < 350
        assert field.body.activities["move"].is_running

    def test_who_is_near_enough_stands(self) -> None:
        field = Field(graph=row_of("ab"))
        field.meet(player("mate", at(140)))
        assert field.run(self.FOLLOW, 2.0) == []
        assert field.body.activities["move"].detail == "near enough"

    def test_nobody_runs_into_the_one_he_follows(self) -> None:
        field = Field(graph=row_of("abcd"))
        field.meet(player("mate", at(1000)))
        field.run(self.FOLLOW, 6.0)
        assert field.here is not None
        assert 60 < field.here.distance_to(at(1000)) <= 150

    def test_somebody_out_of_sight_is_looked_for_where_he_was(self) -> None:
        field = Field(graph=row_of("abcd"))
        field.meet(player("mate", at(1500), visible=False))
        field.run(self.FOLLOW, 5.0)
        assert field.here is not None
        assert field.here.distance_to(at(1500)) < 200

    def test_somebody_who_was_not_seen_for_long_is_given_up(self) -> None:
        field = Field(graph=row_of("abcd"))
        field.meet(player("mate", at(1500)))
        field.run(self.FOLLOW, 2.0)
        field.meet(player("mate", at(1500), visible=False))
        lost_at = field.now
        ended = field.finish(self.FOLLOW, within=7.0)
        assert ended.reason == "has not seen mate for 6 s"
        assert field.now - lost_at >= 6.0

    def test_somebody_who_was_never_seen_is_given_up(self) -> None:
        ended = Field().finish(self.FOLLOW, within=7.0)
        assert ended.reason == "has not seen mate for 6 s"

    def test_being_seen_again_starts_the_time_anew(self) -> None:
        field = Field(graph=row_of("abcd"))
        for _ in range(4):
            field.meet(player("mate", at(100), visible=False))
            field.run(self.FOLLOW, 5.0)
            field.meet(player("mate", at(100)))
            field.think(self.FOLLOW)
        assert field.body.activities["move"].is_running

    def test_somebody_behind_a_wall_is_given_up_with_a_reason(self) -> None:
        field = Field(graph=row_of("ab", 1000.0))
        field.blocks = lambda point: point.x > 500
        field.meet(player("mate", at(1000)))
        assert field.finish(self.FOLLOW, within=300.0).has_failed


class TestPatrol:
    def test_places_are_visited_in_turn_and_again(self) -> None:
        field = Field(graph=row_of("abc"))
        field.run(Decision(move=Patrol(places=(A, C))), 12.0)
        assert visited(field)[:6] == ["a", "b", "c", "b", "a", "b"]

    def test_ping_pong_goes_back_the_way(self) -> None:
        field = Field(graph=self.triangle())
        field.run(Decision(move=Patrol(places=(A, B, C), ping_pong=True)), 10.0)
        assert visited(field)[:6] == ["a", "b", "c", "b", "a", "b"]

    def test_without_ping_pong_the_last_place_leads_to_the_first(self) -> None:
        field = Field(graph=self.triangle())
        field.run(Decision(move=Patrol(places=(A, B, C))), 10.0)
        assert visited(field)[:6] == ["a", "b", "c", "a", "b", "c"]

    def triangle(self) -> PlaceGraph:
        places = {"a": at(0), "b": at(600), "c": at(300, 500)}
        ways = itertools.permutations("abc", 2)
        return map_of(places, [(start, end, LinkKind.WALK) for start, end in ways])

    def test_a_place_that_cannot_be_reached_is_left_out(self) -> None:
        field = Field(graph=row_of("abc"))
        field.run(Decision(move=Patrol(places=(A, EntityId("nowhere"), C))), 12.0)
        assert visited(field)[:6] == ["a", "b", "c", "b", "a", "b"]
        assert field.body.activities["move"].is_running

    def test_no_place_that_can_be_reached_is_a_failure(self) -> None:
        field = Field(graph=row_of("abc"))
        ended = field.finish(Decision(move=Patrol(places=(EntityId("x"), EntityId("y")))), within=1.0)
        assert ended.reason == "cannot get to any of its places, last y: nobody knows where that is"


class TestExplore:
    def test_wandering_comes_to_every_place(self) -> None:
        field = Field(graph=row_of("abcde", 300.0))
        field.run(Decision(move=Explore()), 60.0)
        assert set(visited(field)) == set("abcde")

    def test_the_place_that_was_visited_least_is_next(self) -> None:
        field = Field(graph=row_of("abcde", 300.0))
        field.visits = {EntityId(name): 2 for name in "abce"} | {EntityId("d"): 1}
        field.think(Decision(move=Explore()))
        assert field.body.activities["move"].detail.startswith("to d: ")

    def test_without_a_map_the_body_looks_about_and_gives_up(self) -> None:
        field = Field()
        ended = field.finish(Decision(move=Explore()), within=15.0)
        assert ended.reason == "sees no place to go to"
        assert len(field.all_said(Turn)) == 10

    def test_a_body_that_gets_nowhere_gives_up(self) -> None:
        field = Field(graph=row_of("abcde", 300.0))
        field.blocks = lambda _: True
        field.here = at(60)
        ended = field.finish(Decision(move=Explore()), within=200.0)
        assert ended.reason.startswith("gets nowhere, last ")


class TestPickUp:
    FETCH = Decision(move=PickUpItem(item=PACK))

    def field(self) -> Field:
        field = Field(graph=row_of("abc"))
        field.items[PACK] = KnownItem(id=PACK, item_class=ClassName("Health"), location=at(1000, 40))
        return field

    def test_an_item_is_fetched(self) -> None:
        field = self.field()

        def give(field: Field) -> None:
            if field.here is not None and field.here.distance_to(at(1000, 40)) < 30:
                field.tell(ItemPickedUp(id=PACK))

        field.gadgets.append(give)
        assert field.finish(self.FETCH, within=6.0).is_done

    def test_older_games_tell_only_the_class_of_what_was_gained(self) -> None:
        field = self.field()
        field.here = at(950)
        field.tell(ItemGained(id=EntityId("other"), item_class=ClassName("Health")))
        field.think(self.FETCH)
        assert field.body.activities["move"].is_done

    def test_the_same_class_gained_elsewhere_is_not_this_item(self) -> None:
        field = self.field()
        field.tell(ItemGained(id=EntityId("other"), item_class=ClassName("Health")))
        field.think(self.FETCH)
        assert field.body.activities["move"].is_running

    def test_an_item_that_nobody_knows_is_a_failure(self) -> None:
        assert Field().finish(self.FETCH).reason == "nobody knows where that is"

    def test_an_item_that_somebody_else_took_is_a_failure(self) -> None:
        field = self.field()
        field.run(self.FETCH, 1.0)
        field.items[PACK] = KnownItem(id=PACK, location=at(1000, 40), taken_at=field.now)
        said = field.think(self.FETCH)
        assert field.body.activities["move"].reason == "it is gone"
        assert said == [Stop()]

    def test_an_item_that_comes_back_soon_is_waited_for(self) -> None:
        field = self.field()
        field.here = at(1000, 40)
        field.items[PACK] = KnownItem(
            id=PACK, location=at(1000, 40), taken_at=9.0, respawns_at=field.now + 4.0
        )
        field.run(self.FETCH, 3.9)
        assert field.body.activities["move"].detail == "waiting for it"

    def test_an_item_that_comes_back_late_is_not_waited_for(self) -> None:
        field = self.field()
        field.items[PACK] = KnownItem(
            id=PACK, location=at(1000, 40), taken_at=9.0, respawns_at=field.now + 20.0
        )
        assert field.finish(self.FETCH).reason == "it is gone"

    def test_a_body_that_stands_on_an_item_it_cannot_take_gives_up(self) -> None:
        field = self.field()
        ended = field.finish(self.FETCH, within=6.0)
        assert ended.reason == "stands on it and does not get it"


class TestCamp:
    CAMP = Decision(move=Camp(place=C, duration_s=8.0))

    def test_a_camper_goes_there_and_stays_as_long_as_was_said(self) -> None:
        field = Field(graph=row_of("abc"))
        ended = field.finish(self.CAMP, within=12.0)
        assert ended.is_done
        assert ended.ended_at is not None
        assert 9.5 < ended.ended_at - ended.started_at < 11.5

    def test_a_camper_looks_about_now_and_then(self) -> None:
        field = Field(at(1000), row_of("abc"))
        field.run(self.CAMP, 7.9)
        times = [now for now, _ in field.all_said(Turn)]
        assert len(times) == 4
        assert min(b - a for a, b in itertools.pairwise(times)) >= 2.0 - 1e-6

    def test_a_camper_who_fights_does_not_look_away(self) -> None:
        field = Field(at(1000), row_of("abc"))
        field.meet(player("foe", at(1400)))
        field.run(Decision(move=Camp(place=C), fight=Fight()), 5.0)
        assert field.all_said(Turn) == []

    def test_a_place_that_nobody_knows_cannot_be_camped_at(self) -> None:
        ended = Field().finish(Decision(move=Camp(place=C)))
        assert ended.reason == "nobody knows where that is"

    def test_a_camper_who_is_pushed_away_goes_back(self) -> None:
        field = Field(at(1000), row_of("abc"))
        field.run(self.CAMP, 1.0)
        field.here = at(600)
        field.run(self.CAMP, 3.0)
        assert field.here is not None
        assert field.here.distance_to(at(1000)) < 100


class TestSmallThings:
    def test_a_leap_is_one_jump_however_often_it_is_wanted(self) -> None:
        field = Field()
        assert field.run(Decision(move=Leap(double=True)), 5.0) == [Jump(double=True)]
        assert field.body.activities["move"].is_done

    def test_a_leap_that_is_wanted_anew_is_jumped_anew(self) -> None:
        field = Field()
        field.run(Decision(move=Leap()), 1.0)
        field.run(NOTHING, 1.0)
        assert field.run(Decision(move=Leap()), 1.0) == [Jump()]

    def test_plain_commands_are_sent_once_in_their_order(self) -> None:
        field = Field()
        plain = Do(commands=(SetCrouching(crouch=True), Use()))
        assert field.run(Decision(move=plain), 3.0) == [SetCrouching(crouch=True), Use()]

    def test_a_failed_move_stands_still_though_the_hands_fight_on(self) -> None:
        field = Field(graph=row_of("ab"))
        field.blocks = lambda point: point.x > 200
        field.meet(player("foe", at(0, 600)))
        decision = Decision(move=UseLink(start=A, end=B), fight=Fight())
        assert field.finish(decision, within=20.0).has_failed
        legs = [command for _, command in field.said if isinstance(command, MoveTo | Stop)]
        assert isinstance(legs[-1], Stop)
