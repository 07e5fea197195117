"""The way out: nothing is said twice, nothing that was lost stays lost."""

from __future__ import annotations

import pytest

from agentfw.body.port import Port
from agentfw.decisions import NOTHING, Decision, Fight, ShootAt, TravelTo
from agentfw.geometry import Rotation, Vec3
from agentfw.perception import Motion, View
from agentfw.vocabulary import (
    ChangeWeapon,
    Command,
    EntityId,
    Jump,
    MoveTo,
    SelfState,
    Shoot,
    Stop,
    StopShooting,
    TurnTo,
)
from tests.support.bodies import Field, at, player, row_of

FOE = EntityId("foe")
SHOT = Shoot(target=FOE)


def look(port: Port, now: float, *, speed: float = 440.0, fires: bool | None = None) -> Port:
    """Begin a think."""
    me = SelfState(shooting=fires)
    port.begin(View(now=now, me=me, motion=Motion(speed=speed, is_moving=speed > 0.0)))
    return port


def moved(port: Port, now: float, goal: Vec3, *, speed: float = 440.0) -> list[Command]:
    """What is said by a body that wants to run to a point."""
    look(port, now, speed=speed).move(goal)
    return port.take()


def shot(port: Port, now: float, *, fires: bool | None) -> list[Command]:
    """What is said by a body that wants to fire."""
    look(port, now, fires=fires).shoot(SHOT)
    return port.take()


def test_what_was_taken_is_not_handed_out_again() -> None:
    port = look(Port(), 0.0)
    port.jump()
    assert port.take() == [Jump()]
    assert port.take() == []


class TestLegs:
    def test_the_same_goal_is_said_once(self) -> None:
        port = Port()
        assert moved(port, 0.0, at(500)) == [MoveTo(at(500))]
        assert [moved(port, 0.1 * tick, at(500)) for tick in range(1, 100)] == [[]] * 99

    def test_a_goal_nearer_than_20_uu_is_the_same_goal(self) -> None:
        port = Port()
        moved(port, 0.0, at(500))
        assert moved(port, 0.1, at(519)) == []
        assert moved(port, 0.2, at(521)) == [MoveTo(at(521))]

    def test_a_goal_that_creeps_away_is_told_before_it_is_far(self) -> None:
        port = Port()
        said = [command for step in range(40) for command in moved(port, 0.1 * step, at(500 + 5 * step))]
        goals = [command.location.x for command in said if isinstance(command, MoveTo)]
        assert goals == [500.0, 525.0, 550.0, 575.0, 600.0, 625.0, 650.0, 675.0]

    def test_another_focus_is_another_command(self) -> None:
        port = Port()
        moved(port, 0.0, at(500))
        port.focus_target = FOE
        assert moved(port, 0.1, at(500)) == [MoveTo(at(500), focus_target=FOE)]

    def test_a_target_in_focus_comes_before_a_point(self) -> None:
        port = Port()
        port.focus_target, port.focus_location = FOE, at(0, 9)
        assert moved(port, 0.0, at(500)) == [MoveTo(at(500), focus_target=FOE)]

    def test_another_next_point_is_another_command(self) -> None:
        port = look(Port(), 0.0)
        port.move(at(500))
        port.move(at(500), at(900))
        port.move(at(500), at(900, 300))
        assert len(port.take()) == 3

    def test_a_body_that_stands_is_told_again_after_half_a_second(self) -> None:
        port = Port()
        times = [0.1 * tick for tick in range(16)]
        heard = [now for now in times if moved(port, now, at(500), speed=0.0)]
        assert heard == pytest.approx([0.0, 0.5, 1.0, 1.5])

    def test_stop_is_said_once(self) -> None:
        port = Port()
        moved(port, 0.0, at(500))
        port.stop()
        port.stop()
        assert port.take() == [Stop()]

    def test_who_was_never_told_to_run_is_not_told_to_stop(self) -> None:
        port = look(Port(), 0.0)
        port.stop()
        assert port.take() == []

    def test_the_same_goal_is_said_anew_after_a_stop(self) -> None:
        port = Port()
        moved(port, 0.0, at(500))
        port.stop()
        port.take()
        assert moved(port, 0.1, at(500)) == [MoveTo(at(500))]

    def test_jumps_are_no_closer_than_a_jump_lasts(self) -> None:
        port, jumps = Port(), []
        for tick in range(25):
            look(port, 0.1 * tick).jump()
            jumps += [round(0.1 * tick, 1) for _ in port.take()]
        assert jumps == [0.0, 0.8, 1.6, 2.4]


