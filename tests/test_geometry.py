from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.geometry import (
    FULL_TURN,
    ORIGIN,
    Rotation,
    Vec3,
    angle_between,
    normalize_angle,
    signed_angle,
)

_QUARTER = FULL_TURN // 4

angles = st.integers(-10 * FULL_TURN, 10 * FULL_TURN)
lengths = st.floats(-30_000, 30_000).map(lambda value: round(value, 2))
vectors = st.builds(Vec3, lengths, lengths, lengths)


def test_vectors_add_subtract_scale_and_negate_by_component() -> None:
    first, second = Vec3(1.0, 2.0, 3.0), Vec3(10.0, 20.0, 30.0)
    assert first + second == Vec3(11.0, 22.0, 33.0)
    assert second - first == Vec3(9.0, 18.0, 27.0)
    assert first * 2 == Vec3(2.0, 4.0, 6.0)
    assert -first == Vec3(-1.0, -2.0, -3.0)


def test_length_and_distance_use_all_three_axes() -> None:
    assert Vec3(2.0, 3.0, 6.0).length == 7.0
    assert Vec3(1.0, 1.0, 1.0).distance_to(Vec3(3.0, 4.0, 7.0)) == 7.0


def test_ground_distance_ignores_height() -> None:
    assert Vec3(0.0, 0.0, -500.0).ground_distance_to(Vec3(3.0, 4.0, 900.0)) == 5.0


def test_scalar_product_tells_ahead_from_behind() -> None:
    assert Vec3(1.0, 2.0, 3.0).dot(Vec3(4.0, 5.0, 6.0)) == 32.0
    assert Vec3(1.0, 0.0, 0.0).dot(Vec3(-3.0, 9.0, 0.0)) < 0.0


def test_unit_keeps_the_direction() -> None:
    assert Vec3(0.0, -4.0, 3.0).unit().distance_to(Vec3(0.0, -0.8, 0.6)) == pytest.approx(0.0)


def test_the_origin_has_no_direction_and_stays_the_origin() -> None:
    assert ORIGIN.unit() == ORIGIN


@given(vectors.filter(lambda vector: vector != ORIGIN))
def test_unit_has_length_one(vector: Vec3) -> None:
    assert vector.unit().length == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("direction", "rotation"),
    [
        (Vec3(1.0, 0.0, 0.0), Rotation(0, 0, 0)),
        (Vec3(0.0, 1.0, 0.0), Rotation(0, _QUARTER, 0)),
        (Vec3(-1.0, 0.0, 0.0), Rotation(0, 2 * _QUARTER, 0)),
        (Vec3(0.0, -1.0, 0.0), Rotation(0, 3 * _QUARTER, 0)),
        (Vec3(0.0, 0.0, 1.0), Rotation(_QUARTER, 0, 0)),
        (Vec3(0.0, 0.0, -1.0), Rotation(3 * _QUARTER, 0, 0)),
        (Vec3(1.0, 1.0, 0.0), Rotation(0, _QUARTER // 2, 0)),
    ],
)
def test_yaw_grows_from_x_toward_y_and_positive_pitch_looks_up(
    direction: Vec3, rotation: Rotation
) -> None:
    assert direction.facing() == rotation
    assert rotation.direction().distance_to(direction.unit()) == pytest.approx(0.0, abs=1e-9)


@given(vectors.filter(lambda vector: vector.length > 1.0))
def test_looking_along_a_facing_gives_the_direction_back(vector: Vec3) -> None:
    assert vector.facing().direction().distance_to(vector.unit()) < 4 * math.pi / FULL_TURN


@given(angles)
def test_normalized_and_signed_angles_are_the_same_angle_in_their_range(angle: int) -> None:
    assert 0 <= normalize_angle(angle) < FULL_TURN
    assert -FULL_TURN // 2 <= signed_angle(angle) < FULL_TURN // 2
    assert (normalize_angle(angle) - angle) % FULL_TURN == 0
    assert (signed_angle(angle) - angle) % FULL_TURN == 0


@pytest.mark.parametrize(
    ("angle", "normal", "signed"),
    [(0, 0, 0), (-1, 65535, -1), (32767, 32767, 32767), (32768, 32768, -32768), (65536 + 5, 5, 5)],
)
def test_angle_is_reduced_at_the_borders(angle: int, normal: int, signed: int) -> None:
    assert (normalize_angle(angle), signed_angle(angle)) == (normal, signed)


def test_every_angle_of_a_rotation_is_normalized() -> None:
    assert Rotation(-1, 65536, -65537).normalized() == Rotation(65535, 0, 65535)


@pytest.mark.parametrize(
    ("first", "second", "turn"),
    [(0, 0, 0), (100, 300, 200), (65500, 36, 72), (0, 32768, 32768), (0, 32769, 32767)],
)
def test_turn_between_angles_goes_the_shorter_way(first: int, second: int, turn: int) -> None:
    assert angle_between(first, second) == angle_between(second, first) == turn


@given(angles, angles)
def test_no_turn_is_longer_than_half_a_circle(first: int, second: int) -> None:
    assert 0 <= angle_between(first, second) <= FULL_TURN // 2


def test_points_and_rotations_travel_as_json_arrays() -> None:
    assert msgspec.json.encode(Vec3(1.0, 2.5, -3.0)) == b"[1.0,2.5,-3.0]"
    assert msgspec.json.encode(Rotation(1, 2, 3)) == b"[1,2,3]"
    assert msgspec.json.decode(b"[1,2.5,-3]", type=Vec3) == Vec3(1.0, 2.5, -3.0)


@pytest.mark.parametrize("text", [b"[1,2]", b"[1,2,3,4]", b'[1,2,"x"]'])
def test_an_array_of_another_length_or_type_is_no_point(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Vec3)


def test_equal_points_share_a_hash_and_cannot_change() -> None:
    point = Vec3(1.0, 2.0, 3.0)
    assert {point: "here"}[Vec3(1.0, 2.0, 3.0)] == "here"
    with pytest.raises(AttributeError):
        point.x = 2.0  # type: ignore[misc]  # the point of the test
