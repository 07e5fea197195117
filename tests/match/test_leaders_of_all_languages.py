"""Every leader that ships leads a team in a match: it orders, is obeyed, explained, replays exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from agentfw.brains.planfiles import shipped_plans
from agentfw.decisions import OrderState
from agentfw.match import explain, replay
from agentfw.recording import Briefed, Thought, open_recording
from agentfw.team import Ground
from tests.match.led import leader, led, play
from tests.match.lineups import bot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.match.led import Played

LEADERS: Final = sorted(name for name in shipped_plans() if "-leader." in name)
BOTS: Final = ("Ada", "Bea", "Cy", "Dora")


class Game(NamedTuple):
    """Where the leaders of a kind lead, whom, and what they order there."""

    ground: Ground
    plan: str
    orders: frozenset[str]


GAMES: Final = {
    "ctf": Game(
        Ground(map="ctf-twins", mode="ctf", minutes=0.3),
        "ctf-attacker.htn",
        frozenset({"defend", "get flag", "escort", "dismissed"}),
    ),
    "domination": Game(
        Ground(map="dom-vault", mode="dom", minutes=0.3), "domination.htn", frozenset({"hold"})
    ),
    "tdm": Game(
        Ground(map="dom-vault", mode="tdm", minutes=0.3),
        "deathmatch.htn",
        frozenset({"escort", "dismissed"}),
    ),
}


@pytest.fixture(scope="module", params=LEADERS)
def match(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Four bots with a leader against two without one."""
    game = game_of(request.param)
    folder: Path = tmp_path_factory.mktemp("match")
    red = led("red", 0, *(bot(one, game.plan) for one in BOTS), coordinator=leader("red", request.param))
    blue = led("blue", 1, bot("Paul", game.plan), bot("Quin", game.plan), shares=False)
    return play(folder, red, blue, ground=game.ground)


def game_of(plan: str) -> Game:
    return GAMES[plan.partition("-leader")[0]]


def plan_of(match: Played) -> str:
    return open_recording(match.folder / "red-coordinator.rec").header.brain


def test_every_language_has_a_leader() -> None:
    assert {name.rpartition(".")[2] for name in LEADERS} == {"htn", "lap", "goap", "fsm"}
    assert {name.partition("-leader")[0] for name in LEADERS} == set(GAMES)


def test_leader_orders_what_its_game_is_about(match: Played) -> None:
    orders = [one for each in match.records("red-coordinator", Thought) for one in each.decision.orders]
    assert {one.task for one in orders} <= game_of(plan_of(match)).orders
    assert {one.to for one in orders} == set(BOTS)
    assert {fate.state for one in match.records("red-coordinator", Briefed) for fate in one.fates} & {
        OrderState.ACCEPTED,
        OrderState.DONE,
    }


def test_bots_do_what_it_orders(match: Played) -> None:
    assert any(path.startswith("ordered: ") for name in BOTS for path in match.paths(name))


def test_all_of_it_replays_exactly(match: Played) -> None:
    verdicts = {file.stem: replay(file) for file in match.folder.glob("*.rec")}
    assert len(verdicts) == 7
    assert all(one.is_exact for one in verdicts.values()), verdicts


def test_its_decisions_are_explained(match: Played) -> None:
    thoughts = match.records("red-coordinator", Thought)
    first = next(one for one in thoughts if one.decision.orders)
    found = explain(match.folder / "red-coordinator.rec", first.at)
    assert found.decision.orders == first.decision.orders
    assert found.decision.reason.path[:-1]
