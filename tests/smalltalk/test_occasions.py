"""One test for everything that makes a character talk, by scripted looks at the world."""

from __future__ import annotations

import pytest

from agentfw.vocabulary import (
    ClassName,
    DamageDealt,
    DamageTaken,
    Died,
    EntityId,
    GameRestarted,
    PlayerDied,
    PlayerScore,
)
from tests.smalltalk.scenes import ALL, XAN, Scene, met
from tests.support.seeing import ME

FOE = XAN.id


# Coming and going


def test_a32_whoever_comes_into_a_match_says_so() -> None:
    scene = Scene({"enter_exit": 1.0})
    scene.now = 60.0
    assert scene.said(5.0) == ["enter_game map=DM-Test"]
    assert scene.said(60.0) == [], "once"


def test_a32_whoever_comes_to_its_beginning_says_that_it_comes_or_that_it_begins() -> None:
    said = {tuple(Scene(ALL | {"random": 0.0}, seed=seed).said(3.0)) for seed in range(20)}
    assert said == {("enter_game map=DM-Test",), ("level_start map=DM-Test",)}


def test_a32_a_match_that_begins_anew_is_greeted() -> None:
    scene = met({"start_end": 1.0})
    scene.happens(GameRestarted(started=True))
    assert scene.said(5.0) == ["level_start opponent=Xan map=DM-Test"]


def test_a32_whoever_leaves_says_goodbye() -> None:
    scene = met({"enter_exit": 1.0})
    scene.lasts(30.0)
    view = scene.watch.view()
    (line,) = scene.mouth.goodbye(view)
    assert "exit_game" in line.text
    assert not line.team_only


@pytest.mark.parametrize("tendency", [0.0, 1.0])
def test_nobody_says_goodbye_without_the_wish_or_in_a_fight(tendency: float) -> None:
    scene = met({"enter_exit": tendency})
    scene.lasts(30.0)
    scene.step(*((XAN,) if tendency else ()))
    assert scene.mouth.goodbye(scene.watch.view()) == ()


@pytest.mark.parametrize(
    ("mine", "theirs", "occasion"),
    [(5, 2, "level_end_victory"), (2, 5, "level_end_loss"), (3, 3, "level_end"), (None, 3, "level_end")],
)
def test_a32_the_last_seconds_know_who_has_won(mine: float | None, theirs: float, occasion: str) -> None:
    scene = Scene({"start_end": 1.0}, minutes=2.0)
    scene.now = 50.0
    own = () if mine is None else (PlayerScore(ME, mine),)
    scene.lasts(25.0, *own, PlayerScore(FOE, theirs))
    assert scene.said(29.0) == []
    assert scene.said(16.0) == [f"{occasion} map=DM-Test"]


def test_an_end_that_no_clock_tells_is_not_foreseen() -> None:
    scene = Scene({"start_end": 1.0, "enter_exit": 1.0}, minutes=0.0)
    scene.now = 100.0
    assert scene.said(3600.0) == ["enter_game map=DM-Test"]


# Hits


def test_a32_whoever_was_hit_and_got_away_says_so() -> None:
    scene = met({"hit_no_death": 1.0})
    scene.happens(DamageTaken(10, ClassName("XWeapons.DamTypeFlakChunk"), FOE))
    assert scene.said(1.9) == [], "it may go on"
    assert scene.said(3.0) == ["hit_no_death opponent=Xan weapon=flak cannon map=DM-Test"]


def test_what_hurts_by_itself_is_no_hit() -> None:
    scene = met({"hit_no_death": 1.0})
    scene.happens(
        DamageTaken(10, ClassName("Engine.fell"), by_world=True),
        DamageTaken(10, ClassName("Rocket"), ME),
    )
    assert scene.said(10.0) == []


def test_a32_whoever_has_hit_somebody_who_got_away_says_so() -> None:
    scene = met({"hit_no_kill": 1.0})
    scene.happens(DamageDealt(FOE, 10, ClassName("XWeapons.DamTypeRocket")))
    assert scene.said(5.0) == ["hit_no_kill opponent=Xan weapon=rocket launcher map=DM-Test"]


def test_whoever_dies_of_it_did_not_get_away() -> None:
    scene = met({"hit_no_kill": 1.0, "hit_no_death": 1.0})
    scene.happens(DamageDealt(FOE, 10), PlayerDied(FOE, killer=EntityId("somebody")))
    assert scene.said(10.0) == []
    scene.happens(DamageTaken(10, instigator=FOE), Died(FOE))
    assert scene.said(10.0) == []


def test_a32_whoever_is_hit_while_typing_complains() -> None:
    scene = met({"kill": 1.0, "hit_talking": 1.0})
    scene.happens(PlayerDied(FOE, killer=ME))
    scene.step()
    assert scene.types()
    scene.happens(DamageTaken(10, ClassName("XWeapons.DamTypeSniperShot")))
    assert scene.said(5.0) == ["hit_talking weapon=lightning gun map=DM-Test"]


# Deaths


