"""Reading talk files, and what is told when they are wrong."""

from __future__ import annotations

import pytest

from agentfw.talk.syntax import (
    Chat,
    Chats,
    Key,
    Line,
    Literal,
    Maybe,
    RandomTexts,
    Reply,
    Synonym,
    SynonymContext,
    SynonymGroup,
    Template,
    TemplateContext,
    Variable,
)
from tests.talk.trees import mistakes, read


def text(*choices: str) -> Literal:
    return Literal(choices)


def test_a30_synonyms_have_weights() -> None:
    group = SynonymGroup((Synonym("do not", 1.0), Synonym("don't", 0.5)))
    assert read('normal { [("do not", 1), ("don\'t", 0.5)] }') == (SynonymContext("normal", (group,)),)


def test_a30_templates_have_texts_variables_and_what_they_mean() -> None:
    found = read('orders { "defend ", "the "|"", place, [" for ", time] = (defend, here | back); }')
    parts = (
        text("defend "),
        text("the ", ""),
        Variable("place"),
        Maybe((text(" for "), Variable("time"))),
    )
    assert found == (TemplateContext("orders", (Template(parts, "defend", ("here", "back")),)),)


def test_a30_replies_have_keys_of_every_kind() -> None:
    (reply,) = read('["a", &name, !female, it, &male, <"Ada", "Bob">, ("I ", 0)] = 4.5 { "x"; }')
    assert reply == Reply(
        (
            Key("text", "", ("a",)),
            Key("name", "&"),
            Key("female", "!"),
            Key("it"),
            Key("male", "&"),
            Key("names", "", ("Ada", "Bob")),
            Key("template", template=Template((text("I "), Variable("0")))),
        ),
        4.5,
        (Line((text("x"),)),),
    )


def test_a30_random_texts_and_chat_lines() -> None:
    found = read('cars = { vans; "F1" } chat "me" { type "hit" { "my ", cars, 0; "ouch" } }')
    hit = Chat("hit", (Line((text("my "), Variable("cars"), Variable("0"))), Line((text("ouch"),))))
    assert found == (
        RandomTexts("cars", (Line((Variable("vans"),)), Line((text("F1"),)))),
        Chats("me", (hit,)),
    )


def test_comments_and_line_ends_do_not_matter() -> None:
    assert read('// one\r\na /* two\nlines */ =\r\n{ "x" // three\n; }') == read('a={"x"}')


def test_includes_are_read_in_their_place_and_once() -> None:
    files = {"b_talk": 'b = { "b"; }\n#include "c.talk"', "c_talk": 'c = { "c"; }', "my_talk": ""}
    found = read('#include "b.talk"\na = { "a"; }\n#include "c.talk"\n#include "my.talk"', **files)
    assert [item.name for item in found if isinstance(item, RandomTexts)] == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ("", "1:1: there is nothing in this file"),
        ("a = { }", "1:5: there is nothing in these braces"),
        ("a = b", '1:5: expected "{", found "b"'),
        ('a = { "x" ', '1:5: "{" is never closed'),
        ('a = { "x', "1:7: this text is never closed"),
        ("a = { /* x", "1:7: this comment is never closed"),
        ('a = { "x" "y"; }', '1:11: expected ";", found "y"'),
        ('a = { "x\\n"; }', r'1:9: unknown escape "\n" (known: \\ \")'),
        ('a = { "x"; } $', '1:14: unexpected character "$"'),
        ("a = { 8; }", "1:7: variables have numbers from 0 to 7"),
        (f'a = {{ "{"x" * 251}"; }}', "1:7: a text has at most 250 characters, found 251"),
        ('chatt "x" { }', None),
        ('"x"', '1:1: expected synonyms, templates, random texts, a reply or chat lines, found "x"'),
        ('normal { [("a", 2)] }', "1:17: a weight is a number from 0 to 1, found 2"),
        ('normal { [("a" 1)] }', '1:16: expected ",", found "1"'),
        ('orders { "a" = defend; }', '1:16: expected "(", found "defend"'),
        ('orders { "a" = (defend) }', '1:25: expected ";", found "}"'),
        ('orders { "a", = (defend); }', '1:15: expected a text or a variable, found "="'),
        ('orders { ""|"a" = (idle); }', None),
        ('["a", nam] = 4 { "x"; }', None),
        ('["a", "b" = 4 { "x"; }', '1:11: expected "]", found "="'),
        ('["a"] = x { "x"; }', '1:9: expected a number, found "x"'),
        ('chat "x" { typ "hit" { "x"; } }', '1:12: expected "type", found "typ", did you mean "type"?'),
        ("#includ 5", '1:1: expected #include "file", found "#includ"'),
        ('#include "no.talk"', '1:10: there is no talk file "no.talk"'),
    ],
)
def test_mistakes_are_told_with_their_place(wrong: str, problem: str | None) -> None:
    told = mistakes(wrong)
    assert told
    assert problem is None or problem in told


@pytest.mark.parametrize(
    ("template", "problem"),
    [
        (
            "who, place",
            'two variables need a text between them: nothing tells where "who" ends and "place" begins',
        ),
        (
            'who, ""|"x"',
            "what stands behind it can never be heard: the empty text fits always, so it comes last",
        ),
        ('who, [" x"], place', 'nothing tells where "who" ends and "place" begins'),
        ('who, " x"|"", place', 'nothing tells where "who" ends and "place" begins'),
        ('who, " ", place', 'nothing tells where "who" ends and "place" begins'),
        ('"a", who, "b", who', 'variable "who" stands here twice'),
        (", ".join(f'"x", v{n}' for n in range(9)), "a template has at most 8 variables, found 9"),
        (", ".join('["x"]' for _ in range(5)), 'there are at most 4 parts in "[" and "]"'),
        (", ".join('"x"' for _ in range(25)), "there are at most 24 parts"),
        (
            ", ".join('"x"|"x y"' for _ in range(7)),
            "1:8: the same words can fit here in at most 64 ways, found 128: too many texts can be",
        ),
        (", ".join('"x"|""' for _ in range(20)), "in at most 64 ways, found 1048576"),
        ("|".join('"x"' for _ in range(41)), "there are at most 40 texts to choose from"),
    ],
)
def test_templates_that_nobody_can_match_are_refused(template: str, problem: str) -> None:
    told = mistakes(f"idle {{ {template} = (idle); }}")
    assert any(problem in one for one in told), told


def test_some_texts_of_a_template_may_begin_alike() -> None:
    six = ", ".join(['"x"|"x y"'] * 6)
    assert not mistakes(f"idle {{ {six} = (idle); }}")


def test_empty_texts_may_stand_between_texts() -> None:
    assert not mistakes('idle { "a", "b "|"", anything, "c"|"d" = (idle); }')


def test_all_mistakes_are_told_at_once() -> None:
    text = """orders
{
    "a" = (defnd);
    "b", place = defend;
    "c", plac = (defend);
}
a = { "x"; b }
["x"] = 1 { y; z; }
chat "x" { type "hti" { "a"; } typ "b" { "c"; } type "hit_talking" { mee; } }
"""
    assert [one.partition(": ")[0] for one in mistakes(text)] == [
        *("3:5", "4:18", "5:10", "7:12", "8:13", "8:16", "9:32", "9:70"),
    ]


def test_reading_goes_on_after_a_broken_block() -> None:
    text = 'a = [\nb = { c; }\n["x" = 1 { "y"; }\nd = { e; }\n'
    assert [one.partition(": ")[0] for one in mistakes(text)] == ["1:5", "2:7", "3:6", "4:7"]
