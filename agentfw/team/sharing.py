"""What one bot tells its team: how it is, and what it has found out. Pure: a view goes in.

What it has heard itself is not told again, nor what it only guesses, and what is in sight only now and
then, so that a team of sixteen does not drown in words. Two that do not agree repeat themselves once a
second at most.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from agentfw.decisions import Fact, Report
from agentfw.skills.spots import as_place, spot_in
from agentfw.skills.ways import run_speed, way_uu
from agentfw.vocabulary import NO_TEAM, FlagState, ItemPickedUp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.decisions import Decision
    from agentfw.perception import View
    from agentfw.perception.beliefs import KnownFlag, KnownPlayer

__all__ = ["Reporter"]

_ENEMY_S: Final = 1.0
"""So often an enemy in sight is told about."""
_FLAG_S: Final = 1.0
"""So often a flag on its way is told about, and one of which somebody else says something else."""
_POINT_S: Final = 1.0
_WAYS_S: Final = 1.0
_HURT_S: Final = 2.0
_WAYS_DIGITS: Final = 1
_MOST_ORDERED: Final = 8
_Key = tuple[str, object]


class _Word(NamedTuple):
    """What the team takes for true of one thing: what was said last, by whomever."""

    state: Any
    at: float


_NO_WORD: Final = _Word(None, -math.inf)


class Reporter:
    """One bot as it speaks to its team."""

    def __init__(self, name: str, role: str = "") -> None:
        self._name = name
        self._role = role
        self._told_at: dict[_Key, float] = {}
        self._words: dict[_Key, _Word] = {}
        self._said: dict[_Key, Any] = {}
        """What this bot itself has said last."""
        self._ways: dict[str, float] = {}
        self._ways_at = -math.inf
        self._game: object = None

    def hear(self, facts: Iterable[Fact]) -> None:
        """What others have told need not be said again. Their times are by the clock of this bot."""
        for fact in facts:
            if fact.subject == "flag seen":
                self._note((fact.subject, fact.team), (fact.text, fact.holder), fact.at)
            elif fact.subject == "point owner" and fact.location is not None:
                owner = fact.team if fact.team is not None else NO_TEAM
                self._note((fact.subject, fact.entity), (owner, True), fact.at)
            elif fact.subject == "base":
                self._note((fact.subject, fact.team), True, fact.at)

    def _note(self, key: _Key, state: object, at: float) -> None:
        if at >= self._words.get(key, _NO_WORD).at:
            self._words[key] = _Word(state, at)

    def tell_game_again(self) -> None:
        """Say in the next report which game it is: somebody listens who has not heard it."""
        self._game = None

    def report(self, view: View, decision: Decision) -> Report:
        """How the bot is after a think."""
        path, me = decision.reason.path, view.me
        game = view.game if view.game != self._game else None
        self._game = view.game
        carried = view.carried_flag
        return Report(
            bot=self._name,
            player=me.id,
            is_alive=view.is_alive,
            location=view.location,
            place=view.place,
            health=view.health,
            armor=me.armor or 0,
            weapon=me.weapon or "",
            ammo=me.ammo or 0,
            role=self._role,
            carries=carried.team if carried is not None else None,
            enemies=len(view.enemies),
            is_hurt=view.now - view.threats.hurt_at < _HURT_S,
            doing=" > ".join(path) if path else decision.reason.chosen,
            ways=self._measured(view),
            answers=decision.answers,
            team=view.team,
            game=game,
            time_left_s=view.time_left_s,
            scores=tuple(sorted(view.scores.teams.items())),
        )

    def news(self, view: View) -> tuple[Fact, ...]:
        """What the bot has found out since the last think, as far as it is worth telling."""
        found = [*self._enemies(view), *self._flags(view), *self._points(view), *self._items(view)]
        return tuple(found)

    def whereabouts(self, view: View) -> Fact | None:
        """Where the bot is itself; nothing without a body, and where everybody plays for himself."""
        me = view.me
        if not view.is_alive or view.location is None or not view.has_teams:
            return None
        return Fact(
            "mate at",
            view.now,
            self._name,
            entity=me.id,
            location=view.location,
            text=self._name,
            team=view.team,
        )

    # Facts

    def _enemies(self, view: View) -> Iterator[Fact]:
        ours = view.own_flag
        for enemy in view.enemies:
            if self._is_due(("enemy seen", enemy.id), view.now, _ENEMY_S):
                is_carrier = ours is not None and ours.holder == enemy.id
                yield self._of_player("carrier seen" if is_carrier else "enemy seen", enemy, view)

    def _of_player(self, subject: str, player: KnownPlayer, view: View) -> Fact:
        return Fact(
            subject,
            view.now,
            self._name,
            entity=player.id,
            location=player.location,
            text=player.name,
            team=player.team,
        )

    def _flags(self, view: View) -> Iterator[Fact]:
        for flag in view.flags.values():
            if flag.home is not None and ("base", flag.team) not in self._words:
                self._words["base", flag.team] = _Word(True, view.now)
                yield self._of_flag("base", flag, view.now, flag.home)
            if flag.state is not None:
                yield from self._state_of(flag, view)

    def _state_of(self, flag: KnownFlag, view: View) -> Iterator[Fact]:
        is_mine = flag.holder is not None and flag.holder == view.me.id
        there = view.location if is_mine else flag.location if flag.is_visible else None
        at = view.now if there is not None else flag.told_at
        if at is None:
            return
        key, state = ("flag seen", flag.team), (flag.state.value if flag.state else "", flag.holder)
        word = self._words.get(key, _NO_WORD).state
        if flag.holder is None and word is not None and word[0] == state[0]:
            state = word  # somebody knows more about it
        moves = there is not None and flag.state is not FlagState.HOME
        if self._is_news(key, state, at, view.now, _FLAG_S) or (
            moves and self._is_due(key, view.now, _FLAG_S)
        ):
            self._say(key, state, at, view.now)
            yield self._of_flag("flag seen", flag, at, there)

    def _of_flag(self, subject: str, flag: KnownFlag, at: float, there: Any) -> Fact:
        state = flag.state.value if flag.state is not None else ""
        return Fact(
            subject,
            at,
            self._name,
            entity=flag.id,
            location=there,
            text=state,
            team=flag.team,
            holder=flag.holder,
        )

    def _points(self, view: View) -> Iterator[Fact]:
        for point in view.points.values():
            key, state = ("point owner", point.id), (point.owner, point.location is not None)
            if not self._is_news(key, state, view.now, view.now, _POINT_S):
                continue
            # At first, "nobody" may mean that nobody has told yet.
            is_told = point.owner != NO_TEAM or key in self._words
            self._say(key, state, view.now, view.now)
            yield Fact(
                "point owner",
                view.now,
                self._name,
                entity=point.id,
                location=point.location,
                team=point.owner if is_told else None,
            )

    def _items(self, view: View) -> Iterator[Fact]:
        for taken in view.happened(ItemPickedUp):
            known = view.items.get(taken.id)
            if known is not None and not known.is_dropped:
                kind = str(known.item_class or "")
                there = known.location
                yield Fact(
                    "item taken", view.now, self._name, entity=taken.id, location=there, text=kind
                )

    def _is_news(self, key: _Key, state: object, at: float, now: float, every_s: float) -> bool:
        """Whether the team takes something else for true; what was said before is not said on and on."""
        word = self._words.get(key, _NO_WORD)
        if word.state == state or at <= word.at:
            return False
        is_repeated = self._said.get(key) == state
        return not is_repeated or now - self._told_at.get(key, -math.inf) >= every_s

    def _say(self, key: _Key, state: object, at: float, now: float) -> None:
        self._words[key] = _Word(state, at)
        self._said[key] = state
        self._told_at[key] = now

    def _is_due(self, key: _Key, now: float, every_s: float) -> bool:
        if now - self._told_at.get(key, -math.inf) < every_s:
            return False
        self._told_at[key] = now
        return True

    # Ways

    def _measured(self, view: View) -> dict[str, float]:
        """How far it is to what teams play for and to where orders lead, asked for once a second."""
        if view.now - self._ways_at >= _WAYS_S or not view.is_alive:
            self._ways_at, speed = view.now, run_speed(view)
            found = {name: way_uu(view, there) / speed for name, there in _goals(view)}
            self._ways = {
                name: round(seconds, _WAYS_DIGITS)
                for name, seconds in found.items()
                if math.isfinite(seconds)
            }
        return self._ways


def _goals(view: View) -> Iterator[tuple[str, Any]]:
    for flag in view.flags.values():
        yield ("own base" if flag.team == view.team else "enemy base"), flag.home
    for point in view.points.values():
        yield str(point.id), point.location
    for place in [one for order in view.orders for one in order.arguments][:_MOST_ORDERED]:
        there = spot_in(view, as_place(place))
        if there is not None:
            yield place, there
