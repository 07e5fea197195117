"""On which occasions characters talk, and what their lines may tell then."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["INSULT", "OCCASIONS", "PRAISE", "Occasion", "types_for"]


class Occasion(NamedTuple):
    """One thing that can make somebody talk."""

    tendency: str
    """The tendency of a character that tells how likely it does."""
    variables: tuple[str, ...] = ("opponent", "map")
    """What lines may tell, beside ``me``."""
    otherwise: str = ""
    """The occasion whose lines are said where there are none for this one."""
    is_about_somebody: bool = False
    """Whether there are ways to insult and to praise: types with `INSULT` and `PRAISE` behind them."""


INSULT: Final = "_insult"
PRAISE: Final = "_praise"

_FIGHT: Final = ("opponent", "weapon", "map")


def _deaths() -> dict[str, Occasion]:
    causes = ("suicide", "melee", "drown", "lava", "slime", "fall", "telefrag", "crush")
    return {f"death_{cause}": Occasion("death", _FIGHT, "death") for cause in causes}


def _kills() -> dict[str, Occasion]:
    return {f"kill_{how}": Occasion("kill", _FIGHT, "kill") for how in ("melee", "sniper", "telefrag")}


OCCASIONS: Final[Mapping[str, Occasion]] = MappingProxyType(
    {
        "enter_game": Occasion("enter_exit"),
        "exit_game": Occasion("enter_exit"),
        "level_start": Occasion("start_end"),
        "level_end": Occasion("start_end"),
        "level_end_victory": Occasion("start_end", otherwise="level_end"),
        "level_end_loss": Occasion("start_end", otherwise="level_end"),
        "hit_talking": Occasion("hit_talking", _FIGHT),
        "hit_no_death": Occasion("hit_no_death", _FIGHT),
        "hit_no_kill": Occasion("hit_no_kill", _FIGHT),
        "death": Occasion("death", _FIGHT, is_about_somebody=True),
        **_deaths(),
        "kill": Occasion("kill", _FIGHT, is_about_somebody=True),
        **_kills(),
        "enemy_suicide": Occasion("enemy_suicide"),
        "random": Occasion("random", is_about_somebody=True),
    }
)
"""All occasions, by the name of their type in talk files."""


def types_for(occasion: str) -> tuple[str, ...]:
    """All types whose lines can be said on an occasion, those that suit it best first."""
    found = [occasion]
    while OCCASIONS[found[-1]].otherwise:
        found.append(OCCASIONS[found[-1]].otherwise)
    return tuple(found)
