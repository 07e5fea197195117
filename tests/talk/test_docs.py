"""What the page about talk shows is so."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from agentfw.language import PlanText, Problems
from agentfw.talk import KINDS, OCCASIONS, Roster, character_talk, check_talk, understand
from agentfw.talk.checking import SYNONYM_CONTEXTS
from agentfw.talk.files import _shipped
from agentfw.talk.kinds import FLAGS, HELPERS, MEANT, NAMED, VARIABLES, WORD_LISTS

PAGE = (Path(__file__).parents[2] / "docs" / "talk.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def table(heading: str) -> list[list[str]]:
    (rows,) = re.findall(rf"^\| {heading} \|.*?\n\| --- .*?\n(.*?)\n\n", PAGE, re.DOTALL | re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows.splitlines()]


def names(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


def checked(text: str) -> Problems:
    problems = Problems()
    check_talk(PlanText(text, "my.talk"), _shipped, problems)
    return problems


@pytest.mark.parametrize("text", blocks("c"))
def test_every_example_can_be_used_without_a_warning(text: str) -> None:
    assert [str(one) for one in checked(text)] == []


def test_the_mistake_is_told_as_the_page_shows() -> None:
    (shown,) = blocks("text")
    text = blocks("c")[0].replace('twice, ", opponent', 'twice, ", oponent')
    assert [str(one) for one in checked(text)] == [shown.rstrip("\n")]


def test_the_first_example_is_a_character_and_an_order() -> None:
    own = PlanText(blocks("c")[0], "my.talk")
    talk, character = character_talk(
        "my.talk", lambda name, beside: own if name == "my.talk" else _shipped(name, beside)
    )
    assert character == "carpenter"
    found = understand(talk, "Ada, to the barricades!", Roster(mates=("Ada",)))
    assert found is not None
    assert (found.kind, found.slots) == ("defend", {"place": "our base"})


def test_the_python_example_prints_what_the_page_says() -> None:
    (text,) = blocks("pycon")
    parsed = doctest.DocTestParser().get_doctest(text, {}, "talk.md", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(parsed).failed == 0
    assert parsed.examples


def test_every_kind_is_on_the_page_with_what_it_needs() -> None:
    told = {name: row for row in table("what is meant") for name in names(row[0])}
    assert told.keys() == KINDS.keys()
    for name, (_, needs, may) in told.items():
        kind = KINDS[name]
        assert needs == ", ".join(need.replace("|", " or ") for need in kind.needs), name
        assert may == ", ".join(kind.may), name


def test_every_variable_flag_and_context_is_on_the_page() -> None:
    assert {name for row in table("variable") for name in names(row[0])} == VARIABLES.keys()
    told = {name for row in table("flag") for name in names(row[0])}
    tasks = {flag for flag, (slot, _) in FLAGS.items() if slot == "task"}
    assert told | tasks == {*FLAGS, NAMED}
    contexts = {name for row in table("context") for name in names(row[0])}
    assert contexts == set(SYNONYM_CONTEXTS)
    assert {*MEANT, *HELPERS, *WORD_LISTS} <= set(names(PAGE))


def test_every_occasion_is_on_the_page_with_what_its_lines_can_tell() -> None:
    told = {name: row[2] for row in table("type") for name in names(row[0])}
    assert told == {name: ", ".join(one.variables) for name, one in OCCASIONS.items()}
