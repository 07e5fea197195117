"""What went wrong in the seeds' primitives, played with a body: arrival, death, pushes, lost answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from agentfw.decisions import Decision
from agentfw.engines.doors import replay_session
from agentfw.engines.gamebots import MessageDecoder
from agentfw.errors import LinkError
from agentfw.skills import Moment, Performance, Progress
from agentfw.vocabulary import (
    AskPath,
    DamageTaken,
    EntityId,
    FlagState,
    Join,
    MoveTo,
    PathReply,
    PathStep,
    RequestId,
)
from tests.skills.moments import act_of, flag, read
from tests.support.bodies import Field, guide, player, row_of
from tests.support.dialects import CLASSIC
from tests.support.seeing import at

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.perception import KnownFlag, View

ROW = row_of("abcd", 400.0)


def play(
    field: Field,
    name: str,
    *arguments: Any,
    seconds: float = 30.0,
    meanwhile: Callable[[], object] = list,
    home: KnownFlag | None = None,
) -> Performance:
    """Do an act to its end; `meanwhile` is called after each think, and the bot knows of its flag."""
    performance, until = Performance(act_of(name), arguments), field.now + seconds
    while field.now < until:
        happened = list(field.events)  # told once, and the body has to hear of it as well
        view = _knowing(field.view(), home)
        field.tell(*happened)
        if performance.step(Moment(view)) is not Progress.RUNNING:
            return performance
        wants = performance.wants
        field.think(Decision(move=wants.move, look=wants.look, fight=wants.fight))
        meanwhile()
    raise AssertionError(f"{name} has not ended within {seconds} s")


def _knowing(view: View, home: KnownFlag | None) -> View:
    return view if home is None else msgspec.structs.replace(view, flags={home.team: home})


def test_w1_a_journey_ends_at_its_goal_and_nowhere_else() -> None:
    field = Field(graph=ROW)
    assert play(field, "TravelTo", "d").reason == ""
    assert read("At", Moment(field.view()), "d")


def test_w1_a_journey_to_where_the_body_is_ends_at_once() -> None:
    field = Field(graph=ROW)
    assert play(field, "TravelTo", "a", seconds=1.0).reason == ""
    assert not field.all_said(MoveTo)


def test_w2_d6_a_journey_into_a_wall_fails_with_its_reason() -> None:
    field = Field(graph=ROW)
    field.blocks = lambda where: where.x > 200.0
    assert play(field, "TravelTo", "d", seconds=120.0).reason
    assert not read("At", Moment(field.view()), "d")


def test_d4_death_ends_a_journey_as_a_failure() -> None:
    field = Field(graph=ROW)

    def die() -> None:
        if field.here is not None and field.here.x > 300.0:
            field.die()

    assert play(field, "TravelTo", "d", meanwhile=die).reason == "died"


def test_d4_a_body_that_respawned_has_not_arrived() -> None:
    field = Field(graph=ROW)

    def die_and_rise() -> None:
        if field.here is not None and 300.0 < field.here.x < 400.0:
            field.die()
            field.respawn(at(5000))

    assert play(field, "TravelTo", "d", meanwhile=die_and_rise).reason == "died"
    assert not read("At", Moment(field.view()), "d")


def test_d5_a_journey_can_be_ended_by_an_attack() -> None:
    field = Field(graph=ROW)

    def hurt() -> None:
        if field.here is not None and field.here.x > 300.0:
            field.tell(DamageTaken(damage=5))

    field.gadgets.append(lambda _: hurt())
    assert play(field, "travel_to", "d", True).reason == "was attacked"


def test_d5_a_journey_can_be_ended_by_the_sight_of_an_enemy() -> None:
    field = Field(graph=ROW)

    def meet() -> None:
        if field.here is not None and field.here.x > 300.0:
            field.meet(player("foe", at(400, 900)))

    assert play(field, "travel_to", "d", False, True, meanwhile=meet).reason == "saw foe"


def test_d7_a_body_that_is_pushed_aside_goes_on_to_its_goal() -> None:
    field, pushes = Field(graph=ROW), [at(500, 80)]

    def push() -> None:
        if pushes and field.here is not None and field.here.x > 450.0:
            field.here = pushes.pop()

    assert play(field, "TravelTo", "d", meanwhile=push).reason == ""
    assert read("At", Moment(field.view()), "d")


def test_b7_a_lost_answer_ends_in_a_failure_and_not_in_standing_still() -> None:
    field = Field()
    performance = play(field, "travel_to", at(900), seconds=60.0)
    assert performance.reason
    assert field.all_said(AskPath)


def test_b7_no_command_is_repeated_at_every_think() -> None:
    field = Field()
    field.gadgets.append(guide(at(300), at(600), at(900)))
    play(field, "travel_to", at(900))
    assert len(field.all_said(AskPath)) == 1
    assert len(field.all_said(MoveTo)) <= 6


def test_b2_a_path_is_followed_to_its_last_point() -> None:
    field = Field()
    field.gadgets.append(guide(at(300), at(300, 300), at(900, 300)))
    assert play(field, "travel_to", at(900, 300)).reason == ""
    assert field.here is not None
    assert field.here.distance_to(at(900, 300)) <= 50.0


def test_rule_40_too_close_for_a_path_is_no_dead_end() -> None:
    field = Field()
    field.gadgets.append(guide())
    assert play(field, "travel_to", at(400)).reason == ""


@pytest.mark.parametrize("x", [900.0, 30.0, 9.0])
def test_home_is_reached_by_the_measure_of_at_own_base(x: float) -> None:
    field, home = Field(), flag(0, FlagState.HOME, home=at(x))
    field.gadgets.append(guide(at(x)))
    assert play(field, "to-own-base", home=home).reason == ""
    assert read("at-own-base", Moment(_knowing(field.view(), home)))


# On the wire


def heard(line: bytes) -> object:
    return MessageDecoder(CLASSIC, "bot").decode(line)


def test_b6_the_tag_of_a_path_is_read_in_any_case() -> None:
    lines = (b"PTH {%s home} {0 X.PathNode1 1,2,3}" % name for name in (b"ID", b"Id", b"id"))
    step = PathStep(EntityId("X.PathNode1"), at(1, 2, 3))
    assert [heard(line) for line in lines] == [PathReply(request=RequestId("home"), steps=(step,))] * 3


@pytest.mark.parametrize(
    "line",
    [
        b"PTH {ID home} {0 X.PathNode1 1,2",
        b"PTH {ID home} {0}",
        b"PTH {ID home} {0 X.PathNode1 1,2,3} {Reachable True} {From 1,2,3}",
        b"PTH {ID home} {0 X.Pa\x00\x00\x00} {x y}",
        b"INV {Id} {Class}",
    ],
)
def test_b8_a_damaged_line_raises_nothing(line: bytes) -> None:
    assert heard(line) is not None


def test_b9_an_ending_connection_is_noticed_without_another_line() -> None:
    session = replay_session(CLASSIC.name, Join(player_name="Doer"))
    with pytest.raises(LinkError, match="the server closed the connection"):
        session.feed_end()
