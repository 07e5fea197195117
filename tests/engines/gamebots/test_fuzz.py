"""Any garbage becomes messages or counted rejections, never an exception.

And whichever way a line is read, by the fast path or by the careful reader, it becomes the same.
"""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING, Final

import pytest

from agentfw.engines.gamebots import ClientSession, CommandDecoder, MessageDecoder, Odd, Rejected
from agentfw.engines.gamebots.framing import LineCutter
from agentfw.testing import Traffic
from agentfw.vocabulary import Command, Join, Percept, Snapshot
from tests.support.dialects import BOTH, CLASSIC, GB2004
from tests.support.mutations import mutated_lines, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.engines.gamebots import Dialect

COUNT: Final = 100_000
"""Lines per dialect and test."""
GARBAGE_BYTES: Final = 10_000_000
EVENTS: Final = {
    CLASSIC: [
        b"NFO {Gametype BotDeathMatch} {Level DM-Turbine} {TimeLimit 20.000000} {FragLimit 30}",
        b'VMS {String I {really} mean} {it, "100%" \\o/ :}}',
        b"GAM {PlayerScores {My Map.Bot 1 5.000000} {b -1.0}} {TeamScores {0 1.0}} {HaveFlag 1}",
        b"PTH {ID q1} {0 Map.Node0 1.0,2.0,3.0} {1 Map.Node1 4.0,5.0,6.0} {10 Map.Node2 7.0,8.0,9.0}",
        b"RCH {ID q2} {Reachable True} {From 1.000000,2.000000,3.000000}",
        b"FLG {Id Flag0} {Location 1.0,2.0,3.0} {Holder None} {Team 0} {Reachable False} {State Home}",
        b"SEE {Id Map.Bot1} {Name J\xf6rg} {Team 1} {Weapon None} {Firing 1}",
        b"DAM {Damage 12} {DamageType Botpack.Rocket} {Instigator Map.Bot1}",
    ],
    GB2004: [
        b"NFO {Level CTF-X} {GoalTeamScore 3} {TimeLimit 900} {RedBaseLocation 1,2,3}",
        b"NAV {Id a} {Location 1.00,2.00,3.00} {Visible false} {DomPoint True} {DomPointController 255}",
        b"ITC {ItemCategory Weapon} {PriFireModeType B} {PriFireRate 0.50} {SecDamageMin 5}",
        b"INGP {Id a} {Flags 9} {CollisionR 40} {CollisionH 80} {NeededJump 1.00,2.00,3.00}",
        b'VMT {Id a} {Name B\xf6b} {ControlServer False} {Text Private: 100% \\o/ "hi"}',
        b"KIL {Id a} {KilledPawn b} {Killer None} {DeathString %o met %k's bullet} {BulletHit True}",
        b"SPTH {MessageId q1}",
        b"IPTH {RouteId a} {Location 1.00,2.00,3.00}",
        b"CTRLMSG {Type x} {PS1 a b} {PI1 5} {PF1 0.50} {PB1 True}",
        b"FIN",
    ],
}
COMMANDS: Final = {
    CLASSIC: [
        b"Init {name Bot1} {team 255}",
        b"RUNTO  {Target Map.Node1}",
        b'RUNTO {Location ("1 2 3")}',
        b"STRAFE {Location 1,2,3} {Target a}",
        b"TURNTO {Pitch 1} {Yaw 2} {Roll 3}",
        b"SHOOT {Location 1 2 3} {Target a} {Alt True}",
        b"CHECKREACH {Target a} {Id q1} {From 1,2,3}",
        b"GETPATH {X 1} {Y 2} {Z 3} {Id q1}",
        b"MESSAGE {Text hello, w\xf6rld} {Global False}",
        b"SETWALK {Walk 1}",
    ],
    GB2004: [
        b"INIT {Name Bob} {DesiredSkill 3.50} {ManualSpawn False} {Location 1,2,3} {Rotation 1,2,3}",
        b"MOVE {FirstLocation 1,2,3} {SecondLocation 4,5,6} {FocusTarget a} {FocusLocation 7,8,9}",
        b"CONF {Name x} {AutoTrace True} {RotationRate 1,2,3} {VisionTime 0.25}",
        b"DIALOG {Id a} {DialogId d} {Text Well?} {Option0 yes} {Option1 no} {Option10 maybe}",
        b"SETROUTE {Erase True} {P0 1,2,3} {P1 4,5,6} {P31 7,8,9}",
        b"SENDCTRLMSG {Type x} {PS1 a b} {PI1 5} {PF1 0.50} {PB1 True}",
        b"ROTATE {Amount 5} {Axis Vertical}",
        b"FTRACE {Id q} {From 1,2,3} {To 4,5,6}",
        b"PASSWORD {Password sesame}",
        b"GETNAVS",
    ],
}
each_dialect = pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.name)


@functools.cache
def traffic_lines(dialect: Dialect) -> list[bytes]:
    """Ordinary lines of all kinds, among them some of everything that needs care."""
    traffic = Traffic(dialect, seed=5)
    return [*traffic.handshake().splitlines()[:200], *traffic.lines(800), *EVENTS[dialect] * 10]


