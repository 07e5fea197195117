"""Hand-computed damage, after the figures of both games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.arena.world.damage import (
    ArmorPiece,
    Shield,
    absorb_by_armor,
    absorb_by_shield,
    blast_share,
    fall_damage_99,
    fall_damage_2004,
)

BELT = ArmorPiece(150.0, 1.0, 10)
BODY = ArmorPiece(100.0, 0.75, 7)
PADS = ArmorPiece(50.0, 0.5, 7)


@pytest.mark.parametrize(
    ("damage", "shield", "through", "left"),
    [
        (40, Shield(), 40, Shield()),
        (40, Shield(150), 0, Shield(110)),
        (50, Shield(150), 0, Shield(100)),
        (90, Shield(150), 10, Shield(70)),
        (40, Shield(100), 10, Shield(70)),
        (40, Shield(50, 50), 20, Shield(30, 30)),
        (120, Shield(50, 50), 70, Shield()),
        (40, Shield(65, 50), 15, Shield(40, 40)),
        (100, Shield(30), 70, Shield()),
    ],
)
def test_shield_takes_its_shares(damage: float, shield: Shield, through: float, left: Shield) -> None:
    rest, kept = absorb_by_shield(damage, shield)
    assert rest == pytest.approx(through)
    assert kept == left


@pytest.mark.parametrize(
    ("damage", "pieces", "through", "left"),
    [
        (40, [], 40, []),
        (40, [BODY], 10, [70]),
        (40, [PADS], 20, [30]),
        (40, [BODY, BELT], 0, [110, 100]),
        (200, [BELT, BODY], 12.5, [62.5]),
        (40, [BODY, PADS], 5, [70, 45]),
        (300, [BODY], 200, []),
    ],
)
def test_armor_takes_its_shares(
    damage: float, pieces: list[ArmorPiece], through: float, left: list[float]
) -> None:
    rest, kept = absorb_by_armor(damage, pieces)
    assert rest == pytest.approx(through)
    assert [piece.points for piece in kept] == left


@given(st.floats(0, 1000), st.floats(0, 100), st.floats(0, 50))
def test_nothing_is_lost_between_shield_and_health(damage: float, big: float, small: float) -> None:
    shield = Shield(big + small, small)
    through, left = absorb_by_shield(damage, shield)
    assert through + (shield.total - left.total) == pytest.approx(damage)
    assert 0.0 <= left.small <= left.total + 1e-9


@pytest.mark.parametrize(
    ("distance", "share"), [(0, 1.0), (25, 1.0), (135, 0.5), (245, 0.0), (9999, 0.0)]
)
def test_blast_falls_off_from_the_skin_of_the_victim(distance: float, share: float) -> None:
    assert blast_share(distance, 25.0, 220.0) == pytest.approx(share)


@pytest.mark.parametrize(("speed", "damage"), [(1320, 0), (1319, 0), (1452, 10), (2500, 89.39)])
def test_falls_of_the_newer_game(speed: float, damage: float) -> None:
    assert fall_damage_2004(speed) == pytest.approx(damage, abs=0.01)


@pytest.mark.parametrize(
    ("speed", "damage"), [(1074, 0), (1075, 7.5), (1325, 45), (1975, 142.5), (1976, 1000)]
)
def test_falls_of_the_older_game(speed: float, damage: float) -> None:
    assert fall_damage_99(speed, 325.0) == pytest.approx(damage)
