"""Paths for many who ask at once, found a little at a time.

Whoever asks gets a handle at once and finds the route in it some ticks later. One budget is shared
by all requests, however many there are. It is counted in expansions, places looked at, and not in
milliseconds: a clock would make the same match go differently on a slower machine, and a replay
inexact. A caller that has a clock uses `run_until`.

A handle owns its result. When nobody holds the handle any more, the request is gone, and so nothing
can leak.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from agentfw.errors import UsageError
from agentfw.navigation.kinds import Travel
from agentfw.navigation.routing import Router
from agentfw.navigation.search import Question, Search

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.navigation.graph import PlaceGraph
    from agentfw.navigation.routes import Route
    from agentfw.navigation.search import Danger, PathSearch
    from agentfw.vocabulary import EntityId

__all__ = ["PathHandle", "PathService", "PathStatistics", "SearchFactory"]

_MAX_RESTARTS: Final = 8
"""How often a search starts again because the map changed under it; then the request fails."""


class SearchFactory(Protocol):
    """Makes the search for one request, such as the class `Search` does."""

    def __call__(self, graph: PlaceGraph, question: Question, /) -> PathSearch:
        """A search that has not looked at any place yet."""


class PathStatistics(msgspec.Struct, frozen=True):
    """What a path service has done so far."""

    requested: int
    pending: int
    found: int
    failed: int
    """Requests without a way, and those given up."""
    abandoned: int
    """Requests cancelled, or dropped by whoever asked."""
    restarts: int
    """Searches begun again because the map had changed."""
    expansions: int


class PathHandle:
    """A request for a path and, when it is done, its result."""

    def __init__(self, service: PathService, number: int, search: PathSearch, limit: int | None) -> None:
        self.id = number
        """Unique among the requests of a service."""
        self.route: Route | None = None
        """The way found, with its cost; None before, and without a way."""
        self.failure: str | None = None
        """Why there is no route, once that is known."""
        self._service = service
        self._search: PathSearch | None = search
        self._limit = limit
        self._taken = 0

    @property
    def is_done(self) -> bool:
        """Whether there is a route or a failure."""
        return self._search is None

    @property
    def steps_left(self) -> int:
        """How many places of the route have not been taken yet."""
        return 0 if self.route is None else len(self.route.links) - self._taken

    @property
    def is_stale(self) -> bool:
        """Whether a place or link still ahead on the route has been disabled meanwhile."""
        return self.route is not None and not self._service.is_open(self.route, self._taken)

    def take_step(self) -> EntityId | None:
        """The next place to go to, each once and in order; None without a route and at its end."""
        if self.route is None or not self.steps_left:
            return None
        self._taken += 1
        return self.route.places[self._taken]

    def cancel(self) -> None:
        """Give up a pending request, or free the result."""
        if not self.is_done:
            self._service._abandon(self.id)
        self.route, self._search = None, None
        self.failure = "cancelled"


class PathService:
    """Searches for many requests in turns, within one budget for all of them.

    A route over a place that was disabled while the search went on is not handed out; the search
    starts again. Any kind of search that keeps the promises of `PathSearch` can be used.
    """

    def __init__(self, over: PlaceGraph | Router, *, search: SearchFactory = Search) -> None:
        self._router = over if isinstance(over, Router) else None
        self._graph = over.graph if isinstance(over, Router) else over
        self._factory = search
        self._pending: dict[int, _Pending] = {}
        """By id, in the order in which their turns come."""
        self._requested = self._found = self._failed = self._abandoned = 0
        self._restarts = self._expansions = 0

    @property
    def pending(self) -> int:
        """How many requests are waiting for their route."""
        return len(self._pending)

    def request(
        self,
        start: EntityId,
        goal: EntityId,
        *,
        travel: Travel = Travel.DEFAULT,
        danger: Danger | None = None,
        max_expansions: int | None = None,
    ) -> PathHandle:
        """A handle in which the route will be; nothing is searched yet."""
        question = self._updated(Question(start, goal, travel, danger))
        self._requested += 1
        handle = PathHandle(self, self._requested, self._factory(self._graph, question), max_expansions)
        self._pending[handle.id] = _Pending(handle, question, self._version, self._abandon)
        return handle

    def run(self, budget: int) -> int:
        """Let the searches go on by at most that many expansions together; how many were used.

        All requests progress in turns, and the next call begins where this one ended.
        """
        if budget < 0:
            raise UsageError(f"the budget must not be negative, found {budget}")
        left, share = budget, max(1, budget // max(1, len(self._pending)))
        while left > 0 and self._pending:
            left -= self._give_turn(min(left, share))
        return budget - left

    def run_until(self, is_over: Callable[[], bool]) -> int:
        """Let the searches go on until told to stop; how many expansions were used.

        For callers with a clock: `is_over` is asked before every expansion.
        """
        used = 0
        while self._pending and not is_over():
            used += self._give_turn(1)
        return used

    def is_open(self, route: Route, from_step: int = 0) -> bool:
        """Whether nothing on a route, from one of its steps on, is disabled."""
        router = self._router
        if router is None:
            return True
        closed, closed_links = router.disabled, router.disabled_links
        ahead = route.links[from_step:]
        return not any(link.end in closed or (link.start, link.end) in closed_links for link in ahead)

    def statistics(self) -> PathStatistics:
        """What has been done so far."""
        return PathStatistics(
            requested=self._requested,
            pending=self.pending,
            found=self._found,
            failed=self._failed,
            abandoned=self._abandoned,
            restarts=self._restarts,
            expansions=self._expansions,
        )

    @property
    def _version(self) -> int:
        return 0 if self._router is None else self._router.version

    def _updated(self, question: Question) -> Question:
        """The question with what is disabled now."""
        if self._router is None:
            return question
        return msgspec.structs.replace(
            question, disabled=self._router.disabled, disabled_links=self._router.disabled_links
        )

    def _give_turn(self, slice_: int) -> int:
        """Let the request whose turn it is use a slice; how many expansions it used."""
        number = next(iter(self._pending))
        pending = self._pending.pop(number)
        handle = pending.handle()
        if handle is None or handle._search is None:
            return 0
        search, allowed = handle._search, slice_
        if handle._limit is not None:
            allowed = min(slice_, handle._limit - pending.used)
        before = search.expansions
        is_over = search.step(allowed)
        used = search.expansions - before
        pending.used += used
        self._expansions += used
        if is_over:
            self._conclude(pending, handle, search.result)
        elif handle._limit is not None and pending.used >= handle._limit:
            self._fail(handle, f"gave up after {pending.used} expansions")
        else:
            self._pending[number] = pending
            return max(1, used)  # a search that does nothing must not keep the others waiting for ever
        return used

    def _conclude(self, pending: _Pending, handle: PathHandle, route: Route | None) -> None:
        """Hand a result out, or search again if the map has changed in a way that matters."""
        is_valid = self._version == pending.version if route is None else self.is_open(route)
        if not is_valid:
            self._restart(pending, handle)
        elif route is None:
            self._fail(handle, "no way")
        else:
            handle.route, handle._search = route, None
            self._found += 1

    def _restart(self, pending: _Pending, handle: PathHandle) -> None:
        pending.restarts += 1
        self._restarts += 1
        if pending.restarts > _MAX_RESTARTS:
            self._fail(handle, f"the map changed during {pending.restarts} searches")
            return
        pending.question, pending.version = self._updated(pending.question), self._version
        handle._search = self._factory(self._graph, pending.question)
        self._pending[handle.id] = pending

    def _fail(self, handle: PathHandle, why: str) -> None:
        handle.failure, handle._search = why, None
        self._failed += 1

    def _abandon(self, number: int) -> None:
        if self._pending.pop(number, None) is not None:
            self._abandoned += 1


class _Pending:
    """What the service keeps of a request; the search itself belongs to the handle."""

    def __init__(
        self, handle: PathHandle, question: Question, version: int, abandon: Callable[[int], None]
    ) -> None:
        number = handle.id
        # The service must not keep the handle alive, nor the other way round by this callback.
        owner = weakref.WeakMethod(abandon)
        self.handle = weakref.ref(handle, lambda _: _call(owner, number))
        self.question = question
        self.version = version
        self.used = 0
        self.restarts = 0


def _call(owner: weakref.WeakMethod[Callable[[int], None]], number: int) -> None:
    abandon = owner()
    if abandon is not None:
        abandon(number)
