"""Every mistake is told, all at once, with its place and what was meant; nothing else ever leaves."""

from __future__ import annotations

import contextlib
import random
from typing import Final

import pytest

from agentfw.errors import PlanError, UsageError
from agentfw.pddl import ground, problem_text, read_domain, read_plan, read_problem
from tests.pddl.classics import BLOCKS, LOGISTICS, blocks_problem, logistics_problem
from tests.pddl.test_reading import LOGS, PROBLEM
from tests.support.mutations import mutated_lines

HEAD: Final = """(define (domain d)
(:types truck plane - vehicle box)
(:constants hub - box)
(:predicates (at ?v - vehicle) (done) (near ?a ?b - box))
(:functions (fuel ?v - vehicle) (wood) (price))
"""


def told(text: str) -> list[str]:
    """What is said about the lines behind the head, by line and column from there."""
    with pytest.raises(PlanError) as caught:
        read_domain(HEAD + text, "d.pddl")
    return [problem.partition("\n")[0] for problem in caught.value.problems]


def action(needs: str = "()", effect: str = "()") -> str:
    return f"(:action a :parameters (?t - truck ?b - box)\n:precondition {needs}\n:effect {effect}))"


IN_CONDITIONS: Final = {
    "(att ?t)": '7:16: unknown predicate "att", did you mean "at"?',
    "(at ?x)": '7:19: unknown variable "?x" (known: ?b, ?t)',
    "(at hubb)": '7:19: unknown object "hubb", did you mean "hub"?',
    "(at ?b)": '7:19: "?b" is "box", but "at" takes "vehicle" here',
    "(at)": '7:15: "at" takes 1 argument, found 0',
    "(done ?t)": '7:15: "done" takes no arguments, found 1',
    "(near ?b)": '7:15: "near" takes 2 arguments, found 1',
    "(at (done))": "7:19: expected a variable or an object, found (done …)",
    "done": '7:15: expected a condition in brackets, found "done"',
    "(not)": '7:15: "not" takes one condition, found 0',
    "(or (done))": "7:15: disjunctions are not in the subset",
    "(exists (?x) (done))": "7:15: quantifiers are not in the subset",
    "(forall (?x) (done))": "7:15: quantifiers are not in the subset",
    "(imply (done) (done))": "7:15: implications are not in the subset",
    "(preference x (done))": "7:15: preferences are not in the subset",
    "(not (and (done)))": '7:15: disjunctions are not in the subset, and "not" of "and" is one',
    "(not (= (wood) 1))": '7:15: disjunctions are not in the subset, and "not" of "=" between numbers'
    " is one",
    "(> (wood))": '7:15: ">" takes two sides, found 1',
    "(> wood 1)": '7:18: expected a number or a function in brackets, found "wood", write "(wood)"',
    "(> (woood) 1)": '7:19: unknown function "woood", did you mean "wood"?',
    "(> (wood) (+ 1))": '7:25: "+" takes two numbers, found 1',
    "(> (wood) (-))": '7:25: "-" takes one or two numbers, found 0',
    "(> (wood) (/ 1 2 3))": '7:25: "/" takes two numbers, found 3',
    "(> (fuel ?b) 1)": '7:24: "?b" is "box", but "fuel" takes "vehicle" here',
    "(> (wood) 1e999)": '7:25: "1e999" is too large a number',
    "(= ?t ?z)": '7:21: unknown variable "?z" (known: ?b, ?t)',
}


@pytest.mark.parametrize("needs", IN_CONDITIONS)
def test_a_mistake_in_a_condition_is_told_with_its_place(needs: str) -> None:
    assert told(action(needs)) == [f"d.pddl:{IN_CONDITIONS[needs]}"]


IN_EFFECTS: Final = {
    "done": '8:9: expected an effect in brackets, found "done"',
    "(when (done) (done))": "8:9: conditional effects are not in the subset",
    "(forall (?x) (done))": "8:9: quantifiers are not in the subset",
    "(not done)": '8:9: "not" takes one fact in brackets',
    "(not (don))": '8:15: unknown predicate "don", did you mean "done"?',
    "(increase wood 1)": '8:9: "increase" takes a function in brackets and a number',
    "(increase (wood))": '8:9: "increase" takes a function in brackets and a number',
    "(incraese (wood) 1)": '8:10: unknown predicate "incraese" (known: at, done, near)',
    "(and (increase (wood) 1) (assign (fuel ?t) (* (wood) (wood))))": "8:52: only sums of numbers times"
    ' constants are in the subset, and "wood" can change here',
    "(and (increase (wood) 1) (scale-up (fuel ?t) (wood)))": "8:54: only sums of numbers times constants"
    ' are in the subset, and "wood" can change here',
    "(and (increase (wood) 1) (increase (price) (/ 1 (wood))))": "8:52: only sums of numbers times"
    ' constants are in the subset, and "wood" can change here',
}


