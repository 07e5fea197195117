"""The teams of a match: made from their plans, run side by side, stopped together."""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Final

import trio
from msgspec.structs import replace

from agentfw.body import PERFECT, human_of_skill
from agentfw.bot import Bot, BotOptions
from agentfw.brains import BrainSetup, make_brain
from agentfw.errors import UsageError
from agentfw.match.attending import attend
from agentfw.match.guarding import Guarded
from agentfw.match.keeping import Origin, header_for
from agentfw.match.leaders import office_for, seed_for
from agentfw.match.news import NewsDesk
from agentfw.match.radios import radio_of, radio_of_team
from agentfw.match.reporting import outcome_of
from agentfw.match.stage import Seat
from agentfw.match.talking import Mouth, mouth_of
from agentfw.radio import Radio
from agentfw.team import Liaison, Member, Team, TeamEvent

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from agentfw.body import Human
    from agentfw.engines.doors import Door
    from agentfw.errors import AgentError
    from agentfw.match.keeping import MatchFolder
    from agentfw.match.news import News
    from agentfw.match.radios import RadioPlan
    from agentfw.match.reporting import Outcome
    from agentfw.match.stage import Listener, Stage
    from agentfw.team import BotPlan, TeamPlan

__all__ = ["GIVEN_UP", "INTERRUPTED", "Company"]

_BEAT_S: Final = 0.25
_LIAISON_S: Final = 0.1
"""So often bots of a team hear of each other, on a server."""
INTERRUPTED: Final = "interrupted"
GIVEN_UP: Final = "given up"


