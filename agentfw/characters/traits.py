"""The traits of one bot, settled: what its character comes to at its skill, fixed while it plays."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from agentfw.body import Human
from agentfw.characters.shapes import (
    AccuracyKeys,
    AimSkillKeys,
    CharactersPerMinute,
    Degrees,
    Gender,
    Seconds,
    Share,
    TendencyKeys,
    ViewFactor,
)
from agentfw.errors import UsageError
from agentfw.sources import nearest, one_of

__all__ = ["GENERAL", "NEUTRAL", "TENDENCIES", "Traits", "settled_traits"]

GENERAL: Final = "general"
"""The kind that stands for all kinds of weapons that are not told."""
TENDENCIES: Final = TendencyKeys.__struct_fields__
"""The occasions to talk, and what comes of it."""
_ALL: Final = MappingProxyType({GENERAL: 1.0})
_PARTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "tendencies": TENDENCIES,
        "aim_accuracy": AccuracyKeys.__struct_fields__,
        "aim_skill": AimSkillKeys.__struct_fields__,
    }
)
"""The traits that are several."""
_SELDOM: Final = MappingProxyType(dict.fromkeys(TENDENCIES, 0.0))


class Traits(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, repr_omit_defaults=True
):
    """Who a bot is. The defaults are those of nobody in particular, who has no limits and no habits."""

    character: str = ""
    """The file it comes from, without its ending."""
    skill: float = 5.0
    name: str = ""
    gender: Gender = "it"
    chat: str = ""
    characters_per_minute: CharactersPerMinute = 400
    tendencies: Mapping[str, Share] = _SELDOM
    weapon_weights: str = ""
    item_weights: str = ""
    view_factor: ViewFactor = 1.0
    view_max_change: Degrees = 360.0
    reaction_s: Seconds = 0.0
    alertness: Share = 1.0
    aim_accuracy: Mapping[str, Share] = _ALL
    """By kind of weapon, `GENERAL` included."""
    aim_skill: Mapping[str, Share] = _ALL
    fire_throttle: Share = 0.0
    attack_skill: Share = 1.0
    jumper: Share = 0.0
    croucher: Share = 0.0
    walker: Share = 0.0
    weapon_jumper: Share = 0.0
    aggression: Share = 0.5
    self_preservation: Share = 0.5
    vengefulness: Share = 0.0
    camper: Share = 0.0
    easy_fragger: Share = 0.5

    def human(self) -> Human:
        """The limits and habits of the body."""
        return Human(
            reaction_s=self.reaction_s,
            turn_rate=self.view_max_change,
            view_factor=self.view_factor,
            accuracy=self.aim_accuracy.get(GENERAL, 1.0),
            accuracy_with=_particular(self.aim_accuracy),
            aim_skill=self.aim_skill.get(GENERAL, 1.0),
            aim_skill_with=_particular(self.aim_skill),
            attack_skill=self.attack_skill,
            alertness=self.alertness,
            jumper=self.jumper,
            croucher=self.croucher,
            walker=self.walker,
            weapon_jumper=self.weapon_jumper,
            fire_throttle=self.fire_throttle,
            is_limited=True,
            is_lifelike=True,
        )

    def __str__(self) -> str:
        """All of it as a text, for `settled_traits`."""
        return msgspec.json.encode(self, enc_hook=dict).decode()

    def value(self, name: str) -> float | str:
        """A trait by its name, as in ``aggression``, ``aim_skill.rocket`` or ``tendencies.kill``.

        A kind of weapon that is not told has the general value. Raises `UsageError` for unknown names.
        """
        outer, dot, inner = name.replace("-", "_").partition(".")
        if outer not in self.__struct_fields__:
            raise UsageError(f'there is no trait "{name}"{_hint(outer, self.__struct_fields__)}')
        found = getattr(self, outer)
        if not isinstance(found, Mapping):
            if dot:
                raise UsageError(f'there is no trait "{name}": {outer} has no parts')
            return found if isinstance(found, str) else float(found)
        known = _PARTS[outer]
        if inner not in known and (dot or outer == "tendencies"):
            raise UsageError(f'there is no trait "{name}"{_hint(inner, known)}')
        return float(found.get(inner, found.get(GENERAL, 0.0)))


def settled_traits(text: str) -> Traits:
    """Traits out of a text that was made of them; raises `UsageError` for any other."""
    try:
        return msgspec.json.decode(text, type=Traits)
    except msgspec.DecodeError as error:
        raise UsageError(f"these are no traits: {error}") from None


def _particular(told: Mapping[str, float]) -> Mapping[str, float]:
    return {kind: value for kind, value in told.items() if kind != GENERAL}


def _hint(word: str, known: tuple[str, ...]) -> str:
    return nearest(word, known) or f" (known: {one_of(known)})"


NEUTRAL: Final = Traits()
"""What holds for bots without a character."""
