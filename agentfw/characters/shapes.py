"""The shape of a character file: every trait with its range and what it means, as editors show it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

__all__ = [
    "AccuracyKeys",
    "AimSkillKeys",
    "CharacterShape",
    "CharactersPerMinute",
    "Degrees",
    "Gender",
    "Seconds",
    "Share",
    "SkillKeys",
    "TendencyKeys",
    "TraitKeys",
    "ViewFactor",
]

Gender = Literal["male", "female", "it"]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
ViewFactor = Annotated[float, Meta(ge=0.01, le=1.0)]
Degrees = Annotated[float, Meta(ge=1.0, le=360.0)]
Seconds = Annotated[float, Meta(ge=0.0, le=5.0)]
CharactersPerMinute = Annotated[int, Meta(ge=1, le=4000)]


class _Keys(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Keys that may all be left out."""


class AccuracyKeys(_Keys, frozen=True, kw_only=True):
    """How steady the hand is, with weapons of each kind."""

    general: Annotated[Share | None, Meta(description="With all kinds that are not told.")] = None
    enforcer: Annotated[Share | None, Meta(description="Enforcer and assault rifle.")] = None
    minigun: Annotated[Share | None, Meta(description="Minigun.")] = None
    flak: Annotated[Share | None, Meta(description="Flak cannon.")] = None
    link: Annotated[Share | None, Meta(description="Link gun and pulse gun.")] = None
    shock: Annotated[Share | None, Meta(description="Shock rifles.")] = None
    sniper: Annotated[Share | None, Meta(description="Sniper rifles.")] = None
    rocket: Annotated[Share | None, Meta(description="Rocket launchers.")] = None
    bio: Annotated[Share | None, Meta(description="Bio rifle.")] = None
    ripper: Annotated[Share | None, Meta(description="Ripper.")] = None
    grenade: Annotated[Share | None, Meta(description="Grenades, mines and AVRiL.")] = None
    redeemer: Annotated[Share | None, Meta(description="Redeemer.")] = None


class AimSkillKeys(_Keys, frozen=True, kw_only=True):
    """How cleverly the spot to aim at is chosen; what hits at once needs no cleverness."""

    general: Annotated[Share | None, Meta(description="With all kinds that are not told.")] = None
    flak: Annotated[Share | None, Meta(description="Flak cannon.")] = None
    link: Annotated[Share | None, Meta(description="Link gun and pulse gun.")] = None
    rocket: Annotated[Share | None, Meta(description="Rocket launchers.")] = None
    bio: Annotated[Share | None, Meta(description="Bio rifle.")] = None
    ripper: Annotated[Share | None, Meta(description="Ripper.")] = None
    grenade: Annotated[Share | None, Meta(description="Grenades, mines and AVRiL.")] = None
    redeemer: Annotated[Share | None, Meta(description="Redeemer.")] = None


class TendencyKeys(_Keys, frozen=True, kw_only=True):
    """How likely it is to talk on each occasion."""

    start_end: Annotated[Share | None, Meta(description="When a match begins and ends.")] = None
    enter_exit: Annotated[Share | None, Meta(description="When it comes and goes.")] = None
    kill: Annotated[Share | None, Meta(description="When it has killed somebody.")] = None
    death: Annotated[Share | None, Meta(description="When it was killed.")] = None
    enemy_suicide: Annotated[Share | None, Meta(description="When an enemy killed himself.")] = None
    hit_talking: Annotated[Share | None, Meta(description="When it is hurt while it types.")] = None
    hit_no_death: Annotated[Share | None, Meta(description="When it was hurt and got away.")] = None
    hit_no_kill: Annotated[Share | None, Meta(description="When somebody it hurt got away.")] = None
    random: Annotated[Share | None, Meta(description="When nothing goes on.")] = None
    reply: Annotated[Share | None, Meta(description="When somebody else has said something.")] = None
    insult: Annotated[
        Share | None, Meta(description="That what it says of the dead is an insult, and not praise.")
    ] = None
    misc: Annotated[
        Share | None, Meta(description="That idle talk is about anything, and not about the game.")
    ] = None


