"""One bot plays: on a server, or in an arena of its own with the game's bots as opponents."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import structlog
import trio
import trio.testing
from msgspec.structs import replace

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.body import PERFECT, human_of_skill
from agentfw.bot import Bot, BotOptions, BotStatistics
from agentfw.brains import BrainSetup, PlanBrain, make_brain
from agentfw.characters import Traits
from agentfw.engines.doors import local_door, server_door
from agentfw.engines.link import AUTO
from agentfw.errors import ConnectFailed, UsageError
from agentfw.match.attending import attend
from agentfw.match.chats import ChatDesk
from agentfw.match.keeping import Origin, Recorder, header_for
from agentfw.match.radios import plan_radio, radio_of
from agentfw.match.talking import MUTE, Mouth, mouth_of
from agentfw.navigation import load_graph, save_graph
from agentfw.team import BotPlan

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from agentfw.brains import Decides
    from agentfw.engines.doors import Door
    from agentfw.errors import AgentError
    from agentfw.match.chats import Chat
    from agentfw.match.radios import RadioPlan
    from agentfw.navigation import PlaceGraph
    from agentfw.perception import View

__all__ = ["SoloOptions", "SoloResult", "play_solo"]

_BEAT_S: Final = 1.0
_log = structlog.get_logger()


class SoloOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What to play, where, and as whom."""

    brain: str
    """A known brain, a dotted path, or a class in a file."""
    name: str = "agent"
    team: int | None = None
    seed: int = 0
    skill: float | None = None
    """1 to 5 for the limits of a human player; None for none, or for those of the traits."""
    traits: Traits | None = None
    """Who it plays as; None for nobody in particular."""
    server: tuple[str, int] | None = None
    """Host and port; None for an arena in this process."""
    dialect: str = AUTO
    password: str | None = None
    arena: ArenaOptions = ArenaOptions()
    fast: bool = False
    """Whether the arena's clock jumps instead of running."""
    duration_s: float | None = None
    """How long to play at most, in real seconds of the bot's clock."""
    max_attempts: int = 8
    places: str | None = None
    """A file with the places of the map; written at the end if the bot had to learn them."""
    speaks: bool = False
    """Whether it talks with its team in the chat of the game."""
    coordinator: str | None = None
    """The plan or brain that it leads by when its team elects it."""
    brain_options: Mapping[str, str] = MappingProxyType({})
    """What the brain is told, by name: ``skills`` for files with more skills, ``tasks`` …"""

    def bot(self) -> BotOptions:
        """What the bot has to know."""
        human = PERFECT if self.skill is None else human_of_skill(self.skill)
        human = human if self.traits is None else self.traits.human()
        return BotOptions(
            name=self.name,
            team=self.team,
            seed=self.seed,
            human=human,
            max_attempts=self.max_attempts,
        )

    def setup(self) -> BrainSetup:
        """What the brain has to know."""
        return BrainSetup(name=self.name, seed=self.seed, options=self.brain_options, traits=self.traits)

    def radio(self) -> RadioPlan | None:
        """How it talks with its team; None for a bot that does not."""
        if not self.speaks:
            return None
        if self.coordinator is None:
            return plan_radio(None)
        return plan_radio(BotPlan(name=self.name, brain=self.coordinator))

    def mouth(self) -> Mouth:
        """What it says beside what the brain decides."""
        return mouth_of(self.traits, self.name, self.seed)

    def origin(self, dialect: str, mouth: Mouth = MUTE) -> Origin:
        """What a recording has to know of the bot."""
        return Origin(
            brain=self.brain,
            seed=self.seed,
            dialect=dialect,
            join=self.bot().join(),
            skill=self.skill,
            traits=self.traits,
            brain_options=self.brain_options,
            talk=mouth.texts if mouth.speech else None,
            has_password=self.password is not None,
        )


class SoloResult(msgspec.Struct, frozen=True):
    """How it went."""

    ended: str
    played_s: float
    score: float | None
    deaths: int
    team_scores: dict[int, float]
    level: str
    statistics: BotStatistics
    faults: int = 0
    """How often a skill of the plan raised."""


def play_solo(
    options: SoloOptions,
    *,
    record: Path | None = None,
    overwrite: bool = False,
    on_beat: Callable[[Bot], None] | None = None,
    on_change: Callable[[AgentError | None], None] | None = None,
    on_chat: Callable[[Chat], None] | None = None,
) -> SoloResult:
    """Play until the match or the time is over; `on_beat` is told every second how it goes.

    `on_change` is told when a plan file has changed: None when the new plan plays, else what is wrong.
    `on_chat` is told what everybody says to everybody.

    Everything that can be wrong with the brain or the options is found before anything is opened.
    """
    brain, mouth = make_brain(options.brain, options.setup()), options.mouth()
    _check_writable(options.places)
    clock = trio.testing.MockClock(autojump_threshold=0.0) if options.fast else None
    listeners = _Listeners(on_beat, on_change, on_chat)
    player = _Player(options, brain, mouth, options.radio())
    return trio.run(_play, player, record, overwrite, listeners, clock=clock)


