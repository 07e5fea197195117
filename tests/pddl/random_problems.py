"""Small random domains and problems from a seed, within what every planner reads."""

from __future__ import annotations

import random
from typing import Final

__all__ = ["random_texts"]

_TYPES: Final = ("object", "a", "b", "c")
_PARENTS: Final = {"object": ("object",), "a": ("a",), "b": ("b", "a"), "c": ("c",)}


def random_texts(seed: int, *, with_numbers: bool = False) -> tuple[str, str]:
    """A domain and a problem; about half of them can be solved."""
    return _Maker(random.Random(seed), with_numbers=with_numbers).texts()  # noqa: S311 - a test


class _Maker:
    def __init__(self, rng: random.Random, *, with_numbers: bool) -> None:
        self.rng = rng
        self.with_numbers = with_numbers
        self.objects = {f"o{i}": rng.choice("abc") for i in range(rng.randint(2, 4))}
        plain: dict[str, list[str]] = {"p0": []}
        self.predicates = plain | {
            f"p{i}": [rng.choice(_TYPES) for _ in range(rng.choice((0, 1, 1, 2)))]
            for i in range(1, rng.randint(3, 6))
        }

    def texts(self) -> tuple[str, str]:
        actions = "\n".join(self.action(i) for i in range(self.rng.randint(2, 5)))
        typed = [f"({name} {self.typed(kinds)})" for name, kinds in self.predicates.items()]
        functions = "(:functions (n) (m))" if self.with_numbers else ""
        needs = ":strips :typing :numeric-fluents" if self.with_numbers else ":strips :typing"
        domain = f"""(define (domain random) (:requirements {needs})
          (:types a c - object b - a) (:predicates {" ".join(typed)}) {functions}\n{actions})"""
        return domain, self.problem()

    def problem(self) -> str:
        facts = [self.fact() for _ in range(self.rng.randint(1, 4))]
        goal = [self.fact() for _ in range(self.rng.randint(1, 3))]
        values = "(= (n) 1) (= (m) 0)" if self.with_numbers else ""
        goal += [f"(>= (m) {self.rng.randint(1, 3)})"] if self.with_numbers else []
        return f"""(define (problem p) (:domain random)
          (:objects {" ".join(f"{name} - {kind}" for name, kind in self.objects.items())})
          (:init {" ".join(facts)} {values})
          (:goal (and {" ".join(goal)})))"""

    def action(self, number: int) -> str:
        parameters = {f"?v{i}": self.rng.choice("abc") for i in range(self.rng.randint(0, 3))}
        atoms = [self.atom(parameters) for _ in range(self.rng.randint(1, 3))]
        gains = [self.atom(parameters) for _ in range(self.rng.randint(1, 2))]
        losses = [f"(not {one})" for one in (self.atom(parameters),) if self.rng.random() < 0.5]
        tests, changes = self.numbers()
        needs = " ".join(atoms + tests)
        listed = " ".join(f"{name} - {kind}" for name, kind in parameters.items())
        return f"""(:action act{number} :parameters ({listed})
          :precondition (and {needs})
          :effect (and {" ".join(gains + losses + changes)}))"""

    def numbers(self) -> tuple[list[str], list[str]]:
        if not self.with_numbers or self.rng.random() < 0.3:
            return [], []
        test = self.rng.choice(("(>= (n) 1)", "(< (m) 3)", "(> (- (n) (m)) 0)", "(not (< (n) 2))"))
        change = self.rng.choice(
            (
                "(increase (n) 1)",
                "(decrease (n) 1)",
                "(increase (m) (* 0.5 (n)))",
                "(assign (m) (+ (n) 1))",
            )
        )
        return [test], [change]

    def atom(self, parameters: dict[str, str]) -> str:
        """An atom over parameters that fit, or one without any."""
        name, kinds = self.rng.choice(list(self.predicates.items()))
        found = [self.one_of(parameters, kind) for kind in kinds]
        return f"({' '.join((name, *found))})" if all(found) else "(p0)"

    def fact(self) -> str:
        return self.atom(self.objects)

    def one_of(self, names: dict[str, str], kind: str) -> str:
        fit = [name for name, own in names.items() if kind == "object" or kind in _PARENTS[own]]
        return self.rng.choice(fit) if fit else ""

    def typed(self, kinds: list[str]) -> str:
        return " ".join(f"?x{i} - {kind}" for i, kind in enumerate(kinds))