class TestEyes:
    def turned(self, port: Port, now: float, yaw: int) -> list[Command]:
        look(port, now).turn(TurnTo(rotation=Rotation(0, yaw, 0)))
        return port.take()

    def test_the_same_turn_is_said_again_only_after_a_second(self) -> None:
        port = Port()
        heard = [round(0.1 * tick, 1) for tick in range(25) if self.turned(port, 0.1 * tick, 900)]
        assert heard == [0.0, 1.0, 2.0]

    def test_another_turn_is_said_at_once(self) -> None:
        port = Port()
        self.turned(port, 0.0, 900)
        assert self.turned(port, 0.1, 1900) == [TurnTo(rotation=Rotation(0, 1900, 0))]

    def test_a_turn_is_said_anew_after_a_run_because_running_turns_the_body(self) -> None:
        port = Port()
        self.turned(port, 0.0, 900)
        moved(port, 0.1, at(500))
        assert len(self.turned(port, 0.2, 900)) == 1


class TestTrigger:
    def test_a_trigger_that_is_known_to_be_pulled_is_not_pulled_again(self) -> None:
        port = Port()
        assert shot(port, 0.0, fires=False) == [SHOT]
        assert [shot(port, 0.1 * tick, fires=True) for tick in range(1, 100)] == [[]] * 99

    def test_a_trigger_that_came_loose_is_pulled_again_after_half_a_second(self) -> None:
        port = Port()
        heard = [round(0.1 * tick, 1) for tick in range(12) if shot(port, 0.1 * tick, fires=False)]
        assert heard == [0.0, 0.5, 1.0]

    def test_a_game_that_does_not_tell_is_told_once_a_second(self) -> None:
        port = Port()
        heard = [round(0.1 * tick, 1) for tick in range(21) if shot(port, 0.1 * tick, fires=None)]
        assert heard == [0.0, 1.0, 2.0]

    def test_holding_fire_is_said_once(self) -> None:
        port = Port()
        shot(port, 0.0, fires=None)
        port.stop_shooting()
        port.stop_shooting()
        assert port.take() == [StopShooting()]

    def test_who_does_not_fire_is_not_told_to_stop(self) -> None:
        port = look(Port(), 0.0)
        port.stop_shooting()
        assert port.take() == []

    def test_a_weapon_is_asked_for_once_a_second(self) -> None:
        port, heard = Port(), []
        for tick in range(21):
            look(port, 0.1 * tick).arm(EntityId("flak"))
            heard += [(round(0.1 * tick, 1), command) for command in port.take()]
        assert heard == [(float(second), ChangeWeapon(EntityId("flak"))) for second in range(3)]


class TestBookkeeping:
    def test_everything_said_suppressed_and_repeated_is_counted(self) -> None:
        port = Port()
        for tick in range(6):
            moved(port, 0.1 * tick, at(500), speed=0.0)
        assert port.statistics().sent == 2
        assert port.statistics().suppressed == 4
        assert port.statistics().repeated == 1

    def test_questions_have_names_of_their_own(self) -> None:
        port = look(Port(), 0.0)
        names = [port.ask_path(at(1)), port.ask_path(at(1)), port.ask_sight(at(1), at(2))]
        assert len(set(names)) == 3

    def test_a_body_that_is_gone_has_no_commands_left_to_obey(self) -> None:
        port = Port()
        moved(port, 0.0, at(500))
        shot(port, 0.0, fires=None)
        port.focus_target = FOE
        port.forget()
        assert not port.is_moving
        assert vars(port)["focus_target"] is None


class TestLostCommands:
    """A world that does not hear everything."""

    def test_a_run_that_was_not_heard_is_said_again_and_arrives(self) -> None:
        field = Field()
        field.hears = lambda _: field.now > 10.3
        ended = field.finish(Decision(move=TravelTo(location=at(140))), within=3.0)
        assert ended.is_done
        assert field.body.statistics().repeated == 1

    def test_a_shot_that_was_not_heard_is_said_again(self) -> None:
        field = Field()
        field.tells_fire = True
        field.hears = lambda _: field.now > 11.0
        field.meet(player("foe", at(500)))
        field.run(Decision(fight=Fight(target=FOE, stand=True)), 2.0)
        assert field.fires

    def test_a_hold_fire_that_was_not_heard_is_said_again(self) -> None:
        field = Field()
        field.tells_fire = True
        field.run(Decision(fight=ShootAt(location=at(500))), 1.0)
        field.hears = lambda _: False
        field.run(NOTHING, 0.2)
        field.hears = lambda _: True
        field.run(NOTHING, 3.0)
        assert not field.fires

    def test_a_stop_that_was_not_heard_is_said_again(self) -> None:
        field = Field(graph=row_of("abcde"))
        field.run(Decision(move=TravelTo(place=EntityId("e"))), 1.0)
        field.hears = lambda _: field.now > 11.5
        field.run(NOTHING, 2.0)
        heard = [now > 11.5 for now, _ in field.all_said(Stop)]
        assert heard[-1]
        assert heard.count(True) == 1
