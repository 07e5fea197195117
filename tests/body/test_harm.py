"""Whom a shot at a spot would hurt."""

from __future__ import annotations

import pytest

from agentfw.body.harm import BLAST, harm_done, is_mate_in_line, is_splash_danger
from agentfw.geometry import ORIGIN, Vec3
from agentfw.perception import KnownPlayer, View
from agentfw.vocabulary import SelfState
from tests.support.bodies import TEAMS, at, player


def sight(*others: KnownPlayer) -> View:
    me = SelfState(team=0, location=ORIGIN)
    return View(now=0.0, me=me, game=TEAMS, players={other.id: other for other in others})


class TestLineOfFire:
    def test_a_mate_in_the_line_is_seen(self) -> None:
        assert is_mate_in_line(sight(player("mate", at(300, 30), team=0)), at(600))

    @pytest.mark.parametrize("where", [at(300, 60), at(700), at(-100), at(600.1)])
    def test_a_mate_beside_behind_or_beyond_is_not_in_the_line(self, where: Vec3) -> None:
        assert not is_mate_in_line(sight(player("mate", where, team=0)), at(600))

    def test_an_enemy_in_the_line_is_welcome(self) -> None:
        assert not is_mate_in_line(sight(player("foe", at(300), team=1)), at(600))

    def test_a_blast_at_the_own_feet_is_a_danger(self) -> None:
        assert is_splash_danger(sight(), at(199), 200.0)
        assert not is_splash_danger(sight(), at(201), 200.0)

    def test_a_blast_at_a_mate_is_a_danger(self) -> None:
        mate = player("mate", at(600, 150), team=0)
        assert is_splash_danger(sight(mate), at(600), 200.0)

    def test_a_weapon_without_a_blast_is_none(self) -> None:
        assert not is_splash_danger(sight(), at(1), 0.0)


class TestReasons:
    MATE = player("mate", at(300), team=0)

    def test_a_shot_that_hurts_nobody_has_none_against_it(self) -> None:
        assert harm_done(sight(self.MATE), 100.0, at(0, 600), at(600, 600)) == ""

    def test_one_bad_spot_of_several_is_enough(self) -> None:
        assert harm_done(sight(self.MATE), 0.0, at(0, 600), at(600)) == "a friend is in the line"
        assert harm_done(sight(), 100.0, at(0, 600), at(0, 90)) == BLAST
