"""Engines of unified-planning in processes of their own."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import msgspec
import pytest

from agentfw.errors import UsageError
from agentfw.pddl import Engine, Solution, read_domain, read_problem
from agentfw.pddl._child import Answer
from agentfw.pddl.outside import OutsideEngine
from tests.pddl.classics import BLOCKS, GRIPPER, blocks_problem, gripper_problem
from tests.support.village import Village, village_domain, village_problem

pytest.importorskip("unified_planning")

DOMAIN: Final = read_domain(GRIPPER)
PROBLEM: Final = read_problem(gripper_problem(2), DOMAIN)


def test_pyperplan_solves_what_we_write() -> None:
    pytest.importorskip("up_pyperplan")
    engine: Engine = OutsideEngine("pyperplan")
    solution = engine.solve(DOMAIN, PROBLEM, 60.0)
    assert (solution.status, solution.why) == ("solved", "")
    assert solution.cost == len(solution.steps) >= 5


def test_a_compiled_planner_solves_what_we_write() -> None:
    pytest.importorskip("up_fast_downward")
    solution = OutsideEngine("fast-downward").solve(DOMAIN, PROBLEM, 60.0)
    assert (solution.status, solution.why) == ("solved", "")


def test_a_problem_without_a_plan_is_told_so() -> None:
    pytest.importorskip("up_fast_downward")
    text = gripper_problem(1).replace("(free left) (free right)", "")
    solution = OutsideEngine("fast-downward").solve(DOMAIN, read_problem(text, DOMAIN), 60.0)
    assert solution.status in ("unsolvable", "unfinished")
    assert solution.steps == ()


def test_what_an_engine_cannot_handle_is_told() -> None:
    pytest.importorskip("up_pyperplan")
    problem = village_problem("forge", Village(), has=("forge",))
    solution = OutsideEngine("pyperplan").solve(village_domain(), problem, 60.0)
    assert solution.status == "failed"
    assert "cannot handle" in solution.why
    assert "numeric" in solution.why


def test_an_engine_that_is_not_installed_is_refused_with_those_that_are() -> None:
    with pytest.raises(UsageError, match=r'engine "fast-downard" is not installed.*installed: '):
        OutsideEngine("fast-downard").solve(DOMAIN, PROBLEM, 60.0)


def test_without_unified_planning_the_command_that_helps_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(UsageError) as caught:
        OutsideEngine("fast-downward")
    assert str(caught.value) == (
        'engine "fast-downward" needs unified-planning: pip install "agentfw[planning]"'
    )


def test_the_package_does_not_need_unified_planning() -> None:
    program = "import sys, agentfw.pddl; print('unified_planning' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_deadline_ends_an_engine_that_does_not_listen() -> None:
    domain = read_domain(BLOCKS)
    solution = OutsideEngine("pyperplan").solve(domain, read_problem(blocks_problem(40), domain), 0.2)
    assert (solution.status, solution.why) == ("unfinished", "no answer within 0.2 s")


def test_canceling_ends_an_engine_and_all_it_started() -> None:
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    domain = read_domain(BLOCKS)
    problem = read_problem(blocks_problem(40), domain)
    solution = OutsideEngine("pyperplan").solve(domain, problem, is_cancelled=is_cancelled)
    assert (solution.status, solution.why, asked) == ("unfinished", "canceled", 4)


class Ended(msgspec.Struct):
    """Cancels after a file has something in it."""

    file: Path

    def __call__(self) -> bool:
        return self.file.exists() and bool(self.file.read_text(encoding="utf-8"))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes by /proc")
def test_what_an_engine_started_ends_with_it(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    program = (
        "import subprocess, sys, pathlib\n"
        "child = subprocess.Popen([sys.executable, '-c', 'while True: pass'])\n"
        f"pathlib.Path({str(file)!r}).write_text(str(child.pid))\n"
        "child.wait()"
    )
    engine = OutsideEngine("stubborn", program=(sys.executable, "-c", program))
    assert engine.solve(DOMAIN, PROBLEM, 60.0, is_cancelled=Ended(file)).why == "canceled"
    stat = Path("/proc") / file.read_text(encoding="utf-8") / "stat"
    for _ in range(1000):  # on a busy machine a process that was killed may still wait for its end
        if not stat.exists() or stat.read_text(encoding="utf-8").split()[2] in "ZX":
            break
        time.sleep(0.01)
    else:
        pytest.fail("it runs on")


def answered(said: bytes) -> Solution:
    """What becomes of an answer."""
    program = f"import sys; sys.stdin.read(); sys.stdout.buffer.write({said!r}); sys.exit('bad day')"
    return OutsideEngine("liar", program=(sys.executable, "-c", program)).solve(DOMAIN, PROBLEM, 30.0)


def test_a_wrong_plan_of_an_engine_is_reported_and_not_used() -> None:
    solution = answered(msgspec.json.encode(Answer("solved", (("move", ("roomb", "rooma")),))))
    assert (solution.status, solution.steps) == ("wrong", ())
    assert "(at-robby roomb) does not hold" in solution.why


def test_an_engine_that_breaks_down_is_told_with_its_last_words() -> None:
    solution = answered(b"Segmentation fault")
    assert (solution.status, solution.why) == ("failed", "bad day")
