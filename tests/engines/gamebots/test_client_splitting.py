"""A network cuts bytes anywhere; what a session perceives must not depend on where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.engines.gamebots import ClientSession
from agentfw.vocabulary import Join, MatchEnded
from tests.support.conversations import CLASSIC_NFO, SESAME, WORLD, both_dialects, said
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.engines.gamebots import Dialect
    from agentfw.vocabulary import Percept

_EVENTS = (
    "BMP {Id Bot3} {Location 1.00,2.00,3.00}",
    "XYZ {What ever}",
    "DAM {Damage 7} {Mood grim}",
    "BMP {Id cut off",
    "VMS {String h\xe9} there}",
    "RCH {ID nobody} {Reachable True}",
)
_SESSIONS = {
    GB2004.name: said(
        "HELLO_BOT",
        "PASSWORD {BlockedByIP 10.0.0.7}",
        "PASSWDOK",
        *WORLD,
        "INITED {BotId Bot9} {HealthStart 100}",
        "SPW",
        "BEG {Time 4.25}",
        "SLF {Id SELF_Bot9} {BotId Bot9} {Location 1.00,2.00,3.00} {Health 100} {Weapon None}",
        "PLR {Id Bot3} {Name Ann B.} {Team 1} {Firing 2}",
        "NAV {Id Dom1} {Visible True} {DomPoint True} {DomPointController 255}",
        "UPD {Loc 1.00,2.00,3.00} {Rot 0,-5,0} {Vel 0.00,0.00,0.00}",
        "END {Time 4.25}",
        *_EVENTS,
        *("SNAV", "NAV {Id P1}", "SNGP", "INGP {Id P2}", "ENGP", "ENAV"),
        "MAPCHANGE {MapName DM-Rankin}",
        "FIN",
    ),
    CLASSIC.name: said(
        CLASSIC_NFO,
        "BEG {Time 3.141593}",
        "GAM {PlayerScores {Bot0 2.000000} {Bot3 0.000000}} {TeamScores {0 1.000000} {1 2.000000}}",
        "SLF {Id Bot0} {Rotation 0,16384,0} {Location 1.500000,2.000000,3.000000} {Name Bob}",
        "FLG {Id CTF.Flag0} {Team 0} {State held} {Holder Bot3}",
        "END {Time 3.141593}",
        *_EVENTS,
        "PONG ",
        "FIN ",
    ),
}


def _outcome(dialect: Dialect, pieces: Iterable[bytes]) -> tuple[list[Percept], bytes]:
    """Everything a session perceives and says when it is fed these pieces."""
    session = ClientSession([dialect], join=Join("Bob"), password=SESAME)
    percepts = [percept for piece in pieces for percept in session.feed(piece, 0.0)]
    assert isinstance(percepts[-1], MatchEnded)
    return percepts, session.take_output()


@both_dialects
def test_session_cut_at_any_byte_is_the_same_session(dialect: Dialect) -> None:
    whole = _SESSIONS[dialect.name]
    expected = _outcome(dialect, [whole])
    for cut in range(len(whole) + 1):
        assert _outcome(dialect, [whole[:cut], whole[cut:]]) == expected, whole[:cut]


@both_dialects
def test_session_one_byte_at_a_time_is_the_same_session(dialect: Dialect) -> None:
    whole = _SESSIONS[dialect.name]
    pieces = [whole[index : index + 1] for index in range(len(whole))]
    assert _outcome(dialect, pieces) == _outcome(dialect, [whole])


@both_dialects
@pytest.mark.parametrize("end", [b"\r", b"\n", b"\n\r\n", b"\r\r\n"], ids=repr)
def test_line_ends_of_any_kind_give_the_same_session(dialect: Dialect, end: bytes) -> None:
    whole = _SESSIONS[dialect.name]
    other = whole.replace(b"\r\n", end)
    expected = _outcome(dialect, [whole])
    assert _outcome(dialect, [other]) == expected
    assert _outcome(dialect, [other[index : index + 1] for index in range(len(other))]) == expected
