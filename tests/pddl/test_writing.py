"""Problems made from data: names for things, checks at once, texts that others read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from agentfw.errors import UsageError
from agentfw.pddl import Atom, ProblemWriter, domain_text, read_domain, read_problem
from agentfw.resources import resource_dir
from tests.pddl.classics import GRIPPER
from tests.pddl.peers import theirs_of, unified

if TYPE_CHECKING:
    from collections.abc import Callable

DOMAIN: Final = read_domain("""(define (domain arms)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents)
  (:types weapon item) (:constants shield - item)
  (:predicates (have ?w - weapon) (worn ?i - item) (armed))
  (:functions (health) (ammo ?w - weapon))
  (:action take :parameters (?w - weapon) :effect (and (have ?w) (armed) (increase (ammo ?w) 5))))""")


def writer() -> ProblemWriter[str]:
    return ProblemWriter(DOMAIN, "fight")


def test_what_was_said_is_what_is_written() -> None:
    made = writer()
    made.add("Rocket Launcher", "weapon")
    made.fact("worn", "shield")
    made.value("ammo", 12, "Rocket Launcher")
    made.value("health", 62.5)
    made.want("have", "Rocket Launcher")
    made.want_not("worn", "shield")
    made.want_number("health", ">=", 80)
    made.minimize("health")
    assert made.text() == (
        "(define (problem fight)\n"
        "  (:domain arms)\n"
        "  (:objects rocket-launcher - weapon)\n"
        "  (:init\n"
        "    (worn shield)\n"
        "    (= (ammo rocket-launcher) 12)\n"
        "    (= (health) 62.5))\n"
        "  (:goal (and (have rocket-launcher) (not (worn shield)) (>= (health) 80)))\n"
        "  (:metric minimize (health)))\n"
    )


def test_what_is_written_is_read_as_the_same_problem() -> None:
    made = writer()
    made.add("Rocket Launcher", "weapon")
    made.want("have", "Rocket Launcher")
    made.value("health", 0.1)
    assert read_problem(made.text(), DOMAIN) == made.problem()


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        ("xWeapons.RocketPickup7", "xweapons-rocketpickup7"),
        ("7", "n7"),
        ("", "n"),
        ("and", "and-2"),
        ("have", "have-2"),
        ("Shield", "shield-2"),
        ("Ärger (groß)", "rger-gro"),
        ("?x", "x"),
    ],
)
def test_any_thing_gets_a_name_that_readers_take(thing: str, name: str) -> None:
    made = writer()
    assert made.add(thing, "weapon") == name
    made.want("have", thing)
    assert read_problem(made.text(), DOMAIN).goal == Atom("have", (name,))


def test_things_that_would_be_called_the_same_are_told_apart() -> None:
    made = writer()
    assert [made.add(thing, "weapon") for thing in ("Gun A", "gun-a", "GUN A")] == [
        "gun-a",
        "gun-a-2",
        "gun-a-3",
    ]
    assert made.thing("gun-a-2") == "gun-a"


def test_a_thing_that_is_added_twice_is_there_once() -> None:
    made = writer()
    assert made.add("gun", "weapon") == made.add("gun", "weapon")
    assert len(made.problem().objects) == 1


def test_any_value_can_be_a_thing() -> None:
    made = ProblemWriter[tuple[str, int]](DOMAIN)
    assert made.add(("gun", 3), "weapon") == "gun-3"
    assert made.thing("gun-3") == ("gun", 3)


def refused(act: str) -> str:
    made = writer()
    made.add("gun", "weapon")
    acts: dict[str, Callable[[], object]] = {
        "type": lambda: made.add("x", "wepon"),
        "again": lambda: made.add("gun", "item"),
        "predicate": lambda: made.fact("hav", "gun"),
        "function": lambda: made.value("heatlh", 3),
        "count": lambda: made.want("have"),
        "unknown": lambda: made.want("have", "sword"),
        "kind": lambda: made.want("worn", "gun"),
        "name": lambda: made.thing("gnu"),
        "amount": lambda: made.value("health", float("inf")),
        "limit": lambda: made.want_number("health", ">=", float("nan")),
    }
    with pytest.raises(UsageError) as caught:
        acts[act]()
    return str(caught.value)


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("type", 'unknown type "wepon", did you mean "weapon"?'),
        ("again", '"gun" is a weapon already, and no item'),
        ("predicate", 'unknown predicate "hav", did you mean "have"?'),
        ("function", 'unknown function "heatlh", did you mean "health"?'),
        ("count", '"have" takes 1 things, found 0'),
        ("unknown", '"sword" is not known: add() it first'),
        ("kind", '"gun" is a weapon, but "worn" takes a item here'),
        ("amount", '"health" is said to be inf: expected a finite number'),
        ("limit", '"health" is said to be nan: expected a finite number'),
        ("name", 'no thing is called "gnu" here, did you mean "gun"?'),
    ],
)
def test_what_does_not_fit_the_domain_is_refused_at_once(act: str, told: str) -> None:
    assert refused(act) == told


def gripper_text() -> str:
    made = ProblemWriter[str](read_domain(GRIPPER), "Tidy Up!")
    rooms = ["Room 1", "Room 2"]
    for room in rooms:
        made.add(room, "room")
    made.add("Left Hand", "gripper")
    made.fact("free", "Left Hand")
    made.fact("at-robby", "Room 1")
    for number in range(2):
        made.add(f"Ball {number}", "ball")
        made.fact("at", f"Ball {number}", "Room 1")
        made.want("at", f"Ball {number}", "Room 2")
    return made.text()


def test_pyperplan_reads_the_same_facts_and_goals() -> None:
    text = gripper_text()
    ours = read_problem(text, read_domain(GRIPPER))
    theirs = theirs_of(GRIPPER, text).problem
    assert {_atom(one) for one in theirs.initial_state} == set(ours.facts)
    assert {_atom(one) for one in theirs.goal} == set(ours.goal.parts)  # type: ignore[union-attr] # an And
    assert set(theirs.objects) == {one.name for one in ours.objects}


def _atom(theirs: object) -> Atom:
    signature = theirs.signature  # type: ignore[attr-defined] # pyperplan has no types
    return Atom(theirs.name, tuple(name for name, _ in signature))  # type: ignore[attr-defined] # same


def test_unified_planning_reads_the_same_facts_values_and_goals() -> None:
    made = writer()
    made.add("Rocket Launcher", "weapon")
    made.fact("have", "Rocket Launcher")
    made.value("ammo", 12, "Rocket Launcher")
    made.value("health", 62.5)
    made.want("armed")
    made.want_number("health", ">=", 80)
    theirs = unified(domain_text(DOMAIN), made.text())
    values = {str(fluent): str(value) for fluent, value in theirs.explicit_initial_values.items()}
    assert values == {"have(rocket-launcher)": "true", "ammo(rocket-launcher)": "12", "health": "125/2"}
    assert [str(goal) for goal in theirs.goals] == ["(armed and (80 <= health))"]


@pytest.mark.parametrize("name", ["village-forge", "village-mine", "shooter-duel"])
def test_unified_planning_reads_what_ships(name: str) -> None:
    folder = resource_dir("plans") / "pddl"
    text = (folder / f"{name.partition('-')[0]}.pddl").read_text(encoding="utf-8")
    theirs = unified(text, (folder / f"{name}.pddl").read_text(encoding="utf-8"))
    assert [one.name for one in theirs.actions] == [one.name for one in read_domain(text).actions]
