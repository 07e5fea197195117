"""How nimbly a body moves in a fight, band by band."""

from __future__ import annotations

import itertools
import math
from random import Random

import pytest

from agentfw.body import Human
from agentfw.body.footwork import Footwork
from agentfw.body.port import Port
from agentfw.body.weapons import WeaponTraits
from agentfw.decisions import Decision, Fight
from agentfw.perception import Event, View
from agentfw.vocabulary import Bumped, HitWall, LedgeReached, MoveTo, Percept, SelfState, Stop
from tests.support.bodies import Field, at, player, row_of

STANDING, TO_AND_FRO, CIRCLING, SURPRISING = 0.1, 0.3, 0.5, 0.9
FIGHT = Decision(fight=Fight())


def duel(skill: float, distance: float) -> Field:
    """A body that faces an enemy with a weapon that likes 500 uu, without a map."""
    field = Field(human=Human(attack_skill=skill))
    field.meet(player("foe", at(distance)))
    return field


def sideways(field: Field) -> float:
    return max(abs(point.y) for point in field.trail)


def sides_of(skill: float, *, thinks: int = 200, percepts: tuple[Percept, ...] = ()) -> list[float]:
    """Which way round the enemy a body of some skill wants to go, think by think."""
    footwork, sides = Footwork(Human(attack_skill=skill), Random(5)), []  # noqa: S311 - predictable on purpose
    for tick in range(thinks):
        now, port = 10 + 0.1 * tick, Port()
        events = tuple(Event(now, percept) for percept in percepts)
        view = View(now=now, me=SelfState(location=at(0)), events=events)
        port.begin(view)
        footwork.step(view, port, player("foe", at(500)), WeaponTraits(distance=500.0))
        (command,) = port.take()
        assert isinstance(command, MoveTo)
        sides.append(math.copysign(1.0, command.location.y))
    return sides


def flips(sides: list[float]) -> list[int]:
    return [tick for tick in range(1, len(sides)) if sides[tick] != sides[tick - 1]]


class TestBands:
    def test_the_clumsy_stand_still(self) -> None:
        field = duel(STANDING, 2000)
        field.run(FIGHT, 4.0)
        assert field.all_said(MoveTo) == []

    def test_beginners_come_nearer_and_never_step_aside(self) -> None:
        field = duel(TO_AND_FRO, 2000)
        field.run(FIGHT, 6.0)
        assert field.here is not None
        assert field.here.x > 1000
        assert sideways(field) < 1.0

    def test_beginners_step_back_from_who_is_too_near(self) -> None:
        field = duel(TO_AND_FRO, 150)
        field.run(FIGHT, 3.0)
        assert field.here is not None
        assert field.here.x < -150

    def test_beginners_stand_at_the_best_distance(self) -> None:
        field = duel(TO_AND_FRO, 600)
        field.run(FIGHT, 3.0)
        assert field.all_said(MoveTo) == []

    @pytest.mark.parametrize(
        ("skill", "moves", "circles"),
        [(0.19, False, False), (0.2, True, False), (0.39, True, False), (0.4, True, True)],
    )
    def test_each_band_begins_at_its_skill(self, skill: float, *, moves: bool, circles: bool) -> None:
        field = duel(skill, 2000)
        field.run(FIGHT, 4.0)
        assert bool(field.all_said(MoveTo)) is moves
        assert (sideways(field) > 1.0) is circles

    def test_the_able_circle_at_the_best_distance(self) -> None:
        field = duel(CIRCLING, 600)
        field.run(FIGHT, 4.0)
        assert sideways(field) > 100

    def test_the_able_circle_and_come_nearer_at_once(self) -> None:
        field = duel(CIRCLING, 2000)
        field.run(FIGHT, 6.0)
        assert field.here is not None
        assert field.here.x > 600
        assert sideways(field) > 50

    @pytest.mark.parametrize("skill", [CIRCLING, SURPRISING])
    def test_who_circles_changes_sides_now_and_then(self, skill: float) -> None:
        sides = sides_of(skill)
        assert 5 <= len(flips(sides)) <= 25

    def test_only_the_best_change_sides_when_nobody_expects_it(self) -> None:
        def spread(skill: float) -> int:
            ticks = flips(sides_of(skill, thinks=600))
            gaps = [b - a for a, b in itertools.pairwise(ticks)]
            return max(gaps) - min(gaps)

        assert spread(CIRCLING) <= 5
        assert spread(SURPRISING) >= 10

    @pytest.mark.parametrize("obstacle", [HitWall(), Bumped(), LedgeReached()])
    def test_an_obstacle_turns_the_circle_round(self, obstacle: Percept) -> None:
        sides = sides_of(CIRCLING, thinks=10, percepts=(obstacle,))
        assert flips(sides) == list(range(1, 10))


class TestManners:
    def test_a_fighter_faces_his_enemy_while_he_moves(self) -> None:
        field = duel(CIRCLING, 600)
        field.run(FIGHT, 1.0)
        moves = [command for _, command in field.all_said(MoveTo) if isinstance(command, MoveTo)]
        assert {command.focus_target for command in moves} == {"foe"}

    def test_who_shall_stand_does_not_move(self) -> None:
        field = duel(SURPRISING, 2000)
        field.run(Decision(fight=Fight(stand=True)), 3.0)
        assert field.all_said(MoveTo) == []

    def test_nobody_strafes_far_from_the_places_of_the_map(self) -> None:
        field = Field(graph=row_of("ab", 300.0), human=Human(attack_skill=TO_AND_FRO))
        field.meet(player("foe", at(3000)))
        field.run(FIGHT, 5.0)
        assert field.here is not None
        assert field.here.x < 720

    def test_a_fight_that_ends_stands_still(self) -> None:
        field = duel(CIRCLING, 600)
        field.run(FIGHT, 1.0)
        assert Stop() in field.run(Decision(), 0.2)

    def test_standing_where_the_enemy_stands_is_no_trouble(self) -> None:
        field = duel(CIRCLING, 0)
        field.run(FIGHT, 1.0)
        assert all(math.isfinite(point.x) for point in field.trail)
