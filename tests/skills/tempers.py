"""Moments as somebody of a character sees them, for tests of what traits change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentfw.characters import Traits
from agentfw.navigation import LinkKind
from agentfw.perception import Event, View
from agentfw.skills.grudges import remembered
from agentfw.vocabulary import (
    NO_TEAM,
    Died,
    EntityId,
    GameInfo,
    ItemCategory,
)
from tests.skills.moments import (
    NOW,
    body,
    gun,
    item,
    moment,
    steps,
)
from tests.support.bodies import map_of
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.navigation import PlaceGraph
    from agentfw.perception import KnownItem
    from agentfw.skills import Moment, Wants
    from agentfw.vocabulary import Percept

DUEL = GameInfo(game_type="DeathMatch")
ARMOR, WEAPON = ItemCategory.ARMOR, ItemCategory.WEAPON
ROCKETS = gun("RocketLauncher", 12)
"""As fit as 90 of 100 with good health."""
PISTOL = gun("Enforcer", 50)
"""As fit as 0 of 100."""


def somebody(now: Moment, **traits: Any) -> Moment:
    """A moment as somebody of a character sees it."""
    now.traits = Traits(**traits)
    return now


def duel(*known: Any, health: int = 100, armor: int = 0, **told: Any) -> Moment:
    """A moment in which everybody plays for himself."""
    me = body(health=health, armor=armor, team=NO_TEAM)
    return moment(*known, me=me, game=DUEL, **told)


def fighting(now: Moment, name: str = "fight", *arguments: Any) -> Wants:
    """What somebody wants in the first think of an act."""
    (wanted,), _, _ = steps(name, [now], *arguments)
    return wanted


def legs(now: Moment, name: str = "fight") -> object:
    return fighting(now, name).move


def flak_cannon(x: float) -> KnownItem:
    """A weapon that makes its owner fit for a fight."""
    return item("gun", x=x, category=WEAPON, item_class="X.FlakCannonPickup")


def weighing(**weights: int) -> str:
    """A file with weights that never change."""
    named = {name.replace("_", " "): value for name, value in weights.items()}
    return "".join(f'weight "{name}"\n{{\n    return {value};\n}}\n' for name, value in named.items())


def grudge(*percepts: Percept, notes: dict[str, Any] | None = None) -> dict[str, Any]:
    """What is remembered of what has happened, on top of what was."""
    events = tuple(Event(NOW, percept) for percept in percepts)
    before = notes or {}
    found = remembered(View(now=NOW, me=body(), events=events), before)
    return {name: value for name, value in (before | found).items() if value is not None}


DEN: PlaceGraph = map_of(
    {"hall": at(0), "nook": at(400), "gate": at(0, 400), "far": at(3000)},
    [
        ("hall", "nook", LinkKind.WALK),
        ("nook", "hall", LinkKind.WALK),
        ("hall", "gate", LinkKind.WALK),
        ("gate", "hall", LinkKind.WALK),
        ("gate", "far", LinkKind.WALK),
        ("far", "gate", LinkKind.WALK),
        ("hall", "far", LinkKind.WALK),
    ],
)
"""A hall with a nook where somebody can lie in wait."""
KILLED = grudge(Died(killer=EntityId("foe")))
