"""Eyes: facing things, over the zero crossing too, and looking all around."""

from __future__ import annotations

import pytest

from agentfw.decisions import NOTHING, Decision, Face, LookRound, TravelTo
from agentfw.geometry import Rotation, angle_between
from agentfw.vocabulary import EntityId, MoveTo, TurnTo
from tests.support.bodies import Field, at, player, row_of

FOE = EntityId("foe")
QUARTER = 16384


class TestFace:
    @pytest.mark.parametrize("start", [0, 100, 20_000, 40_000, 65_000])
    @pytest.mark.parametrize("wanted", [0, 300, 32_768, 65_300, 65_536 + 200, -300])
    def test_every_rotation_is_reached_over_the_zero_crossing_too(self, start: int, wanted: int) -> None:
        field = Field()
        field.yaw = start
        decision = Decision(look=Face(rotation=Rotation(0, wanted, 0)))
        assert field.finish(decision, channel="look", within=1.0).is_done
        assert angle_between(field.yaw, wanted) <= 500

    def test_who_faces_it_already_is_done_without_a_word(self) -> None:
        field = Field()
        field.yaw = 65_400
        assert field.think(Decision(look=Face(rotation=Rotation(0, 200, 0)))) == []
        assert field.body.activities["look"].is_done

    def test_a_point_is_faced(self) -> None:
        field = Field()
        field.finish(Decision(look=Face(location=at(0, 500))), channel="look")
        assert angle_between(field.yaw, QUARTER) <= 500
        assert field.said[0][1] == TurnTo(location=at(0, 500))

    def test_somebody_is_faced(self) -> None:
        field = Field()
        field.meet(player("foe", at(-500)))
        field.finish(Decision(look=Face(target=FOE)), channel="look")
        assert angle_between(field.yaw, 2 * QUARTER) <= 500

    def test_somebody_unknown_cannot_be_faced(self) -> None:
        ended = Field().finish(Decision(look=Face(target=FOE)), channel="look")
        assert (ended.has_failed, ended.reason) == (True, "nobody knows where that is")

    def test_a_turn_that_takes_too_long_is_a_failure(self) -> None:
        field = Field()
        field.turns_per_s = 0.0
        decision = Decision(look=Face(rotation=Rotation(0, 30_000, 0)))
        ended = field.finish(decision, channel="look", within=3.5)
        assert ended.reason == "did not face it within 3 s"

    def test_a_turn_is_not_said_at_every_think(self) -> None:
        field = Field()
        field.turns_per_s = 0.0
        said = field.run(Decision(look=Face(rotation=Rotation(0, 30_000, 0))), 2.0)
        assert len(said) == 2

    def test_a_runner_faces_a_point_by_strafing(self) -> None:
        field = Field(graph=row_of("abc"))
        go = TravelTo(place=EntityId("c"))
        field.run(Decision(move=go), 0.5)
        said = field.run(Decision(move=go, look=Face(location=at(500, 900))), 0.3)
        assert any(
            isinstance(command, MoveTo) and command.focus_location == at(500, 900) for command in said
        )

    def test_a_runner_looks_ahead_again_when_nothing_is_to_be_faced(self) -> None:
        field = Field(graph=row_of("abcdef"))
        go = TravelTo(place=EntityId("f"))
        field.run(Decision(move=go), 0.5)
        field.run(Decision(move=go, look=Face(location=at(600, 100))), 1.0)
        assert field.body.activities["look"].detail == "watching"
        said = field.run(Decision(move=go), 2.0)
        moves = [command for command in said if isinstance(command, MoveTo)]
        assert moves
        assert moves[-1].focus_location is None


class TestLookRound:
    def test_everything_around_comes_into_view(self) -> None:
        field = Field()
        field.yaw = 50_000
        seen = set()
        field.gadgets.append(lambda f: seen.add(f.yaw * 8 // 65_536))
        assert field.finish(Decision(look=LookRound()), channel="look", within=8.0).is_done
        assert seen == set(range(8))

    def test_two_turns_take_twice_as_many_quarters(self) -> None:
        field = Field()
        field.finish(Decision(look=LookRound(turns=2)), channel="look", within=12.0)
        assert len(field.all_said(TurnTo)) == 8

    def test_straight_ahead_is_not_said_as_zero(self) -> None:
        field = Field()
        field.finish(Decision(look=LookRound()), channel="look", within=8.0)
        yaws = [
            command.rotation.yaw
            for _, command in field.said
            if isinstance(command, TurnTo) and command.rotation is not None
        ]
        assert yaws == [QUARTER, 2 * QUARTER, 3 * QUARTER, 4 * QUARTER]

    def test_a_body_that_does_not_turn_gives_up(self) -> None:
        field = Field()
        field.turns_per_s = 0.0
        ended = field.finish(Decision(look=LookRound()), channel="look", within=4.0)
        assert ended.reason == "did not turn a quarter within 3 s"

    def test_looking_round_can_be_cancelled(self) -> None:
        field = Field()
        field.run(Decision(look=LookRound()), 0.3)
        assert field.run(NOTHING, 1.0) == []
        assert "look" not in field.body.activities