@pytest.mark.parametrize("effect", IN_EFFECTS)
def test_a_mistake_in_an_effect_is_told_with_its_place(effect: str) -> None:
    assert told(action(effect=effect)) == [f"d.pddl:{IN_EFFECTS[effect]}"]


IN_SECTIONS: Final = {
    "(:requirements :adl))": "ADL (disjunctions, quantifiers and conditional effects) are not in"
    " the subset",
    "(:requirements :durative-actions))": "durative actions are not in the subset",
    "(:requirements :stirps))": 'unknown requirement ":stirps", did you mean ":strips"?',
    "(:durative-action fly))": "durative actions are not in the subset",
    "(:derived (done) (done)))": "derived predicates are not in the subset",
    "(:process p))": "processes are not in the subset",
    "(:axiom p))": "derived predicates are not in the subset",
    "(:acton a))": 'unknown section ":acton", did you mean ":action"?',
    "(:types x))": '":types" stands here twice',
    "(:action a) (:action a))": 'action "a" stands here twice',
    "(:action))": "action: the name is missing",
    "(:action 7))": 'action: "7" is no name',
    "(:action and))": 'action: "and" is no name',
    "(:action a :parameters x))": 'action "a": expected its parameters in brackets',
    "(:action a :parameters (x)))": 'action "a": expected a variable such as "?x", found "x"',
    "(:action a :parameters (?x ?x)))": 'action "a": "?x" stands here twice',
    "(:action a :parameters (?x - trck)))": 'unknown type "trck", did you mean "truck"?',
    "(:action a :parameters (?x -)))": 'expected a type, or "(either …)", after "-"',
    "(:action a :effect))": 'action "a": ":effect" has nothing behind it',
    "(:action a :efect ()))": 'action "a": unexpected ":efect", did you mean ":effect"?',
    "stray)": "expected a section such as (:constants …)",
    ") more": '"more" stands outside of all brackets',
    ") (define (domain e))": "a file holds one (define …), this is one too many",
    "))": "this closing bracket is one too many",
    "": "this bracket is never closed",
}


@pytest.mark.parametrize("text", IN_SECTIONS)
def test_a_mistake_in_a_section_is_told(text: str) -> None:
    assert IN_SECTIONS[text] in [one.split(": ", 1)[1] for one in told(text)]


IN_WHOLE_FILES: Final = {
    "": "d:1:1: the file is empty, expected (define …)",
    "(domain d)": "d:1:1: expected (define (domain NAME) …), found (domain …)",
    "(define (problem d))": "d:1:1: expected (define (domain NAME) …), found (define …)",
    "(define (domain))": "d:1:9: domain: the name is missing",
    "(define (domain d) (:types a - b b - a))": 'd:1:28: type "a" is a kind of itself',
    "(define (domain d) (:functions (f) - block))": "d:1:38: functions of objects are not in the subset:"
    ' expected "number"',
    "(define (domain d) (:predicates p))": 'd:1:33: predicates: expected (predicate ?x …), found "p"',
    "(define (domain d) (:predicates (p) (p)))": 'd:1:37: predicates: "p" stands here twice',
}


@pytest.mark.parametrize("text", IN_WHOLE_FILES)
def test_a_file_that_is_no_domain_is_told(text: str) -> None:
    with pytest.raises(PlanError) as caught:
        read_domain(text, "d")
    assert caught.value.problems[0].partition("\n")[0] == IN_WHOLE_FILES[text]


IN_PROBLEMS: Final = {
    "(:domain other)": "this problem is not of the domain",
    "(:objects x - trck)": 'unknown type "trck"',
    "(:objects ?x)": "expected a name without a question mark",
    "(:objects t t)": '"t" stands here twice',
    "(:init p)": "init: expected a fact in brackets",
    "(:init (have q))": 'unknown object "q"',
    "(:init (at 5 (idle)))": "timed facts are not in the subset",
    "(:init (= (logs) many))": 'init: expected a number, found "many"',
    "(:init (= (logs)))": 'init: expected "(= (function …) number)"',
    "(:init (= (logs) 1) (= (logs) 2))": "init: (logs) is given twice",
    "(:goal)": "a goal is one condition, found 0",
    "(:goal (idel))": 'unknown predicate "idel", did you mean "idle"?',
    "(:metric minimise (logs))": 'a metric is "minimize" and one number',
    "(:metric minimize (* (logs) (logs)))": "the metric must be a sum of numbers times constants",
    "(:constraints (always (idle)))": "trajectory constraints are not in the subset",
}


@pytest.mark.parametrize("text", IN_PROBLEMS)
def test_a_mistake_in_a_problem_is_told(text: str) -> None:
    with pytest.raises(PlanError) as caught:
        read_problem(f"(define (problem p) {text})", read_domain(LOGS), "p.pddl")
    assert any(IN_PROBLEMS[text] in problem for problem in caught.value.problems)


