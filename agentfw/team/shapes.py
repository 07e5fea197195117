"""The shape of a team file: every key with what it means, in the words that editors show."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from agentfw.documents import SECRET

__all__ = [
    "BotKeys",
    "LeaderKeys",
    "LimitKeys",
    "MindKeys",
    "RestartKeys",
    "RestartWord",
    "ServerKeys",
    "TeamKeys",
    "TeamShape",
]

RestartWord = Literal["never", "on-failure", "always"]
Transport = Literal["direct", "chat"]
Color = Literal["red", "blue", "green", "gold"]
Mode = Literal["dm", "tdm", "ctf", "dom", "ddom"]
Option = str | int | float | bool
HumanSkill = Annotated[float, Meta(ge=1.0, le=5.0)]
LooksHz = Annotated[float, Meta(ge=0.5, le=20.0)]
Port = Annotated[int, Meta(ge=1, le=65535)]
Minutes = Annotated[float, Meta(ge=0.1, le=600.0)]
Score = Annotated[int, Meta(ge=0, le=100_000)]
Seed = Annotated[int, Meta(ge=0, le=999_999_999)]
Matches = Annotated[int, Meta(ge=1, le=100_000)]
Stagger = Annotated[float, Meta(ge=0.0, le=60.0)]
Count = Annotated[int, Meta(ge=0, le=64)]


class _Keys(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Keys that may all be left out."""


class RestartKeys(_Keys, frozen=True, kw_only=True):
    """When a bot that ended is started again, and how often."""

    when: Annotated[RestartWord, Meta(description="On which end the bot is started again.")] = (
        "on-failure"
    )
    first_s: Annotated[
        float, Meta(ge=0.0, le=3600.0, description="How long to wait before the first restart.")
    ] = 1.0
    most_s: Annotated[
        float, Meta(ge=0.0, le=3600.0, description="The longest wait: each is twice the one before.")
    ] = 30.0
    budget: Annotated[
        int, Meta(ge=0, le=1000, description="How many restarts there may be within the window.")
    ] = 5
    window_s: Annotated[
        float, Meta(ge=0.1, le=86400.0, description="The time over which restarts are counted.")
    ] = 300.0


class MindKeys(_Keys, frozen=True, kw_only=True):
    """What can be said of everybody who decides something."""

    brain: Annotated[
        str | None,
        Meta(
            description="A known brain (hunter), a dotted path (my.package:MyBrain), a class in a file "
            "(my_brain.py:MyBrain), or the language of the plan: htn, posh, goap, fsm."
        ),
    ] = None
    plan: Annotated[
        str | None, Meta(description="A plan of yours or one that ships, as in domination.htn.")
    ] = None
    options: Annotated[
        dict[str, Option], Meta(description="What the brain or its plan is told, by name.")
    ] = {}
    skills: Annotated[
        str | tuple[str, ...] | None,
        Meta(description="Python files with more senses and acts for plans."),
    ] = None
    restart: Annotated[
        RestartWord | RestartKeys | None,
        Meta(description="When the bot is started again after it ended."),
    ] = None


class LeaderKeys(MindKeys, frozen=True, kw_only=True):
    """Who leads a team; it plays no part in the game itself."""


class BotKeys(MindKeys, frozen=True, kw_only=True):
    """What can be said of one bot; a team or the defaults may say it for many."""

    skill: Annotated[
        HumanSkill | None,
        Meta(description="Limit the bot like a human player, 1 to 5; without it, no limits."),
    ] = None
    character: Annotated[
        str | None,
        Meta(
            description="A character of yours or one that ships, as in heron: eyes, hands and temper, "
            "by skill (4 unless told)."
        ),
    ] = None
    role: Annotated[
        str | None, Meta(description="One of the roles of this file, or a word of yours.")
    ] = None
    looks_hz: Annotated[
        LooksHz | None,
        Meta(description="How many looks per second to ask the server for."),
    ] = None


class TeamKeys(BotKeys, frozen=True, kw_only=True):
    """One team: its bots, and what holds for all of them."""

    color: Annotated[
        Color | None, Meta(description="The side to play on; without it, in the order of the file.")
    ] = None
    bots: Annotated[
        Count | dict[str, BotKeys | str | None] | tuple[str, ...],
        Meta(
            description="How many bots, or their names, or what is special about each by its name; "
            "a single word after a name is the role of that bot. With a coordinator, 0 is enough."
        ),
    ] = 1
    coordinator: Annotated[
        LeaderKeys | str | None,
        Meta(description="Who leads the team: a plan or brain, or the keys of one with options."),
    ] = None
    share: Annotated[
        bool | None,
        Meta(description="Whether bots tell each other what they see; they do where somebody leads."),
    ] = None
    transport: Annotated[
        Transport | None,
        Meta(
            description="How bots hear of each other: direct, or only by the chat of the game, where "
            "they elect one of them to follow the plan of the coordinator."
        ),
    ] = None


class ServerKeys(_Keys, frozen=True, kw_only=True):
    """Where to play: a map and game type for the arena, or the host and port of a server."""

    map: Annotated[str | None, Meta(description="A map of the arena; agentfw maps lists them.")] = None
    mode: Annotated[Mode | None, Meta(description="The game type of the arena.")] = None
    bots: Annotated[int, Meta(ge=0, le=31, description="Bots of the arena itself that play, too.")] = 0
    skill: Annotated[float, Meta(ge=1.0, le=7.0, description="How good those bots are.")] = 4.0
    host: Annotated[str | None, Meta(description="A game server to play on instead of the arena.")] = (
        None
    )
    port: Annotated[Port | None, Meta(description="Where it listens for bots.")] = None
    dialect: Annotated[
        str | None, Meta(description="gamebots-2004, gamebots-ut99, a file of yours, or auto.")
    ] = None
    password: Annotated[
        str | None,
        Meta(
            description="Written as $NAME: the environment variable that holds it. Never the password.",
            extra=SECRET,
        ),
    ] = None


class LimitKeys(_Keys, frozen=True, kw_only=True):
    """When a match ends."""

    minutes: Annotated[Minutes | None, Meta(description="Minutes of game time.")] = None
    score: Annotated[Score | None, Meta(description="The score that ends it.")] = None


class TeamShape(_Keys, frozen=True, kw_only=True):
    """A team file."""

    include: Annotated[
        str | tuple[str, ...],
        Meta(description="Files to read first, seen from this one. What stands here counts more."),
    ] = ()
    server: Annotated[ServerKeys | None, Meta(description="Where to play; the arena, unless told.")] = (
        None
    )
    limits: Annotated[LimitKeys | None, Meta(description="When a match ends.")] = None
    seed: Annotated[
        Seed | None, Meta(description="Same seed, same match, in the arena and with --fast.")
    ] = None
    matches: Annotated[Matches | None, Meta(description="How many matches to play.")] = None
    record: Annotated[str | None, Meta(description="A folder to record every bot in.")] = None
    stagger_s: Annotated[
        Stagger | None, Meta(description="The time between the starts of two bots.")
    ] = None
    defaults: Annotated[BotKeys | None, Meta(description="What holds for every bot.")] = None
    roles: Annotated[
        dict[str, BotKeys], Meta(description="What holds for the bots of each role, by its name.")
    ] = {}
    teams: Annotated[dict[str, TeamKeys], Meta(description="The teams, by name.")] = {}
