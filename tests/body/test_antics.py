"""Jumping and ducking in a fight, by temper."""

from __future__ import annotations

import pytest

from agentfw.body import Human
from agentfw.decisions import Decision, Fight
from agentfw.vocabulary import Jump, SetCrouching
from tests.support.bodies import Field, at, player

FIGHT = Decision(fight=Fight())


def duel(human: Human, seconds: float = 10.0) -> Field:
    """A fight of somebody with an enemy at a good distance."""
    field = Field(human=human)
    field.meet(player("foe", at(500)))
    field.run(FIGHT, seconds)
    return field


def test_who_is_no_jumper_never_jumps_in_a_fight() -> None:
    assert duel(Human(jumper=0.0)).all_said(Jump) == []


def test_the_more_of_a_jumper_somebody_is_the_more_it_jumps() -> None:
    few, many = (len(duel(Human(jumper=trait), 60.0).all_said(Jump)) for trait in (0.2, 1.0))
    assert 0 < few < many


def test_who_is_no_croucher_never_ducks_in_a_fight() -> None:
    assert duel(Human(croucher=0.0)).all_said(SetCrouching) == []


def test_a_croucher_ducks_and_stands_up_again() -> None:
    said = [one for _, one in duel(Human(croucher=1.0), 20.0).all_said(SetCrouching)]
    assert said[:4] == [SetCrouching(crouch=True), SetCrouching(crouch=False)] * 2


@pytest.mark.parametrize(("attack_skill", "is_able"), [(0.1, False), (0.19, False), (0.2, True)])
def test_the_clumsy_neither_jump_nor_duck(attack_skill: float, *, is_able: bool) -> None:
    field = duel(Human(attack_skill=attack_skill, jumper=1.0, croucher=1.0))
    assert bool(field.all_said(Jump)) is bool(field.all_said(SetCrouching)) is is_able