@pytest.mark.parametrize(
    ("damage", "killer", "expected"),
    [
        ("XWeapons.DamTypeRocket", FOE, "death opponent=Xan weapon=rocket launcher"),
        ("XWeapons.DamTypeRocket", ME, "death_suicide weapon=rocket launcher"),
        ("Engine.Suicided", "", "death_suicide"),
        ("Suicided", ME, "death_suicide"),
        ("XWeapons.DamTypeShieldImpact", FOE, "death_melee opponent=Xan weapon=shield gun"),
        ("impact", FOE, "death_melee opponent=Xan weapon=impact hammer"),
        ("slashed", FOE, "death_melee opponent=Xan weapon=chainsaw"),
        ("Gameplay.Drowned", "", "death_drown"),
        ("Drowned", None, "death_drown"),
        ("Engine.FellLava", "", "death_lava"),
        ("Burned", "", "death_lava"),
        ("Burned", FOE, "death opponent=Xan"),
        ("Gameplay.Slime", "", "death_slime"),
        ("Corroded", "", "death_slime"),
        ("Corroded", FOE, "death opponent=Xan weapon=bio rifle"),
        ("Engine.fell", "", "death_fall"),
        ("Fell", FOE, "death_fall opponent=Xan"),
        ("XWeapons.DamTypeTeleFrag", FOE, "death_telefrag opponent=Xan"),
        ("gibbed", FOE, "death_telefrag opponent=Xan"),
        ("Engine.Crushed", "", "death_crush"),
        (None, None, "death"),
    ],
)
def test_a32_deaths_have_their_causes(
    damage: ClassName | None, killer: str | None, expected: str
) -> None:
    scene = met({"death": 1.0})
    scene.body["health"] = 0
    scene.happens(Died(EntityId(killer) if killer is not None else None, damage))
    assert scene.said(5.0) == [f"{expected} map=DM-Test"]


def test_a_death_can_be_talked_of_with_the_next_body() -> None:
    scene = met({"death": 1.0})
    scene.happens(Died(FOE, ClassName("shot")))
    assert scene.said(3.0) == ["death opponent=Xan map=DM-Test"]


# Kills


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        ("XWeapons.DamTypeFlakChunk", "kill opponent=Xan weapon=flak cannon"),
        ("XWeapons.DamTypeShieldImpact", "kill_melee opponent=Xan weapon=shield gun"),
        ("impact", "kill_melee opponent=Xan weapon=impact hammer"),
        ("XWeapons.DamTypeSniperHeadShot", "kill_sniper opponent=Xan weapon=lightning gun"),
        ("UTClassic.DamTypeClassicSniper", "kill_sniper opponent=Xan weapon=sniper rifle"),
        ("Decapitated", "kill_sniper opponent=Xan weapon=sniper rifle"),
        ("gibbed", "kill_telefrag opponent=Xan"),
        ("XWeapons.DamTypeTeleFrag", "kill_telefrag opponent=Xan"),
        (None, "kill opponent=Xan"),
    ],
)
def test_a32_kills_have_their_circumstances(damage: ClassName | None, expected: str) -> None:
    scene = met({"kill": 1.0})
    scene.happens(PlayerDied(FOE, killer=ME, damage_class=damage))
    assert scene.said(5.0) == [f"{expected} map=DM-Test"]


def test_the_weapon_in_hand_tells_what_the_game_does_not() -> None:
    scene = met({"kill": 1.0})
    scene.body |= {"weapon": EntityId("DM-Test.SniperRifle0"), "ammo": 5}
    scene.step()
    scene.happens(PlayerDied(FOE, killer=ME))
    assert scene.said(5.0) == ["kill_sniper opponent=Xan weapon=sniper rifle map=DM-Test"]


@pytest.mark.parametrize("killer", [FOE, "", None])
def test_a32_enemies_who_kill_themselves_are_thanked(killer: str | None) -> None:
    scene = met({"enemy_suicide": 1.0})
    scene.happens(PlayerDied(FOE, killer=EntityId(killer) if killer is not None else None))
    assert scene.said(5.0) == ["enemy_suicide opponent=Xan map=DM-Test"]


def test_what_others_do_to_each_other_is_nobodys_business() -> None:
    scene = met(ALL | {"random": 0.0})
    scene.lasts(30.0)
    scene.happens(PlayerDied(FOE, killer=EntityId("Malcolm")))
    assert scene.said(10.0) == []


# Nothing


def test_a32_whoever_has_nothing_to_do_talks_idly() -> None:
    scene = met({"random": 1.0, "misc": 1.0})
    said = scene.said(120.0)
    assert set(said) == {"random opponent=Xan map=DM-Test"}
    assert 3 <= len(said) <= 5


# Of several things


def test_the_most_important_comes_first() -> None:
    scene = met(ALL | {"random": 0.0})
    scene.lasts(30.0)
    scene.happens(DamageDealt(EntityId("other"), 5), PlayerDied(FOE, killer=ME))
    (said,) = scene.said(20.0)
    assert said.startswith("kill ")


def test_who_does_not_talk_of_kills_may_talk_of_hits() -> None:
    scene = met(ALL | {"random": 0.0, "kill": 0.0, "start_end": 0.0, "enter_exit": 0.0})
    scene.happens(DamageDealt(EntityId("other"), 5), PlayerDied(FOE, killer=ME))
    (said,) = scene.said(20.0)
    assert said.startswith("hit_no_kill")
