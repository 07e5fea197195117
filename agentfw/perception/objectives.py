"""What teams play for: flags and domination points, with what is known of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.perception.beliefs import KnownFlag, KnownPoint
from agentfw.perception.ledger import SightLedger
from agentfw.vocabulary import NO_TEAM, EntityId, FlagState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.geometry import Vec3
    from agentfw.vocabulary import DominationPoint, FlagSeen, ScoreBoard, SelfState

__all__ = ["Objectives"]

_replace: Final = msgspec.structs.replace


class Objectives:
    """Beliefs about flags, by the team they belong to, and about domination points."""

    def __init__(self) -> None:
        self.flags: SightLedger[int, KnownFlag] = SightLedger()
        self.points: SightLedger[EntityId, KnownPoint] = SightLedger()
        self.now = 0.0
        """When what is seen is seen."""
        self.owners_at: dict[EntityId, float] = {}
        """When it was told last who owns each point."""

    def see_flag(self, seen: FlagSeen) -> None:
        """A flag was told about; without a location it is not in sight."""
        if seen.team is None:
            return
        known = self.flags.get(seen.team)
        if known is None:
            known = KnownFlag(id=seen.id, team=seen.team)
        is_visible = seen.location is not None and seen.visible is not False
        home = known.home
        if seen.state is FlagState.HOME and seen.location is not None:
            home = seen.location
        state = seen.state if seen.state is not None else known.state
        self.flags.see(
            seen.team,
            KnownFlag(
                seen_at=self.now if is_visible else known.seen_at,
                is_visible=is_visible,
                id=seen.id,
                team=seen.team,
                state=state,
                location=seen.location if seen.location is not None else known.location,
                home=home,
                holder=_holder(seen, known, state),
                reachable=seen.reachable if is_visible else None,
                told_at=self.now if seen.state is not None else known.told_at,
            ),
        )

    def know_base(self, team: int, base: Vec3) -> None:
        """The game told where a flag belongs."""
        known = self.flags.get(team)
        if known is None:
            known = KnownFlag(id=EntityId(""), team=team)
        if known.home != base:
            self.flags.put(team, _replace(known, home=base))

    def drop_flag(self, me: EntityId | None, where: Vec3 | None) -> None:
        """The bot lost its body, and whatever flag it carried lies there."""
        for team, flag in self.flags.items():
            if me is not None and flag.holder == me:
                there = where if where is not None else flag.location
                dropped = _replace(
                    flag, state=FlagState.DROPPED, holder=None, location=there, told_at=self.now
                )
                self.flags.put(team, dropped)

    def correct_flags(self, me: SelfState, board: ScoreBoard) -> None:
        """What the score board says about flags goes before what was seen of them earlier."""
        if me.team is None:
            return
        if board.has_flag is False:
            self._deliver_flag(me.id)
        elif board.has_flag and me.id is not None:
            self._take_flag(me.id, me.team)
        known = self.flags.get(me.team)
        if known is None or board.our_flag_taken is None or known.is_visible:
            return
        if board.our_flag_taken:
            self.flags.put(me.team, _replace(known, state=FlagState.HELD, told_at=self.now))
        elif known.state in (FlagState.HELD, FlagState.HOME):
            # Dropped or brought home; home is where to look first, and the likelier of the two.
            fresh = _replace(known, state=FlagState.HOME, holder=None, told_at=self.now)
            self.flags.put(me.team, fresh)

    def _deliver_flag(self, me: EntityId | None) -> None:
        """The bot carries no flag, and lives: what it carried was captured, and is at home."""
        for team, flag in self.flags.items():
            if me is not None and flag.holder == me:
                fresh = _replace(flag, state=FlagState.HOME, holder=None, told_at=self.now)
                self.flags.put(team, fresh)

    def _take_flag(self, me: EntityId, team: int) -> None:
        """The bot carries a flag; with two teams there is only one that it can be."""
        others = [flag for key, flag in self.flags.items() if key != team]
        if len(others) == 1 and others[0].holder != me:
            taken = _replace(others[0], state=FlagState.HELD, holder=me, told_at=self.now)
            self.flags.put(taken.team, taken)

    def see_point(self, seen: DominationPoint) -> None:
        """A domination point was told about."""
        known = self.points.get(seen.id)
        is_new = known is None
        known = known or KnownPoint(id=seen.id)
        owner = seen.owner if seen.owner is not None else known.owner
        if seen.owner is not None:
            self.owners_at[seen.id] = self.now
        is_visible = seen.visible is not False
        self.points.see(
            seen.id,
            KnownPoint(
                seen_at=self.now,
                is_visible=is_visible,
                id=seen.id,
                location=seen.location if seen.location is not None else known.location,
                owner=owner,
                reachable=seen.reachable if is_visible else None,
                taken_at=known.taken_at if is_new or known.owner == owner else self.now,
            ),
        )

    def see_owners(self, owners: Iterable[tuple[EntityId, int]], now: float) -> None:
        """The score board told who owns what."""
        for point, owner in owners:
            self.owners_at[point] = now
            known = self.points.get(point)
            if known is None:
                self.points.put(point, KnownPoint(id=point, owner=owner, seen_at=now))
            elif known.owner != owner:
                self.points.put(point, _replace(known, owner=owner, taken_at=now))

    def expire(self, before: float) -> None:
        """Forget where flags were that were seen last before a time, unless they are at home."""
        for team, flag in self.flags.items():
            if flag.is_visible or flag.state is FlagState.HOME or flag.seen_at >= before:
                continue
            if flag.state is FlagState.DROPPED:
                # No game lets a flag lie for so long: somebody has it, or it went home by itself.
                self.flags.put(team, _replace(flag, state=FlagState.HOME, location=None))
            elif flag.location is not None:
                self.flags.put(team, _replace(flag, location=None))

    def restart(self) -> None:
        """The match begins anew: all flags are at home, and nobody owns a point."""
        for team, flag in self.flags.items():
            fresh = KnownFlag(id=flag.id, team=team, home=flag.home, state=FlagState.HOME)
            self.flags.put(team, fresh)
        for key, point in self.points.items():
            self.points.put(key, _replace(point, owner=NO_TEAM, taken_at=None))


def _holder(seen: FlagSeen, known: KnownFlag, state: FlagState | None) -> EntityId | None:
    """Who has a flag: as told, else as known while it is held."""
    if seen.holder is not None:
        return seen.holder or None
    return known.holder if state is FlagState.HELD else None
