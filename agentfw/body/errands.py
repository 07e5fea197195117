"""Behaviors of the legs: each goes somewhere for a reason of its own, most of them by travelling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.links import executor_for
from agentfw.body.progress import DONE, failed, going
from agentfw.body.running import is_there
from agentfw.body.travel import Travel
from agentfw.vocabulary import DamageTaken, ItemGained, ItemPickedUp, Turn

if TYPE_CHECKING:
    import random

    from agentfw.body.links import Executor
    from agentfw.body.navigator import Navigator
    from agentfw.body.port import Port
    from agentfw.body.progress import Progress
    from agentfw.decisions import Camp, Do, Follow, Leap, Patrol, PickUpItem, TravelTo, UseLink
    from agentfw.geometry import Vec3
    from agentfw.navigation import Link
    from agentfw.perception import View
    from agentfw.vocabulary import EntityId

__all__ = [
    "Camping",
    "Doing",
    "Exploring",
    "Fetching",
    "Following",
    "Leaping",
    "LinkUsing",
    "Patrolling",
    "Travelling",
]

_JOURNEY_S: Final = 180.0
_TAKES_S: Final = 1.5
"""How long a body stands on an item before it is clear that it cannot take it."""
_LOOKS_S: Final = 2.0
_QUARTER: Final = 16384
_MAX_FAILURES: Final = 5
_MAX_CHASES: Final = 3
_PUSHED_UU: Final = 150.0
_NEAR_UU: Final = 60.0
"""What is nearer is not worth a journey: the body would be there at once."""


class Legwork:
    """A behavior that leaves off by standing still."""

    def stop(self, port: Port) -> None:
        """Stand still, and let go of what was fired at a door."""
        port.stop()
        if port.trigger_is_free:
            port.stop_shooting()


class Travelling(Legwork):
    """Be at a place, a point or a thing."""

    def __init__(self, intent: TravelTo, navigator: Navigator) -> None:
        self._intent = intent
        self._travel = Travel(navigator, place=intent.place, tolerance=intent.tolerance_uu)
        self._started_at: float | None = None

    def step(self, view: View, port: Port) -> Progress:
        """Go on."""
        if self._started_at is None:
            self._started_at = view.now
        intent = self._intent
        if intent.stop_if_attacked and view.happened(DamageTaken):
            return self._break_off(port, "was attacked")
        if intent.stop_if_enemy_seen and view.enemies:
            return self._break_off(port, f"saw {view.enemies[0].name or view.enemies[0].id}")
        if view.now - self._started_at > _JOURNEY_S:
            return self._break_off(port, f"did not get there within {_JOURNEY_S:.0f} s")
        return self._travel.step(view, port, self._goal(view))

    def _goal(self, view: View) -> Vec3 | None:
        intent = self._intent
        if intent.location is not None:
            return intent.location
        name = intent.place if intent.place is not None else intent.target
        return view.locate(name) if name is not None else None

    @staticmethod
    def _break_off(port: Port, reason: str) -> Progress:
        port.stop()
        return failed(reason)


class Following(Legwork):
    """Stay near somebody."""

    def __init__(self, intent: Follow, navigator: Navigator) -> None:
        self._intent = intent
        self._navigator = navigator
        self._travel: Travel | None = None
        self._failures = 0
        self._seen_at: float | None = None

    def step(self, view: View, port: Port) -> Progress:
        """Come nearer, or wait."""
        intent, known = self._intent, view.players.get(self._intent.target)
        if self._seen_at is None or (known is not None and known.is_visible):
            self._seen_at = view.now
        if view.now - self._seen_at > intent.give_up_after_s:
            port.stop()
            return failed(f"has not seen {intent.target} for {intent.give_up_after_s:.0f} s")
        where = known.predicted(view.now) if known is not None else None
        if where is None or known is None:
            port.stop()
            return going("looking out")
        if known.is_visible and view.distance_to(where) <= intent.distance_uu:
            port.stop()
            self._travel = None
            return going("near enough")
        if self._travel is None:
            self._travel = Travel(self._navigator, tolerance=0.8 * intent.distance_uu)
        progress = self._travel.step(view, port, where)
        if progress.is_running:
            return going(progress.text or "catching up")
        self._travel = None
        self._failures = self._failures + 1 if progress.has_failed else 0
        if self._failures >= _MAX_CHASES:
            return failed(f"cannot get to {intent.target}: {progress.text}")
        return going(progress.text or "catching up")


class Patrolling(Legwork):
    """Visit places in turn."""

    def __init__(self, intent: Patrol, navigator: Navigator) -> None:
        back = intent.places[-2:0:-1] if intent.ping_pong else ()
        self._round = (*intent.places, *back)
        self._navigator = navigator
        self._turn = 0
        self._travel: Travel | None = None
        self._failures = 0

    def step(self, view: View, port: Port) -> Progress:
        """Go on to the next place."""
        place = self._round[self._turn % len(self._round)]
        if self._travel is None:
            self._travel = Travel(self._navigator, place=place)
        progress = self._travel.step(view, port, view.locate(place))
        if progress.is_running:
            return going(f"to {place}: {progress.text}")
        self._travel = None
        self._turn += 1
        self._failures = self._failures + 1 if progress.has_failed else 0
        if self._failures >= len(self._round):
            return failed(f"cannot get to any of its places, last {place}: {progress.text}")
        return going(f"was at {place}" if not progress.has_failed else f"skips {place}: {progress.text}")


class Exploring(Legwork):
    """Wander to places that were visited least."""

    def __init__(self, navigator: Navigator, rng: random.Random) -> None:
        self._navigator = navigator
        self._rng = rng
        self._goal: EntityId | None = None
        self._travel: Travel | None = None
        self._failures = 0
        self._turned_at = -_LOOKS_S

    def step(self, view: View, port: Port) -> Progress:
        """Go on to a place that is little known."""
        if self._travel is None:
            self._goal = self._choose(view)
            if self._goal is None:
                return self._look_about(view, port)
            self._travel = Travel(self._navigator, place=self._goal)
        progress = self._travel.step(view, port, view.locate(self._goal) if self._goal else None)
        if progress.is_running:
            return going(f"to {self._goal}: {progress.text}")
        self._travel = None
        self._failures = self._failures + 1 if progress.has_failed else 0
        if self._failures >= _MAX_FAILURES:
            return failed(f"gets nowhere, last {self._goal}: {progress.text}")
        return going(f"was at {self._goal}" if not progress.has_failed else progress.text)

    def _choose(self, view: View) -> EntityId | None:
        """The place that was visited least: of those known to be reachable if any, else of all."""
        seen = [
            place.id
            for place in view.visible_places.values()
            if place.reachable
            and place.id in view.graph
            and place.id not in (view.place, self._goal)
            and view.distance_to(place.location) > _NEAR_UU
        ]
        known = seen or [place for place in view.graph.nodes if place not in (view.place, self._goal)]
        if not known:
            return None
        visits = view.visits
        least = min(visits.get(place, 0) for place in known)
        return self._rng.choice([place for place in known if visits.get(place, 0) == least])

    def _look_about(self, view: View, port: Port) -> Progress:
        """Nothing is known of the map yet: turn until something is."""
        if view.now - self._turned_at >= _LOOKS_S / 2:
            self._failures += 1
            if self._failures > 2 * _MAX_FAILURES:
                return failed("sees no place to go to")
            self._turned_at = view.now
            port.send(Turn(_QUARTER))
        return going("looking for a place to go to")


class Fetching(Legwork):
    """Have an item."""

    def __init__(self, intent: PickUpItem, navigator: Navigator) -> None:
        self._item = intent.item
        self._travel = Travel(navigator, tolerance=25.0)
        self._stands_since: float | None = None

    def step(self, view: View, port: Port) -> Progress:
        """Go there and take it."""
        item = view.items.get(self._item)
        if self._has_it(view):
            return DONE
        if item is None or item.location is None:
            return failed("nobody knows where that is")
        if not item.is_there(view.now) and not self._comes_soon(item.respawns_at, view.now):
            port.stop()
            return failed("it is gone")
        progress = self._travel.step(view, port, item.location)
        if progress.is_running or progress.has_failed:
            self._stands_since = None
            return progress
        if self._stands_since is None:
            self._stands_since = view.now
        if view.now - self._stands_since > _TAKES_S and item.is_there(view.now):
            return failed("stands on it and does not get it")
        return going("waiting for it")

    def _has_it(self, view: View) -> bool:
        if any(one.id == self._item for one in view.happened(ItemPickedUp)):
            return True
        item = view.items.get(self._item)
        if item is None or item.item_class is None or view.distance_to(item.location) > 150.0:
            return False
        # Older servers tell only what kind of thing was gained.
        return any(one.item_class == item.item_class for one in view.happened(ItemGained))

    @staticmethod
    def _comes_soon(respawns_at: float | None, now: float) -> bool:
        return respawns_at is not None and respawns_at - now <= 5.0


class Camping(Legwork):
    """Stay at a place and look about."""

    def __init__(self, intent: Camp, navigator: Navigator, rng: random.Random) -> None:
        self._intent = intent
        self._navigator = navigator
        self._travel: Travel | None = Travel(navigator, place=intent.place)
        self._rng = rng
        self._since: float | None = None
        self._looked_at = 0.0

    def step(self, view: View, port: Port) -> Progress:
        """Go there, then stay."""
        place = view.locate(self._intent.place)
        if self._since is None or self._travel is not None or view.distance_to(place) > _PUSHED_UU:
            if self._travel is None:
                self._travel = Travel(self._navigator, place=self._intent.place)
            progress = self._travel.step(view, port, place)
            if progress.is_running or progress.has_failed:
                return progress
            self._travel = None
            self._since = view.now if self._since is None else self._since
        if view.now - self._since >= self._intent.duration_s:
            return DONE
        if view.now - self._looked_at >= _LOOKS_S and port.focus_target is None:
            self._looked_at = view.now
            port.send(Turn(self._rng.choice((-1, 1)) * _QUARTER))
        return going("camping")


class LinkUsing(Legwork):
    """Go through one link."""

    def __init__(self, intent: UseLink, navigator: Navigator) -> None:
        self._intent = intent
        self._travel: Travel | None = Travel(navigator, place=intent.start)
        self._executor: Executor | None = None

    def step(self, view: View, port: Port) -> Progress:
        """Go to its beginning, then through it."""
        link = self._link(view)
        if link is None:
            return failed(f"no link leads from {self._intent.start} to {self._intent.end}")
        if self._travel is not None:
            here, start = view.location, view.graph.nodes[link.start].location
            progress = self._travel.step(view, port, start)
            is_at_start = here is not None and is_there(here, start, 100.0)
            if not is_at_start and (progress.is_running or progress.has_failed):
                return progress
            self._travel = None
        if self._executor is None:
            self._executor = executor_for(view, link)
        return self._executor.step(view, port, None)

    def _link(self, view: View) -> Link | None:
        start, end = self._intent.start, self._intent.end
        return view.graph.link(start, end) if start in view.graph and end in view.graph else None


class Leaping(Legwork):
    """Jump once."""

    def __init__(self, intent: Leap) -> None:
        self._intent = intent

    def step(self, view: View, port: Port) -> Progress:
        """Jump."""
        port.jump(double=self._intent.double)
        return DONE


class Doing(Legwork):
    """Send plain commands."""

    def __init__(self, intent: Do) -> None:
        self._intent = intent

    def step(self, view: View, port: Port) -> Progress:
        """Send them."""
        for command in self._intent.commands:
            port.send(command)
        return DONE
