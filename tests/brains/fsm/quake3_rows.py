"""Every row of the node table of the Quake III bot, and the views that make it so."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from agentfw.decisions import ActivityState, Intent, PickUpItem, TravelTo
from agentfw.geometry import Rotation
from agentfw.perception import Event, KnownMover, View
from agentfw.perception.motion import Motion
from agentfw.perception.threats import Threats
from agentfw.skills.breathing import Wet
from agentfw.vocabulary import ClassName, EntityId, GameInfo, ItemCategory, PlayerDied
from tests.brains.fsm.quake3_stage import ended
from tests.skills.moments import body, enemy, gun, item, moment
from tests.support.seeing import ME, at

if TYPE_CHECKING:
    from agentfw.perception import KnownItem, KnownPlayer

T = 100.0
ALONE = GameInfo(game_type="BotDeathMatch")
TOWARD = Rotation(0, 32768, 0)
KIT = EntityId("kit")


def view(*known: Any, after: float = 0.0, **told: Any) -> View:
    """What a bot in a deathmatch sees so many seconds after the beginning; fit and alone unless told."""
    return moment(*known, now=T + after, **({"game": ALONE} | told)).view


def foe(name: str = "foe", after: float = 0.0, **told: Any) -> KnownPlayer:
    """Somebody in sight who looks here."""
    usual: dict[str, Any] = {"rotation": TOWARD, "seen_at": T + after}
    return enemy(name, **(usual | told))


def lost(name: str = "foe", at_s: float = 0.0, **told: Any) -> KnownPlayer:
    """Somebody who was seen so many seconds after the beginning, and is not in sight now."""
    return foe(name, after=at_s, is_visible=False, **told)


def kit(x: float = 300.0, **told: Any) -> KnownItem:
    """A medical kit by the wayside."""
    kind = {"item_class": ClassName("XPickups.HealthPack")}
    return item(KIT, x, ItemCategory.HEALTH, **(kind | told))


def taken() -> KnownItem:
    """The medical kit, which is not there any more."""
    return kit(taken_at=T, is_visible=False)


def vest() -> KnownItem:
    """Something to go for, far away."""
    kind = {"item_class": ClassName("XPickups.SuperShieldPack")}
    return item("vest", 4000.0, ItemCategory.SHIELD, **kind)


def killed(name: str = "foe", by: str = ME) -> tuple[Event, ...]:
    return (Event(T, PlayerDied(id=EntityId(name), killer=EntityId(by))),)


def ending(intent: Intent, after: float, state: ActivityState = ActivityState.DONE) -> Any:
    return ended(intent, T + after, state)


DOOR: dict[str, Any] = {
    "movers": {
        EntityId("door"): KnownMover(
            id=EntityId("door"), location=at(100), is_visible=True, is_moving=False, seen_at=T
        )
    },
    "motion": Motion(has_collided=True),
}
FIT = gun()
EVEN = gun("FlakCannon", 20)
WOUNDED: dict[str, Any] = {"me": body(health=30)}
HURT: dict[str, Any] = {"threats": Threats(hurt_at=T + 0.4)}
CHATTED = MappingProxyType({"at.chat": T})
IN_WATER = MappingProxyType({"body.wet": Wet(T - 6.0, at(300))})
DEAD = foe(is_visible=False, location=None)


class Row(msgspec.Struct, frozen=True):
    """A transition, and what makes it."""

    source: str
    target: str
    why: str
    """The condition as the plan has it."""
    views: tuple[View, ...]
    """The last one makes the switch."""
    is_lucky: bool = False
    start: str = ""
    """Where to begin, if not in the source."""
    notes: MappingProxyType[str, Any] = MappingProxyType({})
    then: tuple[str, ...] = ()
    """The nodes that it goes on to in the same think, because the target passes it on."""

    def __str__(self) -> str:
        return f"{self.source} > {self.target}: {self.why}"


NEARBY = "nearby_item(duty_goal, wayside_s) != nothing"
SEEN = "enemy_found != nothing"
SEEN_UNFIT = "enemy_found != nothing and wants_retreat"
NO_FOE = "current_enemy == nothing or enemy_dead"
FETCH, CHASE = PickUpItem(KIT), TravelTo(location=at(500), tolerance_uu=150.0)

OVER = "done or failed or state_time >= hasty_detour"
OVER_IN_CHASE = 'done or failed or state_time >= chase_detour and state_was("BattleChase")'

CHASING = (
    view(foe(), FIT),
    view(lost(), FIT, after=1),
    view(lost(), FIT, kit(), after=2.0, me=body(health=85)),
)
"""Into Battle NBG by way of Battle Chase."""
RETREATING = (view(foe(), vest(), **WOUNDED), view(foe(), vest(), kit(), after=1.0, **WOUNDED))
SURPRISED = (view(kit(), **WOUNDED), view(foe(), kit(), **WOUNDED))

ROWS = (
    Row(
        *("Intermission", "Stand", "not is_over"),
        (view(is_over=True), view(after=1)),
    ),
    Row(
        *("Observer", "Stand", "not is_looking_on"),
        (view(me=body(location=None)), view(after=1)),
        then=("SeekLTG",),
    ),
    Row(
        *("Respawn", "Respawn", 'wants_to_chat("death")'),
        (view(is_alive=False), view(lost(), is_alive=False)),
        is_lucky=True,
    ),
    Row(*("Respawn", "SeekLTG", "is_alive"), (view(is_alive=False), view(after=1))),
    # Stand
    Row(
        *("Stand", "BattleFight", "state_time >= 1 and enemy_found != nothing"),
        (view(FIT), view(foe(), FIT, after=0.9), view(foe(), FIT, after=1.0)),
        notes=CHATTED,
    ),
    Row(
        *("Stand", "Stand", 'wants_to_chat("talking")'),
        (view(lost()), view(lost(), after=0.4, **HURT)),
        is_lucky=True,
        notes=CHATTED,
    ),
    Row(*("Stand", "SeekLTG", "not is_typing"), (view(after=1.9), view(after=2.0)), notes=CHATTED),
    # Seek LTG
    Row(*("SeekLTG", "BattleRetreat", SEEN_UNFIT), (view(vest()), view(foe(), vest(), **WOUNDED))),
    Row(*("SeekLTG", "BattleFight", SEEN), (view(FIT), view(foe(), FIT))),
    Row(*("SeekLTG", "SeekActivate", "obstacle_ahead != nothing"), (view(), view(**DOOR))),
    Row(*("SeekLTG", "Stand", 'wants_to_chat("random")'), (view(), view(lost())), is_lucky=True),
    Row(
        *("SeekLTG", "SeekNBG", f"state_time >= looks_every and {NEARBY}"),
        (
            view(vest()),
            view(vest(), kit(), after=0.4, **WOUNDED),
            view(vest(), kit(), after=0.5, **WOUNDED),
        ),
    ),
    Row(*("SeekLTG", "SeekNBG", "needs_air"), (view(), view(after=0.1)), notes=IN_WATER),
    # Seek NBG
    Row(*("SeekNBG", "BattleNBG", SEEN_UNFIT), (view(kit(), **WOUNDED), view(foe(), kit(), **WOUNDED))),
    Row(
        *("SeekNBG", "BattleFight", SEEN),
        (view(kit(), FIT, me=body(health=85)), view(foe(), kit(), FIT, me=body(health=85))),
    ),
    Row(
        *("SeekNBG", "SeekActivate", "obstacle_ahead != nothing"),
        (view(kit(), **WOUNDED), view(kit(), **WOUNDED, **DOOR)),
    ),
    Row(
        *("SeekNBG", "SeekLTG", "done or failed and not needs_air"),
        (view(kit(), **WOUNDED), view(taken(), ending(FETCH, 1), after=1, **WOUNDED)),
    ),
    Row(
        *("SeekNBG", "SeekLTG", "done or failed and not needs_air"),
        (view(kit(), **WOUNDED), view(ending(FETCH, 1, ActivityState.FAILED), after=1, **WOUNDED)),
    ),
    Row(
        *("SeekNBG", "SeekLTG", "state_time >= detour"),
        (view(kit(), **WOUNDED), view(kit(), after=5.4, **WOUNDED), view(kit(), after=5.5, **WOUNDED)),
    ),
    # Seek Activate
    Row(
        *("SeekActivate", "BattleNBG", SEEN_UNFIT),
        (view(kit(), **DOOR, **WOUNDED), view(foe(), kit(), **DOOR, **WOUNDED)),
    ),
    Row(*("SeekActivate", "BattleFight", SEEN), (view(FIT, **DOOR), view(foe(), FIT, **DOOR))),
    Row(
        *("SeekActivate", "SeekNBG", "done or failed"),
        (view(**DOOR), view(after=1)),
        then=("SeekLTG",),
    ),
    Row(
        *("SeekActivate", "SeekNBG", "done or failed"),
        (view(**DOOR), view(after=9.9, **DOOR), view(after=10.0, **DOOR)),
        then=("SeekActivate",),
    ),
    # Battle Fight
    Row(*("BattleFight", "SeekLTG", "current_enemy == nothing"), (view(foe(), FIT), view(FIT))),
    Row(
        *("BattleFight", "Stand", 'wants_to_chat("kill") or wants_to_chat("hit")'),
        (view(foe(), FIT), view(DEAD, FIT, events=killed())),
        is_lucky=True,
    ),
    Row(
        *("BattleFight", "Stand", 'wants_to_chat("kill") or wants_to_chat("hit")'),
        (view(foe(), FIT), view(lost(), FIT, after=0.5, **HURT)),
        is_lucky=True,
    ),
    Row(
        *("BattleFight", "SeekLTG", "enemy_dead_for > 1"),
        (
            view(foe(), FIT),
            view(DEAD, FIT, events=killed()),
            view(DEAD, FIT, after=1.0),
            view(DEAD, FIT, after=1.1),
        ),
    ),
    Row(
        *("BattleFight", "SeekLTG", "enemy_invisible"),
        (view(foe(), FIT), view(foe(location=None), FIT)),
        is_lucky=True,
    ),
    Row(
        *("BattleFight", "BattleChase", "not current_enemy_visible and not enemy_dead and wants_chase"),
        (view(foe(), FIT), view(lost(), FIT, after=1)),
    ),
    Row(
        *("BattleFight", "SeekLTG", "not current_enemy_visible and not enemy_dead"),
        (view(foe(), EVEN), view(lost(), EVEN, after=1)),
    ),
    Row(
        *("BattleFight", "BattleRetreat", "wants_retreat and not is_suicidal"),
        (view(foe(), FIT, vest()), view(foe(), FIT, vest(), **WOUNDED)),
    ),
    # Battle Chase
    Row(
        *("BattleChase", "SeekLTG", "current_enemy == nothing"),
        (view(foe(), FIT), view(lost(), FIT, after=1), view(FIT, after=2)),
        start="BattleFight",
    ),
    Row(
        *("BattleChase", "BattleFight", "current_enemy_visible"),
        (view(foe(), FIT), view(lost(), FIT, after=1), view(foe(after=2), FIT, after=2)),
        start="BattleFight",
    ),
    Row(
        *("BattleChase", "BattleFight", "current_enemy_visible"),
        (view(foe(), FIT), view(lost(), FIT, after=1), view(lost(), foe("other", 2), FIT, after=2)),
        start="BattleFight",
    ),
    Row(
        *("BattleChase", "SeekLTG", "done or failed"),
        (view(foe(), FIT), view(lost(), FIT, after=1), view(lost(), FIT, ending(CHASE, 2), after=2)),
        start="BattleFight",
    ),
    Row(
        *("BattleChase", "SeekLTG", "done or failed"),
        (
            view(foe(), FIT),
            view(lost(), FIT, after=1),
            view(lost(), FIT, ending(CHASE, 2, ActivityState.FAILED), after=2),
        ),
        start="BattleFight",
    ),
    Row(
        *("BattleChase", "SeekLTG", "state_time >= chase_time"),
        (
            view(foe(), FIT),
            view(lost(), FIT, after=1),
            view(lost(), FIT, after=10.9),
            view(lost(), FIT, after=11.0),
        ),
        start="BattleFight",
    ),
    Row(
        *("BattleChase", "BattleRetreat", "wants_retreat"),
        (view(foe(), FIT), view(lost(), FIT, after=1), view(lost(), FIT, vest(), after=2, **WOUNDED)),
        start="BattleFight",
    ),
    Row(
        *("BattleChase", "BattleNBG", f"state_time >= looks_every_in_battle and {NEARBY}"),
        (
            view(foe(), FIT),
            view(lost(), FIT, after=1),
            view(lost(), FIT, kit(), after=1.9, me=body(health=85)),
            view(lost(), FIT, kit(), after=2.0, me=body(health=85)),
        ),
        start="BattleFight",
    ),
    # Battle Retreat
    Row(
        *("BattleRetreat", "SeekLTG", NO_FOE),
        (view(foe(), vest(), **WOUNDED), view(DEAD, vest(), events=killed(by="other"), **WOUNDED)),
    ),
    Row(
        *("BattleRetreat", "SeekLTG", NO_FOE),
        (view(foe(), vest(), **WOUNDED), view(vest(), **WOUNDED)),
    ),
    Row(
        *("BattleRetreat", "BattleChase", "wants_chase"),
        (view(foe(), vest(), **WOUNDED), view(lost(), vest(), FIT, after=1)),
    ),
    Row(
        *("BattleRetreat", "SeekLTG", "enemy_unseen_for > missed_time"),
        (
            view(foe(), vest(), **WOUNDED),
            view(lost(), vest(), after=4.0, **WOUNDED),
            view(lost(), vest(), after=4.1, **WOUNDED),
        ),
    ),
    Row(
        *("BattleRetreat", "BattleFight", "other_enemy != nothing and not wants_retreat"),
        (view(foe(), vest(), **WOUNDED), view(lost(), foe("other", 1), EVEN, vest(), after=1)),
    ),
    Row(
        *("BattleRetreat", "BattleFight", "is_suicidal"),
        (view(foe(), vest(), **WOUNDED), view(foe(), **WOUNDED)),
    ),
    Row(
        *("BattleRetreat", "BattleNBG", f"state_time >= looks_every_in_battle and {NEARBY}"),
        (
            view(foe(), vest(), **WOUNDED),
            view(foe(after=0.9), vest(), kit(), after=0.9, **WOUNDED),
            view(foe(after=1.0), vest(), kit(), after=1.0, **WOUNDED),
        ),
    ),
    # Battle NBG
    Row(
        *("BattleNBG", "SeekNBG", NO_FOE),
        (view(foe(), kit(), **WOUNDED), view(DEAD, kit(), events=killed(), after=1, **WOUNDED)),
    ),
    Row(
        *("BattleNBG", "SeekNBG", NO_FOE),
        (view(foe(), kit(), **WOUNDED), view(kit(), after=1, **WOUNDED)),
    ),
    Row(
        *("BattleNBG", "BattleChase", OVER_IN_CHASE),
        (*CHASING, view(lost(), FIT, taken(), ending(FETCH, 3), after=3)),
        start="BattleFight",
    ),
    Row(
        *("BattleNBG", "BattleRetreat", f'{OVER} and state_was("BattleRetreat")'),
        (*RETREATING, view(foe(), vest(), taken(), ending(FETCH, 2), after=2, **WOUNDED)),
        start="BattleRetreat",
    ),
    Row(
        *("BattleNBG", "BattleRetreat", f'{OVER} and state_was("BattleRetreat")'),
        (
            *RETREATING,
            view(foe(), vest(), kit(), after=3.4, **WOUNDED),
            view(foe(), vest(), kit(), after=3.5, **WOUNDED),
        ),
        start="BattleRetreat",
    ),
    Row(
        *("BattleNBG", "BattleRetreat", f'{OVER} and not state_was("BattleChase") and not is_suicidal'),
        (*SURPRISED, view(foe(), vest(), taken(), ending(FETCH, 1), after=1, **WOUNDED)),
        start="SeekNBG",
    ),
    Row(
        *("BattleNBG", "BattleFight", f'{OVER} and not state_was("BattleChase")'),
        (*SURPRISED, view(foe(), taken(), ending(FETCH, 1), after=1, **WOUNDED)),
        start="SeekNBG",
    ),
)