class _Listeners(NamedTuple):
    """Who wants to know how it goes."""

    on_beat: Callable[[Bot], None] | None
    on_change: Callable[[AgentError | None], None] | None
    on_chat: Callable[[Chat], None] | None


class _Player(NamedTuple):
    """Who plays, and how."""

    options: SoloOptions
    brain: Decides
    mouth: Mouth
    radio: RadioPlan | None


async def _play(
    player: _Player,
    record: Path | None,
    overwrite: bool,  # noqa: FBT001 - trio passes arguments by position
    listeners: _Listeners,
) -> SoloResult:
    options, brain, mouth, radio = player
    places = _known_places(options.places)
    async with contextlib.AsyncExitStack() as stack:
        door, dialect = await stack.enter_async_context(_door(options))
        recorder = None
        if record is not None:
            origin = replace(options.origin(dialect, mouth), radio=str(radio) if radio else None)
            header = header_for(origin, brain, places)
            recorder = Recorder(record, header, overwrite=overwrite)
            stack.callback(recorder.close)
        record_to = recorder.write if recorder is not None else None
        radios = () if radio is None else (radio_of(radio, options.name, options.seed),)
        speech = (*radios, *mouth.speech)
        bot = Bot(door, brain, options.bot(), record=record_to, speech=speech)
        for one in radios:
            one.on_failure = lambda error: _log.warning(
                "leader.failed", bot=options.name, why=str(error)
            )
        if listeners.on_chat is not None:
            on_chat = listeners.on_chat
            ChatDesk(lambda chat, _: on_chat(chat)).follow(bot)
        if places is not None:
            bot.circle.store.adopt_map(places)
        if options.places is not None:
            stack.callback(_save_places, bot, options.places, places)
        started_at = trio.current_time()
        ended = await _run(bot, options, listeners)
        return _result(bot, ended, trio.current_time() - started_at)


def _save_places(bot: Bot, file: str, given: PlaceGraph | None) -> None:
    """Keep what was learned of the map; a file about another map is left alone."""
    learned = bot.circle.store.map
    graph = learned.chart.graph
    if learned.is_told or not len(graph):
        return
    if given is not None and given.level not in (None, graph.level):
        _log.warning("places.kept", file=file, of=given.level, played=graph.level)
        return
    save_graph(graph, file)


def _check_writable(file: str | None) -> None:
    """Find out before the match whether its map can be kept after it."""
    if file is not None and not os.access(Path(file).parent, os.W_OK):
        raise UsageError(f"{file}: the places cannot be written there")


def _known_places(file: str | None) -> PlaceGraph | None:
    return load_graph(file) if file is not None and Path(file).exists() else None


async def _run(bot: Bot, options: SoloOptions, listeners: _Listeners) -> str:
    """Run a bot, with a beat beside it; one error comes out as itself."""
    ended = "the time is over"
    try:
        async with trio.open_nursery() as nursery:
            if listeners.on_beat is not None:
                nursery.start_soon(_beat, bot, listeners.on_beat)
            attend(bot, nursery, is_fast=options.fast, on_change=listeners.on_change)
            with trio.move_on_after(math.inf if options.duration_s is None else options.duration_s):
                ended = await bot.run()
            nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise
    if bot.circle.view is None:
        raise ConnectFailed(f"{bot.door.name}: the bot was never in the game")
    return ended


async def _beat(bot: Bot, on_beat: Callable[[Bot], None]) -> None:
    while True:
        await trio.sleep(_BEAT_S)
        on_beat(bot)


@contextlib.asynccontextmanager
async def _door(options: SoloOptions) -> AsyncIterator[tuple[Door, str]]:
    """The way into the game, with the dialect a replay has to be told."""
    if options.server is not None:
        host, port = options.server
        yield server_door(host, port, options.dialect, password=options.password), options.dialect
        return
    arena = Arena(options.arena)
    async with open_arena(arena) as server:
        yield local_door(server.connect, [arena.dialect]), options.arena.dialect or arena.dialect.name


def _result(bot: Bot, ended: str, played_s: float) -> SoloResult:
    view: View | None = bot.circle.view
    scores = view.scores if view is not None else None
    me = view.me.id if view is not None else None
    return SoloResult(
        ended=ended,
        played_s=played_s,
        score=scores.players.get(me) if scores is not None and me is not None else None,
        deaths=bot.circle.store.deaths,
        team_scores=dict(scores.teams) if scores is not None else {},
        level=(view.game.level or "") if view is not None else "",
        statistics=bot.statistics(),
        faults=bot.circle.brain.faults if isinstance(bot.circle.brain, PlanBrain) else 0,
    )
