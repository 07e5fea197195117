"""Teams that play for hours through storms, and are looked at whenever it is calm."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import structlog
import trio
from trio.testing import MockClock

from agentfw.arena.server import Arena, ArenaOptions
from agentfw.bot import Bot, BotOptions
from agentfw.brains import Brain, BrainSetup, Decision, Explore, make_brain
from agentfw.engines.gamebots.codecs import codecs_for
from agentfw.match.leaders import seed_for
from agentfw.team import BotPlan, Member, Phase, RestartPolicy
from tests.support.chaos import Storm
from tests.support.dialects import BOTH
from tests.support.teams import Failing, Journal, tasks_below, team_of
from tests.support.venues import Venue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from agentfw.brains import Decides
    from agentfw.perception import View
    from agentfw.team import Team, TeamEvent
    from tests.support.chaos import Fault
    from tests.support.venues import Finished, Match

__all__ = ["Calm", "Hand", "Story", "Trial", "endured"]

_LOOKS_HZ: Final = 0.5
_UP_S, _DOWN_S = 480.0, 40.0
_PATIENCE_S: Final = 600.0
_BEAT_S: Final = 5.0
_OURS: Final = ("agentfw.", "tests.")


class Hand(NamedTuple):
    """One bot of the crew."""

    brain: str
    """As `make_brain` takes it, or ``rover`` or ``failing``."""
    restart: RestartPolicy = RestartPolicy()


class Trial(NamedTuple):
    """What a crew goes through: a calm, and then storms that are followed by calms."""

    hands: Mapping[str, Hand]
    storms: int
    storm_s: float
    """How long each of them lasts."""
    every_s: float
    """The mean time between two faults of one line, and of one brain."""
    seed: int = 1


class Calm(NamedTuple):
    """How things stood when a storm had calmed."""

    waited_s: float
    """Until everybody played who was not given up."""
    phases: dict[str, Phase]
    guests: list[str]
    """Who was in the arena."""
    tasks: list[str]
    objects: Counter[type]
    """How many there were of each of our classes that had not been there before."""
    blocks: int
    """How many blocks of memory were in use."""

    @property
    def playing(self) -> list[str]:
        """Who played."""
        return sorted(name for name, phase in self.phases.items() if phase is Phase.PLAYING)


class Story(NamedTuple):
    """What became of a crew."""

    trial: Trial
    events: list[TeamEvent]
    faults: Counter[Fault]
    calms: list[Calm]
    ends: list[Match]
    """The matches that were played to their end."""
    heard: set[Match]
    """Those of them that a bot was told of."""
    results: list[Finished]
    left: list[str]
    """The tasks that ran when all had left."""
    guests: list[str]
    """The players that were in the arena then."""

    def of(self, name: str) -> list[TeamEvent]:
        """What happened to one bot."""
        return [event for event in self.events if event.bot == name]

    @property
    def given_up(self) -> list[str]:
        """Who was given up, the first one first."""
        return [event.bot for event in self.events if event.kind == "given-up"]


def endured(trial: Trial) -> Story:
    """The story of a crew, in virtual time."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))
    return trio.run(_Voyage(trial).run, clock=MockClock(autojump_threshold=0.0))


class Rover(Brain):
    """Walks about."""

    def decide(self, view: View) -> Decision:
        """Further."""
        return Decision(move=Explore())


