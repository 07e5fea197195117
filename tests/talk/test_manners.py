"""When to talk, and when not."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from agentfw.talk import Chatter, Manners, Persona, shipped_talk
from tests.talk.meanings import seeded
from tests.talk.trees import talk_in

if TYPE_CHECKING:
    from collections.abc import Iterator

TALKATIVE = dict.fromkeys(
    ("start_end", "enter_exit", "kill", "death", "hit_talking", "hit_no_kill", "reply"), 1.0
)
TEXT = """
chat "me"
{
    type "kill" { "0123456789"; "abcdefghij"; }
    type "hit_talking" { "hey"; }
    type "random" { "la la"; }
}
["hello"] = 3 { "hi ", speaker; "hello ", speaker; }
"""


def manners(seed: int = 1, *, small_talk: bool = True, cpm: float = 300.0, **habits: float) -> Manners:
    mouth = Chatter(talk_in(TEXT), Persona("Ada", character="me"), seeded(seed), tendencies=habits)
    return Manners(
        mouth,
        seeded(seed),
        characters_per_minute=cpm,
        tendencies={**TALKATIVE, **habits},
        small_talk=small_talk,
    )


def said(mouth: Manners, start: float, end: float, **how: float) -> Iterator[tuple[float, str]]:
    """What is said from a time on, asked ten times a second, with when it is said."""
    for tick in range(round(start * 10), round(end * 10)):
        remark = mouth.step(tick / 10, bots=int(how.get("bots", 0)))
        if remark is not None:
            yield tick / 10, remark.text


def test_a32_typing_takes_its_time() -> None:
    mouth = manners(cpm=300)
    assert mouth.happened(0.0, "kill")
    assert mouth.is_typing
    ((when, text),) = said(mouth, 0.0, 20.0)
    assert (when, len(text)) == (2.0, 10)
    assert not mouth.is_typing


@pytest.mark.parametrize(("cpm", "seconds"), [(60, 10.0), (600, 1.0), (4000, 0.2), (1, 20.0)])
def test_who_types_faster_talks_sooner(cpm: float, seconds: float) -> None:
    mouth = manners(cpm=cpm)
    mouth.happened(0.0, "kill")
    ((when, _),) = said(mouth, 0.0, 30.0)
    assert when == pytest.approx(seconds, abs=0.11)


def test_a32_there_are_25_s_between_chats() -> None:
    mouth = manners()
    mouth.happened(0.0, "kill")
    ((first, _),) = said(mouth, 0.0, 5.0)
    assert not mouth.happened(first + 24.9, "kill")
    assert mouth.happened(first + 25.0, "kill")


def test_nothing_is_begun_while_typing() -> None:
    mouth = manners()
    assert mouth.happened(0.0, "kill")
    assert not mouth.happened(1.0, "kill")


def test_a32_nobody_chats_in_a_fight() -> None:
    mouth = manners()
    assert not mouth.happened(0.0, "kill", is_safe=False)
    assert mouth.happened(0.0, "kill")
    assert mouth.step(1.0, is_safe=False) is None
    assert not mouth.is_typing
    assert list(said(mouth, 1.1, 10.0)) == [], "what was half typed is gone"
    assert mouth.happened(10.0, "kill"), "and does not count as a chat"


def test_who_is_hit_while_typing_complains() -> None:
    mouth = manners()
    assert not mouth.happened(0.0, "hit_talking"), "nothing is being typed"
    mouth.happened(0.0, "kill")
    assert mouth.happened(1.0, "hit_talking")
    assert [text for _, text in said(mouth, 1.0, 9.0)] == ["hey"]


@pytest.mark.parametrize(("tendency", "low", "high"), [(0.0, 0, 0), (0.5, 70, 130), (1.0, 200, 200)])
def test_a32_tendencies_tell_how_often(tendency: float, low: int, high: int) -> None:
    begun = sum(manners(seed, kill=tendency).happened(0.0, "kill") for seed in range(200))
    assert low <= begun <= high


def test_texts_are_read_before_they_are_answered() -> None:
    times = []
    for seed in range(40):
        mouth = manners(seed, cpm=4000)
        mouth.heard(0.0, "Xan", "hello Ada")
        times += [when for when, _ in said(mouth, 0.0, 5.0)]
    assert len(times) == 40
    assert min(times) >= 1.0
    assert max(times) < 2.4


def test_the_own_words_are_not_answered() -> None:
    mouth = manners()
    mouth.heard(0.0, "Ada", "hello")
    assert list(said(mouth, 0.0, 9.0)) == []


@pytest.mark.parametrize(("bots", "likely"), [(0, 1.0), (1, 0.75), (2, 0.5), (5, 0.25), (14, 0.1)])
def test_the_more_bots_the_less_each_replies(bots: int, likely: float) -> None:
    replies = 0
    for seed in range(300):
        mouth = manners(seed)
        mouth.heard(0.0, "Xan", "hello")
        replies += len(list(said(mouth, 0.0, 5.0, bots=bots)))
    assert replies / 300 == pytest.approx(likely, abs=0.08)


def test_ten_unread_texts_are_skimmed() -> None:
    mouth = manners(cpm=4000)
    for _ in range(10):
        mouth.heard(0.0, "Xan", "nothing to answer")
    mouth.heard(0.0, "Xan", "hello")
    times = [when for when, _ in said(mouth, 0.0, 5.0)]
    assert times
    assert times[0] <= 2.5


def test_a_flood_of_texts_is_forgotten() -> None:
    mouth = manners()
    for _ in range(10_000):
        mouth.heard(0.0, "Xan", "hello")
    assert len(list(said(mouth, 0.0, 24.0))) == 1


def test_nothing_old_is_answered_after_a_fight() -> None:
    mouth = manners()
    mouth.heard(0.0, "Xan", "hello")
    for tick in range(200):
        assert mouth.step(tick / 10, is_safe=False) is None
    assert list(said(mouth, 20.0, 30.0)) == []


def test_idle_talk_comes_by_itself() -> None:
    quiet, chatty = manners(random=0.0, misc=1.0), manners(random=1.0, misc=1.0)
    assert list(said(quiet, 0.0, 600.0)) == []
    times = [when for when, _ in said(chatty, 0.0, 600.0)]
    assert 10 < len(times) <= 24
    assert min(b - a for a, b in itertools.pairwise(times)) >= 25.0


def test_a_32_in_team_games_there_is_no_small_talk() -> None:
    mouth = manners(small_talk=False, random=1.0, misc=1.0)
    assert not mouth.happened(0.0, "kill")
    mouth.heard(0.0, "Xan", "hello")
    assert list(said(mouth, 0.0, 100.0)) == []


def test_the_same_seed_talks_the_same() -> None:
    def talked() -> list[tuple[float, str]]:
        mouth = Manners(
            Chatter(shipped_talk(), Persona("Turnip", character="turnip"), seeded(7)),
            seeded(8),
            tendencies={**TALKATIVE, "random": 1.0},
        )
        mouth.happened(0.0, "enter_game")
        mouth.heard(31.0, "Xan", "hello Turnip")
        return list(said(mouth, 0.0, 300.0))

    assert len(talked()) > 5
    assert talked() == talked()
