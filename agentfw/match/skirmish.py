"""A match of several bots in memory: no network, no clock, as fast as it can be thought.

The arena ticks, every bot hears what it was told, and what it answers counts at the next tick. The same
options give the same match, and every bot can be recorded.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.server import Arena, ArenaOptions
from agentfw.arena.server.results import MatchResult, result_of
from agentfw.body import PERFECT, human_of_skill
from agentfw.bot import Circle
from agentfw.brains import BrainSetup, make_brain
from agentfw.characters import Traits
from agentfw.engines.doors import replay_session
from agentfw.errors import FighterFailed, LinkError, PluginError, UsageError
from agentfw.match.asking import answered_at_once
from agentfw.match.keeping import Origin, header_for
from agentfw.match.sweeping import sweeping_seldom
from agentfw.recording import RecordingWriter
from agentfw.vocabulary import NO_TEAM, Join

if TYPE_CHECKING:
    from agentfw.arena.server.clients import Client
    from agentfw.brains import Decides

__all__ = ["Fighter", "Native", "SkirmishOptions", "play_skirmish"]

_OVERTIME: Final = 3.0


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """A bot with a brain of ours."""

    brain: str
    """A known brain, a plan, a dotted path, or a class in a file."""
    name: str
    team: int | None = None
    options: Mapping[str, str] = MappingProxyType({})
    skill: float | None = None
    """1 to 5 for the limits of a human player; None for none, or for those of the traits."""
    traits: Traits | None = None
    """Who it plays as; None for nobody in particular."""
    files: Mapping[str, str] | None = None
    """The texts of its plan by file name, where no files shall be read; None to read files."""


class Native(msgspec.Struct, frozen=True, kw_only=True):
    """A bot of the arena itself."""

    skill: float = 3.0
    team: int = NO_TEAM


class SkirmishOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays, and where."""

    arena: ArenaOptions
    """Its own bots come on top of the natives; its seed is that of the fighters, too."""
    fighters: tuple[Fighter, ...]
    natives: tuple[Native, ...] = ()


def play_skirmish(options: SkirmishOptions, *, record: Path | None = None) -> MatchResult:
    """Play one match to its end; with a folder, every fighter is recorded there under its name.

    A tie is played on, but no longer than three times the time limit. Raises `FighterFailed` when a
    brain raises.
    """
    if not options.arena.time_limit_min:
        raise UsageError("a skirmish needs a time limit")
    arena = Arena(msgspec.structs.replace(options.arena, restarts=False))
    for native in options.natives:
        arena.add_native(None, native.skill, team=native.team)
    with contextlib.ExitStack() as stack, sweeping_seldom():
        seats = [_Seat(arena, fighter, record, stack) for fighter in options.fighters]
        last = 60.0 * _OVERTIME * options.arena.time_limit_min
        while not arena.world.rules.is_over and arena.world.match_time <= last:
            arena.tick()
            for seat in seats:
                seat.hear(arena)
        for seat in seats:
            seat.leave(arena)
    return result_of(arena.world, 0)


class _Seat:
    """One fighter at the arena."""

    def __init__(
        self, arena: Arena, fighter: Fighter, folder: Path | None, stack: contextlib.ExitStack
    ) -> None:
        if folder is not None and Path(fighter.name).name != fighter.name:
            raise UsageError(f'"{fighter.name}" cannot be the name of a recording')
        seed = arena.options.seed
        self._name = fighter.name
        brain = self._brain(fighter, seed)
        join = Join(player_name=fighter.name, team=fighter.team)
        dialect = arena.dialect.name
        writer = None
        if folder is not None:
            origin = Origin(
                brain=fighter.brain,
                seed=seed,
                dialect=dialect,
                join=join,
                skill=fighter.skill,
                traits=fighter.traits,
                brain_options=fighter.options,
            )
            header = header_for(origin, brain)
            writer = stack.enter_context(RecordingWriter(folder / f"{fighter.name}.rec", header))
        human = PERFECT if fighter.skill is None else human_of_skill(fighter.skill)
        human = human if fighter.traits is None else fighter.traits.human()
        self.circle = Circle(
            brain, seed=seed, human=human, record=writer.write if writer is not None else None
        )
        self.circle.on_question = lambda question: self.circle.answer(
            answered_at_once(question), arena.ticks * arena.tick_s
        )
        self._client = self._connect(arena, join)

    @staticmethod
    def _brain(fighter: Fighter, seed: int) -> Decides:
        setup = BrainSetup(
            name=fighter.name,
            seed=seed,
            options=fighter.options,
            traits=fighter.traits,
            files=fighter.files,
        )
        try:
            return make_brain(fighter.brain, setup)
        except PluginError as error:
            raise FighterFailed(fighter.name, str(error)) from error

    def _connect(self, arena: Arena, join: Join) -> Client:
        client = arena.connect("bot", "local")
        if client is None:
            raise UsageError("the arena is full: fewer fighters, or a larger max_players")
        self.circle.connect(replay_session(arena.dialect.name, join), "arena", 0.0)
        return client

    def hear(self, arena: Arena) -> None:
        """Take in what the arena said, and answer."""
        try:
            self._hear(arena.ticks * arena.tick_s)
        except PluginError as error:
            raise FighterFailed(self._name, str(error)) from error

    def _hear(self, now: float) -> None:
        heard, deadline = self._client.take_output(), self.circle.next_deadline
        if heard:
            self._client.feed(self.circle.feed(heard, now))
        elif deadline is not None and deadline <= now:
            self._client.feed(self.circle.tick(now))

    def leave(self, arena: Arena) -> None:
        """The match is over."""
        with contextlib.suppress(LinkError):
            self.circle.leave(arena.ticks * arena.tick_s, "the match is over")
