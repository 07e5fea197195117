"""What comes together is believed together; what happens in between is applied between two thinks."""

from __future__ import annotations

import pytest

from agentfw.engines.gamebots import ClientSession
from agentfw.perception import Store
from agentfw.vocabulary import (
    Bumped,
    ChatChannel,
    ChatHeard,
    DamageTaken,
    Died,
    Join,
    Landed,
    MatchEnded,
    PlayerAppeared,
    SelfMotion,
    Spawned,
)
from tests.support.conversations import CLASSIC_NFO
from tests.support.dialects import CLASSIC
from tests.support.seeing import ME, Watch, at, enemy, flag, item, me, snap, written

BATCH = (
    "BEG {Time 10.00}",
    "GAM {PlayerScores {me 3}}",
    "SLF {Id me} {Location 1,2,3} {Rotation 0,0,0} {Velocity 0,0,0} {Team 0} {Health 77}",
    "PLR {Id foe} {Location 500,0,0} {Rotation 0,0,0} {Velocity 0,0,0} {Team 1} {Reachable True}",
    "FLG {Id flag1} {Location 900,0,0} {Team 1} {Reachable False} {State home}",
    "END {Time 10.00}",
)


class Wire:
    """A store at the end of a wire."""

    def __init__(self) -> None:
        self.session = ClientSession([CLASSIC], join=Join(player_name="A", team=0))
        self.store = Store()
        self.say(CLASSIC_NFO)

    def say(self, *lines: str, now: float = 0.0) -> None:
        data = "".join(f"{line}\r\n" for line in lines).encode()
        for percept in self.session.feed(data, now):
            self.store.apply(percept, now)


@pytest.mark.parametrize("heard", range(1, len(BATCH)))
def test_half_a_batch_changes_nothing_that_is_believed(heard: int) -> None:
    wire = Wire()
    wire.store.view(0.0)
    before = written(wire.store.view(1.0))
    wire.say(*BATCH[:heard], now=1.0)
    assert written(wire.store.view(1.0)) == before


def test_a_batch_appears_whole_with_its_end() -> None:
    wire = Wire()
    wire.say(*BATCH[:3])
    wire.say(*BATCH[3:], now=2.0)
    view = wire.store.view(2.0)
    assert (view.time, view.health, view.scores.players[ME]) == (10.0, 77, 3.0)
    assert view.players[enemy().id].is_visible
    assert view.flags[1].is_visible


def test_a_batch_that_has_begun_does_not_hide_an_enemy() -> None:
    wire = Wire()
    wire.say(*BATCH)
    wire.say("BEG {Time 11.00}", now=1.0)
    assert [one.id for one in wire.store.view(1.0).enemies] == ["foe"]


def test_an_event_in_the_middle_of_a_batch_is_known_before_the_batch_is() -> None:
    wire = Wire()
    wire.say(*BATCH[:3], "DAM {Damage 10}", now=1.0)
    view = wire.store.view(1.0)
    assert (view.threats.damage, view.time) == (10, None)


def test_a_flag_update_is_part_of_the_batch() -> None:
    wire = Wire()
    wire.say(*BATCH)
    wire.say("BEG {Time 11.00}", "FLG {Id flag1} {Location 5,0,0} {Team 1} {State dropped}", now=1.0)
    known = wire.store.view(1.0).flags[1]
    assert (known.location, known.state and known.state.value) == (at(900), "home")


def test_what_a_batch_does_not_list_is_out_of_sight() -> None:
    watch = Watch()
    watch.look(me(), enemy(), item(), flag(1, x=900))
    view = watch.look(me(), now=1.0)
    known = (view.players[enemy().id], view.items[item().id], view.flags[1])
    assert [belief.is_visible for belief in known] == [False, False, False]


def test_an_empty_batch_keeps_the_own_state() -> None:
    watch = Watch()
    watch.look(me(health=55))
    assert watch.look(now=1.0).health == 55


@pytest.mark.parametrize("event", [Bumped(), Landed(), ChatHeard(channel=ChatChannel.TEAM, text="hi")])
def test_an_event_is_handed_out_once(event: Bumped | Landed | ChatHeard) -> None:
    watch = Watch()
    first = watch.hear(event, now=1.5).view()
    assert [(one.at, one.percept) for one in first.events] == [(1.5, event)]
    assert watch.view().events == ()


def test_events_come_in_the_order_they_happened() -> None:
    watch = Watch().hear(Bumped(), now=1.0).hear(snap(me()), Landed(), now=2.0).hear(Bumped(), now=3.0)
    assert [event.at for event in watch.view(4.0).events] == [1.0, 2.0, 3.0]


def test_events_of_one_kind_can_be_asked_for() -> None:
    view = Watch().hear(Bumped(), Landed(), DamageTaken(damage=5)).view()
    assert view.happened(DamageTaken) == (DamageTaken(damage=5),)
    assert view.happened(Died) == ()


def test_events_beyond_what_a_think_can_care_about_are_dropped_oldest_first_and_counted() -> None:
    watch = Watch().hear(DamageTaken(damage=1), *[Bumped()] * 1000)
    assert (len(watch.view().events), watch.store.statistics().events_dropped) == (1000, 1)
    assert watch.store.view(0.0).happened(DamageTaken) == ()


def test_the_own_motion_between_two_batches_shows_at_once() -> None:
    watch = Watch()
    watch.look(me(0.0, health=40))
    view = watch.hear(SelfMotion(location=at(70), velocity=at(440)), now=0.1).view()
    assert (view.location, view.me.velocity, view.health) == (at(70), at(440), 40)


def test_the_own_motion_is_no_event() -> None:
    assert Watch().hear(SelfMotion(location=at(70))).view().events == ()


def test_a_newer_batch_goes_before_an_older_motion() -> None:
    watch = Watch()
    watch.hear(SelfMotion(location=at(70)), snap(me(90.0)))
    assert watch.view().location == at(90)


def test_somebody_who_appears_between_two_batches_is_in_sight_at_once() -> None:
    watch = Watch()
    watch.look(me())
    seen = PlayerAppeared(id=enemy().id, team=1, location=at(500))
    view = watch.hear(seen, now=0.1).view()
    assert [(one.id, one.seen_at) for one in view.enemies] == [("foe", 0.1)]


def test_somebody_who_appeared_is_out_of_sight_with_the_next_batch_without_it() -> None:
    watch = Watch().hear(PlayerAppeared(id=enemy().id, location=at(500)))
    assert watch.look(me(), now=0.2).enemies == ()


@pytest.mark.parametrize("urgent", [DamageTaken(), Died(), Spawned()])
def test_what_needs_an_answer_is_urgent_until_the_next_think(urgent: DamageTaken) -> None:
    watch = Watch().hear(urgent)
    assert watch.store.is_urgent
    watch.view()
    assert not watch.store.is_urgent


def test_a_batch_is_not_urgent() -> None:
    assert not Watch().hear(snap(me(), enemy()), Bumped()).store.is_urgent


def test_the_end_of_the_match_is_told_as_a_state_and_as_an_event() -> None:
    view = Watch().hear(MatchEnded()).view()
    assert view.is_over
    assert view.happened(MatchEnded)


def test_everything_that_came_in_is_counted() -> None:
    watch = Watch().hear(snap(me(), enemy(), item()), Bumped(), Died())
    watch.view()
    counted = watch.store.statistics()
    assert (counted.percepts, counted.snapshots, counted.views, counted.deaths) == (3, 1, 1, 1)
    assert (counted.players, counted.items) == (1, 1)
