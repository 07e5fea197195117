"""Lifts, teleporters, pads, doors and jumps: each has its own way, its own time-out, its own reason."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from agentfw.decisions import NOTHING, Decision, TravelTo, UseLink
from agentfw.navigation import Link, LinkKind, Node, PlaceGraph
from agentfw.perception import KnownMover
from agentfw.vocabulary import EntityId, Jump, MoveTo, PlaceKind, Shoot, StopShooting, Use
from tests.support.bodies import Field, at, lift, map_of, teleporter

if TYPE_CHECKING:
    from agentfw.geometry import Vec3

A, B, C, D = (EntityId(name) for name in "abcd")
USE = Decision(move=UseLink(start=A, end=B))
GATE = EntityId("gate")


def one_link(kind: LinkKind, end: Vec3) -> Field:
    """A body at one end of a link."""
    return Field(graph=map_of({"a": at(0), "b": end}, [("a", "b", kind)]))


def shaft() -> Field:
    """A lift from the ground to 400 uu, with an exit on both floors."""
    places = {"a": at(0), "b": at(300), "c": at(600, 0, 400)}
    links = [("a", "b", LinkKind.LIFT), ("b", "c", LinkKind.LIFT)]
    kinds = {"a": PlaceKind.LIFT_EXIT, "b": PlaceKind.LIFT_CENTER, "c": PlaceKind.LIFT_EXIT}
    return Field(graph=map_of(places, links, kinds))


class TestUsingALink:
    def test_a_link_that_is_not_there_is_a_failure(self) -> None:
        field = one_link(LinkKind.WALK, at(400))
        ended = field.finish(Decision(move=UseLink(start=B, end=A)))
        assert ended.reason == "no link leads from b to a"

    def test_a_link_from_an_unknown_place_is_a_failure(self) -> None:
        field = one_link(LinkKind.WALK, at(400))
        ended = field.finish(Decision(move=UseLink(start=EntityId("nowhere"), end=A)))
        assert ended.reason == "no link leads from nowhere to a"

    def test_a_body_goes_to_the_beginning_of_the_link_first(self) -> None:
        places = {"a": at(500), "b": at(900), "c": at(0)}
        field = Field(graph=map_of(places, [("c", "a", LinkKind.WALK), ("a", "b", LinkKind.WALK)]))
        assert field.finish(USE, within=6.0).is_done
        assert any(point.distance_to(at(500)) < 100 for point in field.trail)

    @pytest.mark.parametrize("kind", [LinkKind.WALK, LinkKind.DROP, LinkKind.SWIM, LinkKind.LADDER])
    def test_plain_links_are_run_over(self, kind: LinkKind) -> None:
        assert one_link(kind, at(600)).finish(USE, within=4.0).is_done

    @pytest.mark.parametrize("kind", [LinkKind.FLY, LinkKind.TRANSLOCATE])
    def test_links_that_no_body_can_take_are_refused(self, kind: LinkKind) -> None:
        assert one_link(kind, at(600)).finish(USE).reason == f"nobody here can {kind.value}"

    @pytest.mark.parametrize("kind", list(LinkKind))
    def test_no_link_keeps_a_body_that_cannot_move_for_ever(self, kind: LinkKind) -> None:
        field = one_link(kind, at(600, 0, 100))
        field.here = at(3)
        field.blocks = lambda _: True
        assert field.finish(USE, within=20.0).has_failed

    def test_routes_never_lead_over_links_that_no_body_can_take(self) -> None:
        field = one_link(LinkKind.FLY, at(1600))
        field.run(Decision(move=TravelTo(place=B)), 1.0)
        assert field.all_said(MoveTo) == []


class TestJump:
    def test_a_way_that_goes_up_is_jumped_near_its_end(self) -> None:
        field = one_link(LinkKind.JUMP, at(600, 0, 60))
        field.hurdles = lambda point: 450 < point.x < 520
        field.gadgets.append(
            lambda f: setattr(
                f, "here", None if f.here is None else at(f.here.x, 0, 60 if f.here.x > 520 else 0)
            )
        )
        assert field.finish(USE, within=6.0).is_done
        assert 400 < (field.all_said(Jump)[0][0] - 10.0) * 440 < 500

    def test_a_gap_is_jumped_at_its_edge(self) -> None:
        nodes = [Node(A, at(0)), Node(B, at(600))]
        link = Link(A, B, 600.0, LinkKind.JUMP, needed_jump=at(400, 0, 300), force_double_jump=True)
        field = Field(graph=PlaceGraph(nodes, [link]))
        field.finish(USE, within=6.0)
        assert [(now, command) for now, command in field.all_said(Jump)] == [(10.0, Jump(double=True))]

    def test_a_level_way_without_a_gap_needs_no_jump(self) -> None:
        field = one_link(LinkKind.JUMP, at(600))
        assert field.finish(USE, within=6.0).is_done
        assert field.all_said(Jump) == []


class TestLift:
    @pytest.mark.parametrize("phase", [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    def test_a_lift_is_taken_whenever_the_body_comes(self, phase: float) -> None:
        field = shaft()
        field.now += phase
        field.gadgets.append(lift("b", at(300), at(300, 0, 400)))
        assert field.finish(Decision(move=TravelTo(place=C)), within=30.0).is_done
        assert field.here is not None
        assert field.here.z > 350

    def test_a_lift_that_is_up_is_waited_for(self) -> None:
        field = shaft()
        field.now = 12.0
        field.gadgets.append(lift("b", at(300), at(300, 0, 400)))
        field.run(Decision(move=TravelTo(place=C)), 0.5)
        assert "waiting for the lift" in field.body.activities["move"].detail

    def test_a_lift_that_does_not_come_is_given_up_with_its_reason(self) -> None:
        field = shaft()
        field.gadgets.append(lift("b", at(300, 0, 400), at(300, 0, 401)))
        field.think(NOTHING)
        ended = field.finish(USE, within=13.0)
        assert ended.reason == "the lift did not come within 12 s"

    def test_a_lift_that_does_not_go_up_is_given_up_with_its_reason(self) -> None:
        field = shaft()
        field.here = at(300)
        field.gadgets.append(lift("b", at(300), at(300, 0, 1)))
        ended = field.finish(Decision(move=UseLink(start=B, end=C)), within=13.0)
        assert ended.reason == "the lift did not come within 12 s"

    def test_a_body_at_the_rim_of_a_lift_steps_on_it_first(self) -> None:
        field = shaft()
        field.here = at(300, 95)
        field.gadgets.append(lift("b", at(300), at(300, 0, 400), waits_s=4.0))
        assert field.finish(Decision(move=UseLink(start=B, end=C)), within=12.0).is_done

    def test_a_body_stands_still_while_it_rides(self) -> None:
        field = shaft()
        field.gadgets.append(lift("b", at(300), at(300, 0, 400)))
        field.finish(Decision(move=TravelTo(place=C)), within=30.0)
        between = [point.x for point in field.trail if 50 < point.z < 340]
        assert between
        assert max(between) - min(between) < 1.0


class TestTeleporter:
    def test_a_teleporter_is_walked_into_until_the_body_is_elsewhere(self) -> None:
        field = one_link(LinkKind.TELEPORT, at(4000))
        field.here = at(-90)
        field.gadgets.append(teleporter(at(0), at(4000)))
        assert field.finish(USE, within=3.0).is_done
        assert field.here == at(4000)

    def test_a_journey_goes_on_behind_a_teleporter(self) -> None:
        places = {"a": at(0), "b": at(600), "c": at(600, 5000), "d": at(1200, 5000)}
        links = [("a", "b", LinkKind.WALK), ("b", "c", LinkKind.TELEPORT), ("c", "d", LinkKind.WALK)]
        field = Field(graph=map_of(places, links))
        field.gadgets.append(teleporter(at(600), at(600, 5000)))
        assert field.finish(Decision(move=TravelTo(place=D)), within=8.0).is_done

    def test_a_way_that_only_passes_a_teleporter_leads_around_it(self) -> None:
        places = {"a": at(0), "b": at(600), "c": at(600, 5000), "d": at(1200), "e": at(600, 500)}
        pairs = [(A, B), (B, D), (A, EntityId("e")), (EntityId("e"), D)]
        links = [(start, end, LinkKind.WALK) for start, end in pairs]
        field = Field(graph=map_of(places, [*links, ("b", "c", LinkKind.TELEPORT)]))
        field.gadgets.append(teleporter(at(600), at(600, 5000)))
        assert field.finish(Decision(move=TravelTo(place=D)), within=8.0).is_done
        assert max(point.y for point in field.trail) < 600

    def test_a_teleporter_that_cannot_be_entered_is_given_up(self) -> None:
        field = one_link(LinkKind.TELEPORT, at(4000))
        field.here = at(-90)
        field.blocks = lambda point: point.x > -60
        reason = "the teleporter did not work within 5 s"
        assert field.finish(USE, within=15.0).reason == reason

    def test_a_dead_teleporter_is_given_up_by_a_body_that_stands_in_it(self) -> None:
        field = one_link(LinkKind.TELEPORT, at(4000))
        assert field.finish(USE, within=60.0).has_failed


class TestPad:
    def pad(self, field: Field) -> None:
        """Throws who touches it, and carries him over."""
        if field.here is None:
            return
        if field.here.ground_distance_to(at(0)) < 30 or field.here.z > 1:
            share = min(1.0, (field.here.z + 80) / 500)
            field.here = at(600 * share, 0, min(500.0, field.here.z + 80))
            field.velocity = at(400, 0, 800)

    def test_a_pad_carries_the_body_to_where_it_leads(self) -> None:
        field = one_link(LinkKind.JUMP_PAD, at(600, 0, 500))
        field.here = at(-90)
        field.gadgets.append(self.pad)
        assert field.finish(USE, within=5.0).is_done

    def test_a_body_in_flight_steers_for_the_landing(self) -> None:
        field = one_link(LinkKind.JUMP_PAD, at(600, 0, 500))
        field.here = at(-90)
        field.gadgets.append(self.pad)
        field.finish(USE, within=5.0)
        goals = [command.location for _, command in field.said if isinstance(command, MoveTo)]
        assert goals == [at(0), at(600, 0, 500)]

    def test_a_dead_pad_is_given_up_with_its_reason(self) -> None:
        field = one_link(LinkKind.JUMP_PAD, at(600, 0, 500))
        ended = field.finish(USE, within=11.0)
        assert ended.reason == "the pad did not carry it there within 10 s"


class TestDoor:
    def doorway(self) -> Field:
        """A door half way, which is shut until it opens."""
        field = one_link(LinkKind.DOOR, at(600))
        field.blocks = lambda point: 280 < point.x < 320
        field.movers[GATE] = KnownMover(id=GATE, location=at(300), is_moving=False, is_visible=True)
        return field

    def test_an_open_door_is_walked_through(self) -> None:
        field = one_link(LinkKind.DOOR, at(600))
        assert field.finish(USE, within=4.0).is_done

    def test_a_door_that_opens_is_waited_for(self) -> None:
        field = self.doorway()

        def open_up(field: Field) -> None:
            is_moving = 10.6 < field.now < 12.6
            field.movers[GATE] = KnownMover(id=GATE, location=at(300), is_moving=is_moving)
            if field.now > 12.6:
                field.blocks = lambda _: False

        field.gadgets.append(open_up)
        assert field.finish(USE, within=6.0).is_done
        assert field.all_said(Jump) == []

    def test_a_shut_door_is_used_when_the_body_runs_into_it(self) -> None:
        field = self.doorway()
        field.run(USE, 1.5)
        assert field.all_said(Use)

    def test_a_shut_door_is_not_used_at_every_think(self) -> None:
        field = self.doorway()
        field.run(USE, 2.5)
        times = [now for now, _ in field.all_said(Use)]
        assert min(b - a for a, b in itertools.pairwise(times)) >= 0.5 - 1e-6

    def test_a_door_that_does_not_open_is_given_up_with_its_reason(self) -> None:
        assert self.doorway().finish(USE, within=15.0).reason == "the door does not open"

    def test_a_door_that_moves_for_ever_is_given_up_with_its_reason(self) -> None:
        field = self.doorway()
        field.movers[GATE] = KnownMover(id=GATE, location=at(300), is_moving=True)
        assert field.finish(USE, within=9.0).reason == "the door does not open"

    def test_a_door_with_a_button_is_opened_there_first(self) -> None:
        places = {"a": at(0), "b": at(600), "c": at(0, 800)}
        nodes = [Node(EntityId(name), where) for name, where in places.items()]
        walks = [Link(A, C, 800.0), Link(C, A, 800.0)]
        door = Link(A, B, 600.0, LinkKind.DOOR, opened_by=C)
        field = Field(graph=PlaceGraph(nodes, [*walks, door]))
        touched: list[float] = []

        def open_up(field: Field) -> None:
            if field.here is not None and field.here.distance_to(places["c"]) < 60:
                touched.append(field.now)

        field.gadgets.append(open_up)
        field.blocks = lambda point: 280 < point.x < 320 and not touched
        assert field.finish(Decision(move=TravelTo(place=B)), within=12.0).is_done
        assert touched

    def shot_open(self) -> Field:
        """A door that wants to be shot."""
        field = self.doorway()
        field.movers[GATE] = KnownMover(id=GATE, location=at(300), is_moving=False, opens_by_damage=True)
        return field

    def test_a_door_that_wants_to_be_shot_is_shot_and_then_left_alone(self) -> None:
        field = self.shot_open()
        field.gadgets.append(lambda f: setattr(f, "blocks", lambda _: f.now < 12.0))
        assert field.finish(USE, within=9.0).is_done
        assert field.all_said(Shoot)
        assert isinstance(field.all_said(StopShooting)[-1][1], StopShooting)
        assert not field.fires

    def test_cancelling_lets_go_of_the_trigger_that_was_to_open_a_door(self) -> None:
        field = self.shot_open()
        field.run(USE, 0.5)
        field.run(NOTHING, 1.0)
        assert not field.fires

    def test_dying_lets_go_of_the_trigger_that_was_to_open_a_door(self) -> None:
        field = self.shot_open()
        field.run(USE, 0.5)
        field.die()
        field.run(USE, 0.3)
        assert len(field.all_said(StopShooting)) == 1

    def test_giving_up_lets_go_of_the_trigger(self) -> None:
        field = self.shot_open()
        field.run(USE, 0.5)
        field.movers[GATE] = KnownMover(id=GATE, location=at(300), is_moving=True, opens_by_damage=True)
        field.finish(USE, within=10.0)
        assert not field.fires
