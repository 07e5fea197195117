"""Classical planning problems of growing size as PDDL texts, the same for everybody who is measured."""

from __future__ import annotations

import itertools
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Texts", "blocks", "ferry", "grid", "gripper", "logistics"]


class Texts(NamedTuple):
    """A problem in PDDL."""

    name: str
    domain: str
    problem: str


_BLOCKS: Final = """
(define (domain blocks) (:requirements :strips :typing) (:types block)
 (:predicates (on ?x - block ?y - block) (table ?x - block) (clear ?x - block) (empty) (held ?x - block))
 (:action pick-up :parameters (?x - block) :precondition (and (clear ?x) (table ?x) (empty))
  :effect (and (not (table ?x)) (not (clear ?x)) (not (empty)) (held ?x)))
 (:action put-down :parameters (?x - block) :precondition (held ?x)
  :effect (and (not (held ?x)) (clear ?x) (empty) (table ?x)))
 (:action stack :parameters (?x - block ?y - block) :precondition (and (held ?x) (clear ?y))
  :effect (and (not (held ?x)) (not (clear ?y)) (clear ?x) (empty) (on ?x ?y)))
 (:action unstack :parameters (?x - block ?y - block) :precondition (and (on ?x ?y) (clear ?x) (empty))
  :effect (and (held ?x) (clear ?y) (not (clear ?x)) (not (empty)) (not (on ?x ?y)))))
"""

_LOGISTICS: Final = """
(define (domain logistics) (:requirements :strips :typing)
 (:types place city thing - object package vehicle - thing truck plane - vehicle airport - place)
 (:predicates (at ?t - thing ?p - place) (in ?k - package ?v - vehicle) (of ?p - place ?c - city))
 (:action load :parameters (?k - package ?v - vehicle ?p - place)
  :precondition (and (at ?v ?p) (at ?k ?p)) :effect (and (not (at ?k ?p)) (in ?k ?v)))
 (:action unload :parameters (?k - package ?v - vehicle ?p - place)
  :precondition (and (at ?v ?p) (in ?k ?v)) :effect (and (not (in ?k ?v)) (at ?k ?p)))
 (:action drive :parameters (?t - truck ?a - place ?b - place ?c - city)
  :precondition (and (at ?t ?a) (of ?a ?c) (of ?b ?c)) :effect (and (not (at ?t ?a)) (at ?t ?b)))
 (:action fly :parameters (?f - plane ?a - airport ?b - airport)
  :precondition (at ?f ?a) :effect (and (not (at ?f ?a)) (at ?f ?b))))
"""

_GRIPPER: Final = """
(define (domain gripper) (:requirements :strips :typing) (:types room ball hand)
 (:predicates (here ?r - room) (at ?b - ball ?r - room) (free ?h - hand) (holds ?h - hand ?b - ball))
 (:action move :parameters (?a - room ?b - room) :precondition (here ?a)
  :effect (and (here ?b) (not (here ?a))))
 (:action pick :parameters (?b - ball ?r - room ?h - hand)
  :precondition (and (at ?b ?r) (here ?r) (free ?h))
  :effect (and (holds ?h ?b) (not (at ?b ?r)) (not (free ?h))))
 (:action drop :parameters (?b - ball ?r - room ?h - hand) :precondition (and (holds ?h ?b) (here ?r))
  :effect (and (at ?b ?r) (free ?h) (not (holds ?h ?b)))))
"""

_FERRY: Final = """
(define (domain ferry) (:requirements :strips :typing) (:types car place)
 (:predicates (at ?c - car ?p - place) (ferry ?p - place) (empty) (on ?c - car))
 (:action sail :parameters (?a - place ?b - place) :precondition (ferry ?a)
  :effect (and (ferry ?b) (not (ferry ?a))))
 (:action board :parameters (?c - car ?p - place) :precondition (and (at ?c ?p) (ferry ?p) (empty))
  :effect (and (on ?c) (not (at ?c ?p)) (not (empty))))
 (:action leave :parameters (?c - car ?p - place) :precondition (and (on ?c) (ferry ?p))
  :effect (and (at ?c ?p) (empty) (not (on ?c)))))
"""

_GRID: Final = """
(define (domain grid) (:requirements :strips :typing) (:types cell key)
 (:predicates (next ?a - cell ?b - cell) (here ?c - cell) (open ?c - cell) (locked ?c - cell)
  (lies ?k - key ?c - cell) (has ?k - key) (free) (fits ?k - key ?c - cell))
 (:action move :parameters (?a - cell ?b - cell) :precondition (and (here ?a) (next ?a ?b) (open ?b))
  :effect (and (here ?b) (not (here ?a))))
 (:action take :parameters (?k - key ?c - cell) :precondition (and (here ?c) (lies ?k ?c) (free))
  :effect (and (has ?k) (not (lies ?k ?c)) (not (free))))
 (:action drop :parameters (?k - key ?c - cell) :precondition (and (here ?c) (has ?k))
  :effect (and (lies ?k ?c) (free) (not (has ?k))))
 (:action unlock :parameters (?a - cell ?b - cell ?k - key)
  :precondition (and (here ?a) (next ?a ?b) (locked ?b) (has ?k) (fits ?k ?b))
  :effect (and (open ?b) (not (locked ?b)))))
"""


