"""What a leap by the own rocket does in the game: the reason why the body does it as it does."""

from __future__ import annotations

from agentfw.arena.server.bots import BotClient
from tests.support.playing import Guest, drawn_arena, join, pass_time

ROCKETS = "XWeapons.RocketLauncherPickup"
AHEAD_UU, BELOW_UU = 60.0, 44.0


def armed() -> Guest:
    guest = join(drawn_arena(wall=1024), "Ann", at=(1600.0, 448.0))
    guest.ask(f"ADDINV {{Type {ROCKETS}}}", seconds=1.5)
    return guest


def flight(guest: Guest, *commands: str) -> tuple[float, float, int]:
    """How high and how far back some commands throw a bot, and what they cost."""
    assert isinstance(guest.client, BotClient)
    assert guest.client.player is not None
    pawn = guest.client.player.pawn
    assert pawn is not None
    x, floor, health, top = pawn.body.x, pawn.body.z, pawn.health, 0.0
    guest.say(*commands)
    for tick in range(40):
        if tick == 4:
            guest.say("STOPSHOOT")
        pass_time(guest.arena, 0.05)
        top = max(top, pawn.body.z - floor)
    return top, x - pawn.body.x, health - pawn.health


def test_a_shot_at_the_floor_ahead_and_a_jump_throw_a_bot_back() -> None:
    guest = armed()
    assert isinstance(guest.client, BotClient)
    assert guest.client.player is not None
    assert guest.client.player.pawn is not None
    here = guest.client.player.pawn.body.location
    shot = f"SHOOT {{Location {here.x + AHEAD_UU},{here.y},{here.z - BELOW_UU}}}"
    up, back, lost = flight(guest, shot, "JUMP")
    assert 140 < up < 190
    assert 200 < back < 300
    assert 50 < lost < 70


def test_a_jump_alone_throws_nobody_back() -> None:
    up, back, lost = flight(armed(), "JUMP")
    assert 50 < up < 70
    assert (back, lost) == (0.0, 0)
