"""Members of teams on an arena in memory, brains that fail when told to, and what became of them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from agentfw.arena.server import Arena, ArenaOptions
from agentfw.bot import Bot, BotOptions
from agentfw.brains import Brain, BrainSetup, Decision, make_brain
from agentfw.engines.doors import local_door
from agentfw.recording import Sent, Thought
from agentfw.team import BotPlan, Member, RestartPolicy, Team, TeamPlan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    import trio

    from agentfw.arena.server import ArenaServer
    from agentfw.brains import Decides
    from agentfw.engines.doors import Door
    from agentfw.perception import View
    from agentfw.recording import Record
    from agentfw.team import TeamEvent

__all__ = [
    "QUICK",
    "Failing",
    "Journal",
    "Maker",
    "closet",
    "door_to",
    "hunter",
    "member_of",
    "members_of",
    "tasks_below",
    "team_of",
]

QUICK = RestartPolicy(first_s=1.0, most_s=8.0, budget=3, window_s=60.0)


def closet(**options: Any) -> Arena:
    """A small arena, for one match of a minute unless told otherwise."""
    told: dict[str, Any] = {"map": "dm-closet", "mode": "dm", "seed": 1}
    told |= {"restarts": False, "time_limit_min": 1.0}
    return Arena(ArenaOptions(**(told | options)))


def door_to(server: ArenaServer) -> Door:
    """The way into an arena in this process."""
    return local_door(server.connect, [server.arena.dialect])


def hunter(name: str) -> Decides:
    """A brain that ships."""
    return make_brain("hunter", BrainSetup(name=name, seed=1))


class Failing(Brain):
    """Raises at its think of a number, and does nothing before."""

    def __init__(self, at: int = 1, error: type[BaseException] = RuntimeError) -> None:
        super().__init__()
        self._left = at
        self._error = error

    def decide(self, view: View) -> Decision:
        """Nothing, until it is time."""
        self._left -= 1
        if self._left <= 0:
            raise self._error("out of ideas")
        return Decision()


class Journal:
    """What a team told: use it as `on_event`."""

    def __init__(self) -> None:
        self.events: list[TeamEvent] = []

    def __call__(self, event: TeamEvent) -> None:
        """Keep it."""
        self.events.append(event)

    def kinds(self, bot: str | None = None) -> list[str]:
        """The kinds of all events, or of those of one bot, in order."""
        return [event.kind for event in self.events if bot in (None, event.bot)]

    def texts(self, kind: str) -> list[str]:
        """What was said in the events of a kind."""
        return [event.text for event in self.events if event.kind == kind]

    def times(self, kind: str) -> list[float]:
        """When the events of a kind happened."""
        return [event.at for event in self.events if event.kind == kind]


class Maker:
    """Makes the bots of one member, and keeps what each life sent and thought, and which were closed."""

    def __init__(
        self,
        door: Door,
        brain: Callable[[int], Decides] | Decides | None = None,
        options: BotOptions | None = None,
    ) -> None:
        self._door = door
        self._brain = brain
        self._options = options
        self.name = ""
        self.lives: list[list[Record]] = []
        self.closed: list[int] = []

    def __call__(self, life: int) -> AbstractContextManager[Bot]:
        """The bot of a life."""
        return self._made(life)

    @contextlib.contextmanager
    def _made(self, life: int) -> Iterator[Bot]:
        kept: list[Record] = []
        self.lives.append(kept)
        try:
            yield Bot(self._door, self._make_brain(life), self._about(), record=kept.append)
        finally:
            self.closed.append(life)

    def _make_brain(self, life: int) -> Decides:
        if self._brain is None:
            return hunter(self.name)
        return self._brain(life) if callable(self._brain) else self._brain

    def _about(self) -> BotOptions:
        return self._options or BotOptions(name=self.name, seed=1)

    def sent(self) -> bytes:
        """Everything that was said in all lives."""
        return b"".join(one.data for life in self.lives for one in life if isinstance(one, Sent))

    def thought_at(self, life: int = 0) -> list[float]:
        """When there was a think in a life, in seconds since it began."""
        return [record.at for record in self.lives[life] if isinstance(record, Thought)]


def member_of(
    make: Callable[[int], AbstractContextManager[Bot]],
    name: str = "Ada",
    *,
    restart: RestartPolicy = QUICK,
    seed: int = 1,
    beside: Callable[[Bot, trio.Nursery], None] | None = None,
    on_event: Callable[[TeamEvent], None] | None = None,
) -> Member:
    """A member of the red team."""
    if isinstance(make, Maker):
        make.name = name
    plan = BotPlan(name=name, brain="hunter", restart=restart)
    return Member(plan, make, team="red", seed=seed, beside=beside, on_event=on_event)


def members_of(
    door: Door, *names: str, on_event: Callable[[TeamEvent], None] | None = None
) -> list[Member]:
    """Hunters of these names, who stay for as many matches as there are."""
    return [
        member_of(Maker(door, None, BotOptions(name=name, seed=1, stays=True)), name, on_event=on_event)
        for name in names
    ]


def team_of(members: Sequence[Member], *, stagger_s: float = 0.1, grace_s: float = 3.0) -> Team:
    """The red team."""
    plan = TeamPlan(name="red", bots=tuple(member.plan for member in members))
    return Team(plan, members, stagger_s=stagger_s, grace_s=grace_s)


def tasks_below(task: trio.lowlevel.Task) -> list[str]:
    """The names of all tasks that were started, directly or not, by a task."""
    found = []
    for nursery in task.child_nurseries:
        for child in nursery.child_tasks:
            found += [child.name, *tasks_below(child)]
    return sorted(found)