class Company:
    """Everybody of ours in one match."""

    def __init__(
        self,
        stage: Stage,
        door: Door,
        dialect: str,
        listener: Listener,
        *,
        folder: MatchFolder | None,
        interrupted: trio.Event,
        on_over: Callable[[Bot], None] | None = None,
    ) -> None:
        self.stage = stage
        self.stopped = ""
        """Why the match did not come to its end, if somebody stopped it."""
        self.outcome: Outcome | None = None
        """How it stood when it was stopped."""
        self.listener = Guarded(listener, lambda: self.stop("nobody watches any more"))
        self._door, self._dialect = door, dialect
        self._radios: dict[str, RadioPlan | None] = {}
        """How the bots of each team talk in the chat of the game."""
        self._folder, self._on_over, self._interrupted = folder, on_over, interrupted
        self._desk = stage.desk = NewsDesk(
            lambda: stage.clock_s,
            lambda: stage.mode,
            stage.side_name,
            self._pass_on,
            is_on=stage.is_on,
        )
        if folder is not None:
            folder.on_loss = self._tell_loss
        stage.teams = tuple(self._team(number, plan) for number, plan in enumerate(stage.lineup.teams))

    async def play(self, watch: Callable[[], Awaitable[None]]) -> None:
        """Run all teams until they are done; `watch` runs beside them and may call `stop`."""
        self.listener.begun(self.stage)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch)
            nursery.start_soon(self._beat)
            nursery.start_soon(self._heed)
            await self._run_teams()
            nursery.cancel_scope.cancel()

    def stop(self, reason: str, *, stopped: str = "") -> None:
        """End the match: all bots leave, and how it stands now is how it went."""
        if self.outcome is None:
            self.outcome, self.stopped = outcome_of(self.stage), stopped
            for team in self.stage.teams:
                team.stop(reason)

    async def _run_teams(self) -> None:
        """Teams begin one after the other within a tick, so that it is always the same order."""
        async with trio.open_nursery() as nursery:
            for team in self.stage.teams:
                nursery.start_soon(team.run)
                await trio.sleep(self._pause_s())

    def _pause_s(self) -> float:
        arena = self.stage.arena
        return arena.tick_s / (4.0 * len(self.stage.teams)) if arena is not None else 0.0

    async def _heed(self) -> None:
        await self._interrupted.wait()
        self.stop(INTERRUPTED, stopped=INTERRUPTED)

    async def _beat(self) -> None:
        while True:
            self.listener.beat(self.stage)
            await trio.sleep(_BEAT_S)

    # Making

    def _team(self, number: int, plan: TeamPlan) -> Team:
        side = number if plan.number is None else plan.number

        def hired(bot: BotPlan) -> Member:
            member = self._member(bot, team, side)
            self.stage.seats += (Seat(bot, plan, side, member),)
            return member

        def recruited(bot: BotPlan) -> Member:
            self._check_name(bot.name)
            return hired(bot)

        team = Team(plan, stagger_s=self._stagger_s(), hire=recruited)
        self._radios[plan.name] = radio_of_team(plan)
        is_tied = plan.shares or plan.coordinator is not None
        if is_tied and self._radios[plan.name] is None:
            team.liaison = self._liaison(replace(plan, number=side), team)
        for bot in plan.bots:
            team.join(hired(bot))
        return team

    def _check_name(self, name: str) -> None:
        """Raise `UsageError` for the name of somebody who plays or leads in another team."""
        for plan in self.stage.lineup.teams:
            leader = plan.coordinator
            if leader is not None and leader.name == name:
                raise UsageError(f'"{name}" leads team "{plan.name}"')
        for seat in self.stage.seats:
            if seat.plan.name == name:
                raise UsageError(f'"{name}" plays in team "{seat.team.name}"')

    def _liaison(self, plan: TeamPlan, team: Team) -> Liaison:
        def note(name: str, kind: str, text: str) -> None:
            self._note(plan.number or 0, TeamEvent(self.stage.clock_s, plan.name, name, kind, text))

        def object_to(bot: str, why: str) -> None:
            note(bot, "refused", why)

        def tell_fault(where: str, what: str) -> None:
            note(where, "raised", what)

        office, leader, stage = None, plan.coordinator, self.stage
        if leader is not None:
            tell = functools.partial(note, leader.name)
            office = office_for(
                leader, seed=stage.seed, folder=self._folder, tell=tell, is_fast=stage.is_fast
            )
        return Liaison(
            plan,
            team,
            beat_s=self._liaison_s(),
            office=office,
            object_to=object_to,
            tell_fault=tell_fault,
        )

    def _liaison_s(self) -> float:
        """In an arena a whole number of ticks, half a tick off: bots think at ticks, never then."""
        arena = self.stage.arena
        return 2.0 * arena.tick_s if arena is not None else _LIAISON_S

    def _stagger_s(self) -> float:
        """In an arena a whole number of ticks: no bot ever arrives just when one is due."""
        arena, wanted = self.stage.arena, self.stage.lineup.stagger_s
        if arena is None or wanted == 0.0:
            return wanted
        return max(1, round(wanted / arena.tick_s)) * arena.tick_s

    def _member(self, plan: BotPlan, team: Team, side: int) -> Member:
        return Member(
            plan,
            functools.partial(self._make, plan, team.plan),
            team=team.plan.name,
            seed=self.stage.seed,
            beside=functools.partial(self._attend, team, plan, side),
            on_event=functools.partial(self._note, side),
        )

    @contextlib.contextmanager
    def _make(self, plan: BotPlan, team: TeamPlan, life: int) -> Iterator[Bot]:
        """The bot of one life, with a fresh brain; its recording is whole at the end."""
        options = self._options(plan, team, life)
        brain = make_brain(
            plan.brain,
            BrainSetup(name=plan.name, seed=options.seed, options=plan.options, traits=plan.traits),
        )
        mouth = mouth_of(plan.traits, plan.name, options.seed)
        radio = self._radios[team.name]
        recorder = None
        if self._folder is not None:
            origin = self._origin(plan, options, mouth)
            told = str(radio) if radio is not None else None
            header = header_for(replace(origin, radio=told), brain)
            recorder = self._folder.recorder(plan.name, life, header)
        record = recorder.write if recorder is not None else None
        radios = () if radio is None else (radio_of(radio, plan.name, options.seed),)
        bot = Bot(self._door, brain, options, record=record, speech=(*radios, *mouth.speech))
        bot.on_over = self._on_over
        try:
            yield bot
        finally:
            if recorder is not None:
                recorder.close()

    def _options(self, plan: BotPlan, team: TeamPlan, life: int) -> BotOptions:
        return BotOptions(
            name=plan.name,
            team=team.number,
            seed=seed_for(self.stage.seed, plan.name, life),
            human=_human(plan),
            looks_hz=plan.looks_hz,
            stays=self.stage.arena is None,
        )

    def _origin(self, plan: BotPlan, options: BotOptions, mouth: Mouth) -> Origin:
        return Origin(
            brain=plan.brain,
            seed=options.seed,
            dialect=self._dialect,
            join=options.join(),
            skill=plan.skill,
            traits=plan.traits,
            brain_options=plan.options,
            talk=mouth.texts if mouth.speech else None,
            has_password=self._door.has_password,
        )

    # Watching

    def _attend(self, team: Team, plan: BotPlan, side: int, bot: Bot, nursery: trio.Nursery) -> None:
        self._desk.follow(bot)
        if team.liaison is not None:
            team.liaison.follow(bot, plan.role)
        for radio in (one for one in bot.circle.speech if isinstance(one, Radio)):
            radio.on_failure = lambda error: self._desk.tell_failed_leader(plan.name, error, side)

        def on_change(problem: AgentError | None) -> None:
            text = "goes on with a changed plan" if problem is None else f"keeps its plan: {problem}"
            self._desk.tell("plan", f"{bot.options.name} {text}", side)

        attend(bot, nursery, is_fast=self.stage.is_fast, on_change=on_change)

    def _tell_loss(self, name: str, error: AgentError) -> None:
        self._desk.tell("recording", f"{name} is recorded no longer: {error}")

    def _note(self, side: int, event: TeamEvent) -> None:
        self._desk.note(event, side)

    def _pass_on(self, news: News) -> None:
        self.listener.happened(self.stage, news)


def _human(plan: BotPlan) -> Human:
    """The limits of the body: those of the character, else of the skill, else none."""
    if plan.traits is not None:
        return plan.traits.human()
    return PERFECT if plan.skill is None else human_of_skill(plan.skill)
