"""What is wrong or odd about talk files that can be read."""

from __future__ import annotations

import pytest

from tests.talk.trees import mistakes, talk_in, warnings

NO_TEXTS = "and no random texts are called so"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            'orders { "a", place = (defnd); }',
            '1:10: nothing is meant by "defnd", did you mean "defend"?',
        ),
        ('orders { "a" = (defend); }', '1:10: "defend" is not understood without place'),
        ('orders { "a" = (camp); }', '1:10: "camp" is not understood without place or spot'),
        ('orders { "a", [place] = (defend); }', '1:10: "defend" is not understood without place'),
        (
            'orders { "a", plce = (attack); }',
            '1:15: there is no variable "plce" here, did you mean "place"?',
        ),
        ('orders { "a" = (camp, her); }', '1:10: there is no flag "her", did you mean "here"?'),
        (
            'orders { "a", squad = (dismiss); }',
            '1:10: "dismiss" has nothing to do with "squad" (known: who)',
        ),
        ('times { "a" = (minute); }', '1:9: nothing is meant by "minute", did you mean "minutes"?'),
        ('times { "a", n = (minutes); }', '1:14: there is no variable "n" here (known: more, number)'),
        (
            'articles { "a b" = (word); }',
            '1:12: "articles" is a list of words, each in a text of its own',
        ),
        ("a = { b; }", f'1:7: "a" tells no "b", {NO_TEXTS} (told: nothing)'),
        ('a = { ab; } abc = { "x"; }', f'1:7: "a" tells no "ab", {NO_TEXTS}, did you mean "abc"?'),
        ("a = { a; }", "1:1: these texts hold themselves: a → a"),
        ("a = { b; } b = { c; } c = { b; }", "1:1: these texts hold themselves: b → c → b"),
        (
            'chat "x" { type "hit_no_kill" { oponent; } }',
            f'1:33: "hit_no_kill" tells no "oponent", {NO_TEXTS}, did you mean "opponent"?',
        ),
        (
            'chat "phrases" { type "defnd" { "x"; } }',
            '1:23: nothing is meant by "defnd", did you mean "defend"?',
        ),
        ('chat "phrases" { type "prefer of" { "x"; } }', '1:23: there is no flag "of"'),
        (
            'chat "phrases" { type "lead" { "x", who; } }',
            f'1:37: "lead" tells no "who", {NO_TEXTS} (told: nothing)',
        ),
        ('["?!"] = 3 { "x"; }', "1:2: there is no word in this text"),
        ('["x"] = 3 { "a", 0; }', f'1:18: this reply tells no "0", {NO_TEXTS} (told: me, speaker)'),
    ],
)
def test_mistakes_are_told_with_the_nearest_names(text: str, problem: str) -> None:
    assert mistakes(text) == [problem]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            'ordrs { "a" = (idle); }',
            '1:1: warning: nobody asks for templates of "ordrs", did you mean "orders"?',
        ),
        (
            'nornal { [("a", 1), ("b", 1)] }',
            '1:1: warning: nobody asks for synonyms of "nornal", did you mean "normal"?',
        ),
        (
            'chat "x" { type "hit_takling" { "x"; } }',
            '1:17: warning: nobody talks on occasion of "hit_takling", did you mean "hit_talking"?',
        ),
        (
            'normal { [("a", 1), ("b", 1)] [("c", 1), ("b", 1)] }',
            '1:31: warning: "b" stands in another group, too: my.talk:1:10 counts',
        ),
        (
            'orders { [("a", 1), ("b", 1)] } idle { "b" = (idle); }',
            '1:40: warning: "b" is never heard: a synonym makes it "a" before',
        ),
        (
            'normal { [("cannot", 1), ("can not", 1)] } ["can not"] = 4 { "x"; }',
            '1:45: warning: "can not" is never heard: a synonym makes it "cannot" before',
        ),
        (
            (
                'normal { [("a", 1), ("b", 1)] } orders { "x" = (lead); } '
                'chat "phrases" { type "dismiss" { "x"; } }'
            ),
            '1:92: warning: "x" is understood as "lead", not as "dismiss"',
        ),
        (
            (
                'normal { [("a", 1), ("b", 1)] } orders { "x" = (lead); } '
                'chat "phrases" { type "lead" { "y"; } }'
            ),
            '1:89: warning: "y" is understood as nothing, not as "lead"',
        ),
        (
            (
                'normal { [("a", 1), ("b", 1)] } orders { "x", place = (camp); } '
                'chat "phrases" { type "camp" { "x y"; } }'
            ),
            '1:96: warning: "x y" is not understood in all: place',
        ),
    ],
)
def test_oddities_are_told_with_what_was_probably_meant(text: str, problem: str) -> None:
    assert warnings(text) == [problem]


def test_names_of_nothing_are_no_mistake_when_random_texts_are_called_so() -> None:
    text = 'gun = { "flak"; } chat "x" { type "hit_no_death" { "a ", gun; } } ["x"] = 3 { gun, me; }'
    assert mistakes(text) == []


def test_random_texts_may_be_shared() -> None:
    assert mistakes('a = { c; } b = { c; a; } c = { "x"; }') == []


def test_a_file_says_in_one_line_what_is_in_it() -> None:
    text = (
        'normal { [("a", 1), ("b", 1)] } idle { "x" = (idle); "y" = (idle); } ["x"] = 3 { "z"; } '
        'a = { "x"; } chat "me" { type "hit_no_death" { "x"; } } chat "phrases" { type "lead" { "x"; } }'
    )
    told = "1 synonym group, 2 templates, 1 wording, 1 reply, 1 set of random texts, 1 character"
    assert talk_in(text).summary() == told
