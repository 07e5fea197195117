"""The classical planning domains, in sizes as wanted, with problems from a seed."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Final

__all__ = [
    "BLOCKS",
    "GRIPPER",
    "LOGISTICS",
    "blocks_problem",
    "gripper_problem",
    "logistics_problem",
]

BLOCKS: Final = """
(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding ?x))
  (:action pick-up
    :parameters (?x)
    :precondition (and (clear ?x) (ontable ?x) (handempty))
    :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
  (:action put-down
    :parameters (?x)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
  (:action stack
    :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
  (:action unstack
    :parameters (?x ?y)
    :precondition (and (on ?x ?y) (clear ?x) (handempty))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))
"""

GRIPPER: Final = """
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball gripper)
  (:predicates (at-robby ?r - room) (at ?b - ball ?r - room) (free ?g - gripper)
    (carry ?o - ball ?g - gripper))
  (:action move
    :parameters (?from ?to - room)
    :precondition (at-robby ?from)
    :effect (and (at-robby ?to) (not (at-robby ?from))))
  (:action pick
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (at ?b ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
  (:action drop
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (carry ?b ?g) (at-robby ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))
"""

LOGISTICS: Final = """
(define (domain logistics)
  (:requirements :strips :typing)
  (:types thing place city - object package vehicle - thing truck airplane - vehicle
    airport location - place)
  (:predicates (in-city ?l - place ?c - city) (at ?o - thing ?l - place) (in ?p - package ?v - vehicle))
  (:action drive
    :parameters (?t - truck ?from ?to - place ?c - city)
    :precondition (and (at ?t ?from) (in-city ?from ?c) (in-city ?to ?c))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))
  (:action fly
    :parameters (?a - airplane ?from ?to - airport)
    :precondition (at ?a ?from)
    :effect (and (not (at ?a ?from)) (at ?a ?to)))
  (:action load
    :parameters (?v - vehicle ?p - package ?l - place)
    :precondition (and (at ?v ?l) (at ?p ?l))
    :effect (and (not (at ?p ?l)) (in ?p ?v)))
  (:action unload
    :parameters (?v - vehicle ?p - package ?l - place)
    :precondition (and (at ?v ?l) (in ?p ?v))
    :effect (and (at ?p ?l) (not (in ?p ?v)))))
"""


def blocks_problem(count: int, seed: int = 0) -> str:
    """Towers that shall become other towers."""
    rng = random.Random(seed)  # noqa: S311 - a test, not a secret
    names = [f"b{i}" for i in range(count)]
    start = " ".join(_tower(names, rng, with_ends=True))
    goal = " ".join(_tower(names, rng, with_ends=False))
    return f"""(define (problem blocks-{count}) (:domain blocks)
  (:objects {" ".join(names)})
  (:init (handempty) {start})
  (:goal (and {goal})))"""


def _tower(names: list[str], rng: random.Random, *, with_ends: bool) -> list[str]:
    order = rng.sample(names, len(names))
    cut = rng.randrange(1, len(order)) if len(order) > 3 else len(order)
    facts = []
    for tower in filter(None, (order[:cut], order[cut:])):
        facts += [f"(on {above} {below})" for above, below in pairwise(tower)]
        facts += [f"(clear {tower[0]})", f"(ontable {tower[-1]})"] if with_ends else []
    return facts or [f"(clear {order[0]})"]


def gripper_problem(balls: int) -> str:
    """Balls that shall be in the other room."""
    names = [f"ball{i}" for i in range(balls)]
    return f"""(define (problem gripper-{balls}) (:domain gripper)
  (:objects rooma roomb - room left right - gripper {" ".join(names)} - ball)
  (:init (at-robby rooma) (free left) (free right) {" ".join(f"(at {b} rooma)" for b in names)})
  (:goal (and {" ".join(f"(at {b} roomb)" for b in names)})))"""


def logistics_problem(cities: int, packages: int, places: int = 2, seed: int = 0) -> str:
    """Packages that shall be somewhere else, with a truck in each city and one airplane."""
    rng = random.Random(seed)  # noqa: S311 - a test, not a secret
    names = [[f"a{c}", *(f"l{c}-{i}" for i in range(1, places))] for c in range(cities)]
    everywhere = [name for city in names for name in city]
    inside = [f"(in-city {name} c{c})" for c, city in enumerate(names) for name in city]
    trucks = [f"(at t{c} {rng.choice(city)})" for c, city in enumerate(names)]
    goods = [f"p{i}" for i in range(packages)]
    locations = [name for city in names for name in city[1:]]
    return f"""(define (problem logistics-{cities}-{packages}) (:domain logistics)
  (:objects {" ".join(goods)} - package {" ".join(f"t{c}" for c in range(cities))} - truck
    plane - airplane {" ".join(city[0] for city in names)} - airport
    {" ".join(locations)} - location {" ".join(f"c{c}" for c in range(cities))} - city)
  (:init (at plane a0) {" ".join(inside + trucks)}
    {" ".join(f"(at {p} {rng.choice(everywhere)})" for p in goods)})
  (:goal (and {" ".join(f"(at {p} {rng.choice(everywhere)})" for p in goods)})))"""
