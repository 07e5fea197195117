"""Constants, calculations, includes and conditions in weight files."""

from __future__ import annotations

import pytest

from agentfw.weights import Case, Leaf, Switch
from tests.weights.trees import body, mistakes, parsed


def value(before: str, number: str, **files: str) -> float:
    return parsed(f'{before}\nweight "x" {{ return {number}; }}', **files).value("x", {})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$evalint(2 + 3 * 4)", 14.0),
        ("$evalint((2 + 3) * 4)", 20.0),
        ("$evalint(10 - 4 - 3)", 3.0),
        ("$evalint(7 / 2)", 3.0),
        ("$evalfloat(7 / 2)", 3.5),
        ("$evalint(-7 / 2)", -3.0),
        ("$evalfloat(--1 * -(2))", -2.0),
        ("$evalint($evalint(3.9) * 2)", 6.0),
        ("-$evalint(4)", -4.0),
    ],
)
def test_calculations_go_by_the_usual_rules(text: str, expected: float) -> None:
    assert value("", text) == expected


def test_constants_stand_for_numbers() -> None:
    assert value("#define W 40", "W") == 40.0
    assert value("#define W -40 // less", "W") == -40.0
    assert value("#define W 40", "$evalint(W * 1.5)") == 60.0


def test_constants_stand_for_other_constants_as_they_are_when_used() -> None:
    assert value("#define A B\n#define B 3\n#define B 4", "A") == 4.0
    assert value("#define A $evalint(B*2)\n#define B 3", "A") == 6.0


def test_constants_stand_for_bounds_of_cases_too() -> None:
    text = '#define LOW 20\nweight "x" { switch(A) { case LOW: return 1; default: return 2; } }'
    assert parsed(text).relations[0].body == Switch("A", (Case(20.0, Leaf(1.0)),), Leaf(2.0))


def test_a_variable_keeps_its_name_though_it_is_a_constant() -> None:
    text = '#define INVENTORY_HEALTH 29\nweight "x" { switch(INVENTORY_HEALTH) { default: return 1; } }'
    assert parsed(text).variables == {"INVENTORY_HEALTH"}


def test_includes_are_read_in_their_place() -> None:
    assert value('#include "inv.h"', "W", inv_h="#define W 7") == 7.0
    both = parsed('weight "a" { return 1; }\n#include "b.h"', b_h='weight "b" { return 2; }')
    assert both.names == ("a", "b")


def test_a_file_may_be_included_twice() -> None:
    text = '#define W 1\n#include "b.h"\n#undef W\n#define W 2\n#include "b.h"'
    assert [one.body for one in parsed(text, b_h='weight "b" { return W; }').relations] == [
        Leaf(1.0),
        Leaf(2.0),
    ]


def test_conditions_choose_what_counts() -> None:
    before = (
        "#define A\n#ifdef A\n#define W 1\n#ifdef B\n#define W 2\n#endif\n#else\n#define W 3\n#endif"
    )
    assert value(before, "W") == 1.0
    assert value("#ifndef W\n#define W 5\n#endif\n#ifndef W\n#define W 6\n#endif", "W") == 5.0
    assert body("\n#ifdef A\nreturn 1;\n#else\nreturn 2;\n#endif\n") == Leaf(2.0)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("#define", '1:1: expected a name after "#define"'),
        ("#define 5 6", '1:1: expected a name after "#define", found "5"'),
        ("#defne A 1", '1:1: unknown directive "#defne", did you mean "#define"?'),
        ("#undef A B", '1:10: unexpected "B"'),
        ("#include inv", '1:1: expected #include "file"'),
        ('#include "no.h"', '1:10: there is no weight file "no.h"'),
        ("#endif", '1:1: "#endif" without #ifdef or #ifndef before'),
        ("#ifdef A\n#else\n#else\n#endif", '3:1: "#else" stands here a second time'),
        ("#ifdef A", "2:25: an #ifdef or #ifndef is never closed: #endif is missing"),
        ("#define W 1 2", '1:13: a constant is one number, unexpected "2": use $evalint(…)'),
    ],
)
def test_wrong_directives_name_their_place(line: str, problem: str) -> None:
    assert f"my.weights:{problem}" in mistakes(f'{line}\nweight "x" {{ return W; }}')


def test_a_constant_that_stands_for_itself_is_a_mistake() -> None:
    found = mistakes('#define A B\n#define B A\nweight "x" { return A; }')
    assert found[0] == "my.weights:2:11: this name stands for itself, or nearly so: A → B → A"


def test_many_constants_in_a_row_end_in_a_mistake() -> None:
    rows = "\n".join(f"#define A{number} A{number + 1}" for number in range(5000))
    assert "stands for itself, or nearly so" in mistakes(f'{rows}\nweight "x" {{ return A0; }}')[0]


def test_constants_that_double_are_worked_out_once_each() -> None:
    rows = "\n".join(f"#define A{n + 1} $evalfloat(A{n}+A{n})" for n in range(40))
    assert value(f"#define A0 1\n{rows}", "A40") == 2.0**40


def test_constants_that_take_too_long_are_a_mistake_that_is_told_once() -> None:
    long = "+".join(["1"] * 5000)
    uses = "".join(f'#define A{n} 1\nweight "w{n}" {{ return LONG; }}\n' for n in range(1000))
    found = mistakes(f"#define LONG $evalint({long})\n{uses}")
    assert len(found) == 1
    assert "it takes too long to work the constants out" in found[0]


@pytest.mark.slow
def test_words_have_an_end_that_is_told_once() -> None:
    text = 'weight "x" { return 1; }\n' + '#include "b.h"\n' * 5
    found = mistakes(text, b_h="1 " * 300_000)
    assert len(found) == 2
    assert found[0] == 'b.h:1:1: expected "weight", found "1"'
    assert found[1].endswith("weights have at most 1000000 words, includes counted")


def test_a_file_that_includes_itself_is_a_mistake() -> None:
    found = mistakes(
        '#include "a.h"\nweight "x" { return 1; }', a_h='#include "b.h"', b_h='#include "a.h"'
    )
    assert found == ["b.h:1:10: this file includes itself: a.h → b.h → a.h"]


def test_mistakes_in_an_included_file_name_that_file() -> None:
    found = mistakes('#include "a.h"', a_h='weight "x" {\n return }')
    assert found == ['a.h:2:9: expected a number, found "}"']


def test_includes_have_an_end() -> None:
    layers = {f"f{n}_h": f'#include "f{n + 1}.h"\n#include "f{n + 1}.h"' for n in range(30)}
    found = mistakes('#include "f0.h"', **layers)
    assert "at most 100 files can be included here" in "\n".join(found)


def test_without_a_reader_nothing_is_included() -> None:
    from agentfw.errors import PlanError
    from agentfw.language import PlanText
    from agentfw.weights import load_weights

    with pytest.raises(PlanError, match="at most 0 files can be included here"):
        load_weights(PlanText('#include "a.h"'))
