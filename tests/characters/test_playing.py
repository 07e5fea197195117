"""Characters at play: seeded duels by one plan, in which only the character differs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.characters import load_character
from agentfw.decisions import PickUpItem
from agentfw.match import Replay
from agentfw.match.skirmish import Fighter, SkirmishOptions, play_skirmish
from agentfw.recording import Sent, open_recording

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from agentfw.match.replaying import Step
    from agentfw.perception import View

pytestmark = pytest.mark.timeout(300)

SEEDS: Final = (1, 2)
SKILL: Final = 4.0
PLAN: Final = "deathmatch.fsm"
PLAYED: Final = ("anvil", "comet", "default", "heron", "jackal", "owl")
_LEAP_UU: Final = 300.0
"""Nobody runs so far between two looks; that was another body, or a teleporter."""


class Play:
    """What somebody did, added up over some duels with the default character."""

    def __init__(self, name: str, folder: Path) -> None:
        self.thinks = self.fights = self.fetches_in_fights = self.rests = 0
        self.way_uu = 0.0
        self.had: Counter[str] = Counter()
        self.held: Counter[str] = Counter()
        self.commands: Counter[str] = Counter()
        self._was_at: View | None = None
        for seed in SEEDS:
            self._add(name, folder / f"{name}-{seed}", seed)

    def _add(self, name: str, folder: Path, seed: int) -> None:
        folder.mkdir()
        arena = ArenaOptions(map="dm-foundry", mode="dm", seed=seed, time_limit_min=1.5)
        somebody, other = (
            Fighter(brain=PLAN, name=called, traits=load_character(one).at(SKILL))
            for called, one in (("A", name), ("B", "default"))
        )
        play_skirmish(SkirmishOptions(arena=arena, fighters=(somebody, other)), record=folder)
        assert Replay(folder / "A.rec", on_step=self._watch).run().is_exact
        sent = (record.data for record in open_recording(folder / "A.rec") if isinstance(record, Sent))
        for data in sent:
            self.commands.update(line.split(" ", 1)[0] for line in data.decode("latin-1").splitlines())

    def _watch(self, step: Step, view: View) -> None:
        self.thinks += 1
        before, self._was_at = self._was_at, view
        if before is not None and before.location is not None:
            way = view.distance_to(before.location)
            self.way_uu += way if way < _LEAP_UU else 0.0
        activity = view.activity("fight")
        self.rests += activity is not None and "resting the trigger" in activity.detail
        if step.replayed.fight is not None:
            self.fights += 1
            self.had.update(_kind(one.id) for one in view.weapons.values() if one.ammo != 0)
            self.held[_kind(view.me.weapon or "")] += 1
            self.fetches_in_fights += isinstance(step.replayed.move, PickUpItem)

    @property
    def pace(self) -> float:
        """How far it went between two thinks."""
        return self.way_uu / self.thinks

    @property
    def flinching(self) -> float:
        """For how much of its fights its legs had other plans."""
        return self.fetches_in_fights / self.fights


def _kind(weapon: str) -> str:
    return weapon.rpartition(".")[2].rstrip("0123456789")


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Play]:
    """What each of them did, played once."""
    folder = tmp_path_factory.mktemp("duels")
    known: dict[str, Play] = {}

    def find(name: str) -> Play:
        if name not in known:
            known[name] = Play(name, folder)
        return known[name]

    return find


def test_the_camper_moves_less(play: Callable[[str], Play]) -> None:
    assert play("heron").pace < 0.85 * play("default").pace


def test_who_walks_is_slower(play: Callable[[str], Play]) -> None:
    assert play("owl").pace < 0.85 * play("default").pace


def test_the_aggressive_break_off_fewer_fights_and_the_timid_more(play: Callable[[str], Play]) -> None:
    assert play("anvil").flinching < 0.4 * play("default").flinching
    assert play("jackal").flinching > play("default").flinching


def test_the_lovers_of_a_weapon_fight_with_it_when_they_have_it(play: Callable[[str], Play]) -> None:
    def share(name: str, weapon: str) -> float:
        return play(name).held[weapon] / play(name).had[weapon]

    assert share("comet", "RocketLauncher") > 2.0 * share("anvil", "RocketLauncher")
    assert share("anvil", "FlakCannon") > 2.0 * share("comet", "FlakCannon")


def test_the_jumper_jumps_more(play: Callable[[str], Play]) -> None:
    assert play("comet").commands["JUMP"] > 1.3 * play("anvil").commands["JUMP"]


def test_who_throttles_rests_the_trigger(play: Callable[[str], Play]) -> None:
    assert play("heron").rests > 0.1 * play("heron").fights
    assert play("anvil").rests == 0


@pytest.mark.parametrize("name", PLAYED)
def test_everybody_fights(play: Callable[[str], Play], name: str) -> None:
    assert play(name).fights > 0.05 * play(name).thinks