@functools.cache
def spoiled_lines(dialect: Dialect) -> list[bytes]:
    return list(mutated_lines(traffic_lines(dialect), COUNT, seed=11))


def count_rejected(results: Iterable[object], family: type[Percept | Command]) -> int:
    """How many lines were rejected; all others must be members of the family."""
    rejected = 0
    for result in results:
        message = result.message if isinstance(result, Odd) else result
        if isinstance(message, Rejected):
            assert message.reason
            rejected += 1
        else:
            assert isinstance(message, family)
    return rejected


@each_dialect
def test_spoiled_messages_are_read_or_rejected(dialect: Dialect) -> None:
    decoder = MessageDecoder(dialect, "bot")
    decoder.decode_all(traffic_lines(dialect))
    rejected = count_rejected(map(decoder.decode, spoiled_lines(dialect)), Percept)
    assert COUNT // 10 < rejected < COUNT * 9 // 10


@each_dialect
def test_spoiled_messages_are_read_alike_by_the_fast_path_and_the_careful_reader(
    dialect: Dialect,
) -> None:
    decoder, fresh = MessageDecoder(dialect, "bot"), MessageDecoder(dialect, "bot")
    decoder.decode_all(traffic_lines(dialect))
    differing = [line for line in spoiled_lines(dialect) if decoder.decode(line) != fresh._read(line)]
    assert differing == []


@each_dialect
def test_spoiled_commands_are_read_or_rejected(dialect: Dialect) -> None:
    decoder = CommandDecoder(dialect, "bot")
    lines = mutated_lines(COMMANDS[dialect], COUNT, seed=13)
    rejected = count_rejected(map(decoder.decode, lines), Command)
    assert 0 < rejected < COUNT // 2


@each_dialect
def test_random_bytes_are_read_or_rejected(dialect: Dialect) -> None:
    cutter, decoder = LineCutter(), MessageDecoder(dialect, "bot")
    garbage = random.Random(17).randbytes(GARBAGE_BYTES)  # noqa: S311 - a test, not a secret
    lines = rejected = 0
    for piece in pieces_of(garbage, seed=19):
        messages = decoder.decode_all(cutter.feed(piece))
        lines += len(messages)
        rejected += count_rejected(messages, Percept)
    assert lines > GARBAGE_BYTES // 200
    assert rejected > lines // 2


def playing_session(dialect: Dialect) -> tuple[ClientSession, Traffic]:
    """A session in the middle of a game, and the traffic that goes on from there."""
    session, traffic = ClientSession([dialect], join=Join("Bob")), Traffic(dialect, seed=5)
    session.feed(traffic.handshake(), now=0.0)
    session.feed(next(traffic.batches(1)), now=0.0)
    assert session.is_playing
    return session, traffic


def assert_reads_clean_batch(session: ClientSession, dialect: Dialect, batch: bytes) -> None:
    session.feed(b"\r\n", now=1.0)
    events = session.feed(batch, now=1.0)
    other, _ = playing_session(dialect)
    assert events == other.feed(batch, now=1.0)
    assert any(isinstance(event, Snapshot) for event in events)


@each_dialect
def test_session_survives_random_bytes_and_counts_every_line(dialect: Dialect) -> None:
    session, traffic = playing_session(dialect)
    before = session.statistics()
    garbage = random.Random(23).randbytes(GARBAGE_BYTES)  # noqa: S311 - a test, not a secret
    for piece in pieces_of(garbage, seed=29):
        session.feed(piece, now=0.5)
    after = session.statistics()
    unknown = sum(after.unknown_words.values())
    assert after.bytes_in - before.bytes_in == GARBAGE_BYTES
    assert after.lines - before.lines == after.rejected - before.rejected + unknown > 50_000
    assert session.is_playing
    assert_reads_clean_batch(session, dialect, next(traffic.batches(1)))


@each_dialect
def test_session_survives_spoiled_batches(dialect: Dialect) -> None:
    session, traffic = playing_session(dialect)
    lines = mutated_lines(Traffic(dialect, seed=5).lines(800), COUNT // 2, seed=31)
    for piece in pieces_of(b"\r\n".join(lines), seed=37):
        session.feed(piece, now=0.5)
    assert session.is_playing
    assert session.statistics().rejected > COUNT // 20
    assert_reads_clean_batch(session, dialect, next(traffic.batches(1)))


@pytest.mark.slow
@pytest.mark.timeout(600)
@each_dialect
@pytest.mark.parametrize("seed", range(100, 110))
def test_more_spoiled_messages_are_read_alike_both_ways(dialect: Dialect, seed: int) -> None:
    decoder, fresh = MessageDecoder(dialect, "bot"), MessageDecoder(dialect, "bot")
    decoder.decode_all(traffic_lines(dialect))
    lines = mutated_lines(traffic_lines(dialect), 200_000, seed)
    assert [line for line in lines if decoder.decode(line) != fresh._read(line)] == []
