"""Between the bots of a team: who is told what and when, without a network."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import pytest
from trio.testing import MockClock

from agentfw.bot import Bot, BotOptions
from agentfw.brains import Brain, Decision
from agentfw.decisions import DEAF, Answer, Fact, Fate, Order, OrderState
from agentfw.recording import Briefed, Told
from agentfw.team import BotPlan, Leader, Liaison, Office, RestartPolicy, TeamPlan
from agentfw.team.health import Phase
from agentfw.team.holds import longest_hold
from agentfw.team.voices import DEAF_AFTER
from agentfw.vocabulary import EntityId, GameInfo
from tests.bot.stage import Idle, Nowhere
from tests.skills.moments import body, enemy, moment, point
from tests.support.seeing import at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.geometry import Vec3
    from agentfw.perception import View
    from agentfw.recording import Record

ONE, TWO = (GameInfo(game_type="BotDomination", level=level) for level in ("DOM-One", "DOM-Two"))
GUARD = Order("defend", to="Ada")
ASSIGN, CLEAR = Order("assign task", ("Rest",), to="Ada"), Order("clear tasks", to="Ada")


class Mate:
    """A bot of the team as its liaison sees it, without its connection."""

    def __init__(self, crowd: Crowd, name: str) -> None:
        self._crowd = crowd
        self.heard: list[Record] = []
        self.bot = Bot(Nowhere().door, Idle(), BotOptions(name=name), record=self.heard.append)
        self.bot._started_at = crowd.now

    def thinks(
        self,
        *known: Any,
        game: GameInfo = ONE,
        decision: Decision = Decision(),
        here: Vec3 | None = None,
        **told: Any,
    ) -> None:
        """One think about these; nobody knows where it is unless told."""
        self.bot.is_playing = True
        listen = self.bot.circle.on_decision
        assert listen is not None
        clock = self._crowd.now - self.bot.began_at
        me = body(id=EntityId(f"id-{self.bot.options.name}"), location=here)
        listen(moment(*known, now=clock, game=game, me=me, **told).view, decision)

    def answers(self, state: OrderState) -> None:
        """It has come to something about all that it shall do."""
        given = [Answer(one.number, state) for one in self.orders]
        self.thinks(decision=Decision(answers=tuple(given)))

    @property
    def facts(self) -> list[Fact]:
        return [fact for one in self.heard if isinstance(one, Told) for fact in one.facts]

    @property
    def orders(self) -> tuple[Order, ...]:
        """What it shall do, as it was told last."""
        told = [one.orders for one in self.heard if isinstance(one, Told) and one.orders is not None]
        return told[-1] if told else ()

    @property
    def shall(self) -> list[str]:
        return [str(one) for one in self.orders]


class Boss(Brain):
    """Orders what it was given to order, once, and keeps what it saw."""

    def __init__(self) -> None:
        super().__init__()
        self.orders: tuple[Order, ...] = ()
        self.fails = False
        self.ponders: Callable[[], None] = lambda: None

    def decide(self, view: View) -> Decision:
        if self.fails:
            raise LookupError("no idea")
        self.ponders()
        orders, self.orders = self.orders, ()
        answers = tuple(Answer(one.number, OrderState.DONE) for one in view.orders)
        return Decision(orders=orders, answers=answers)


class Crowd:
    """A team, its liaison, and the time; it is its own crew."""

    def __init__(self, clock: MockClock, *names: str, is_led: bool = True, shares: bool = True) -> None:
        self.clock = clock
        self.gone: set[str] = set()
        self.waiting: set[str] = set()
        self.abandoned = 0
        self.boss = Boss()
        self.briefed: list[Record] = []
        self.told: list[tuple[str, str]] = []
        plan = BotPlan(name="red-coordinator", brain="x", restart=RestartPolicy(first_s=1.0, most_s=2.0))
        self.office = Office(
            plan, self._led, seed=1, tell=lambda kind, text: self.told.append((kind, text))
        )
        team = TeamPlan(name="red", bots=(), coordinator=plan if is_led else None, shares=shares)
        self.objections: list[tuple[str, str]] = []
        self.faults: list[tuple[str, str]] = []
        self.liaison = Liaison(
            team,
            self,
            beat_s=0.1,
            office=self.office if is_led else None,
            object_to=lambda bot, why: self.objections.append((bot, why)),
            tell_fault=lambda where, what: self.faults.append((where, what)),
        )
        self.mates = {name: self.born(name) for name in names}

    @property
    def now(self) -> float:
        """The time."""
        return self.clock.current_time()

    def pass_on(self, seconds: float) -> None:
        """Let time pass, and what there is be passed on."""
        self.clock.jump(seconds)
        self.liaison.beat(self.now)

    @contextlib.contextmanager
    def _led(self, life: int) -> Iterator[Leader]:
        yield Leader(self.boss, "red-coordinator", self.briefed.append)

    def born(self, name: str) -> Mate:
        """Another life of a bot begins."""
        mate = Mate(self, name)
        self.liaison.follow(mate.bot, "")
        self.mates = {**getattr(self, "mates", {}), name: mate}
        return mate

    def beat(self, *orders: Order, count: int = 1) -> None:
        """Let a second pass, in which everybody thinks, and then what there is is passed on."""
        self.boss.orders += orders
        for _ in range(count):
            self.pass_on(1.0)

    def play(self, *orders: Order) -> None:
        """Let everybody think, and a second pass."""
        for mate in self.mates.values():
            if mate.bot.options.name not in self.gone:
                mate.thinks()
        self.beat(*orders)

    @property
    def fates(self) -> list[Fate]:
        """What became of orders, as the leader was told."""
        return [fate for one in self.briefed if isinstance(one, Briefed) for fate in one.fates]

    @property
    def last(self) -> Briefed:
        """What the leader was told last."""
        return [one for one in self.briefed if isinstance(one, Briefed)][-1]

    # The crew

    def objection(self, name: str) -> str:
        if name in self.gone:
            return f'"{name}" plays no more'
        is_known = name in self.waiting or name in getattr(self, "mates", {})
        return "" if is_known else f'nobody is called "{name}"'

    def add(self, name: str) -> str:
        return "" if name not in self.waiting else "is there"

    def start(self, name: str) -> str:
        return ""

    def dismiss(self, name: str) -> str:
        return ""

    def abandon(self) -> None:
        self.abandoned += 1


def dom(name: str, owner: int, x: float = 400.0) -> Any:
    return point(name, x, owner)


@pytest.fixture
def clock() -> MockClock:
    """Time that passes when a test lets it."""
    clock = MockClock()
    clock.jump(10.0)
    return clock


@pytest.fixture
def crowd(clock: MockClock) -> Crowd:
    return Crowd(clock, "Ada", "Bob")


# Facts


async def test_what_one_finds_out_the_others_and_the_leader_are_told(crowd: Crowd) -> None:
    crowd.play()
    crowd.mates["Ada"].thinks(enemy(), dom("A", 1))
    crowd.mates["Bob"].thinks()
    crowd.beat()
    assert [one.subject for one in crowd.mates["Bob"].facts] == ["enemy seen", "point owner"]
    assert crowd.mates["Ada"].facts == []
    assert [one.subject for one in crowd.last.facts] == ["enemy seen", "point owner"]
    assert {one.source for one in crowd.last.facts} == {"Ada"}


async def test_what_several_find_out_at_once_is_told_once(crowd: Crowd) -> None:
    crowd.born("Cyd")
    crowd.play()
    for mate in crowd.mates.values():
        mate.thinks(enemy(), dom("A", 1))
    crowd.beat()
    assert [(one.subject, one.source) for one in crowd.last.facts] == [
        ("enemy seen", "Ada"),
        ("point owner", "Ada"),
    ]
    assert [len(mate.facts) for mate in crowd.mates.values()] == [0, 2, 2]


async def test_nothing_is_shared_where_that_is_not_wanted(clock: MockClock) -> None:
    crowd = Crowd(clock, "Ada", "Bob", shares=False)
    crowd.play()
    crowd.mates["Ada"].thinks(enemy())
    crowd.beat()
    assert crowd.mates["Bob"].facts == []
    assert len(crowd.last.facts) == 1


async def test_who_comes_later_is_told_what_lasts(crowd: Crowd) -> None:
    crowd.mates["Ada"].thinks(dom("A", 1), dom("B", 0), enemy())
    crowd.beat(count=3)
    crowd.mates["Ada"].thinks(dom("A", 0), dom("B", 0))
    crowd.beat(count=3)
    cyd = crowd.born("Cyd")
    cyd.thinks()
    crowd.beat()
    assert sorted((str(one.entity), one.team) for one in cyd.facts) == [("A", 0), ("B", 0)]


async def test_bot_that_has_nothing_new_to_hear_is_told_nothing(crowd: Crowd) -> None:
    crowd.play()
    before = [len(mate.heard) for mate in crowd.mates.values()]
    for _ in range(5):
        crowd.play()
    assert [len(mate.heard) for mate in crowd.mates.values()] == before == [1, 1]


# Places of mates


async def test_bots_are_told_where_their_mates_are_once_a_second(crowd: Crowd) -> None:
    for beat in range(21):
        crowd.mates["Ada"].thinks(here=at(100.0 * beat))
        crowd.mates["Bob"].thinks()
        crowd.pass_on(0.1)
    told = crowd.mates["Bob"].facts
    assert [(one.subject, one.source, one.entity) for one in told] == [
        ("mate at", "Ada", EntityId("id-Ada"))
    ] * 3
    assert [one.location for one in told] == [at(0.0), at(1000.0), at(2000.0)]
    assert crowd.mates["Ada"].facts == []


async def test_leader_is_not_told_twice_where_its_bots_are(crowd: Crowd) -> None:
    crowd.mates["Ada"].thinks(here=at(700.0))
    crowd.beat()
    assert crowd.last.facts == ()
    assert [one.location for one in crowd.last.reports] == [at(700.0)]


async def test_places_are_not_told_of_the_dead_nor_twice(crowd: Crowd) -> None:
    crowd.mates["Bob"].thinks()
    crowd.mates["Ada"].thinks(here=at(), is_alive=False)
    crowd.beat()
    crowd.mates["Ada"].thinks(here=at())
    crowd.beat(count=3)
    assert len(crowd.mates["Bob"].facts) == 1


async def test_places_are_not_told_where_everybody_plays_for_himself(crowd: Crowd) -> None:
    crowd.mates["Bob"].thinks()
    crowd.mates["Ada"].thinks(here=at(), game=GameInfo(game_type="BotDeathMatch", level="DM-One"))
    crowd.beat()
    assert crowd.mates["Bob"].facts == []


# Maps


async def test_facts_of_one_map_are_not_told_on_another(crowd: Crowd) -> None:
    crowd.play()
    ada, bob = crowd.mates.values()
    ada.thinks(game=TWO)
    bob.thinks()
    crowd.beat()
    ada.thinks(dom("New", 1), game=TWO)
    bob.thinks(dom("Old", 1))
    crowd.beat()
    assert (ada.facts, bob.facts) == ([], [])
    assert [str(one.entity) for one in crowd.last.facts] == ["New"]
    assert [one.bot for one in crowd.last.reports] == ["Ada"]
    bob.thinks(game=TWO)
    crowd.beat()
    assert [str(one.entity) for one in bob.facts] == ["New"]
    assert [one.bot for one in crowd.last.reports] == ["Bob"]


async def test_map_that_is_played_again_is_a_new_one(crowd: Crowd) -> None:
    crowd.mates["Ada"].thinks(dom("A", 1))
    crowd.beat()
    for game in (TWO, ONE):
        for mate in crowd.mates.values():
            mate.thinks(game=game)
        crowd.beat()
    assert crowd.mates["Bob"].facts == []
    cyd = crowd.born("Cyd")
    cyd.thinks()
    crowd.beat()
    assert cyd.facts == []


# The leader


async def test_leader_is_told_twice_a_second_and_at_once_what_is_urgent(crowd: Crowd) -> None:
    def beats(*known: Any, decision: Decision = Decision()) -> int:
        """After how many tenths of a second the leader thinks."""
        before = len(crowd.briefed)
        crowd.mates["Ada"].thinks(*known, decision=decision)
        for number in range(1, 20):
            crowd.pass_on(0.1)
            if len(crowd.briefed) > before:
                return number
        raise AssertionError("the leader sleeps")

    crowd.play()
    assert beats() in (5, 6)
    assert beats(enemy()) in (5, 6)
    assert beats(dom("A", 1)) == 1
    assert beats(decision=Decision(orders=(Order("help"),))) == 1


async def test_lost_bot_is_urgent(crowd: Crowd) -> None:
    crowd.play()
    crowd.mates["Bob"].bot.is_playing = False
    crowd.pass_on(0.1)
    assert (crowd.last.lost, crowd.last.reports) == (("Bob",), ())


async def test_requests_are_passed_on_with_who_asks(crowd: Crowd) -> None:
    crowd.play()
    wishes = (Order("help", number=7, sender="somebody"), Order("rush", to="Bob"))
    crowd.mates["Ada"].thinks(decision=Decision(orders=wishes))
    crowd.beat()
    assert crowd.last.requests == (
        Order("help", sender="Ada"),
        Order("rush", to="Bob", sender="Ada"),
    )
    assert crowd.mates["Bob"].shall == ["rush"]


async def test_what_a_mate_wants_holds_for_a_minute_or_as_long_as_it_says(crowd: Crowd) -> None:
    crowd.play()
    wishes = (Order("rush", to="Bob"), Order("camp", to="Ada", for_s=5.0))
    crowd.mates["Ada"].thinks(decision=Decision(orders=wishes))
    crowd.beat()
    assert [one.for_s for name in ("Bob", "Ada") for one in crowd.mates[name].orders] == [60.0, 5.0]


async def test_leader_knows_what_is_done_for_a_mate(crowd: Crowd) -> None:
    crowd.play()
    crowd.mates["Ada"].thinks(decision=Decision(orders=(Order("rush", to="Bob"),)))
    crowd.beat()
    view = crowd.office.leader.view if crowd.office.leader is not None else None
    assert view is not None
    assert view.squad.lent == {"Bob"}
    crowd.play(Order("camp", to="Bob"))
    crowd.play()
    assert view.squad is not crowd.office.leader.view.squad  # type: ignore[union-attr]
    assert crowd.office.leader.view.squad.lent == frozenset()  # type: ignore[union-attr]


@pytest.mark.parametrize("is_led", [True, False])
async def test_wish_that_nobody_can_fulfil_is_told_once(clock: MockClock, *, is_led: bool) -> None:
    crowd = Crowd(clock, "Ada", is_led=is_led)
    crowd.play()
    for _ in range(5):
        crowd.mates["Ada"].thinks(decision=Decision(orders=(Order("rush", to="Zoe"),)))
        crowd.beat()
    assert crowd.objections == [("Ada", 'rush to Zoe: nobody is called "Zoe"')]


async def test_wish_that_nobody_can_fulfil_is_told_in_short(crowd: Crowd) -> None:
    crowd.mates["Ada"].thinks(decision=Decision(orders=(Order("x" * 1000, to="Zoe"),)))
    crowd.beat()
    ((_, why),) = crowd.objections
    assert (len(why), why[-1]) == (300, "…")


# Brains that take no orders


async def test_brain_that_never_answers_an_order_refuses_it(crowd: Crowd) -> None:
    crowd.play(Order("rush", to="Ada"))
    ada = crowd.mates["Ada"]
    for _ in range(DEAF_AFTER - 1):
        ada.thinks(orders=ada.orders)
    crowd.beat()
    assert ada.shall == ["rush"]
    ada.thinks(orders=ada.orders)
    crowd.beat(count=2)
    assert ada.shall == []
    assert [(one.state, one.why) for one in crowd.fates] == [(OrderState.REFUSED, DEAF)]


async def test_brain_that_answers_once_may_take_its_time(crowd: Crowd) -> None:
    crowd.play(Order("rush", to="Ada"))
    ada = crowd.mates["Ada"]
    accepted = Answer(ada.orders[0].number, OrderState.ACCEPTED)
    ada.thinks(orders=ada.orders, decision=Decision(answers=(accepted,)))
    for _ in range(5 * DEAF_AFTER):
        ada.thinks(orders=ada.orders)
    crowd.beat()
    assert ada.shall == ["rush"]


async def test_bot_that_wants_the_same_all_the_time_is_heard_once_per_beat(crowd: Crowd) -> None:
    crowd.play()
    for _ in range(100):
        crowd.mates["Ada"].thinks(decision=Decision(orders=(Order("help"),)))
    crowd.beat()
    assert crowd.last.requests == (Order("help", sender="Ada"),)


async def test_bot_that_wants_everything_at_once_is_heard_twenty_times(crowd: Crowd) -> None:
    crowd.play()
    for number in range(100):
        crowd.mates["Ada"].thinks(decision=Decision(orders=(Order(f"wish {number}"),)))
    crowd.beat()
    assert [one.task for one in crowd.last.requests] == [f"wish {number}" for number in range(20)]


async def test_leader_that_is_gone_for_a_while_is_followed_by_one_that_knows_all(crowd: Crowd) -> None:
    crowd.mates["Ada"].thinks(dom("A", 1))
    crowd.mates["Bob"].thinks()
    crowd.beat(GUARD)
    crowd.boss.fails = True
    crowd.play()
    crowd.boss.fails = False
    crowd.mates["Ada"].thinks(dom("A", 1), decision=Decision(orders=(Order("help"),)))
    crowd.pass_on(0.1)
    assert crowd.office.leader is None
    for _ in range(5):
        crowd.play()
    assert crowd.office.lives == 2
    first = crowd.briefed[[type(one).__name__ for one in crowd.briefed].index("Ended") + 1]
    assert isinstance(first, Briefed)
    assert [(one.bot, one.game) for one in first.reports] == [("Ada", ONE), ("Bob", ONE)]
    assert [str(one.entity) for one in first.facts] == ["A"]
    assert (first.requests, first.lost, first.fates) == ((), (), ())
    assert [str(one) for one in first.orders] == ["defend"]


async def test_team_is_told_that_nobody_leads_it_any_more(crowd: Crowd) -> None:
    crowd.play()
    crowd.boss.fails = True
    crowd.play()
    crowd.play()
    assert (crowd.told[-1][0], crowd.abandoned) == ("restarting", 0)
    for _ in range(30):
        crowd.play()
    assert crowd.told[-1][0] == "given-up"
    assert crowd.abandoned > 0
    assert crowd.liaison._desk.facts == []


async def test_leader_whose_thinks_keep_everybody_waiting_is_named(
    crowd: Crowd, clock: MockClock
) -> None:
    crowd.play()
    crowd.boss.ponders = lambda: clock.jump(2.0)
    for _ in range(5):  # of 3 s each
        crowd.play()
    slow = "a think took 2.0 s, and everybody waited"
    assert [text for kind, text in crowd.told if kind == "overloaded"] == [slow, slow]
    assert str(longest_hold(0.0)) == "red-coordinator thought for 2.0 s"
    crowd.boss.ponders = lambda: clock.jump(0.3)
    since = crowd.now
    crowd.play()
    assert longest_hold(since + 0.1) is None


async def test_mistake_of_ours_in_an_order_is_told(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumbles(*told: object, **more: object) -> None:
        raise KeyError("Ada")

    crowd.play()
    crowd.play(GUARD)
    monkeypatch.setattr(crowd.liaison._book, "_tell", stumbles)
    crowd.mates["Ada"].answers(OrderState.DONE)
    crowd.beat()
    crowd.play()
    assert crowd.faults == [('the owner of "defend"', "KeyError: 'Ada'")]
    assert crowd.objections == []


async def test_what_a_leader_ordered_ends_when_it_is_given_up(crowd: Crowd) -> None:
    crowd.play()
    together = Order("together", ("Bob", "kill", "Gus"))
    crowd.play(GUARD, Order("role", ("scout",), to="Ada"), ASSIGN, together)
    crowd.boss.fails = True
    crowd.play()
    assert (crowd.mates["Ada"].shall, crowd.mates["Bob"].shall) == (
        ["role scout", "assign task Rest", "defend"],
        ["kill Gus"],
    )
    crowd.mates["Bob"].thinks(decision=Decision(orders=(Order("escort", ("Bob",), to="Ada"),)))
    for _ in range(30):
        crowd.play()
    assert crowd.office.phase is Phase.GIVEN_UP
    assert crowd.mates["Ada"].shall == ["role scout", "assign task Rest", "escort Bob"]
    assert crowd.mates["Bob"].shall == []


async def test_team_without_a_leader_keeps_nothing_for_one(clock: MockClock) -> None:
    crowd = Crowd(clock, "Ada", "Bob", is_led=False)
    for number in range(100):
        crowd.mates["Ada"].thinks(dom("A", number % 2), decision=Decision(orders=(Order("help"),)))
        crowd.mates["Bob"].thinks()
        crowd.beat()
    desk = crowd.liaison._desk
    assert (desk.facts, desk.requests, desk.lost, desk.take_reports()) == ([], [], [], ())


# Orders


async def test_orders_are_told_when_they_change(crowd: Crowd) -> None:
    crowd.play()
    crowd.play(GUARD)
    assert crowd.mates["Ada"].shall == ["defend"]
    before = len(crowd.mates["Ada"].heard)
    crowd.play(GUARD)
    assert len(crowd.mates["Ada"].heard) == before
    crowd.play(Order("dismissed", to="Ada"))
    assert crowd.mates["Ada"].shall == []


async def test_order_to_nobody_goes_to_all_that_are_in_the_game(crowd: Crowd) -> None:
    crowd.play()
    crowd.play(Order("rush"))
    assert [mate.shall for mate in crowd.mates.values()] == [["rush"], ["rush"]]


async def test_order_to_a_bot_that_waits_to_be_started_is_there_when_it_comes(crowd: Crowd) -> None:
    crowd.play()
    crowd.waiting.add("Eve")
    crowd.play(Order("rush", to="Eve"), Order("assign task", ("Rest",), to="Eve"))
    eve = crowd.born("Eve")
    crowd.beat()
    assert eve.heard == []
    eve.thinks()
    crowd.beat()
    assert sorted(eve.shall) == ["assign task Rest", "rush"]


async def test_answers_of_bots_become_fates(crowd: Crowd) -> None:
    crowd.play()
    crowd.play(GUARD)
    crowd.mates["Ada"].answers(OrderState.DONE)
    crowd.beat()
    assert [(one.order, one.state) for one in crowd.last.fates] == [(GUARD, OrderState.DONE)]
    assert (crowd.last.orders, crowd.mates["Ada"].shall) == ((), [])


async def test_connection_that_was_lost_for_a_while_costs_the_orders_but_not_the_list(
    crowd: Crowd,
) -> None:
    ada = crowd.mates["Ada"]
    crowd.play()
    crowd.play(CLEAR, GUARD)
    ada.bot.is_playing = False
    crowd.beat()
    assert [(one.order.task, one.why) for one in crowd.last.fates] == [("defend", "is not in the game")]
    crowd.play()
    assert ada.shall == ["clear tasks"]


async def test_new_life_is_told_its_list_again_and_no_old_order(crowd: Crowd) -> None:
    crowd.play()
    crowd.play(CLEAR)
    crowd.mates["Ada"].answers(OrderState.DONE)
    crowd.beat(ASSIGN)
    crowd.mates["Ada"].answers(OrderState.DONE)
    crowd.beat(GUARD)
    again = crowd.born("Ada")
    again.thinks()
    crowd.beat()
    assert again.shall == ["clear tasks", "assign task Rest"]
    assert crowd.last.lost == ("Ada",)


async def test_bot_that_is_gone_for_good_is_forgotten(crowd: Crowd) -> None:
    crowd.play()
    crowd.play(ASSIGN)
    crowd.gone.add("Ada")
    crowd.mates["Ada"].bot.is_playing = False
    crowd.beat()
    crowd.play(GUARD)
    crowd.play()
    fates = [
        (str(fate.order), fate.why)
        for one in crowd.briefed
        if isinstance(one, Briefed)
        for fate in one.fates
    ]
    assert fates == [
        ("assign task Rest", '"Ada" plays no more'),
        ("defend", '"Ada" plays no more'),
    ]
    assert crowd.told[-1] == ("refused", 'defend: "Ada" plays no more')


# Tasks for the leader itself


@pytest.mark.parametrize("name", ["Coordinator", "coordinator", "red-coordinator"])
async def test_leader_is_told_what_is_wanted_of_it(crowd: Crowd, name: str) -> None:
    crowd.play()
    crowd.play(Order("clear tasks", to=name))
    crowd.play()
    (own,) = crowd.last.own
    assert (own.task, own.to, own.sender) == ("clear tasks", "red-coordinator", "red-coordinator")
    crowd.play()
    assert crowd.last.own == ()
    assert [(one.order.task, one.state) for one in crowd.last.fates] == [
        ("clear tasks", OrderState.DONE)
    ]


async def test_leader_hears_at_once_what_is_wanted_of_it(crowd: Crowd) -> None:
    crowd.play()
    crowd.play(Order("clear tasks", to="Coordinator"))
    crowd.pass_on(0.1)
    assert len(crowd.last.own) == 1


async def test_bot_that_is_called_coordinator_is_meant_first(clock: MockClock) -> None:
    crowd = Crowd(clock, "Ada", "Coordinator")
    crowd.play()
    crowd.play(Order("rush", to="Coordinator"))
    crowd.play()
    assert (crowd.mates["Coordinator"].shall, crowd.last.own) == (["rush"], ())


async def test_without_a_leader_nobody_is_called_coordinator(clock: MockClock) -> None:
    crowd = Crowd(clock, "Ada", is_led=False)
    crowd.play()
    crowd.mates["Ada"].thinks(decision=Decision(orders=(Order("rush", to="Coordinator"),)))
    crowd.beat()
    assert crowd.liaison._book.given("Coordinator") == ()


async def test_next_leader_is_told_what_the_tasks_of_the_last_one_were(crowd: Crowd) -> None:
    crowd.play()
    crowd.play(Order("clear tasks", to="Coordinator"))
    crowd.play()
    crowd.play()
    assert crowd.last.own == ()
    crowd.boss.fails = True
    crowd.play()
    crowd.boss.fails = False
    for _ in range(4):
        crowd.play()
    kinds = [type(one).__name__ for one in crowd.briefed]
    first = crowd.briefed[kinds.index("Ended") + 1]
    assert isinstance(first, Briefed)
    assert [one.task for one in first.own] == ["clear tasks"]


async def test_what_cannot_be_is_told_once(crowd: Crowd) -> None:
    crowd.play()
    for _ in range(3):
        crowd.play(Order("rush", to="Zoe"))
    assert [text for kind, text in crowd.told if kind == "refused"] == ['rush: nobody is called "Zoe"']
