"""What kind of file a command was given, and which command takes one of another kind."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agentfw.brains.planned import is_plan
from agentfw.characters import is_character_file
from agentfw.errors import UsageError
from agentfw.sources import YAML_ENDINGS, is_file, keys_of

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["PLAYS_ALONE", "TEAM", "TOURNAMENT", "refuse_others"]

TEAM: Final = "team file"
TOURNAMENT: Final = "tournament file"
_PLAN: Final = "plan"
_BRAIN: Final = "brain"
PLAYS_ALONE: Final = (_PLAN, _BRAIN)
"""What one bot can play by."""

_ADVICE: Final = {
    _PLAN: "which plays by agentfw run {name}, or as plan: {plain} in a team file",
    _BRAIN: "which plays by agentfw run {name}, or as brain: {plain} in a team file",
    TEAM: "for agentfw play {name}",
    TOURNAMENT: "for agentfw tournament {name}",
    "character": "for agentfw run deathmatch.htn --character {name}",
    "recording": "for agentfw replay {name}",
}


def refuse_others(name: str, taken: Collection[str]) -> None:
    """Raise `UsageError` with the right command for what is plainly of a kind that is not taken.

    What cannot be told apart passes, and is left to whoever reads it.
    """
    kind = _kind_of(name)
    if kind is not None and kind not in taken:
        advice = _ADVICE[kind].format(name=shlex.quote(name), plain=name)
        raise UsageError(f"{name} is a {kind}, {advice}")


def _kind_of(name: str) -> str | None:
    if is_plan(name):
        return _PLAN
    if name.endswith(".py") or ".py:" in name:
        return _BRAIN
    ending = Path(name).suffix
    if ending == ".rec":
        return "recording"
    return _kind_of_yaml(name) if ending in YAML_ENDINGS else None


def _kind_of_yaml(name: str) -> str | None:
    from agentfw.team.including import shipped_teams  # noqa: PLC0415 - brings an arena along
    from agentfw.tournament import is_tournament  # noqa: PLC0415 - brings an arena along

    if is_tournament(name):
        return TOURNAMENT
    if not is_file(name):
        return TEAM if name in shipped_teams() else None
    if is_character_file(Path(name)):
        return "character"
    return TEAM if "teams" in keys_of(Path(name)) else None
