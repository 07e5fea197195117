"""Behaviors of a body that does not want to be found: retreating and hiding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.errands import Legwork
from agentfw.body.progress import DONE, failed, going
from agentfw.body.travel import Travel
from agentfw.geometry import Vec3
from agentfw.vocabulary import RequestTimedOut, TraceReply

if TYPE_CHECKING:
    from agentfw.body.navigator import Navigator
    from agentfw.body.port import Port
    from agentfw.body.progress import Progress
    from agentfw.decisions import Hide, Retreat
    from agentfw.navigation import Node
    from agentfw.perception import KnownPlayer, View
    from agentfw.vocabulary import EntityId, RequestId

__all__ = ["Hiding", "Retreating"]

_REACH_UU: Final = 3000.0
_STEP_UU: Final = 600.0
_CANDIDATES: Final = 8
_ANSWERS_S: Final = 1.0
_FLEES_S: Final = 60.0


def dangers(view: View, only: EntityId | None) -> list[KnownPlayer]:
    """The enemies to get away from: the one named, else all whose whereabouts are known."""
    if only is not None:
        known = view.players.get(only)
        return [known] if known is not None and known.location is not None else []
    return [*view.enemies, *view.remembered_enemies]


def refuges(view: View, enemies: list[KnownPlayer]) -> list[Node]:
    """Places away from enemies, the best first: far from them, near to here."""
    here = view.location
    if here is None:
        return []

    def merit(node: Node) -> float:
        far = min(
            (node.location.distance_to(enemy.location) for enemy in enemies if enemy.location),
            default=0.0,
        )
        # Half the way counts against a place, so that the other end of the map is not always the best.
        return far - 0.5 * node.location.distance_to(here)

    near = [node for node in view.graph.near(here, _REACH_UU) if node.id != view.place]
    return sorted(near, key=lambda node: (-merit(node), node.id))


class Retreating(Legwork):
    """Run from enemies until none was seen for a while."""

    def __init__(self, intent: Retreat, navigator: Navigator) -> None:
        self._intent = intent
        self._navigator = navigator
        self._travel: Travel | None = None
        self._goal: Vec3 | None = None
        self._calm_since: float | None = None
        self._started_at: float | None = None

    def step(self, view: View, port: Port) -> Progress:
        """Run on, or find that it is calm."""
        if self._started_at is None:
            self._started_at = view.now
        if view.now - self._started_at > _FLEES_S:
            port.stop()
            return failed(f"could not shake them off within {_FLEES_S:.0f} s")
        is_seen = any(enemy.is_visible for enemy in dangers(view, self._intent.from_player))
        if is_seen or self._calm_since is None:
            self._calm_since = view.now
        if view.now - self._calm_since >= self._intent.calm_s:
            port.stop()
            return DONE
        if self._travel is None and not self._choose(view):
            return self._run_straight(view, port)
        if self._travel is None:
            return going("waiting")
        progress = self._travel.step(view, port, self._goal)
        if not progress.is_running:
            self._travel = None
        return going(f"retreating: {progress.text}")

    def _choose(self, view: View) -> bool:
        enemies = dangers(view, self._intent.from_player)
        if not enemies:
            return True  # nobody to flee: wait until it is calm
        for node in refuges(view, enemies)[:_CANDIDATES]:
            if self._navigator.route(view, node.id) is not None:
                self._travel = Travel(self._navigator, place=node.id)
                self._goal = node.location
                return True
        return False

    def _run_straight(self, view: View, port: Port) -> Progress:
        """No map: away from the nearest enemy."""
        here, enemies = view.location, dangers(view, self._intent.from_player)
        if here is None or not enemies or enemies[0].location is None:
            return going("waiting")
        away = Vec3(here.x - enemies[0].location.x, here.y - enemies[0].location.y, 0.0).unit()
        port.move(here + away * _STEP_UU)
        return going("running away")


class Hiding(Legwork):
    """Be where an enemy cannot see this bot. The game is asked which places those are."""

    def __init__(self, intent: Hide, navigator: Navigator) -> None:
        self._intent = intent
        self._navigator = navigator
        self._asked: dict[RequestId, Node] = {}
        self._covered: list[Node] = []
        self._answered: set[RequestId] = set()
        self._asked_at = 0.0
        self._travel: Travel | None = None
        self._goal: Node | None = None
        self._moves = 0

    def step(self, view: View, port: Port) -> Progress:
        """Ask, go, and stay."""
        self._hear(view)
        if self._travel is not None and self._goal is not None:
            progress = self._travel.step(view, port, self._goal.location)
            if progress.is_running:
                return going(f"hiding: {progress.text}")
            self._travel = None
            if progress.has_failed:
                self._goal = None
        if self._goal is not None and not view.enemies:
            return going("hidden")
        return self._find(view, port)

    def _find(self, view: View, port: Port) -> Progress:
        is_answered = len(self._answered) == len(self._asked)
        if self._asked and not is_answered and view.now - self._asked_at < _ANSWERS_S:
            return going("looking for cover")
        if self._asked:
            return self._go(view, port)
        enemies = dangers(view, self._intent.from_player)
        if not enemies or enemies[0].location is None:
            return going("nobody to hide from")
        eyes = enemies[0].location
        for node in refuges(view, enemies)[:_CANDIDATES]:
            self._asked[port.ask_sight(eyes, node.location)] = node
        self._asked_at = view.now
        return going("looking for cover") if self._asked else failed("knows no place to hide")

    def _go(self, view: View, port: Port) -> Progress:
        """Take the nearest place that is covered; without one, the best of those nobody spoke of."""
        open_ones = [node for key, node in self._asked.items() if key not in self._answered]
        places = self._covered or open_ones[:1] or list(self._asked.values())[:1]
        self._asked, self._covered, self._answered = {}, [], set()
        self._moves += 1
        if self._moves > _CANDIDATES:
            port.stop()
            return failed("is found wherever it hides")
        self._goal = min(places, key=lambda node: (view.distance_to(node.location), node.id))
        self._travel = Travel(self._navigator, place=self._goal.id)
        return going("going into hiding")

    def _hear(self, view: View) -> None:
        for reply in view.happened(TraceReply):
            node = self._asked.get(reply.request)
            if node is not None:
                self._answered.add(reply.request)
                if reply.hit:
                    self._covered.append(node)
        if any(one.request in self._asked for one in view.happened(RequestTimedOut)):
            self._asked_at = view.now - _ANSWERS_S
