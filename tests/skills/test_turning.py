"""Turns: by angles, by chance, over zero, and to spots."""

from __future__ import annotations

from random import Random

import pytest

from agentfw.decisions import Decision, Face, LookRound
from agentfw.geometry import Rotation, angle_between
from agentfw.perception import View
from agentfw.skills import Moment
from agentfw.vocabulary import EntityId
from tests.skills.moments import body, enemy, fail, moment, want
from tests.support.bodies import Field
from tests.support.seeing import at


def turned(name: str, *arguments: object, yaw: int = 0, seed: int = 0) -> int:
    """Where a turn ends."""
    look = want(name, moment(me=body(yaw=yaw), rng=Random(seed)), *arguments).look  # noqa: S311
    assert isinstance(look, Face)
    assert look.rotation is not None
    return look.rotation.yaw


@pytest.mark.parametrize(
    ("yaw", "amount", "end"),
    [(0, 7000, 7000), (1000, -2000, 64536), (65000, 2000, 1464), (10, 65536, 10)],
)
def test_d12_a_turn_is_relative_and_wraps_at_65536(yaw: int, amount: int, end: int) -> None:
    assert turned("Rotate", amount, yaw=yaw) == end


def test_a_turn_to_zero_is_said_as_a_full_turn() -> None:
    assert turned("Rotate", -100, yaw=100) == 65536


def test_without_an_amount_it_is_a_quarter_left_or_right() -> None:
    ends = [turned("rotate", yaw=0, seed=seed) for seed in range(200)]
    assert set(ends) == {16384, 49152}
    assert 70 < ends.count(16384) < 130


def test_a_big_turn_is_160_degrees() -> None:
    assert turned("big-rotate") == 29127


def test_who_does_not_know_where_it_looks_cannot_turn() -> None:
    assert fail("Rotate", Moment(View(now=0.0)), 7000) == "does not know which way it faces"


@pytest.mark.parametrize("amount", [7000, -7000, 32000])
def test_w3_a_turn_over_zero_ends_where_it_should(amount: int) -> None:
    field = Field()
    field.yaw = 65000 if amount > 0 else 500
    wanted = (field.yaw + amount) % 65536
    look = want("Rotate", Moment(field.view()), amount).look
    assert field.finish(Decision(look=look), channel="look").is_done
    assert angle_between(field.yaw, wanted) <= 500


def test_w3_d6_a_turn_that_does_not_end_is_a_failure() -> None:
    field = Field()
    field.turns_per_s = 0.0
    look = want("Rotate", Moment(field.view()), 16384).look
    ended = field.finish(Decision(look=look), channel="look")
    assert (ended.has_failed, ended.reason) == (True, "did not face it within 3 s")


def test_looking_round_is_left_to_the_body() -> None:
    assert want("look_round", moment()).look == LookRound()


def test_facing_a_spot_or_somebody() -> None:
    assert want("face", moment(), at(5)).look == Face(location=at(5))
    assert want("face", moment(enemy()), "foe").look == Face(target=EntityId("foe"))
    assert fail("face", moment(), "foe") == 'nobody knows where "foe" is'


def test_the_eyes_stay_level() -> None:
    look = want("Rotate", moment(me=body(rotation=Rotation(9000, 5, 0))), 10).look
    assert look == Face(rotation=Rotation(0, 15, 0))