def test_a_problem_without_domain_and_goal_is_told_so() -> None:
    with pytest.raises(PlanError) as caught:
        read_problem("(define (problem p))", read_domain(LOGS))
    assert [one.partition("\n")[0] for one in caught.value.problems] == [
        "problem:1:1: the section (:domain logs) is missing",
        "problem:1:1: the section (:goal …) is missing",
    ]


def test_a_metric_must_add_up_constant_costs() -> None:
    domain = read_domain(
        "(define (domain d) (:functions (f) (g))"
        "(:action a :effect (and (increase (f) (g)) (assign (g) 1))))"
    )
    with pytest.raises(PlanError, match='but action "a" changes "f" otherwise'):
        read_problem("(define (problem p) (:domain d) (:goal ()) (:metric minimize (f)))", domain)


def test_all_mistakes_are_told_at_once_in_file_order() -> None:
    text = action("(and (att ?t) (at ?b))", "(and (dnoe) (increase (wod) 1))")
    assert [one.split(": ", 1)[0] for one in told(text)] == [
        "d.pddl:7:21",
        "d.pddl:7:33",
        "d.pddl:8:15",
        "d.pddl:8:32",
    ]


def test_an_unknown_type_is_told_once() -> None:
    text = "(:action a :parameters (?t - trukc) :precondition (at ?t) :effect (not (at ?t))))"
    assert told(text) == ['d.pddl:6:30: unknown type "trukc", did you mean "truck"?']


def test_a_mistake_shows_its_line_with_a_caret() -> None:
    with pytest.raises(PlanError) as caught:
        read_domain("(define (domain d)\n  (:acton a))", "d.pddl")
    assert str(caught.value) == (
        'd.pddl:2:3: unknown section ":acton", did you mean ":action"?\n      (:acton a))\n      ^'
    )


def test_nesting_has_a_limit() -> None:
    with pytest.raises(PlanError, match="brackets stand deeper than 60"):
        read_domain("(" * 100_000)


def test_the_deepest_nesting_that_is_allowed_works() -> None:
    depth = 56
    needs = "(and " * depth + "(done)" + ")" * depth
    read_domain(HEAD + action(needs))


def test_a_long_word_is_refused() -> None:
    with pytest.raises(PlanError, match="a word has at most 400 characters"):
        read_domain(f"(define (domain {'x' * 401}))")


def test_a_huge_file_is_refused() -> None:
    with pytest.raises(PlanError, match="a file has at most 4000000 characters"):
        read_domain(" " * 4_000_001)


FILES: Final = (
    (BLOCKS, blocks_problem(4)),
    (LOGISTICS, logistics_problem(2, 2)),
    (LOGS, PROBLEM),
)
_PIECES: Final = (
    "(",
    ")",
    "(and",
    "?",
    "-",
    "- ",
    ":",
    "either",
    "not",
    "(= ",
    "1e999",
    "-.",
    "\0",
    "é",
)


def spoiled(text: str, rng: random.Random) -> str:
    """A text with one to three faults, of those that people and machines make."""
    (line,) = mutated_lines([text.replace("\n", " ").encode()], 1, rng.randrange(1 << 30))
    for _ in range(rng.randrange(3)):
        place = rng.randrange(len(line) + 1)
        line = line[:place] + rng.choice(_PIECES).encode() + line[place:]
    return line.decode("utf-8", "replace")


@pytest.mark.parametrize("part", range(4))
def test_spoiled_files_are_read_or_refused_and_nothing_else(part: int) -> None:
    rng = random.Random(part)  # noqa: S311 - a test, not a secret
    refused = 0
    for _ in range(500):
        domain, problem = rng.choice(FILES)
        try:
            read = read_domain(spoiled(domain, rng))
        except PlanError:
            refused += 1
            read = read_domain(domain)
        try:
            found = read_problem(spoiled(problem, rng), read)
        except PlanError:
            refused += 1
            continue
        assert read_problem(problem_text(found), read) == found
        with contextlib.suppress(UsageError):
            ground(read, found, max_operators=1000)
    assert refused > 500


def test_a_plan_with_unknown_names_is_refused_at_their_places() -> None:
    domain = read_domain(BLOCKS)
    problem = read_problem(blocks_problem(3), domain)
    with pytest.raises(PlanError) as caught:
        read_plan("(pickup b0)\n(stack b0)\n(unstack b0 b9)", domain, problem)
    assert [one.partition("\n")[0] for one in caught.value.problems] == [
        'plan:1:1: unknown action "pickup", did you mean "pick-up"?',
        'plan:2:1: "stack" takes 2 objects, found 1',
        'plan:3:13: unknown object "b9" (known: b0, b1, b2)',
    ]
