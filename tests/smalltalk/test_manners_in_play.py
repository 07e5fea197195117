"""When a character holds its tongue, and how long it types."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from agentfw.decisions import Decision, Fight, Follow, ShootAt, Speak, TravelTo, Wield
from agentfw.vocabulary import (
    BodyPart,
    ChatChannel,
    ChatHeard,
    ClassName,
    DamageDealt,
    DamageTaken,
    Died,
    EntityId,
    PlayerDied,
    PlayerSeen,
    Spawned,
    VolumeEntered,
    ZoneEntered,
)
from tests.smalltalk.scenes import ALL, OTHER, XAN, Scene, met
from tests.support.seeing import ME, at

FOE = XAN.id
KILLED = PlayerDied(FOE, killer=ME)


# Fights


@pytest.mark.parametrize("tendency", ["kill", "hit_no_kill", "random", "reply"])
def test_a32_nobody_talks_with_an_enemy_in_sight(tendency: str) -> None:
    scene = met({tendency: 1.0})
    scene.happens(KILLED, DamageDealt(FOE, 5), ChatHeard(ChatChannel.PUBLIC, "you camper", FOE))
    for _ in range(300):
        assert not scene.step(OTHER)
        assert not scene.types()


def test_a32_a_fight_that_begins_ends_the_typing() -> None:
    scene = met({"kill": 1.0}, cpm=100)
    scene.happens(KILLED)
    assert scene.said(2.0) == []
    assert scene.types()
    scene.step(XAN)
    assert not scene.types()
    assert scene.said(60.0) == [], "what was half typed is never said"


def test_a32_a_shot_ends_the_typing_of_who_does_not_complain() -> None:
    scene = met({"kill": 1.0}, cpm=100)
    scene.happens(KILLED)
    scene.lasts(2.0)
    scene.happens(DamageTaken(5))
    assert scene.said(60.0) == []


def test_a_complaint_ends_when_the_shooter_comes_in_sight() -> None:
    scene = met({"kill": 1.0, "hit_talking": 1.0}, cpm=100)
    scene.happens(KILLED)
    scene.lasts(2.0)
    scene.happens(DamageTaken(5))
    scene.lasts(1.0)
    assert scene.types()
    scene.step(XAN)
    assert not scene.types()
    assert scene.said(60.0) == []


def test_whoever_is_shot_at_by_somebody_in_sight_does_not_complain() -> None:
    scene = met({"kill": 1.0, "hit_talking": 1.0}, cpm=100)
    scene.happens(KILLED)
    scene.lasts(2.0)
    scene.happens(DamageTaken(5, instigator=FOE))
    scene.step(XAN)
    assert not scene.types()


def test_a_kill_waits_until_nobody_is_in_sight() -> None:
    scene = met({"kill": 1.0})
    scene.happens(KILLED)
    other = OTHER
    assert scene.said(2.0, other) == []
    assert scene.said(2.4) == [], "who was there a moment ago still is"
    assert len(scene.said(1.0)) == 1


@pytest.mark.parametrize(
    "decision",
    [
        Decision(fight=Fight(target=FOE)),
        Decision(fight=ShootAt(at(500))),
        Decision(move=TravelTo(target=FOE)),
        Decision(move=Follow(FOE)),
    ],
    ids=["a fight", "shots at a point", "a chase", "a pursuit"],
)
def test_nobody_begins_to_talk_while_he_is_after_somebody(decision: Decision) -> None:
    scene = met({"kill": 1.0, "random": 1.0, "reply": 1.0})
    scene.lasts(0.1, XAN)
    scene.lasts(3.0)
    scene.happens(PlayerDied(OTHER.id, killer=ME), ChatHeard(ChatChannel.PUBLIC, "you camper", FOE))
    scene.decision = decision
    for _ in range(50):
        assert not scene.step()
        assert not scene.types()


def test_a_fight_that_is_decided_on_ends_the_typing() -> None:
    scene = met({"kill": 1.0}, cpm=100)
    scene.lasts(0.1, XAN)
    scene.lasts(3.0)
    scene.happens(PlayerDied(OTHER.id, killer=ME))
    scene.lasts(2.0)
    assert scene.types()
    scene.decision = Decision(fight=Fight(target=FOE))
    scene.step()
    assert not scene.types()


@pytest.mark.parametrize(
    "decision",
    [
        Decision(fight=Fight()),
        Decision(fight=Fight(target=OTHER.id)),
        Decision(fight=Wield(EntityId("link"))),
        Decision(move=TravelTo(place=EntityId("spot"))),
    ],
    ids=["anybody", "somebody never seen", "a weapon", "a way"],
)
def test_whoever_has_nobody_to_fight_talks(decision: Decision) -> None:
    scene = met({"kill": 1.0})
    scene.happens(KILLED)
    scene.decision = decision
    assert len(scene.said(5.0)) == 1


def test_nobody_says_goodbye_in_the_middle_of_a_chase() -> None:
    def goodbye(decision: Decision) -> int:
        scene = met({"enter_exit": 1.0})
        scene.lasts(0.1, XAN)
        scene.lasts(4.0)
        scene.decision = decision
        scene.step()
        return len(scene.mouth.goodbye(scene.watch.view()))

    assert goodbye(Decision()) == 1
    assert goodbye(Decision(move=TravelTo(target=FOE))) == 0


def test_what_waited_too_long_is_not_worth_it_any_more() -> None:
    scene = met({"kill": 1.0})
    scene.happens(KILLED)
    other = OTHER
    scene.lasts(8.0, other)
    assert scene.said(30.0) == []


# The ground


@pytest.mark.parametrize(
    "body",
    [
        {"damage_boost_until": 1e6},
        {"location": at(0, 0, 400), "floor_location": at(0, 0, 0)},
        {"velocity": at(0, 0, -300)},
        {"velocity": at(0, 0, 300)},
    ],
)
def test_a32_nobody_talks_in_the_air_or_with_a_powerup(body: dict[str, object]) -> None:
    scene = met({"kill": 1.0, "random": 1.0})
    scene.lasts(30.0)
    scene.body |= body
    scene.lasts(1.0)
    scene.happens(KILLED)
    scene.lasts(3.0)
    assert scene.said(30.0) == []


def test_who_stands_on_a_slope_talks() -> None:
    scene = met({"kill": 1.0})
    scene.body |= {"location": at(0, 0, 45), "floor_location": at(0, 0, 0), "velocity": at(300, 0, 200)}
    scene.happens(KILLED)
    assert len(scene.said(5.0)) == 1


@pytest.mark.parametrize(
    "entered",
    [
        VolumeEntered(water=True),
        VolumeEntered(water=False, pain_causing=True),
        ZoneEntered(BodyPart.FEET, EntityId("DM-Test.WaterZone0")),
        ZoneEntered(BodyPart.BODY, EntityId("DM-Test.LavaZone1")),
    ],
)
def test_a32_nobody_talks_in_liquid(entered: VolumeEntered | ZoneEntered) -> None:
    scene = met({"kill": 1.0})
    scene.happens(entered, KILLED)
    assert scene.said(5.0) == []
    scene.happens(VolumeEntered(water=False, pain_causing=False), KILLED)
    assert len(scene.said(5.0)) == 1


def test_the_next_body_is_dry() -> None:
    scene = met({"death": 1.0})
    scene.happens(VolumeEntered(water=True), Died(None, ClassName("Drowned")), Spawned())
    assert len(scene.said(5.0)) == 1


# How often, and how long


@pytest.mark.parametrize(("tendency", "low", "high"), [(0.0, 0, 0), (0.5, 18, 42), (1.0, 60, 60)])
def test_a32_tendencies_tell_how_likely_it_is(tendency: float, low: int, high: int) -> None:
    talked = 0
    for seed in range(60):
        scene = met({"kill": tendency}, seed=seed)
        scene.happens(KILLED)
        talked += len(scene.said(3.0))
    assert low <= talked <= high


def test_a32_without_any_tendency_there_is_silence() -> None:
    scene = met({})
    scene.happens(KILLED, DamageTaken(1), DamageDealt(FOE, 1), Died(FOE), Spawned())
    scene.happens(ChatHeard(ChatChannel.PUBLIC, "you camper", FOE))
    assert scene.said(300.0) == []


@pytest.mark.parametrize("cpm", [60, 120, 240, 600])
def test_a32_typing_takes_as_long_as_the_text_at_that_speed(cpm: int) -> None:
    scene = met({"kill": 1.0}, cpm=cpm)
    scene.happens(KILLED)
    began = scene.now
    ((when, text),) = scene.lasts(25.0)
    assert when - began == pytest.approx(min(20.0, 60.0 * len(text) / cpm), abs=0.11)


def test_a32_whoever_types_has_no_hand_free() -> None:
    scene = met({"kill": 1.0}, cpm=120)
    scene.happens(KILLED)
    typing = []
    for _ in range(250):
        text = scene.step()
        typing.append(scene.types())
        if text:
            break
    assert typing == [True] * (len(typing) - 1) + [False]


def test_a32_there_are_25_s_between_chats() -> None:
    scene = met(ALL)
    times = []
    for _ in range(100):
        scene.happens(PlayerDied(FOE, killer=ME), ChatHeard(ChatChannel.PUBLIC, "camp", FOE))
        times += [when for when, _ in scene.lasts(3.0)]
    assert len(times) > 9
    assert min(b - a for a, b in itertools.pairwise(times)) >= 25.0


def test_a32_no_line_is_said_again_within_20_s() -> None:
    scene = met({"kill": 1.0, "hit_talking": 1.0}, cpm=600)
    texts: list[tuple[float, str]] = []
    for _ in range(200):
        scene.happens(KILLED)
        texts += scene.lasts(0.3)
        scene.happens(DamageTaken(1))
        texts += scene.lasts(3.0)
    for (a, one), (b, other) in itertools.combinations(texts, 2):
        assert one != other or b - a >= 20.0


@pytest.mark.parametrize("game", ["BotTeamGame", "BotCTFGame", "BotDoubleDomination"])
def test_a32_in_team_games_there_is_none(game: str) -> None:
    scene = met(ALL, game=game)
    scene.happens(KILLED, ChatHeard(ChatChannel.PUBLIC, "you camper", FOE), Died(FOE))
    assert scene.said(200.0) == []
    assert scene.mouth.goodbye(scene.watch.view()) == ()


def test_what_a_plan_says_counts_as_a_chat() -> None:
    scene = met({"kill": 1.0})
    scene.decision = Decision(say=Speak("Gotcha!"))
    scene.step()
    scene.decision = Decision()
    scene.happens(KILLED)
    assert scene.said(24.0) == []
    scene.lasts(1.0)
    scene.happens(KILLED)
    assert len(scene.said(5.0)) == 1


def test_what_a_plan_tells_its_team_does_not() -> None:
    scene = met({"kill": 1.0})
    scene.decision = Decision(say=Speak("incoming", team_only=True))
    scene.happens(KILLED)
    assert len(scene.said(5.0)) == 1


def test_the_same_seed_says_the_same() -> None:
    def played(seed: int) -> list[tuple[float, str]]:
        scene, said = met(ALL, seed=seed), []
        for _ in range(20):
            scene.happens(KILLED, ChatHeard(ChatChannel.PUBLIC, "do you camp", FOE))
            said += scene.lasts(20.0)
        return said

    assert len(played(3)) > 5
    assert played(3) == played(3)
    assert played(3) != played(4)


# Others


def heard(scene: Scene, text: Any, **told: Any) -> list[str]:
    """What is answered to a text."""
    usual: dict[str, Any] = {"channel": ChatChannel.PUBLIC, "id": FOE, "player_name": "Xan"}
    scene.happens(ChatHeard(**usual | {"text": text} | told))
    return scene.said(10.0)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("what a camp", ["most, Xan"]),
        ("do you camp", ["most, Xan"]),
        ("do you hide", ["most, Xan"]),
        ("nice weather", []),
    ],
)
def test_a33_the_most_important_reply_is_given(text: str, answers: list[str]) -> None:
    said = [heard(met({"reply": 1.0}, seed=seed), text) for seed in range(12)]
    assert [one for one in said if one] == [answers] * sum(map(bool, said))
    assert any(said) is bool(answers)


def test_texts_are_read_before_they_are_answered() -> None:
    times = []
    for seed in range(20):
        scene = met({"reply": 1.0}, seed=seed)
        scene.happens(ChatHeard(ChatChannel.PUBLIC, "camp", FOE, "Xan"))
        began = scene.now
        times += [when - began for when, _ in scene.lasts(10.0)]
    assert len(times) > 8
    assert min(times) >= 1.0
    assert max(times) <= 2.5


@pytest.mark.parametrize(
    "told",
    [
        {"id": ME, "player_name": "Ada"},
        {"id": None, "player_name": "Ada"},
        {"channel": ChatChannel.TEAM},
        {"from_operator": True},
        {"text": None},
        {"text": ""},
    ],
)
def test_some_texts_are_not_for_answering(told: dict[str, Any]) -> None:
    assert not any(
        heard(met({"reply": 1.0}, seed=seed), **{"text": "camp"} | told) for seed in range(12)
    )


def test_the_echo_of_a_game_that_tells_no_speaker_is_not_answered() -> None:
    for seed in range(12):
        scene = met({"kill": 1.0, "reply": 1.0}, seed=seed)
        scene.happens(KILLED)
        ((_, text),) = scene.lasts(3.0)
        scene.mouth._manners._chatted_at = -100.0  # it would be free to answer
        scene.happens(ChatHeard(ChatChannel.PUBLIC, text))
        assert scene.said(10.0) == []


@pytest.mark.parametrize(("others", "likely"), [(1, 0.75), (2, 0.5), (5, 0.25)])
def test_the_more_play_the_less_each_of_them_replies(others: int, likely: float) -> None:
    replies = 0
    for seed in range(120):
        scene = Scene({"reply": 1.0}, seed=seed)
        everybody = [PlayerSeen(id=EntityId(f"b{n}"), location=at(500.0)) for n in range(others)]
        scene.lasts(0.2, *everybody)
        replies += bool(heard(scene, "camp", id=EntityId("b0")))
    assert replies / 120 == pytest.approx(likely, abs=0.13)
