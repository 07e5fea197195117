"""Sub-teams, as far as they were talked of: who is in which, and what none can be called.

There is a sub-team as long as somebody is in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

    from agentfw.talk import Roster, Talk

__all__ = ["Squads"]

_MAX_SQUADS: Final = 16


class Squads:
    """The sub-teams of one team."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._of: dict[str, str] = {}

    def begin(self) -> None:
        """The bot has come into the game: there are none."""
        self._of.clear()

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(dict.fromkeys(self._of.values()))

    def of(self, name: str) -> str:
        """The sub-team that somebody is in; empty for none."""
        return self._of.get(name, "")

    def refusal(self, squad: str, roster: Roster) -> str:
        """Why there cannot be a sub-team of that name; empty where it can be."""
        if squad in self.names:
            return ""
        if roster.named(squad):
            return "somebody is called so"
        if self._talk.uses(squad):
            return "that word is in use"
        if len(self.names) >= _MAX_SQUADS:
            self._keep(roster.mates)
        return "there are enough squads" if len(self.names) >= _MAX_SQUADS else ""

    def members(self, addressees: Collection[str]) -> set[str]:
        """Those of some players and sub-teams."""
        listed = {one for one, squad in self._of.items() if squad in addressees}
        return listed | set(addressees).difference(self.names)

    def join(self, squad: str, names: Collection[str]) -> None:
        """Some are in a sub-team from now on, and in no other one."""
        self._of.update(dict.fromkeys(names, squad))

    def leave(self, squad: str, names: Collection[str]) -> None:
        """Some are no longer in a sub-team, or in any if it is not named."""
        for name in names:
            if squad in ("", self.of(name)):
                self._of.pop(name, None)

    def _keep(self, names: Collection[str]) -> None:
        """Forget who is not among some, and so the sub-teams that nobody is left in."""
        self._of = {one: squad for one, squad in self._of.items() if one in names}
