"""Whatever a file is: it reads as talk, or it is a `PlanError`, soon."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.errors import PlanError
from agentfw.language import PlanText
from agentfw.talk import Roster, Talk, load_talk, shipped_files, shipped_talk, understand
from tests.talk.meanings import seeded
from tests.talk.trees import mistakes

if TYPE_CHECKING:
    import random

PIECES = [
    *("{", "}", "(", ")", "[", "]", "<", ">", ";", ",", "|", "&", "!", "=", '"', "#", "\\", "\0", "\n"),
    *("chat", "type", "name", "female", '"x"', "orders", "= 5", "#include", '#include "my.talk"', "8"),
    *("/*", "*/", "//", "9" * 50, "(" * 200, "[" * 200, '("a", 0)', "a = { a; }", '["x"] = 3 {', "é"),
]
SOURCES = [path.read_text(encoding="utf-8") for path in shipped_files().values()]


def spoiled(text: str, chance: random.Random) -> str:
    """A text with one to four edits."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 5, 200)))
        text = text[:start] + chance.choice([*PIECES, text[end : end + 40]]) + text[end:]
    return text


def load(text: str) -> Talk | None:
    source = PlanText(text, "my.talk")
    try:
        return load_talk(source, lambda _name, _beside: source)
    except PlanError:
        return None


@pytest.mark.parametrize("seed", range(4))
def test_spoiled_files_raise_plan_errors_only(seed: int) -> None:
    chance = seeded(seed)
    found = [load(spoiled(chance.choice(SOURCES)[:1500], chance)) for _ in range(200)]
    whole = [load(spoiled('a = { "x"; b; }\nb = { "y"; }\n', chance)) for _ in range(200)]
    assert any(one is None for one in found)
    assert any(one is not None for one in (*found, *whole))


@given(st.text(max_size=200))
def test_any_text_at_all_raises_plan_errors_only(text: str) -> None:
    load(text)


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_words_raise_plan_errors_only(words: list[str]) -> None:
    load(" ".join(words))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("// " + "x" * 1_000_000, "a file with talk has at most 1000000 characters"),
        ("a " * 200_001, "there are more than 200000 words"),
        ("a = { " + '"x";' * 5001 + " }", "a block has at most 5000 rows"),
        ('a = { "x"; }\n' * 5001, "there are at most 5000 blocks"),
    ],
)
def test_everything_has_a_limit(text: str, problem: str) -> None:
    assert any(problem in one for one in mistakes(text))


def test_many_replies_are_checked_in_time() -> None:
    text = "".join(f'["word{n} x"] = {n} {{ "x"; }}\n' for n in range(2000))
    started = time.perf_counter()
    assert mistakes(text) == []
    assert time.perf_counter() - started < 30


KEYWORDS = (
    *(
        "to",
        "and",
        "back",
        "for",
        "a",
        "while",
        "defend",
        "patrol",
        "from",
        "ada",
        ",",
        "near",
        "the",
        "i",
    ),
    *("am", "my", "is", "who", "why", "position", "seen", "ago", "has", "our", "flag", "1", "leader"),
)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "to " * 166,
            "a to " * 100,
            "patrol " + "a to " * 90,
            "for " * 125,
            "ada, " * 100,
            "is " * 166,
        ),
        *(
            "near " * 99,
            "position seen ago " * 27,
            "our flag is taken near " + "position seen ago " * 26,
        ),
        *(
            "{" * 500,
            '"' * 499,
            "a'" * 250,
            ", " * 250,
            "x" * 500,
            "\0" * 500,
            "ada and " * 62 + "defend",
        ),
    ],
)
def test_500_characters_take_a_moment(text: str) -> None:
    for roster in (Roster(mates=("Ada", "Bob")), Roster()):
        understand(shipped_talk(), text, roster)  # compiles what it needs
        started = time.perf_counter()
        understand(shipped_talk(), text, roster)
        assert time.perf_counter() - started < 1.0


def steps(text: str, roster: Roster) -> int:
    """How many functions are called until a text is understood, whatever the machine is busy with."""
    understand(shipped_talk(), text, roster)  # compiles what it needs
    counted = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        understand(shipped_talk(), text, roster)
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize(
    "text",
    [
        *("k," * 250, "k," * 50, "so,k " * 100, "so,k " * 25, "and , " * 83, "and , " * 49),
        *("ok ada, " * 24, "k, ada x, " * 16, "k, ada and bob and ada x, " * 7, "ada and " * 24),
        *("get the flag, " + "ok " * 40, "and " * 20 + "defend the base", "so, " * 49 + "ada"),
        *("ada follow xyz, " * 12, "ada, " * 12 + "follow xyz for 1 minute", "for 1 and a half, " * 10),
        *("camp here for " + "1 m " * 24, "camp here for " + "a minute and " * 12 + "a half"),
        *(
            "kill x and " * 16,
            "Ada, kill " + "x and " * 22,
            "k k k k k k Ada: follow x, y, z, k k k k k",
            (
                "and what stay on it help for leader stay camp lead by watch over you defense for "
                "defense Ada, in Ada, the enemy just near Ada, i our flag to our base enemies currently "
                "12m report quits position are for you your squad by aid go Ada, Bob"
            ),
        ),
    ],
)
def test_no_text_takes_many_times_the_work_of_a_usual_one(text: str) -> None:
    usual = "Ada and Bob, guard the red base for ten minutes please"
    for roster in (Roster(mates=("Ada", "Bob")), Roster()):
        assert steps(text, roster) < 60 * steps(usual, roster)


@pytest.mark.parametrize("words", [51, 99])
def test_more_than_50_words_are_no_order(words: int) -> None:
    text = "Ada, " + "well " * (words - 5) + "get the enemy flag"
    assert understand(shipped_talk(), text, Roster(mates=("Ada",))) is None


def test_some_openers_are_heard_over() -> None:
    text = "ok so well then listen Ada, get the enemy flag"
    assert understand(shipped_talk(), text, Roster(mates=("Ada",))) is not None


def test_any_keywords_take_a_moment() -> None:
    chance, spent = seeded(1), 0.0
    for _ in range(300):
        text = " ".join(chance.choice(KEYWORDS) for _ in range(chance.randint(1, 99)))
        started = time.perf_counter()
        understand(shipped_talk(), text, Roster(mates=("Ada", "Bob")))
        spent += time.perf_counter() - started
    assert spent < 20.0
