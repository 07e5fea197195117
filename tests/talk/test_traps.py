"""The five ways to write replies that never work, and what only looks like them."""

from __future__ import annotations

import pytest

from tests.talk.trees import mistakes, warnings


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        # Only keys with signs.
        (
            '[&"loser", !"not", &female] = 6 { "x"; }',
            '1:1: this reply is never given: one key needs no "&" and no "!" before it',
        ),
        # A variable that another key leaves empty.
        (
            '[("I hate ", 0), "hate you"] = 7 { "do you hate ", 0; }',
            '1:52: nothing is told of "0" when the key at 1:18 is the only one that is true',
        ),
        (
            '[("a ", 0), ("b ", 1)] = 7 { 1; }',
            '1:30: nothing is told of "1" when the key at 1:2 is the only one that is true',
        ),
        (
            '[("a ", [0, " b"])] = 7 { 0; }',
            '1:27: nothing is told of "0" when the key at 1:2 is the only one that is true',
        ),
        # No room for what has to be there.
        (
            '[("get lost"), &name] = 7 { "x"; }',
            "1:2: this key never helps: the template has no room for the name",
        ),
        (
            '[("get lost"), "x", &"now"] = 7 { "x"; }',
            '1:2: this key never helps: the template has no room for "now"',
        ),
        (
            '[("hi ada"), &name, &<"Bob">] = 7 { "x"; }',
            "1:2: this key never helps: the template has no room for the name",
        ),
        # A word that is there and must not be.
        (
            '[("do not say ", 0, " want to ", 1), !"not"] = 7 { "x"; }',
            '1:2: this key never helps: it holds "not", which must not be there',
        ),
        (
            '["cannot", !"not"] = 7 { "x"; }',
            '1:2: this key never helps: it holds "not", which must not be there',
        ),
        (
            '["a", &"b c", !"b"] = 7 { "x"; }',
            '1:7: this key never helps: it holds "b", which must not be there',
        ),
        (
            '["a", &female, !female] = 7 { "x"; }',
            "1:7: this key never helps: the same one must not be true",
        ),
        (
            '[&("I ", 0), &("you ", 1), "x"] = 7 { "x"; }',
            "1:14: this reply is never given: no text fits this and the template at 1:2",
        ),
        (
            '[&(0, " me"|" us"), &(1, " you"), "x"] = 7 { "x"; }',
            "1:21: this reply is never given: no text fits this and the template at 1:2",
        ),
        (
            '[("I ", 0), "x", &("you ", 1)] = 7 { "x"; }',
            "1:2: this key never helps: no text fits it and the template at 1:18",
        ),
        (
            '["a", &female, &male] = 7 { "x"; }',
            "1:1: this reply is never given: nobody is female and male",
        ),
    ],
)
def test_a30_replies_that_cannot_work_are_refused(text: str, problem: str) -> None:
    assert mistakes(text) == [problem]


@pytest.mark.parametrize(
    "text",
    [
        '[("I hate ", 0), (0, " hate you")] = 7 { "do you hate ", 0; }',
        '["x", &("I hate ", 0)] = 7 { "do you hate ", 0; }',
        '[("I hate ", 0), "hate you"] = 7 { "do you hate me", [" and ", 0]; }',
        '[("get lost ", 0), &name] = 7 { "x"; }',
        '[("get lost ada"), &name, &<"Ada">] = 7 { "x"; }',
        '[("get lost now"), &"now"] = 7 { "x"; }',
        '[("do not"|"will", " say ", 0), !"not"] = 7 { 0; }',
        '["knot", !" not "] = 7 { "x"; }',
        '["a", !female] = 7 { "x"; }',
        '["a"] = 7 { "x"; }',
        '["a", &("I"|"you", 0), &("you ", 1)] = 7 { "x"; }',
        '["a", &(["I "], 0), &("you ", 1)] = 7 { "x"; }',
        '["a", &("I ", 0), &(1, " you")] = 7 { "x"; }',
    ],
)
def test_replies_that_only_look_so_are_fine(text: str) -> None:
    assert (mistakes(text), warnings(text)) == ([], [])


@pytest.mark.parametrize(
    "narrow",
    [
        '["not allowed"] = 5 { "x"; }',
        '[("it is ", 0, " not allowed")] = 5 { "x"; }',
        '["not allowed", "allowed to"] = 5 { "x"; }',
        '["x", &"allowed"] = 5 { "x"; }',
        '["not allowed", &female, !"why"] = 5 { "x"; }',
    ],
)
def test_a30_a_broad_key_that_outranks_a_narrow_one_is_odd(narrow: str) -> None:
    told = "whenever it could be, the reply at my.talk:1:1 can be and is more important"
    assert warnings(f'["allowed"] = 7 {{ "y"; }}\n{narrow}') == [
        f"2:1: warning: this reply is never given: {told}"
    ]


@pytest.mark.parametrize(
    "other",
    [
        '["not allowed"] = 7 { "x"; }',  # as important
        '["not allowed"] = 9 { "x"; }',  # more important
        '["not allowed", "forbidden"] = 5 { "x"; }',  # also for something else
        '["forbidden"] = 5 { "x"; }',
    ],
)
def test_replies_beside_broad_keys_are_fine(other: str) -> None:
    assert warnings(f'["allowed"] = 7 {{ "y"; }}\n{other}') == []


@pytest.mark.parametrize("broad", ['["allowed", !"not"]', '["allowed", &female]', '["allowed", &("x")]'])
def test_broad_keys_with_conditions_of_their_own_are_fine(broad: str) -> None:
    assert warnings(f'{broad} = 7 {{ "y"; }}\n["not allowed"] = 5 {{ "x"; }}') == []


def test_conditions_that_both_replies_share_do_not_help() -> None:
    text = '["a", !"b", &male] = 7 { "x"; }\n["a c", &male, !"b"] = 5 { "x"; }'
    assert len(warnings(text)) == 1


@pytest.mark.parametrize(
    ("broad", "narrow"),
    [
        ('("I ", 0)', '("I am ", 0)'),
        ('("I ", 0)', '("I am ", 0, " today")'),
        ('(0, " you")', '("I "|"we ", 0, " you")'),
        ('("I ", ["really "], 0)', '("I really ", 0)'),
    ],
)
def test_a30_a_broad_template_that_outranks_a_narrow_one_is_odd(broad: str, narrow: str) -> None:
    text = f'[{broad}] = 7 {{ "y"; }}\n[{narrow}] = 5 {{ "x"; }}'
    assert [one.partition(": warning")[0] for one in warnings(text)] == ["2:1"]


@pytest.mark.parametrize(
    ("broad", "narrow"),
    [
        ('("I am ", 0)', '("I ", 0)'),
        ('("I ", 0)', '("I am ", 0), "x"'),
        ('("I ", 0)', '("you ", 0)'),
        ('("I ", 0), ("we ", 0)', '("I am"|"we are", 0)'),
        ('("I ", 0)', '("I")'),
        ('("I ", 0, " you")', '("I ", 0)'),
    ],
)
def test_templates_that_do_not_cover_each_other_are_fine(broad: str, narrow: str) -> None:
    assert warnings(f'[{broad}] = 7 {{ "y"; }}\n[{narrow}] = 5 {{ "x"; }}') == []
