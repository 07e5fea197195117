"""Texts cut into words, and synonyms."""

from __future__ import annotations

import pytest

from agentfw.talk import Roster
from agentfw.talk.synonyms import Synonyms
from agentfw.talk.syntax import SynonymContext
from agentfw.talk.words import MAX_HEARD_CHARS, cleaned, plain_words, words_in
from tests.talk.meanings import seeded
from tests.talk.trees import read


def synonyms(*groups: str) -> Synonyms:
    (context,) = read(f"normal {{ {' '.join(groups)} }}")
    assert isinstance(context, SynonymContext)
    return Synonyms(context.groups)


def unified(known: Synonyms, text: str) -> str:
    return " ".join(unit.plain for unit in known.unified(words_in(text)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hello, World!", ["hello", ",", "world"]),
        ("don't  'quote' me", ["don't", "quote", "me"]),
        ("wait... what?!", ["wait", "what"]),
        ("-340 and +5 and 1.50 and 3.", ["-340", "and", "5", "and", "1.50", "and", "3"]),
        ("10min 5M 7xyz", ["10", "min", "5", "m", "7xyz"]),
        ("[a] (b) {c} <d>", ["a", "b", "c", "d"]),
        ("DOM-1 rocket_launcher #5 @ada", ["dom1", "rocketlauncher", "5", "ada"]),
        ("ÅÄÖ Straße ОЛЯ", ["åäö", "strasse", "оля"]),
        ("*** --- ...", []),
    ],
)
def test_words_are_compared_without_case_and_signs(text: str, words: list[str]) -> None:
    assert plain_words(text) == words


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("^1red^7", "red"),
        ("a\tb\nc\0d\x1b[2Je", "a b c d [2Je"),
        ("\u201cx\u201d \u2019s", '"x" \'s'),
        (" a   b ", "a b"),
        ("x" * 900, "x" * MAX_HEARD_CHARS),
    ],
)
def test_colors_and_control_characters_are_not_heard(text: str, clean: str) -> None:
    assert cleaned(text) == clean


def test_known_names_and_quotations_are_one_word() -> None:
    roster = Roster(mates=("Mr X", "Mr X Junior", "a,b"))
    words = words_in('mr x junior, MR X: "The  Pit" a,b mr xy', roster)
    assert [word.raw for word in words] == ["Mr X Junior", "Mr X", "The  Pit", "a,b", "mr", "xy"]
    assert [word.is_name for word in words] == [True, True, False, True, False, False]
    assert [word.has_comma for word in words] == [True, True, False, False, False, False]


def test_the_genitive_of_a_name_is_the_name() -> None:
    assert [word.raw for word in words_in("Ada's flag", Roster(mates=("Ada",)))] == ["Ada", "flag"]


def test_synonyms_become_the_first_of_their_group_and_the_longest_count() -> None:
    known = synonyms('[("get", 1), ("go get", 0), ("fetch", 0)]', '[("walk", 1), ("go", 0)]')
    assert unified(known, "go get it, go and fetch") == "get it walk and get"


def test_words_that_say_nothing_are_taken_away() -> None:
    known = synonyms('[("", 0), ("please", 0), ("right now", 0)]')
    assert unified(known, "please do it right now please") == "do it"
    assert unified(known, "right there now") == "right there now"


def test_what_a_group_keeps_is_no_synonym_of_another() -> None:
    known = synonyms('[("what should i do", 1), ("what to do", 0)]', '[("", 0), ("should", 0)]')
    assert unified(known, "what should I do") == "what should i do"


def test_names_are_no_synonyms() -> None:
    known = synonyms('[("defend", 1), ("guard", 0)]')
    words = words_in('Guard guard "guard"', Roster(mates=("Guard",)))
    plains = [unit.plain for unit in known.unified(words[:1])]
    assert plains == ["guard"]
    assert [unit.plain for unit in known.unified(words_in("guard"))] == ["defend"]


def test_words_can_change_places() -> None:
    known = synonyms('[("you", 1), ("I", 1), ("me", 1)]', '[("I", 1), ("you", 1)]')
    assert known.rewritten(words_in("You and me, I say")) == "I and you you say"


def test_groups_without_weights_are_heard_and_not_said() -> None:
    known = synonyms('[("a", 0), ("b", 0)]')
    assert known.varied("b and a", seeded(1)) == "b and a"
    assert unified(known, "b") == "a"


def test_what_is_no_word_is_not_replaced_inside_of_others() -> None:
    known = synonyms('[("car", 0), ("van", 1)]')
    assert known.varied("car cars scar car's car.", seeded(1)) == "van cars scar car's van."
