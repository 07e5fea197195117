"""How an arena is set up: which map and game, for whom, and by which rules."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.maps.level import ThingKind
from agentfw.arena.world.rules import MatchSettings, Mode
from agentfw.engines.gamebots import Handshake, find_dialect
from agentfw.errors import UsageError

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.maps.mapfiles import MapFile
    from agentfw.engines.gamebots import Dialect

__all__ = ["ArenaOptions"]

_SCORE_LIMITS: Final = {
    "gamebots-2004": {"dm": 25, "tdm": 60, "ctf": 100, "dom": 100, "ddom": 3},
    "gamebots-ut99": {"dm": 30, "tdm": 30, "ctf": 3, "dom": 100, "ddom": 3},
}
_TIME_LIMIT_MIN: Final = 20.0
_DEFAULT_MAPS: Final = {
    "dm": "dm-foundry",
    "tdm": "ctf-twins",
    "ctf": "ctf-twins",
    "dom": "dom-crossing",
    "ddom": "dom-vault",
}


class ArenaOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The choices for an arena; what is left out follows from the rest.

    >>> ArenaOptions(mode="dom").dialect_name
    'gamebots-ut99'
    """

    mode: str | None = None
    """dm, tdm, ctf, dom or ddom; without it the first one the map is made for."""
    map: str | None = None
    dialect: str | None = None
    seed: int = 0
    bots: int = 0
    """How many bots of the game itself play."""
    skill: float = 4.0
    score_limit: int | None = None
    time_limit_min: float | None = None
    """In minutes of game time; 0 for none."""
    speed: float = 1.0
    password: str | None = None
    max_players: int = 32
    friendly_fire: float = 0.0
    weapon_stay: bool | None = None
    allow_cheats: bool = True
    allow_pause: bool = True
    lenient_line_ends: bool = True
    """Also take LF alone as the end of a command, which the real UT2004 server does not."""
    restarts: bool = True
    """Whether another match begins after the end of one."""
    classic_interval_s: float = 0.15
    """How often the older dialect tells what is seen."""
    honors_init: bool = True
    """False to ignore name and team of INIT, as the first release of the older server did."""

    @property
    def mode_name(self) -> str:
        """The game type that will be played."""
        if self.mode is not None:
            return self.mode
        if self.map is None:
            return "dm"
        modes = find_map(self.map).modes
        if self.dialect is not None:
            fitting = [mode for mode in modes if _fits(mode, self._is_classic(self.dialect))]
            return next(iter(fitting), modes[0])
        return modes[0]

    @property
    def dialect_name(self) -> str:
        """The dialect that will be spoken."""
        if self.dialect is not None:
            return self.dialect
        return "gamebots-ut99" if self.mode_name == "dom" else "gamebots-2004"

    def settled(self) -> ArenaOptions:
        """The same with mode and dialect filled in; raises `UsageError` for senseless values."""
        limits = {
            "speed": (0.01, 50.0),
            "bots": (0, 64),
            "skill": (1.0, 7.0),
            "friendly_fire": (0.0, 1.0),
            "score_limit": (0, math.inf),
            "time_limit_min": (0.0, math.inf),
        }
        for name, (low, high) in limits.items():
            value = getattr(self, name)
            is_fine = value is None or low <= value <= high or (name == "speed" and value == math.inf)
            if not is_fine:
                what = f"{name.replace('_', ' ')} {value:g}"
                raise UsageError(f"{what} is not between {low:g} and {high:g}")
        return msgspec.structs.replace(self, mode=self.mode_name, dialect=self.dialect_name)

    def find_dialect(self) -> Dialect:
        """The dialect; raises `UsageError` when it does not exist or cannot play the game type."""
        dialect = find_dialect(self.dialect_name)
        if not _fits(self.mode_name, dialect.handshake is Handshake.ANNOUNCED):
            other = "ddom" if self.mode_name == "dom" else "dom"
            raise UsageError(
                f"{dialect.name} has no words for {self.mode_name}: take --mode {other}, "
                f"or the dialect of the other game"
            )
        return dialect

    def _is_classic(self, name: str) -> bool:
        return find_dialect(name).handshake is Handshake.ANNOUNCED

    def find_map(self) -> MapFile:
        """The map; raises `UsageError` when it is not made for the game type."""
        mode = self.mode_name
        found = find_map(self.map or _DEFAULT_MAPS.get(mode, "dm-foundry"))
        needs = {"ctf": ThingKind.FLAG, "dom": ThingKind.POINT, "ddom": ThingKind.POINT}.get(mode)
        if needs is not None and not any(thing.kind is needs for thing in found.level.things):
            fitting = ", ".join(maps_for(mode))
            raise UsageError(f"{found.name} cannot be played as {mode}; maps that can: {fitting}")
        return found

    def game(self, dialect: Dialect) -> GameSpec:
        """The game whose dialect is spoken."""
        return UT99 if dialect.handshake is Handshake.ANNOUNCED else UT2004

    def settings(self) -> MatchSettings:
        """The rules of the match."""
        mode = self.mode_name
        if mode not in {known.value for known in Mode}:
            raise UsageError(f'there is no game type "{mode}" (known: dm, tdm, ctf, dom, ddom)')
        dialect = find_dialect(self.dialect_name)
        is_classic = dialect.handshake is Handshake.ANNOUNCED
        limits = _SCORE_LIMITS["gamebots-ut99" if is_classic else "gamebots-2004"]
        minutes = _TIME_LIMIT_MIN if self.time_limit_min is None else self.time_limit_min
        return MatchSettings(
            mode=Mode(mode),
            score_limit=limits[mode] if self.score_limit is None else self.score_limit,
            time_limit_s=minutes * 60.0,
            weapon_stay=(mode != "dm") if self.weapon_stay is None else self.weapon_stay,
            friendly_fire=self.friendly_fire,
            translocator=mode == "ctf" or (is_classic and mode == "dom"),
        )


def _fits(mode: str, is_classic: bool) -> bool:  # noqa: FBT001 - a private pair of values
    """Each dialect can tell of the domination of its own game only."""
    return mode != ("ddom" if is_classic else "dom")


def maps_for(mode: str) -> list[str]:
    """The names of the shipped maps that are made for a game type."""
    return [name for name in known_maps() if mode in find_map(name).modes]
