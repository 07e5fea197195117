"""The bots of a team as whoever leads them knows them."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from agentfw.decisions import DEAF, Fate, Order, OrderState, Report
from agentfw.language.types import plain_name

__all__ = ["NOBODY", "Squad"]

_NO_REPORTS: Final[Mapping[str, Report]] = MappingProxyType({})
_NO_ORDERS: Final[Mapping[str, tuple[Order, ...]]] = MappingProxyType({})
_NO_FATES: Final[Mapping[Order, Fate]] = MappingProxyType({})


class Squad(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What bots told of themselves, what is ordered, and what became of it."""

    reports: Mapping[str, Report] = _NO_REPORTS
    """Of every bot in the game, by name."""
    orders: Mapping[str, tuple[Order, ...]] = _NO_ORDERS
    """What every bot shall do now, by its name."""
    fates: Mapping[Order, Fate] = _NO_FATES
    """What became of orders last; those of long ago are forgotten."""
    requests: tuple[Order, ...] = ()
    """What bots asked for since the last think."""

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """The bots that can be led now: those in the game, by name."""
        return tuple(sorted(self.reports))

    @functools.cached_property
    def free(self) -> tuple[str, ...]:
        """The bots without an order, or with one of low urgency only, but for those that take none."""
        return tuple(name for name in self.names if self._is_free(name))

    @functools.cached_property
    def deaf(self) -> frozenset[str]:
        """The bots that take no orders, as they have said or shown."""
        return frozenset(one.order.to for one in self._refusals() if one.why == DEAF)

    def refusers(self, *tasks: str, since: float) -> frozenset[str]:
        """The bots that have refused one of these tasks since then, and those that take no orders."""
        wanted = frozenset(map(plain_name, tasks))
        lately = (one.order for one in self._refusals() if one.at >= since)
        return self.deaf.union(one.to for one in lately if plain_name(one.task) in wanted)

    def order_of(self, name: str) -> Order | None:
        """What a bot shall do now, if anything."""
        orders = self.orders.get(name, ())
        return orders[-1] if orders else None

    @functools.cached_property
    def lent(self) -> frozenset[str]:
        """The bots that do what a mate wants of them."""
        found = ((name, self.order_of(name)) for name in self.names)
        return frozenset(name for name, order in found if order is not None and order.sender)

    def is_in_force(self, order: Order) -> bool:
        """Whether an order to a bot, or to a group, is what it was ordered."""
        wanted = (order.task, order.arguments)
        told = (self.orders.get(order.to, ()),) if order.to else self.orders.values()
        return any((one.task, one.arguments) == wanted for orders in told for one in orders)

    def _is_free(self, name: str) -> bool:
        is_idle = all(one.urgency == "low" for one in self.orders.get(name, ()))
        return is_idle and name not in self.deaf

    def _refusals(self) -> Iterator[Fate]:
        return (one for one in self.fates.values() if one.state is OrderState.REFUSED)


NOBODY: Final = Squad()
