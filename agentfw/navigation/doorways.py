"""Doors that have to be opened elsewhere: which button to go to first.

A button may itself be behind a door. What is wanted is kept as a stack: the door that is met first on
the way to the top of it puts its button on top, and a button that was touched comes off again. So nested
doors are opened from the innermost out, where going for whatever is nearest would run in circles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.navigation.kinds import Travel

if TYPE_CHECKING:
    from agentfw.navigation.graph import Link
    from agentfw.navigation.routing import Router
    from agentfw.vocabulary import EntityId

__all__ = ["Doorways"]

_OPEN_S: Final = 4.0
_MAX_DEPTH: Final = 8


class Doorways:
    """Which doors are open, and what is to be done about those that are not."""

    def __init__(self, open_s: float = _OPEN_S) -> None:
        self._open_s = open_s
        self._pressed_at: dict[EntityId, float] = {}
        self.stack: tuple[EntityId, ...] = ()
        """The buttons that are wanted, the next one last."""

    def visit(self, place: EntityId | None, now: float) -> None:
        """The body is at a place, and has touched the button there, if there is one."""
        if place is not None:
            self._pressed_at[place] = now

    def shut(self, link: Link) -> None:
        """A door was found closed."""
        if link.opened_by is not None:
            self._pressed_at.pop(link.opened_by, None)

    def is_open(self, link: Link, now: float) -> bool:
        """Whether a body can get through a link now, as far as known."""
        if link.opened_by is None:
            return True
        pressed_at = self._pressed_at.get(link.opened_by)
        return pressed_at is not None and now - pressed_at < self._open_s

    def errand(
        self,
        router: Router,
        start: EntityId,
        goal: EntityId,
        now: float,
        travel: Travel = Travel.DEFAULT,
    ) -> EntityId | None:
        """Where to go first on the way to a goal: the goal itself, or a button; None for no solution."""
        wanted = [goal]
        while len(wanted) <= _MAX_DEPTH:
            route = router.route(start, wanted[-1], travel)
            if route is None:
                return None
            shut = next((link for link in route.links if not self.is_open(link, now)), None)
            if shut is None or shut.opened_by is None:
                self.stack = tuple(wanted[1:])
                return wanted[-1]
            if shut.opened_by in wanted:
                return None  # the button is behind its own door
            wanted.append(shut.opened_by)
        return None
