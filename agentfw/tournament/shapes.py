"""The shape of a tournament file: every key with what it means, in the words that editors show."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

__all__ = ["EntrantKeys", "GroundKeys", "Mode", "TournamentShape"]

Mode = Literal["dm", "tdm", "ctf", "dom", "ddom"]
Play = str | tuple[str, ...]
Option = str | int | float | bool
HumanSkill = Annotated[float, Meta(ge=1.0, le=5.0)]
Bots = Annotated[int, Meta(ge=1, le=16)]
Minutes = Annotated[float, Meta(ge=0.1, le=600.0)]
Score = Annotated[int, Meta(ge=0, le=100_000)]
SeedCount = Annotated[int, Meta(ge=1, le=100_000)]
Seed = Annotated[int, Meta(ge=0, le=999_999_999)]


class _Keys(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Keys that are checked."""


class EntrantKeys(_Keys, frozen=True, kw_only=True):
    """One entrant: what its bots play by."""

    all: Annotated[
        Play | None,
        Meta(
            description="A brain or a plan for every game type that is not told below; of a list, the "
            "bots of the side take one after the other, and begin again at its end."
        ),
    ] = None
    dm: Annotated[Play | None, Meta(description="In deathmatch.")] = None
    tdm: Annotated[Play | None, Meta(description="In team deathmatch.")] = None
    ctf: Annotated[Play | None, Meta(description="In capture the flag.")] = None
    dom: Annotated[Play | None, Meta(description="In domination.")] = None
    ddom: Annotated[Play | None, Meta(description="In double domination.")] = None
    team: Annotated[
        str | None, Meta(description="A team file instead: its bots play, in every game type.")
    ] = None
    options: Annotated[
        dict[str, Option], Meta(description="What the brains or their plans are told, by name.")
    ] = {}
    skills: Annotated[
        str | tuple[str, ...] | None,
        Meta(description="Python files with more senses and acts for plans."),
    ] = None
    skill: Annotated[
        HumanSkill | None,
        Meta(description="Limit the bots like human players, 1 to 5; without it, no limits."),
    ] = None


class GroundKeys(_Keys, frozen=True, kw_only=True):
    """One ground: a map, and how it is played there."""

    map: Annotated[str, Meta(description="A map of the arena; agentfw maps lists them.")]
    mode: Annotated[
        Mode | None, Meta(description="The game type; without it, the first that the map is made for.")
    ] = None
    bots: Annotated[Bots | None, Meta(description="Bots per side, here only.")] = None
    minutes: Annotated[Minutes | None, Meta(description="Minutes of game time, here only.")] = None
    score: Annotated[Score | None, Meta(description="The score that ends a game, here only.")] = None


class TournamentShape(_Keys, frozen=True, kw_only=True):
    """A tournament file."""

    entrants: Annotated[
        dict[str, EntrantKeys | str],
        Meta(description="Who plays, by name; a single word is the brain or plan for all game types."),
    ]
    grounds: Annotated[
        tuple[GroundKeys | str, ...],
        Meta(description="Where every two of them meet; a single word is a map."),
    ]
    bots: Annotated[Bots, Meta(description="Bots per side.")] = 1
    seeds: Annotated[
        SeedCount | tuple[Seed, ...],
        Meta(description="How many seeds, from 0 on, or which: each gives two games, sides swapped."),
    ] = 5
    minutes: Annotated[Minutes, Meta(description="Minutes of game time per game.")] = 5.0
    score: Annotated[
        Score | None,
        Meta(description="The score that ends a game; that of the game type, unless told. 0 for none."),
    ] = None
