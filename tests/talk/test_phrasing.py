"""From meanings to words and back."""

from __future__ import annotations

import math
import re

import pytest
from msgspec.structs import replace

from agentfw.talk import EVERYONE, KINDS, Meaning, Roster, phrase, understand
from agentfw.talk.phrasing import type_of
from tests.talk.meanings import kinds, seeded, some_meaning, some_roster, talk
from tests.talk.trees import talk_in

TEAM = Roster(mates=("Sarge", "Ada", "Bob"), enemies=("Xan",), squads=("alpha",))


def said(meaning: Meaning, seed: int = 1) -> str:
    found = phrase(talk(), meaning, seeded(seed), roster=TEAM, sender="Sarge")
    assert found is not None
    return found


@pytest.mark.parametrize("kind", kinds())
def test_a31_everything_that_is_said_is_understood_as_it_was_meant(kind: str) -> None:
    for seed in range(12):
        chance = seeded(f"{kind} {seed}")
        roster = some_roster(chance)
        meaning = some_meaning(chance, roster, kind)
        sender = chance.choice(roster.mates)
        text = phrase(talk(), meaning, chance, roster=roster, sender=sender)
        assert text is not None, meaning
        assert understand(talk(), text, roster, sender) == meaning, text
        assert text.isprintable()


@pytest.mark.parametrize("kind", kinds())
def test_every_kind_has_several_wordings(kind: str) -> None:
    chance = seeded(kind)
    meaning = some_meaning(chance, TEAM, kind)
    found = {phrase(talk(), meaning, chance, roster=TEAM, sender="Sarge") for _ in range(40)}
    assert len(found) > 2, found


def test_the_same_seed_says_the_same() -> None:
    meaning = Meaning("defend", ("Ada",), {"place": "bridge"}, for_s=600.0)
    assert [said(meaning, seed) for seed in range(9)] == [said(meaning, seed) for seed in range(9)]


def test_orders_sound_as_people_give_them() -> None:
    meaning = Meaning("defend", ("Ada", "Bob"), {"place": "bridge"}, for_s=600.0)
    texts = {said(meaning, seed) for seed in range(200)}
    assert "Ada and Bob: guard the bridge for 10 minutes" in texts
    assert "defend the bridge for a while, Ada and Bob" in texts


@pytest.mark.parametrize(
    ("seconds", "texts"),
    [
        (math.inf, ("forever", "for the rest of the game")),
        (60.0, ("for a minute", "for 1 minute")),
        (120.0, ("for 2 minutes", "for 2 min")),
        (95.0, ("for 95 seconds", "for 95 sec")),
        (1.0, ("for 1 second", "for a second")),
        (0.5, ("for 0.5 seconds", "for 0.5 sec")),
    ],
)
def test_times_are_said_as_people_say_them(seconds: float, texts: tuple[str, ...]) -> None:
    for seed in range(10):
        told = said(Meaning("camp", (), {"spot": "here"}, for_s=seconds), seed)
        assert told.endswith(texts)


def test_what_is_ours_takes_no_article() -> None:
    texts = {said(Meaning("defend", (), {"place": "our base"}), seed) for seed in range(40)}
    assert not [text for text in texts if "the our" in text]


def test_only_what_would_be_taken_for_something_else_is_quoted() -> None:
    assert '"' not in said(Meaning("defend", ("Ada",), {"place": "upper bridge"}))
    assert '"the base for a while"' in said(Meaning("defend", (), {"place": "the base for a while"}))
    assert '"Ada"' in said(Meaning("defend", (), {"place": "Ada"}))


def test_whoever_speaks_is_me() -> None:
    assert re.search(r"\bme\b", said(Meaning("follow", ("Ada",), {"who": "Sarge"})))
    assert said(Meaning("leader_is", (), {"who": "Sarge"})).startswith(("I", "you"))


NO_ENGLISH = re.compile(
    r"we've (got )?a|\bguide\b|I've (the|their|no|[0-9])|need assist|around around"
    r"|cannot because|can't because|(grab|fetch|pick up|collect|go get) our|where you're"
    r"|between \S+ to|our own flag|like to (watch over|look after|storm|raid|hold)|~",
    re.IGNORECASE,
)


@pytest.mark.parametrize("kind", kinds())
def test_synonyms_make_no_bad_english(kind: str) -> None:
    roster = Roster(mates=("Sarge", "Ada", "Bob"), enemies=("Xan",), squads=("alpha",))
    for seed in range(150):
        chance = seeded(f"{kind} {seed}")
        meaning = some_meaning(chance, roster, kind)
        told = dict.fromkeys(meaning.slots.keys() & {"place", "item", "base"}, "shock rifle")
        slots = {**meaning.slots, **told} | ({"reason": "I do"} if "reason" in meaning.slots else {})
        places = ("bridge", "tower") if meaning.places else ()
        meaning = replace(meaning, slots=slots, places=places, arguments=())
        text = phrase(talk(), meaning, chance, roster=roster, sender="Sarge")
        assert text is not None
        assert NO_ENGLISH.search(text) is None, text


def test_everyone_is_addressed_by_a_word() -> None:
    texts = {
        said(Meaning("get_flag", EVERYONE), seed).partition(" ")[0].rstrip(",:") for seed in range(40)
    }
    assert {"everyone", "team", "all"} & texts


@pytest.mark.parametrize(
    "meaning",
    [
        Meaning("nonsense"),
        Meaning("defend"),
        Meaning("defend", (), {"place": "x", "squad": "y"}),
        Meaning("defend", (), {"place": 'say "x"'}),
        Meaning("follow", (), {"who": "Nobody"}),
        Meaning("defend", (), {"place": ""}),
        Meaning("defend", (), {"place": "bridge"}, for_s=0.0),
    ],
)
def test_what_cannot_be_understood_is_not_said(meaning: Meaning) -> None:
    assert phrase(talk(), meaning, seeded(1), roster=TEAM, sender="Sarge") is None


def test_types_are_kinds_with_flags() -> None:
    assert type_of(Meaning("flag_is", (), {"state": "home", "flag": "ours"}), "") == "flag_is ours home"
    assert type_of(Meaning("doing", (), {"task": "patrol", "route": "back"}), "") == "doing patrol back"
    assert type_of(Meaning("doing", (), {"task": "sweep"}), "") == "doing"
    assert type_of(Meaning("task", (), {"task": "defend"}), "") == "task"
    assert type_of(Meaning("leader_is", (), {"who": "Ada"}), "Ada") == "leader_is myself"


def test_talk_of_ones_own_is_spoken() -> None:
    own = talk_in(
        'normal { [("go", 1), ("run", 0)] } orders { "go home" = (rush_base); } '
        'chat "phrases" { type "rush_base" { "go home"; } }'
    )
    assert phrase(own, Meaning("rush_base"), seeded(1)) == "go home"
    assert understand(own, "run home!") == Meaning("rush_base")
    assert phrase(own, Meaning("get_flag"), seeded(1)) is None


def test_all_kinds_say_what_they_need() -> None:
    assert {kind.sort for kind in KINDS.values()} == {"order", "question", "statement"}
    assert len(KINDS) > 40
