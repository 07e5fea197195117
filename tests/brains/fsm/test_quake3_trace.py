"""The bot Grunt from 18.1 s to 62.7 s of a match: the same events lead through the same nodes.

What happened to Grunt is told as cues: an enemy comes and goes, items lie by the wayside and are had,
health and arms change. The views between the cues are those of a body that does what the network wants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from agentfw.decisions import Activity, ActivityState, PickUpItem
from agentfw.geometry import Rotation
from agentfw.perception import Event
from agentfw.vocabulary import ClassName, EntityId, GameInfo, ItemCategory, PlayerDied
from tests.brains.fsm.quake3_stage import Stage
from tests.skills.moments import body, enemy, gun, item, moment
from tests.support.seeing import ME

if TYPE_CHECKING:
    from agentfw.decisions import Intent
    from agentfw.perception import KnownItem, KnownPlayer, View

FOE = EntityId("foe")
MACHINE_GUN = gun("AssaultRifle", 50)
SHOTGUN, FEW_SHELLS = gun("FlakCannon", 20), gun("FlakCannon", 8)
ROCKETS = gun("RocketLauncher", 12)

CLASSES = {
    "bullets": ("XWeapons.AssaultAmmoPickup", ItemCategory.AMMO),
    "shotgun": ("XWeapons.FlakCannonPickup", ItemCategory.WEAPON),
    "shells": ("XWeapons.FlakAmmoPickup", ItemCategory.AMMO),
    "plasma gun": ("XWeapons.LinkGunPickup", ItemCategory.WEAPON),
    "shard": ("XPickups.MiniHealthPack", ItemCategory.HEALTH),
    "50 health": ("XPickups.HealthPack", ItemCategory.HEALTH),
    "25 health": ("XPickups.HealthPack", ItemCategory.HEALTH),
    "far": ("XPickups.SuperShieldPack", ItemCategory.SHIELD),
}
"""What the items of Quake III are here; a shard is a vial, the smallest thing that there is."""


class Cue(msgspec.Struct, frozen=True, kw_only=True):
    """What changes at a moment."""

    at: float
    over: bool | None = None
    sees: bool | None = None
    lies: str = ""
    """An item by the wayside."""
    gets: str = ""
    """The item that the body has reached."""
    health: int | None = None
    arms: tuple[Any, ...] = ()
    kills: bool = False


CUES = (
    Cue(at=17.0, over=True, health=90, arms=(MACHINE_GUN,)),
    Cue(at=18.1, over=False),
    Cue(at=20.6, lies="bullets"),
    Cue(at=20.7, gets="bullets"),
    Cue(at=21.2, lies="shotgun"),
    Cue(at=21.5, sees=True),
    Cue(at=22.6, gets="shotgun", arms=(MACHINE_GUN, FEW_SHELLS)),
    Cue(at=23.8, lies="shard"),
    Cue(at=24.2, gets="shard"),
    Cue(at=24.6, sees=False),
    Cue(at=25.5, arms=(MACHINE_GUN, FEW_SHELLS, ROCKETS)),
    Cue(at=26.6, lies="shard 2"),
    Cue(at=27.2, gets="shard 2"),
    Cue(at=31.9, sees=True),
    Cue(at=32.6, sees=False),
    Cue(at=33.4, sees=True),
    Cue(at=34.1, sees=False),
    Cue(at=35.4, sees=True),
    Cue(at=36.0, sees=False, health=85),
    Cue(at=37.1, lies="plasma gun"),
    Cue(at=38.0, gets="plasma gun"),
    Cue(at=39.2, lies="shells", arms=(MACHINE_GUN, FEW_SHELLS, ROCKETS)),
    Cue(at=40.0, gets="shells", arms=(MACHINE_GUN, SHOTGUN, ROCKETS)),
    Cue(at=43.3, sees=True, health=80),
    Cue(at=44.7, sees=False),
    Cue(at=45.7, lies="50 health"),
    Cue(at=46.0, gets="50 health", health=100),
    Cue(at=46.3, sees=True),
    Cue(at=46.7, health=30),
    Cue(at=47.8, lies="25 health"),
    Cue(at=48.3, gets="25 health", health=55),
    Cue(at=48.6, sees=False),
    Cue(at=49.5, health=85),
    Cue(at=50.6, lies="bullets 2", arms=(gun("AssaultRifle", 5), SHOTGUN, ROCKETS)),
    Cue(at=51.2, gets="bullets 2"),
    Cue(at=53.5, sees=True),
    Cue(at=53.8, health=30),
    Cue(at=57.0, sees=False, kills=True),
    Cue(at=58.0, lies="shard 3"),
    Cue(at=58.6, gets="shard 3"),
)

NODES = (
    *(("Stand", 18.1), ("SeekLTG", None), ("SeekNBG", None), ("SeekLTG", None), ("SeekNBG", None)),
    *(("BattleNBG", 21.5), ("BattleRetreat", 22.7), ("BattleNBG", None), ("BattleRetreat", None)),
    *(("BattleChase", 25.5), ("BattleNBG", None), ("BattleChase", None), ("BattleFight", 31.9)),
    *(("BattleChase", None), ("BattleFight", None), ("BattleChase", None), ("BattleFight", 35.4)),
    *(("BattleChase", None), ("BattleNBG", None), ("BattleChase", None), ("BattleNBG", None)),
    *(("BattleChase", None), ("BattleFight", 43.3), ("BattleChase", 44.7), ("BattleNBG", None)),
    *(("BattleChase", None), ("BattleFight", None), ("BattleRetreat", 46.7), ("BattleNBG", None)),
    *(("BattleRetreat", None), ("BattleChase", 49.5), ("BattleNBG", None), ("BattleChase", None)),
    *(("BattleFight", 53.5), ("BattleRetreat", 53.8), ("SeekLTG", 57.0), ("SeekNBG", None)),
    ("SeekLTG", None),
)
"""The nodes of Grunt in their order, with the times that are certain."""


class Grunt:
    """A bot to whom the cues happen, ten times per second."""

    def __init__(self) -> None:
        self.stage = Stage("Stand")
        self.now = 0.0
        self.seen_at = 0.0
        self.last = Cue(at=0.0, over=False, sees=False, health=100)
        self.items = {"far": thing("far", 4000.0)}
        self.legs: Activity | None = None

    def live(self) -> list[tuple[str, float]]:
        """The nodes from 18.1 s to 62.7 s, each with the moment when it came."""
        found: list[tuple[str, float]] = []
        for tenth in range(170, 628):
            self.now = tenth / 10
            cue = next((one for one in CUES if one.at == self.now), Cue(at=self.now))
            self.stage.think(self.view(cue))
            self.move()
            if self.now >= 18.1 and (not found or found[-1][0] != self.stage.node):
                found.append((self.stage.node, self.now))
        return found

    def view(self, cue: Cue) -> View:
        """What there is to see when a cue has come."""
        told = {
            name: one for name in ("over", "sees", "health") if (one := getattr(cue, name)) is not None
        }
        if cue.arms:
            told["arms"] = cue.arms
        self.last = msgspec.structs.replace(self.last, **told)
        self.seen_at = self.now if self.last.sees else self.seen_at
        if cue.lies:
            self.items[cue.lies] = thing(cue.lies, 300.0)
        if cue.gets:
            self.reach(cue.gets)
        death = Event(self.now, PlayerDied(id=FOE, killer=ME))
        return moment(
            *(self.enemy(is_dead=cue.kills), *self.last.arms, *self.items.values()),
            *((self.legs,) if self.legs is not None else ()),
            now=self.now,
            game=GameInfo(game_type="BotDeathMatch"),
            me=body(health=self.last.health, armor=60),
            is_over=self.last.over,
            events=(death,) if cue.kills else (),
        ).view

    def enemy(self, *, is_dead: bool) -> KnownPlayer:
        """The only enemy."""
        told: dict[str, Any] = {"rotation": Rotation(0, 32768, 0), "seen_at": self.seen_at}
        told |= {"location": None} if is_dead or self.now > 57.0 else {}
        return enemy(FOE, is_visible=self.last.sees, **told)

    def reach(self, name: str) -> None:
        """The body has an item that it was after."""
        wanted = PickUpItem(EntityId(name))
        assert self.legs is not None
        assert self.legs.intent == wanted, f"{self.now}: {self.legs.intent}, not {name}"
        self.legs = Activity("move", wanted, ActivityState.DONE, self.now - 0.5, self.now)
        del self.items[name]

    def move(self) -> None:
        """The legs go on with what is wanted."""
        intent: Intent | None = self.stage.wants.move if self.stage.wants is not None else None
        if intent is None:
            self.legs = None
        elif self.legs is None or self.legs.intent != intent:
            self.legs = Activity("move", intent, ActivityState.RUNNING, self.now)


def thing(name: str, x: float) -> KnownItem:
    item_class, category = CLASSES[name.rstrip(" 23")]
    return item(name, x, category, item_class=ClassName(item_class))


def test_grunt_goes_through_the_same_nodes_in_the_same_order() -> None:
    assert [node for node, _ in Grunt().live()] == [node for node, _ in NODES]


def test_grunt_is_there_when_it_was() -> None:
    lived = Grunt().live()
    for (node, at), (_, told) in zip(lived, NODES, strict=True):
        assert told is None or at == pytest.approx(told, abs=0.15), node


def test_grunt_takes_what_lay_there() -> None:
    grunt = Grunt()
    grunt.live()
    assert set(grunt.items) == {"far"}
