"""Acts played in the arena: what they promise is so afterwards, by the seeds' own measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.arena.server import Arena, ArenaOptions
from agentfw.bot import Circle
from agentfw.brains import Brain, BrainSetup
from agentfw.decisions import Decision
from agentfw.engines.doors import replay_session
from agentfw.skills import Moment, Performance, Progress
from agentfw.vocabulary import Join
from tests.skills.moments import act_of, read

if TYPE_CHECKING:
    from agentfw.perception import View


class Script(Brain):
    """Does acts one after the other, and keeps the moment at which each of them ended."""

    def __init__(self, *acts: tuple[Any, ...]) -> None:
        super().__init__(BrainSetup(seed=1))
        self.left = list(acts)
        self.ended: list[tuple[str, Moment]] = []
        self._notes: dict[str, Any] = {}
        self._running: Performance | None = None

    def decide(self, view: View) -> Decision:
        now = Moment(view, self._notes, self.random)
        if self._running is None and self.left:
            name, *arguments = self.left.pop(0)
            self._running = Performance(act_of(name), tuple(arguments))
        if self._running is None:
            return Decision()
        running = self._running
        progress = running.step(now)
        self._notes |= {key: value for key, value in running.notes.items() if value is not None}
        if progress is not Progress.RUNNING:
            self.ended.append((running.reason, now))
            self._running = None
        wants = running.wants
        return Decision(move=wants.move, look=wants.look, fight=wants.fight)


def play(script: Script, *, seconds: float = 240.0, **options: Any) -> list[tuple[str, Moment]]:
    """Why each act failed, if it did, and the moment it ended at."""
    arena = Arena(ArenaOptions(seed=1, time_limit_min=0, **options))
    client = arena.connect("bot", "local")
    assert client is not None
    circle, wanted = Circle(script, seed=1), len(script.left)
    circle.connect(replay_session(arena.dialect.name, Join(player_name="Doer")), "arena", 0.0)
    for tick in range(round(seconds / arena.tick_s)):
        arena.tick()
        heard = client.take_output()
        if heard:
            client.feed(circle.feed(heard, tick * arena.tick_s))
        if len(script.ended) == wanted:
            return script.ended
    raise AssertionError(f"only {len(script.ended)} of {wanted} acts have ended")


@pytest.mark.parametrize("level", ["CTF-Twins", "CTF-Ravine"])
def test_the_bases_are_reached_by_their_thresholds(level: str) -> None:
    acts = [("to-enemy-base",), ("to-own-base",), ("to-enemy-flag",), ("to-own-base",)]
    there, home, flag, again = play(Script(*acts), mode="ctf", map=level.lower())
    assert [reason for reason, _ in (there, home, flag, again)] == [""] * 4
    assert read("at-enemy-base", there[1])
    assert read("have-enemy-flag", there[1])
    assert read("at-own-base", home[1])
    assert not read("have-enemy-flag", home[1])
    assert read("have-enemy-flag", flag[1])
    assert read("score", again[1]) >= 2


def test_in_the_older_game_bases_are_learned_by_walking_about() -> None:
    wander = [("walk-to-nav-point",), ("rotate",)] * 10
    ended = play(Script(*wander, ("to-own-base",)), mode="ctf", dialect="gamebots-ut99")
    reason, now = ended[-1]
    assert reason == ""
    assert read("at-own-base", now)


def test_waypoints_lead_about_and_each_is_reached_to_within_30() -> None:
    ended = play(Script(*[("walk-to-nav-point",), ("rotate",)] * 8), mode="dom")
    walks = [(reason, now) for reason, now in ended[::2]]
    assert [reason for reason, _ in walks] == [""] * 8
    assert len({read("place", now) for _, now in walks}) >= 5


def test_a_point_that_is_touched_is_ours() -> None:
    wander = [("walk-to-nav-point",), ("rotate",)] * 8
    ended = play(Script(*wander, ("take_point",), ("wait", 0.5)), mode="dom")
    assert [reason for reason, _ in ended[-2:]] == ["", ""]
    assert read("own_points", ended[-1][1])


def test_items_are_found_by_random_inventory_runs_and_collected() -> None:
    acts = [("RunToRandomINV",), ("RunToRandomINV",), ("collect", "weapon", 4000.0)]
    ended = play(Script(*acts), mode="dm")
    assert [reason for reason, _ in ended] == ["", "", ""]
    assert len(read("weapons", ended[-1][1])) > 2


@pytest.mark.parametrize("amount", [7000, -7000, 30000])
def test_turns_end_in_both_dialects(amount: int) -> None:
    for mode in ("dm", "dom"):
        ended = play(Script(("Rotate", amount), ("Rotate", amount), ("big-rotate",)), mode=mode)
        assert [reason for reason, _ in ended] == ["", "", ""]