class TraitKeys(_Keys, frozen=True, kw_only=True):
    """Traits; what is left out comes from the default character."""

    name: Annotated[str | None, Meta(description="What it is called.")] = None
    gender: Annotated[
        Gender | None, Meta(description="Which replies it gives, where they differ by gender.")
    ] = None
    chat: Annotated[str | None, Meta(description="The file with what it says.")] = None
    characters_per_minute: Annotated[
        CharactersPerMinute | None, Meta(description="How fast it types.")
    ] = None
    tendencies: Annotated[
        TendencyKeys | None, Meta(description="How likely it is to talk on each occasion.")
    ] = None
    weapon_weights: Annotated[
        str | None, Meta(description="The file that says which weapons it likes to have in hand.")
    ] = None
    item_weights: Annotated[
        str | None, Meta(description="The file that says which items it goes for.")
    ] = None
    view_factor: Annotated[
        ViewFactor | None,
        Meta(description="How much of the rest of a turn it does in a tenth of a second."),
    ] = None
    view_max_change: Annotated[
        Degrees | None, Meta(description="How fast it turns at most, in degrees per second.")
    ] = None
    reaction_s: Annotated[
        Seconds | None,
        Meta(description="How long an enemy is in sight before the first shot, in seconds."),
    ] = None
    alertness: Annotated[
        Share | None, Meta(description="From how far away it notices somebody: 900 to 4900 uu.")
    ] = None
    aim_accuracy: Annotated[
        AccuracyKeys | None, Meta(description="How little its shots scatter, by kind of weapon.")
    ] = None
    aim_skill: Annotated[
        AimSkillKeys | None,
        Meta(description="How cleverly it chooses the spot to aim at, by kind of weapon."),
    ] = None
    fire_throttle: Annotated[
        Share | None, Meta(description="For how much of each second it rests its trigger.")
    ] = None
    attack_skill: Annotated[Share | None, Meta(description="How nimbly it moves in a fight.")] = None
    jumper: Annotated[Share | None, Meta(description="How often it jumps in a fight.")] = None
    croucher: Annotated[Share | None, Meta(description="How often it ducks in a fight.")] = None
    walker: Annotated[
        Share | None, Meta(description="How many of its ways it walks while nobody is about.")
    ] = None
    weapon_jumper: Annotated[
        Share | None,
        Meta(description="From 0.5 on, it leaps away from enemies by the blast of its own rocket."),
    ] = None
    aggression: Annotated[
        Share | None, Meta(description="How unfit it has to be before it breaks off a fight.")
    ] = None
    self_preservation: Annotated[
        Share | None, Meta(description="How early it looks for health and armor.")
    ] = None
    vengefulness: Annotated[
        Share | None, Meta(description="How much it is after whoever killed it last.")
    ] = None
    camper: Annotated[
        Share | None, Meta(description="How gladly it waits for others in a good spot.")
    ] = None
    easy_fragger: Annotated[
        Share | None,
        Meta(description="Whether it goes for the defenseless first (1) or lets them live (0)."),
    ] = None


class SkillKeys(_Keys, frozen=True, kw_only=True):
    """What holds at a skill of 1, 4 and 5; in between, numbers are mixed."""

    one: Annotated[TraitKeys | None, Meta(description="As a beginner.")] = msgspec.field(
        name="1", default=None
    )
    four: Annotated[TraitKeys | None, Meta(description="As a good player.")] = msgspec.field(
        name="4", default=None
    )
    five: Annotated[TraitKeys | None, Meta(description="As an expert.")] = msgspec.field(
        name="5", default=None
    )


class CharacterShape(_Keys, frozen=True, kw_only=True):
    """A character file."""

    about: Annotated[str, Meta(description="Who it is, in a line.")]
    traits: Annotated[TraitKeys | None, Meta(description="What holds at every skill.")] = None
    skill: Annotated[
        SkillKeys | None, Meta(description="What holds at a skill of 1, 4 and 5, and counts more.")
    ] = None
