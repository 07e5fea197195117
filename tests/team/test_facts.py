"""What is kept for those who come later, and what several bots say at once."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from agentfw.decisions import Fact
from agentfw.team.facts import FactBook, distinct
from agentfw.vocabulary import EntityId
from tests.support.seeing import at


def owns(when: float, team: int | None, x: float | None = None, name: str = "dom") -> Fact:
    where = at(x) if x is not None else None
    return Fact("point owner", when, "Ada", entity=EntityId(name), location=where, team=team)


def seen(when: float, text: str, **told: Any) -> Fact:
    return Fact("flag seen", when, "Ada", entity=EntityId("f"), text=text, team=1, **told)


def foe(when: float, x: float, source: str = "Ada") -> Fact:
    return Fact("enemy seen", when, source, entity=EntityId("foe"), location=at(x))


def kept(*facts: Fact) -> tuple[Fact, ...]:
    book = FactBook()
    for fact in facts:
        book.hear([fact])
    return book.all()


def test_newest_of_each_thing_is_kept_in_the_order_of_time() -> None:
    assert kept(owns(3.0, 1, 5.0), seen(1.0, "home"), seen(2.0, "held")) == (
        seen(2.0, "held"),
        owns(3.0, 1, 5.0),
    )


def test_older_fact_that_comes_late_takes_back_nothing() -> None:
    assert kept(seen(2.0, "held"), seen(1.0, "home")) == (seen(2.0, "held"),)


def test_what_changes_all_the_time_is_not_kept() -> None:
    taken = Fact("item taken", 1.0, "Ada", entity=EntityId("kit"))
    assert kept(foe(1.0, 5.0), taken, Fact("ambush", 1.0)) == ()


def test_place_and_owner_of_a_point_are_kept_though_they_were_told_apart() -> None:
    assert kept(owns(1.0, None, 5.0), owns(2.0, 1)) == (owns(2.0, 1, 5.0),)
    assert kept(owns(1.0, 1), owns(2.0, None, 5.0)) == (owns(2.0, 1, 5.0),)


def test_holder_of_a_flag_is_kept_for_as_long_as_it_is_held() -> None:
    held = seen(1.0, "held", holder=EntityId("foe"))
    assert kept(held, seen(2.0, "held"))[0].holder == "foe"
    assert kept(held, seen(2.0, "dropped"))[0].holder is None


def test_base_and_state_of_a_flag_and_the_flags_of_two_teams_are_kept_apart() -> None:
    base = Fact("base", 1.0, entity=EntityId("f"), team=1, location=at(3))
    other = Fact("flag seen", 1.0, entity=EntityId("f"), team=0, text="home")
    assert len(kept(base, seen(1.0, "home"), other)) == 3


def test_no_more_than_two_hundred_things_are_kept() -> None:
    many = [owns(float(number), 1, name=f"dom{number}") for number in range(300)]
    assert [one.at for one in kept(*many)] == [float(number) for number in range(100, 300)]


def test_what_several_say_at_once_is_said_once_by_who_says_most() -> None:
    assert distinct([owns(1.0, 1), owns(1.0, 1, 5.0), owns(1.0, 1)]) == [owns(1.0, 1, 5.0)]
    assert distinct([foe(1.0, 5.0), foe(1.1, 6.0, "Bob"), foe(0.9, 4.0, "Cyd")]) == [
        foe(1.1, 6.0, "Bob")
    ]


def test_what_two_know_of_a_point_at_once_is_put_together() -> None:
    half, rest = owns(1.0, None, 5.0), owns(1.0, 1)
    assert distinct([half, rest]) == distinct([rest, half]) == [owns(1.0, 1, 5.0)]


def test_what_is_put_together_comes_from_who_knew_the_rest() -> None:
    half = replace(owns(1.0, None, 5.0), source="Bob")
    assert [one.source for one in kept(half, owns(2.0, 1))] == ["Bob"]
    assert [one.source for one in kept(half, owns(2.0, 1, 5.0))] == ["Ada"]


def test_different_things_are_all_said() -> None:
    told = [foe(1.0, 5.0), owns(1.0, 1), seen(1.0, "home"), Fact("ambush", 1.0, text="a")]
    assert distinct([*told, Fact("ambush", 1.0, text="b")]) == [*told, Fact("ambush", 1.0, text="b")]