class _Voyage:
    """A trial under way."""

    def __init__(self, trial: Trial) -> None:
        _forget()
        self._others = _objects()
        self._trial = trial
        self._storm = Storm(trial.seed, every_s=trial.every_s)
        self._storm.is_calm = True
        self._venue = Venue(self._arena)
        self._journal = Journal()
        self._heard: set[Match] = set()
        self._calms: list[Calm] = []

    async def run(self) -> Story:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._open_venue)
            await trio.sleep(0.01)  # between two ticks it does not matter who is woken first
            team = team_of([self._member(name) for name in self._trial.hands])
            await nursery.start(team.run)
            self._calms.append(await self._look(team))
            for _ in range(self._trial.storms):
                await self._storm_once(team)
            await self._leave(team)
            story = self._story(_tasks())
            nursery.cancel_scope.cancel()
        return story

    async def _open_venue(self) -> None:
        await self._venue.open_and_close(self._storm, up_s=_UP_S, down_s=_DOWN_S)

    async def _storm_once(self, team: Team) -> None:
        self._storm.is_calm = False
        await trio.sleep(self._trial.storm_s)
        self._storm.is_calm = True
        self._calms.append(await self._look(team))

    async def _leave(self, team: Team) -> None:
        team.stop()
        for member in team.members:
            await member.gone.wait()
        await trio.sleep(0.2)

    async def _look(self, team: Team) -> Calm:
        began_at = trio.current_time()
        with trio.move_on_after(_PATIENCE_S):
            while not await _all_are_up(team.members):
                pass
        _forget()
        return Calm(
            trio.current_time() - began_at,
            {member.name: member.phase for member in team.members},
            self._guests(),
            _tasks(),
            _objects() - self._others,
            sys.getallocatedblocks(),
        )

    def _story(self, left: list[str]) -> Story:
        events = sorted(self._journal.events, key=lambda event: (event.at, event.bot))
        venue, guests = self._venue, self._guests()
        faults, heard = self._storm.faults, self._heard
        return Story(
            self._trial, events, faults, self._calms, venue.ends, heard, venue.results, left, guests
        )

    def _guests(self) -> list[str]:
        return sorted(player.name for player in self._venue.arena.world.players)

    # Who plays, and where

    def _arena(self, number: int) -> Arena:
        """Each time in the other dialect."""
        options = ArenaOptions(
            map="dm-cellar",
            mode="dm",
            dialect=BOTH[number % 2].name,
            seed=seed_for(self._trial.seed, "arena", number),
            score_limit=5,
            time_limit_min=4.0,
            classic_interval_s=1.0 / _LOOKS_HZ,
        )
        return Arena(options)

    def _member(self, name: str) -> Member:
        hand = self._trial.hands[name]
        plan = BotPlan(name=name, brain=hand.brain, restart=hand.restart)
        door = self._storm.door(self._venue.door, name)

        @contextlib.contextmanager
        def make(life: int) -> Iterator[Bot]:
            seed = seed_for(self._trial.seed, name, life)
            brain = self._storm.brain(_brain(hand.brain, name, seed), name, life)
            options = BotOptions(name=name, seed=seed, stays=True, looks_hz=_LOOKS_HZ)
            bot = Bot(door, brain, options)
            bot.on_over = lambda _: self._heard.add(self._venue.match)
            yield bot

        return Member(plan, make, team="red", seed=self._trial.seed, on_event=self._journal)


async def _all_are_up(members: Sequence[Member]) -> bool:
    """Whether everybody thinks who is not given up: whose line is frozen seems to play, and does not."""
    playing = [member for member in members if member.phase is not Phase.GIVEN_UP]
    before = [member.work().thinks for member in playing]
    await trio.sleep(_BEAT_S)
    return all(
        member.phase is Phase.PLAYING and member.work().thinks > thinks
        for member, thinks in zip(playing, before, strict=True)
    )


def _brain(named: str, name: str, seed: int) -> Decides:
    if named == "rover":
        return Rover()
    if named == "failing":
        return Failing()
    return make_brain(named, BrainSetup(name=name, seed=seed))


def _forget() -> None:
    """Let go of what is remembered only to be quick, and of what nobody holds."""
    for dialect in BOTH:
        codecs_for(dialect, "bot").messages_in.forget()
        codecs_for(dialect, "bot").commands_in.forget()
    gc.collect()


def _tasks() -> list[str]:
    root = trio.lowlevel.current_root_task()
    return tasks_below(root) if root is not None else []


def _objects() -> Counter[type]:
    kinds = map(type, gc.get_objects())
    return Counter(kind for kind in kinds if str(kind.__module__).startswith(_OURS))
