"""What a bot lives through, as occasions to talk of it when there is time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.smalltalk.causes import death_of, kill_of, weapon_words
from agentfw.smalltalk.matches import Matches
from agentfw.smalltalk.waiting import Occurrence, Waiting
from agentfw.vocabulary import DamageDealt, DamageTaken, Died, PlayerDied

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from agentfw.perception import View
    from agentfw.vocabulary import EntityId

__all__ = ["Witness"]

_FRESH_S: Final = 6.0
"""So long a kill or a death is worth talking of."""
_AFTER_S: Final = 2.0
"""Whoever has not been hit again for so long got away."""
_ESCAPED_S: Final = 8.0
_ARRIVED_S: Final = 20.0
_SAYS_NOTHING: Final = ("", "None", None)


class Witness:
    """Turns views into occasions; `waiting` holds them until somebody asks for them."""

    def __init__(self, chance: Random, on_hit: Callable[[View, Mapping[str, str]], bool]) -> None:
        """`on_hit` is told of hits, and says whether that is all there is to say about it."""
        self.waiting = Waiting()
        self._chance = chance
        self._on_hit = on_hit
        self._matches = Matches()
        self._is_new = True

    def look(self, view: View) -> None:
        """Take notice of everything since the last look."""
        for event in view.events:
            percept = event.percept
            if isinstance(percept, DamageTaken):
                self._hurt(view, percept)
            elif isinstance(percept, DamageDealt):
                self._hit(view, percept)
            elif isinstance(percept, Died):
                self._died(view, percept)
            elif isinstance(percept, PlayerDied):
                self._lost(view, percept)
        self._keep_time(view)

    def _keep_time(self, view: View) -> None:
        occasion, is_new, self._is_new = self._matches.look(view), self._is_new, False
        if not occasion:
            return
        if is_new and occasion == "level_start" and self._chance.random() < 0.5:  # it is both
            occasion = "enter_game"
        self._add(view, occasion, fresh_s=_ARRIVED_S)

    def _hurt(self, view: View, hit: DamageTaken) -> None:
        if hit.by_world or (hit.instigator and hit.instigator == view.me.id) or not view.is_alive:
            return
        told = _told(view, hit.instigator, hit.damage_class, _held(view, hit.instigator))
        if not self._on_hit(view, told):
            self._add(view, "hit_no_death", hit.instigator, told, after_s=_AFTER_S, fresh_s=_ESCAPED_S)

    def _hit(self, view: View, hit: DamageDealt) -> None:
        if hit.id and hit.id != view.me.id:
            told = _told(view, hit.id, hit.damage_class, _in_hand(view))
            self._add(view, "hit_no_kill", hit.id, told, after_s=_AFTER_S, fresh_s=_ESCAPED_S)

    def _died(self, view: View, death: Died) -> None:
        self.waiting.drop("hit_no_death", "hit_no_kill", "kill")
        held = death.weapon_name or _held(view, death.killer)
        occasion = death_of(view.me.id, death.killer, death.damage_class, held)
        told = _told(view, death.killer, death.damage_class, held) if death.killer else {}
        self._add(view, occasion, death.killer, told)

    def _lost(self, view: View, death: PlayerDied) -> None:
        """Somebody else died: by this bot, by himself, or by another one."""
        me, victim = view.me.id, death.id
        if victim is None or victim == me:
            return
        self.waiting.drop("hit_no_kill", about=victim)
        if death.killer and death.killer == me:
            held = death.weapon_name or _in_hand(view)
            told = _told(view, victim, death.damage_class, held)
            self._add(view, kill_of(death.damage_class, held), victim, told)
        elif not death.killer or death.killer == victim:
            self._add(view, "enemy_suicide", victim, _told(view, victim))

    def _add(
        self,
        view: View,
        occasion: str,
        about: EntityId | None = None,
        told: Mapping[str, str] | None = None,
        *,
        after_s: float = 0.0,
        fresh_s: float = _FRESH_S,
    ) -> None:
        now = view.now
        self.waiting.add(Occurrence(occasion, now + after_s, now + fresh_s, told or {}, about or ""))


def _told(
    view: View, opponent: EntityId | None, damage: str | None = None, held: str = ""
) -> dict[str, str]:
    """What lines can tell of it, as far as it is known."""
    player = view.players.get(opponent) if opponent and opponent != view.me.id else None
    found = {
        "opponent": player.name if player is not None else "",
        "weapon": weapon_words(damage, held) if damage or held else "",
    }
    return {name: text for name, text in found.items() if text}


def _held(view: View, player: EntityId | None) -> str:
    """What somebody else was seen with."""
    known = view.players.get(player) if player else None
    held = known.weapon if known is not None else None
    return held if held and held not in _SAYS_NOTHING else ""


def _in_hand(view: View) -> str:
    """What the own hands hold."""
    weapon = view.weapons.get(view.me.weapon) if view.me.weapon else None
    return f"{weapon.weapon_class or weapon.id}" if weapon is not None else ""
