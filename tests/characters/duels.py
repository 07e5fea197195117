"""Seeded duels by one plan, in which only the character differs, and what somebody did in them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from agentfw.arena.server import ArenaOptions
from agentfw.brains import Brain
from agentfw.characters import load_character
from agentfw.decisions import Camp, Decision, Fight, PickUpItem, TravelTo
from agentfw.match import Replay
from agentfw.match.skirmish import Fighter, SkirmishOptions, play_skirmish
from agentfw.recording import Sent, open_recording
from agentfw.skills.tempers import is_easy

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.match.replaying import Step
    from agentfw.perception import View

__all__ = ["Duels", "Idler"]

SEEDS: Final = (1, 2)
SKILL: Final = 4.0
PLAN: Final = "deathmatch.fsm"
_LEAP_UU: Final = 300.0
"""Nobody runs so far between two looks; that was another body, or a teleporter."""


class Idler(Brain):
    """Stands where it was put, and looks where it looked."""

    def decide(self, view: View) -> Decision:
        """Nothing."""
        return Decision()


class Duels:
    """What somebody did, added up over some duels with the default character, or with an idler."""

    def __init__(self, name: str, folder: Path, *, minutes: float = 1.5, is_idle: bool = False) -> None:
        self.thinks = self.fights = self.fetches_in_fights = 0
        self.camps = self.chases = self.fetches = 0
        self.rests = self.surprises = self.shots_at_cover = 0
        self.easy_ones = self.shots_at_easy_ones = 0
        self.way_uu = 0.0
        self.had: Counter[str] = Counter()
        self.held: Counter[str] = Counter()
        self.commands: Counter[str] = Counter()
        self._was_at: View | None = None
        other = Fighter(brain=f"{__name__}:Idler", name="B") if is_idle else _fighter("B", "default")
        for seed in SEEDS:
            arena = ArenaOptions(map="dm-foundry", mode="dm", seed=seed, time_limit_min=minutes)
            options = SkirmishOptions(arena=arena, fighters=(_fighter("A", name), other))
            self._add(options, folder / f"{name}-{seed}-{is_idle}")

    @property
    def pace(self) -> float:
        """How far it went between two thinks."""
        return self.way_uu / self.thinks

    @property
    def flinching(self) -> float:
        """For how much of its fights its legs had other plans."""
        return self.fetches_in_fights / self.fights

    @property
    def slowness(self) -> float:
        """For how much of its fights it had not got over the surprise."""
        return self.surprises / self.fights

    def taste(self, weapon: str) -> float:
        """How often it fought with a weapon of those times when it could."""
        return self.held[weapon] / self.had[weapon]

    def _add(self, options: SkirmishOptions, folder: Path) -> None:
        folder.mkdir()
        play_skirmish(options, record=folder)
        assert Replay(folder / "A.rec", on_step=self._watch).run().is_exact
        sent = (record.data for record in open_recording(folder / "A.rec") if isinstance(record, Sent))
        for data in sent:
            self.commands.update(line.split(" ", 1)[0] for line in data.decode("latin-1").splitlines())

    def _watch(self, step: Step, view: View) -> None:
        self.thinks += 1
        self._watch_legs(step.replayed, view)
        if step.replayed.fight is not None:
            self.fights += 1
            self.fetches_in_fights += isinstance(step.replayed.move, PickUpItem)
            self.had.update(_kind(one.id) for one in view.weapons.values() if one.ammo != 0)
            self.held[_kind(view.me.weapon or "")] += 1
        self._watch_hands(step.replayed, view)

    def _watch_legs(self, decision: Decision, view: View) -> None:
        before, self._was_at, move = self._was_at, view, decision.move
        if before is not None and before.location is not None:
            way = view.distance_to(before.location)
            self.way_uu += way if way < _LEAP_UU else 0.0
        self.camps += isinstance(move, Camp)
        self.fetches += isinstance(move, PickUpItem)
        self.chases += isinstance(move, TravelTo) and move.target in view.players

    def _watch_hands(self, decision: Decision, view: View) -> None:
        activity = view.activity("fight")
        told = activity.detail if activity is not None else ""
        self.rests += "resting the trigger" in told
        self.surprises += "surprised" in told
        target = decision.fight.target if isinstance(decision.fight, Fight) else None
        known = view.players.get(target) if target is not None else None
        self.shots_at_cover += known is not None and not known.is_visible
        self.easy_ones += any(is_easy(view, one) for one in view.enemies)
        self.shots_at_easy_ones += known is not None and known.is_visible and is_easy(view, known)


def _fighter(called: str, name: str) -> Fighter:
    return Fighter(brain=PLAN, name=called, traits=load_character(name).at(SKILL))


def _kind(weapon: str) -> str:
    return weapon.rpartition(".")[2].rstrip("0123456789")
