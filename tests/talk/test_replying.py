"""Which replies fit: the logic of keys, and what they tell."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.language import PlanText, Problems
from agentfw.talk import Persona, Replies, Talk
from agentfw.talk.parsing import parse_talk
from tests.talk.meanings import talk
from tests.talk.trees import talk_in

ADA = Persona("Ada", "female")
MIRROR = 'mirror { [("you", 1), ("I", 1), ("me", 1)] [("I", 1), ("you", 1)] [("your", 1), ("my", 1)] }\n'


def unchecked(text: str) -> Talk:
    """Replies that no check has seen: the truth table has rows that are never given."""
    problems = Problems()
    found = Talk(parse_talk(PlanText(text), None, problems))
    problems.finish()
    return found


def is_given(keys: str, text: str, me: Persona = ADA) -> bool:
    return any(Replies(unchecked(f'[{keys}] = 1 {{ "x"; }}')).suitable(text, me))


SIGNS = ("", "&", "!")


@pytest.mark.parametrize("signs", list(itertools.product(SIGNS, repeat=3)))
@pytest.mark.parametrize("truths", list(itertools.product((True, False), repeat=3)))
def test_a33_keys_follow_the_truth_table(signs: tuple[str, ...], truths: tuple[bool, ...]) -> None:
    words = ("one", "two", "three")
    keys = ", ".join(f'{sign}"{word}"' for sign, word in zip(signs, words, strict=True))
    text = " ".join(word if is_true else "other" for word, is_true in zip(words, truths, strict=True))
    rows = list(zip(signs, truths, strict=True))
    expected = (
        all(is_true for sign, is_true in rows if sign == "&")
        and not any(is_true for sign, is_true in rows if sign == "!")
        and any(is_true for sign, is_true in rows if not sign)
    )
    assert is_given(keys, text) == expected


@pytest.mark.parametrize(
    ("key", "text", "is_true"),
    [
        ('"camp"', "you camper!", True),
        ('" camp "', "you camper!", False),
        ('" camp "', "Camp!", True),
        ('"hate you"', "i HATE, you", True),
        ("name", "ada is here", True),
        ("name", "adamant", False),
        ("female", "x", True),
        ("male", "x", False),
        ("it", "x", False),
        ('<"Bob", "ADA">', "x", True),
        ('<"Bob">', "x", False),
        ('("I hate ", 0)', "i hate rain", True),
        ('("I hate ", 0)', "i hate", False),
        ('("I hate ", 0)', "why do i hate rain", False),
        ('("a"|"b", " c")', "b c", True),
        ('("a ", ["b "], "c")', "a c", True),
        ("(0)", "anything at all", True),
    ],
)
def test_every_kind_of_key_is_true_when_it_should_be(key: str, text: str, *, is_true: bool) -> None:
    assert is_given(key, text) == is_true
    assert is_given(f'!{key}, "", (0)', text) != is_true


def test_a33_the_most_important_replies_come_first() -> None:
    text = '["a"] = 3 { "three"; } ["a"] = 9 { "nine"; } ["b"] = 5 { "five"; } ["a"] = 5 { "five"; }'
    found = Replies(talk_in(text)).suitable("a", ADA)
    assert [one.reply.priority for one in found] == [9.0, 5.0, 3.0]


def test_variables_tell_what_was_said_from_the_other_side() -> None:
    text = MIRROR + '[("I hate ", 0)] = 3 { 0; }'
    (found,) = Replies(talk_in(text)).suitable("I hate my Flak, and you!", ADA)
    assert found.told == {"0": "your Flak and I"}


def test_contractions_are_one_thing() -> None:
    text = 'normal { [("do not", 1), ("don\'t", 1)] }\n["hate you", !"not"] = 7 { "why"; }'
    replies = Replies(talk_in(text))
    assert list(replies.suitable("I hate you", ADA))
    assert not list(replies.suitable("I don't hate you", ADA))


def test_a_required_template_tells_its_variables_too() -> None:
    text = '["hate", &("I ", 0, " you")] = 3 { 0; }'
    (found,) = Replies(talk_in(text)).suitable("i hate you", ADA)
    assert found.told == {"0": "hate"}


@given(st.text(max_size=300))
def test_any_text_is_answered_or_not_and_does_no_harm(text: str) -> None:
    for found in Replies(talk()).suitable(text, ADA):
        assert all(told.isprintable() for told in found.told.values())