def blocks(count: int, seed: int = 1) -> Texts:
    """Towers of blocks to be rebuilt as other towers."""
    random = Random(seed * 1000 + count)  # noqa: S311 - chance with a seed, no secrets
    names = [f"b{index}" for index in range(count)]
    start, goal = _towers(random, names), _towers(random, names)
    held = [f"(table {tower[0]}) (clear {tower[-1]})" for tower in start]
    wanted = _stacked(goal) or [f"(table {names[0]})"]
    return _texts(
        f"blocks {count}",
        _BLOCKS,
        f"{_list(names)} - block",
        [*held, *_stacked(start), "(empty)"],
        wanted,
    )


def _towers(random: Random, names: list[str]) -> list[list[str]]:
    towers: list[list[str]] = []
    for name in random.sample(names, len(names)):
        place = random.randint(0, len(towers))
        if place == len(towers) or random.random() < 0.15:
            towers.append([name])
        else:
            towers[place].append(name)
    return towers


def _stacked(towers: list[list[str]]) -> list[str]:
    return [f"(on {above} {below})" for tower in towers for below, above in itertools.pairwise(tower)]


def logistics(packages: int, cities: int, seed: int = 1) -> Texts:
    """Packages to be brought by truck and plane; each city has an airport and one other place."""
    random = Random(seed * 1000 + packages * 10 + cities)  # noqa: S311 - chance with a seed, no secrets
    places = [f"p{city}{place}" for city in range(cities) for place in "ab"]
    names = [f"k{index}" for index in range(packages)]
    objects = (
        f"{_list(names)} - package {_list(f't{city}' for city in range(cities))} - truck f0 - plane "
    )
    objects += f"{_list(places[::2])} - airport {_list(places[1::2])} - place "
    objects += f"{_list(f'c{city}' for city in range(cities))} - city"
    start = [f"(of {place} c{place[1:-1]})" for place in places]
    start += [f"(at t{city} p{city}{random.choice('ab')})" for city in range(cities)]
    start += ["(at f0 p0a)", *(f"(at {name} {random.choice(places)})" for name in names)]
    goal = [f"(at {name} {random.choice(places)})" for name in names]
    return _texts(f"logistics {packages}+{cities}", _LOGISTICS, objects, start, goal)


def gripper(balls: int) -> Texts:
    """Balls to be carried to the other room by two hands."""
    names = [f"b{index}" for index in range(balls)]
    start = ["(here a)", "(free left)", "(free right)", *(f"(at {name} a)" for name in names)]
    goal = [f"(at {name} b)" for name in names]
    return _texts(
        f"gripper {balls}", _GRIPPER, f"a b - room left right - hand {_list(names)} - ball", start, goal
    )


def ferry(cars: int, places: int, seed: int = 1) -> Texts:
    """Cars to be brought to other places, one at a time."""
    random = Random(seed * 1000 + cars * 10 + places)  # noqa: S311 - chance with a seed, no secrets
    names, shores = [f"c{index}" for index in range(cars)], [f"s{index}" for index in range(places)]
    start = ["(ferry s0)", "(empty)", *(f"(at {name} {random.choice(shores)})" for name in names)]
    goal = [f"(at {name} {random.choice(shores)})" for name in names]
    return _texts(
        f"ferry {cars}+{places}", _FERRY, f"{_list(names)} - car {_list(shores)} - place", start, goal
    )


def grid(side: int, locks: int, seed: int = 1) -> Texts:
    """A way over a field of cells, some of which must be unlocked with keys that lie about."""
    random = Random(seed * 1000 + side * 10 + locks)  # noqa: S311 - chance with a seed, no secrets
    cells = [(x, y) for x in range(side) for y in range(side)]
    wall = [(side // 2, y) for y in range(side)]
    locked = random.sample(wall, locks)
    keys = [f"k{index}" for index in range(locks)]
    near = [cell for cell in cells if cell[0] < side // 2]
    start = ["(here x0y0)", "(free)"]
    for a in cells:
        others = ((a[0] + x, a[1] + y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        start += [f"(next {_cell(a)} {_cell(b)})" for b in others if b in cells]
        if a not in wall:
            start.append(f"(open {_cell(a)})")
    for key, lock in zip(keys, locked, strict=True):
        start += [
            f"(locked {_cell(lock)})",
            f"(fits {key} {_cell(lock)})",
            f"(lies {key} {_cell(random.choice(near))})",
        ]
    goal = [f"(lies {key} {_cell((side - 1, random.randrange(side)))})" for key in keys]
    objects = f"{_list(map(_cell, cells))} - cell {_list(keys)} - key"
    return _texts(f"grid {side}+{locks}", _GRID, objects, start, goal)


def _cell(at: tuple[int, int]) -> str:
    return f"x{at[0]}y{at[1]}"


def _list(names: Iterable[str]) -> str:
    return " ".join(names)


def _texts(name: str, domain: str, objects: str, start: list[str], goal: list[str]) -> Texts:
    title = domain.split("(domain ", 1)[1].split(")", 1)[0]
    problem = f"""(define (problem made) (:domain {title}) (:objects {objects})
 (:init {" ".join(start)}) (:goal (and {" ".join(goal)})))"""
    return Texts(name, domain, problem)
