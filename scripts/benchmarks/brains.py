"""What deciding costs: the shipped plans, growth, tracing, and other packages beside ours."""

from __future__ import annotations

import importlib.util
import statistics
import time
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.brains import BrainSetup, PlanBrain
from agentfw.testing import sample_views
from scripts.benchmarks.measure import Figure, best_times
from scripts.benchmarks.peer_machines import switching_machines
from scripts.benchmarks.peer_trees import ticking_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from agentfw.perception import View

_WARM_US: Final = 30.0
_WARM_MACHINE_US: Final = 15.0
_TRACE: Final = 1.2
_PY_TREES: Final = 0.5
_TRANSITIONS: Final = 0.7
_FLAT: Final = 1.5
_SIZES: Final = (10, 100, 1_000, 10_000)
_PLANS: Final = {"bodbot-attack.lap": "ctf", "domination.htn": "dom"}
_MACHINES: Final = {
    "combat-3.fsm": _WARM_MACHINE_US,
    "deathmatch.fsm": _WARM_MACHINE_US,
    "quake3.fsm": None,
}
"""What a warm decision may cost, traced or not; the last one weighs everything it sees in its senses."""


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of this part."""
    rounds = 5 if quick else 25
    for plan, mode in _PLANS.items():
        yield from _decisions(plan, mode, rounds)
    for plan, budget_us in _MACHINES.items():
        yield from _machine(plan, budget_us, rounds)
    yield from _growth(rounds)
    yield from _beside_py_trees(rounds)
    yield from _beside_transitions(rounds)


def _decisions(plan: str, mode: str, rounds: int) -> Iterator[Figure]:
    plain_s, traced_s = _warm_times(plan, mode, rounds)
    yield Figure(
        f"{plan}: a warm decision, nothing changed",
        plain_s * 1e6 / _REPEATS,
        "us",
        _WARM_US,
        f"on a view of {mode}",
    )
    yield Figure(f"{plan}: traced / not traced", traced_s / plain_s, "x", _TRACE)
    yield _fresh(plan, mode, rounds)


def _machine(plan: str, budget_us: float | None, rounds: int) -> Iterator[Figure]:
    """Machines decide so fast that tracing shows; traced, they keep the same budget."""
    plain_s, traced_s = _warm_times(plan, "dm", rounds)
    for name, time_s in (("a warm decision, nothing changed", plain_s), ("the same, traced", traced_s)):
        yield Figure(f"{plan}: {name}", time_s * 1e6 / _REPEATS, "us", budget_us, "on a view of dm")
    yield _fresh(plan, "dm", rounds)


def _warm_times(plan: str, mode: str, rounds: int) -> tuple[float, float]:
    """How long many decisions on the same view take, not traced and traced."""
    views = sample_views(mode)
    middle = views[len(views) // 2]
    brain, traced = _brain(plan), _brain(plan, is_traced=True)
    for view in views[: len(views) // 2]:  # so that something is going on
        brain.decide(view)
        traced.decide(view)
    plain_s, traced_s = best_times(_again(brain, middle), _again(traced, middle), rounds=rounds)
    return plain_s, traced_s


def _fresh(plan: str, mode: str, rounds: int) -> Figure:
    views = sample_views(mode)
    fresh = [_fresh_views_us(plan, views) for _ in range(max(3, rounds // 5))]
    return Figure(
        f"{plan}: a decision on a new view", statistics.median(fresh), "us", None,
        f"mean over {len(views)} views of a match",
    )  # fmt: skip


def _growth(rounds: int) -> Iterator[Figure]:
    view = sample_views("dm")[-1]
    for name, make in (("posh", _posh_of), ("htn", _htn_of), ("fsm", _fsm_of)):
        brains = [_brain(f"big.{_ending(name)}", make(size)) for size in _SIZES]
        for brain in brains:
            for _ in range(5):
                brain.decide(view)
        times = best_times(*(_again(brain, view) for brain in brains), rounds=rounds)
        told = ", ".join(
            f"{size}: {t * 1e6 / _REPEATS:.1f} us" for size, t in zip(_SIZES, times, strict=True)
        )
        yield Figure(
            f"{name}: 10 000 elements / 10, as many visited", times[-1] / times[0], "x", _FLAT, told
        )


def _beside_py_trees(rounds: int) -> Iterator[Figure]:
    if importlib.util.find_spec("py_trees") is None:
        yield Figure("posh tick / py_trees tick: install agentfw[bench]", 0.0, "x")
        return
    view = sample_views("ctf")[-1]
    brain = _brain("bodbot-attack.lap")
    tick = ticking_tree("bodbot-attack.lap", view)
    ours_s, theirs_s = best_times(_again(brain, view), _repeated(tick), rounds=rounds)
    yield Figure(
        "posh tick / py_trees tick, the drives of bodbot-attack", ours_s / theirs_s, "x", _PY_TREES,
        f"{ours_s * 1e6 / _REPEATS:.1f} us / {theirs_s * 1e6 / _REPEATS:.1f} us",
    )  # fmt: skip


def _beside_transitions(rounds: int) -> Iterator[Figure]:
    if importlib.util.find_spec("transitions") is None:
        yield Figure("fsm switch / transitions switch: install agentfw[bench]", 0.0, "x")
        return
    ours, theirs = switching_machines()
    ours_s, theirs_s = best_times(_repeated(ours), _repeated(theirs), rounds=rounds)
    yield Figure(
        "fsm switch / transitions switch, combat-3 without acts", ours_s / theirs_s, "x", _TRANSITIONS,
        f"{ours_s * 1e6 / _REPEATS:.1f} us / {theirs_s * 1e6 / _REPEATS:.1f} us",
    )  # fmt: skip


def _brain(plan: str, text: str | None = None, *, is_traced: bool = False) -> PlanBrain:
    files = None if text is None else {plan: text}
    return PlanBrain(plan, BrainSetup(seed=1, files=files, is_traced=is_traced))


_REPEATS: Final = 200


def _again(brain: PlanBrain, view: View) -> Callable[[], None]:
    """Decide on one view again and again."""
    return _repeated(lambda: brain.decide(view))


def _repeated(work: Callable[[], object]) -> Callable[[], None]:
    def run() -> None:
        for _ in range(_REPEATS):
            work()

    return run


def _fresh_views_us(plan: str, views: Sequence[View]) -> float:
    brain = _brain(plan)
    copies = [msgspec.structs.replace(view) for view in views]
    started = time.perf_counter()
    for view in copies:
        brain.decide(view)
    return (time.perf_counter() - started) / len(copies) * 1e6


def _ending(language: str) -> str:
    return "lap" if language == "posh" else language


def _posh_of(size: int) -> str:
    """Ten drives that are looked at, and many patterns that are not."""
    drives = "\n".join(f"((d{i} (trigger ((health 0 <))) stop))" for i in range(9))
    rest = "\n".join(f"(AP unseen-{i} (look-round))" for i in range(size - 10))
    idle = "".join(f"((u{i} (trigger ((succeed))) unseen-{i}))\n" for i in range(size - 10))
    last = "((last (trigger ((succeed))) explore))"
    return f"({rest}\n(RDC life (goal ((fail)))\n(drives\n{drives}\n{last}\n{idle})))"


def _htn_of(size: int) -> str:
    """One task that explores, and many that nobody reaches."""
    rest = "\n".join(f"Head Unseen{i}\nSubtasks\nLookRound\n" for i in range(size - 2))
    reach = ", ".join(f"Unseen{i}" for i in range(size - 2))
    return f"Top\nPlay\n\nHead Play\nSubtasks\nexplore, {reach}\n\n{rest}"


def _fsm_of(size: int) -> str:
    """A list of ten lines that are tested, and many states that nobody reaches."""
    tested = "\n".join(f"  To Unseen{i % 5} when health < 0" for i in range(9))
    rest = "\n".join(f"  State Unseen{i}\n    During look_round" for i in range(size - 2))
    return f"State Life\n  Initial Play\n{tested}\n  State Play\n    During explore\n{rest}"
