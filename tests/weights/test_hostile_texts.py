"""Whatever a text is: it reads as weights, or it is a `PlanError`, soon."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.errors import PlanError
from agentfw.language import PlanText
from agentfw.weights import Weights, load_weights, shipped_weights
from tests.weights.trees import parsed, seeded

if TYPE_CHECKING:
    from random import Random

PIECES = [
    *("{", "}", "(", ")", ";", ":", ",", "-", "+", "*", "/", '"', "#", "$", "\\", "\0", "\n", "é"),
    *("weight", "switch", "case", "default", "return", "balance"),
    *("$evalint(", "$evalfloat(1/0)", "#include", '#include "my.weights"', "#define A A", "#ifdef X"),
    *("#else", "#endif", "/*", "*/", "//", "1e999", "9" * 50, "(" * 200, "{" * 200, "switch(A) {" * 60),
]
SOURCES = [path.read_text(encoding="utf-8") for path in shipped_weights().values()]


def spoiled(text: str, chance: Random) -> str:
    """A text with one to four edits."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 5, 200)))
        text = text[:start] + chance.choice([*PIECES, text[end : end + 40]]) + text[end:]
    return text


def load(text: str) -> Weights | None:
    source = PlanText(text, "my.weights")
    try:
        return load_weights(source, lambda _name, _beside: source)
    except PlanError:
        return None


@pytest.mark.parametrize("seed", range(4))
def test_spoiled_files_raise_plan_errors_only(seed: int) -> None:
    chance = seeded(seed)
    short = [source[:2000] for source in SOURCES] + ['#define A 3\nweight "x" { return $evalint(A*2); }']
    read = [load(spoiled(chance.choice(short), chance)) for _ in range(500)]
    assert any(one is None for one in read)
    assert any(one is not None for one in read)


@given(st.text(max_size=200))
def test_any_text_at_all_raises_plan_errors_only(text: str) -> None:
    load(text)


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_words_raise_plan_errors_only(words: list[str]) -> None:
    load(" ".join(words))


def test_a_whole_spoiled_file_tells_each_mistake_once_per_place() -> None:
    text = max(SOURCES, key=len).replace("switch", "swich")
    with pytest.raises(PlanError) as caught:
        parsed(text)
    assert len(caught.value.problems) == len(set(caught.value.problems)) > 10
