"""What people say, in many wordings, and what it has to mean: the table is in dialogues.txt."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from msgspec.structs import replace

from agentfw.geometry import Vec3
from agentfw.talk import EVERYONE, KINDS, Meaning, Roster, phrase, shipped_talk, understand
from tests.talk.meanings import seeded

TABLE: Final = Path(__file__).with_name("dialogues.txt")
SPEAKER: Final = "Sarge"
TEAM: Final = Roster(
    mates=(SPEAKER, "Ada", "Bob", "Carl", "Mr Elusive", "[CLAN]Grunt"),
    enemies=("Xan", "Malcolm", "Hunter"),
    squads=("alpha", "night watch"),
    side="red",
)


class Row(NamedTuple):
    said: str
    meaning: Meaning | None


def row(line: str) -> Row:
    said, kind, to, rest = (cell.strip() for cell in line.split("|"))
    if kind == "-":
        return Row(said, None)
    told = dict(pair.split("=") for pair in rest.split("; ")) if rest else {}
    times = {name: float(told.pop(name)) for name in ("for", "ago") if name in told}
    lists = {name: tuple(told.pop(name, "").split(", ")) for name in ("places", "arguments")}
    location = [float(number) for number in told.pop("location", "").split()]
    meaning = Meaning(
        kind,
        EVERYONE if to == "everyone" else tuple(to.split(", ")) if to else (),
        told,
        places=lists["places"] if lists["places"] != ("",) else (),
        arguments=lists["arguments"] if lists["arguments"] != ("",) else (),
        for_s=times.get("for"),
        ago_s=times.get("ago"),
        location=Vec3(*location) if location else None,
    )
    return Row(said, meaning)


def told_lines() -> list[str]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


ROWS: Final = [row(line) for line in told_lines()]
every_row = pytest.mark.parametrize("one", ROWS, ids=lambda one: one.said)


@every_row
def test_a31_what_people_say_is_understood(one: Row) -> None:
    assert understand(shipped_talk(), one.said, TEAM, SPEAKER) == one.meaning


@every_row
def test_it_is_understood_as_well_while_no_enemy_is_known(one: Row) -> None:
    if any(name in one.said.casefold() for name in ("xan", "malc", "hunter")):
        return
    alone = replace(TEAM, enemies=())
    assert understand(shipped_talk(), one.said, alone, SPEAKER) == one.meaning


@every_row
def test_case_and_punctuation_do_not_matter(one: Row) -> None:
    if one.meaning is None or one.meaning.kind in ("task", "attacked", "clear", "held"):
        return  # places and tasks are told as they were said
    for said in (
        one.said.upper(),
        one.said.lower(),
        f"  {one.said.rstrip('.!?')} {'???' if one.said[-1] == '?' else '!!!'} ",
        f"^1{one.said}",
    ):
        found = understand(shipped_talk(), said, TEAM, SPEAKER)
        assert found is not None, said
        assert (found.kind, found.addressees) == (one.meaning.kind, one.meaning.addressees)
        assert {name: told.casefold() for name, told in found.slots.items()} == {
            name: told.casefold() for name, told in one.meaning.slots.items()
        }


@every_row
def test_what_was_understood_can_be_said_and_is_understood_again(one: Row) -> None:
    if one.meaning is None:
        return
    for seed in range(3):
        said = phrase(shipped_talk(), one.meaning, seeded(seed), roster=TEAM, sender=SPEAKER)
        assert said is not None
        assert understand(shipped_talk(), said, TEAM, SPEAKER) == one.meaning, said


def test_every_kind_is_said_in_several_ways() -> None:
    assert len(ROWS) > 250
    told = Counter(one.meaning.kind for one in ROWS if one.meaning is not None)
    ordered = {name for name, kind in KINDS.items() if kind.sort in ("order", "question")}
    assert {name for name in ordered if told[name] < 2} == set()
    assert KINDS.keys() == told.keys()


def test_there_is_idle_talk_among_it() -> None:
    assert sum(one.meaning is None for one in ROWS) > 35
