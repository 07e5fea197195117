"""The process in which an engine of unified-planning runs: a question on stdin, an answer on stdout."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, Final, Literal, TypeAlias

import msgspec

from agentfw.sources import nearest

_Status: TypeAlias = Literal["solved", "unsolvable", "unfinished", "failed"]
_STATUS: Final[dict[str, _Status]] = {
    "SOLVED_SATISFICING": "solved",
    "SOLVED_OPTIMALLY": "solved",
    "UNSOLVABLE_PROVEN": "unsolvable",
    "UNSOLVABLE_INCOMPLETELY": "unfinished",
    "TIMEOUT": "unfinished",
    "MEMOUT": "unfinished",
}


class Question(msgspec.Struct, frozen=True):
    """What shall be solved, and by whom."""

    engine: str
    domain: str
    problem: str


class Answer(msgspec.Struct, frozen=True):
    """What came of it."""

    status: _Status
    steps: tuple[tuple[str, tuple[str, ...]], ...] = ()
    is_optimal: bool = False
    why: str = ""
    is_unknown: bool = False
    """Whether there is no such engine here."""


def main() -> None:
    """Answer one question."""
    question = msgspec.json.decode(sys.stdin.buffer.read(), type=Question)
    # Engines print what they do; only the answer may go where the answer is looked for.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        out.write(msgspec.json.encode(answered(question)))


def answered(question: Question) -> Answer:
    """What the engine says; everything that goes wrong in foreign code becomes a reason."""
    shortcuts: Any = importlib.import_module("unified_planning.shortcuts")
    reading: Any = importlib.import_module("unified_planning.io")
    environment = shortcuts.get_environment()
    environment.credits_stream = None
    factory = environment.factory
    known = [one for one in factory.engines if factory.engine(one).is_oneshot_planner()]
    if question.engine not in known:
        told = f'engine "{question.engine}" is not installed{nearest(question.engine, known)}'
        why = f"{told} (installed: {', '.join(sorted(known))})"
        return Answer("failed", why=why, is_unknown=True)
    try:
        problem = reading.PDDLReader().parse_problem_string(question.domain, question.problem)
        with shortcuts.OneshotPlanner(name=question.engine) as planner:
            missing = problem.kind.features - planner.supported_kind().features
            return _unfit(question.engine, missing) if missing else _answer(planner.solve(problem))
    except Exception as error:  # noqa: BLE001 - foreign code, in a process of its own
        return Answer("failed", why=f"{type(error).__name__}: {error}")


def _unfit(engine: str, missing: set[str]) -> Answer:
    told = ", ".join(sorted(one.lower().replace("_", " ") for one in missing))
    return Answer("failed", why=f'"{engine}" cannot handle {told}')


def _answer(result: Any) -> Answer:
    status = _STATUS.get(result.status.name, "failed")
    if result.plan is None or status != "solved":
        return Answer(status, why=_reason(result))
    steps = (
        (one.action.name, tuple(str(parameter) for parameter in one.actual_parameters))
        for one in result.plan.actions
    )
    return Answer("solved", tuple(steps), is_optimal=result.status.name == "SOLVED_OPTIMALLY")


def _reason(result: Any) -> str:
    told = " ".join(str(one.message) for one in result.log_messages or ())[:300]
    return f"the engine says {result.status.name.lower().replace('_', ' ')} {told}".strip()


if __name__ == "__main__":
    main()
