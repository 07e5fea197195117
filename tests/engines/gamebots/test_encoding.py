from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

from agentfw.engines.gamebots import (
    CommandEncoder,
    Dialect,
    MessageEncoder,
)
from agentfw.engines.gamebots.orders import AskItemClass, ChangeAttributes, Configure, DrawRoute, Ready
from agentfw.engines.gamebots.wire import BatchStart, Hello, ListStart, PathStart, Pong
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    AskReach,
    AskTrace,
    Axis,
    ChatChannel,
    ChatHeard,
    ClassName,
    DominationPoint,
    EntityId,
    FireMode,
    Firing,
    FlagSeen,
    FlagState,
    GameInfo,
    ItemCategory,
    ItemClass,
    Join,
    Jump,
    Leave,
    MatchEnded,
    MoveTo,
    MoveToward,
    PathReply,
    PathStep,
    Place,
    PlaceKind,
    PlayerSeen,
    RequestId,
    Say,
    ScoreBoard,
    SelfState,
    Shoot,
    Stop,
    Turn,
)
from tests.support.dialects import BOTH, CLASSIC, GB2004
from tests.support.forms import every_form

if TYPE_CHECKING:
    from msgspec import Struct


A, B = EntityId("a"), EntityId("b")
HERE, THERE = Vec3(1, -2.5, 0.125), Vec3(4, 5, 6)
COMMANDS: Final = every_form(BOTH, "commands")
LIGHT: Final = settings(
    max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
command_encoder = functools.cache(CommandEncoder)
message_encoder = functools.cache(MessageEncoder)


def said(dialect: Dialect, command: Struct, port: str = "bot") -> str:
    return _without_end(command_encoder(dialect, port).encode(command))


def told(dialect: Dialect, message: Struct, port: str = "bot") -> str:
    return _without_end(message_encoder(dialect, port).encode(message))


def _without_end(line: bytes) -> str:
    assert line.endswith(b"\r\n")
    return line[:-2].decode("latin-1")


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (Join("Bob", 1), "INIT {Name Bob} {Team 1}"),
        (MoveToward(A), "RUNTO {Target a}"),
        (MoveTo(HERE), "RUNTO {Location 1.000000,-2.500000,0.125000}"),
        (MoveTo(HERE, focus_target=A), "STRAFE {Location 1.000000,-2.500000,0.125000} {Target a}"),
        (
            Shoot(A, Vec3(1, 2, 3), False),
            "SHOOT {Location 1.000000,2.000000,3.000000} {Target a} {Alt False}",
        ),
        (Turn(-100), "ROTATE {Amount -100}"),
        (Stop(), "STOP"),
        (Jump(), "JUMP"),
        (Say("hi there", public=False), "MESSAGE {Text hi there} {Global False}"),
        (AskReach(RequestId("q1"), A), "CHECKREACH {Target a} {Id q1}"),
    ],
)
def test_classic_commands(command: Struct, line: str) -> None:
    assert said(CLASSIC, command) == line


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (Ready(), "READY"),
        (Join("Bob", skill=3.5), "INIT {Name Bob} {DesiredSkill 3.50}"),
        (
            MoveTo(HERE, THERE, A),
            "MOVE {FirstLocation 1.00,-2.50,0.12} {SecondLocation 4.00,5.00,6.00} {FocusTarget a}",
        ),
        (Turn(5, Axis.VERTICAL), "ROTATE {Amount 5} {Axis Vertical}"),
        (Turn(5, Axis.HORIZONTAL), "ROTATE {Amount 5} {Axis Horizontal}"),
        (Shoot(A, alt=True), "SHOOT {Target a} {Alt True}"),
        (AskTrace(False, THERE), "FTRACE {To 4.00,5.00,6.00}"),
        (AskTrace(True, THERE, traces_actors=True), "TRACE {To 4.00,5.00,6.00} {TraceActors True}"),
        (
            Configure(rotation_rate=Rotation(1, 2, 3), vision_time_s=0.25),
            "CONF {RotationRate 1,2,3} {VisionTime 0.25}",
        ),
        (
            DrawRoute(True, (THERE, THERE)),
            "SETROUTE {Erase True} {P0 4.00,5.00,6.00} {P1 4.00,5.00,6.00}",
        ),
        (Leave(), "QUIT"),
        (ChangeAttributes(health=5), "CHATTR {Health 5}"),
    ],
)
def test_newer_commands(command: Struct, line: str) -> None:
    assert said(GB2004, command) == line


def test_word_depends_on_the_port() -> None:
    assert said(GB2004, ChangeAttributes(5, id=A), "control") == "CHATRR {Id a} {Health 5}"
    assert said(GB2004, AskItemClass(ClassName("x"))) == "GETITC {Type x}"
    assert said(GB2004, AskItemClass(ClassName("")), "observer") == "GETITC"


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (BatchStart(1.5), "BEG {Time 1.500000}"),
        (MatchEnded(), "FIN "),
        (Pong(), "PONG "),
        (
            SelfState(A, alt_firing=True, rotation=Rotation(1, 2, 3)),
            "SLF {Id a} {Rotation 1,2,3} {AltFiring 1}",
        ),
        (SelfState(A, weapon=EntityId(""), alt_firing=False), "SLF {Id a} {Weapon None} {AltFiring 0}"),
        (PlayerSeen(A, firing=Firing.NONE), "PLR {Id a}"),
        (PlayerSeen(A, reachable=True, firing=Firing.PRIMARY), "PLR {Id a} {Reachable True} {Firing 1}"),
        (PlayerSeen(A, firing=Firing.SECONDARY), "PLR {Id a} {AltFiring 1}"),
        (
            FlagSeen(A, 0, FlagState.HOME, holder=EntityId("")),
            "FLG {Id a} {Holder None} {Team 0} {State home}",
        ),
        (
            ScoreBoard(players=((A, 5.0), (B, -1.0)), point_owners=((A, 255),), has_flag=True),
            "GAM {PlayerScores {a 5.000000} {b -1.000000}} {DomPoints {a 255}} {HaveFlag 1}",
        ),
        (ChatHeard(ChatChannel.TEAM, "hi"), "VMT {String hi}"),
        (
            PathReply(RequestId("q"), (PathStep(A, THERE), PathStep(B, THERE))),
            "PTH {ID q} {0 a 4.000000,5.000000,6.000000} {1 b 4.000000,5.000000,6.000000}",
        ),
        (PathReply(), "PTH {ID }"),
    ],
)
def test_classic_messages(message: Struct, line: str) -> None:
    assert told(CLASSIC, message) == line


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (Hello("bot"), "HELLO_BOT"),
        (Hello("bot", True), "HELLO_BOT {ServerFull True}"),
        (ListStart("places"), "SNAV"),
        (Pong(1.25), "PONG {Time 1.25}"),
        (
            Place(A, THERE, False, kind=PlaceKind.ITEM_SPOT, item=B),
            "NAV {Id a} {Location 4.00,5.00,6.00} {Visible False} {InvSpot True} {Item b}",
        ),
        (
            DominationPoint(A, owner=255, kind=PlaceKind.DOMINATION_POINT),
            "NAV {Id a} {DomPoint True} {DomPointController 255}",
        ),
        (
            GameInfo(game_type="BotDeathMatch", level="DM-X", frag_limit=20, time_limit_min=15.0),
            "NFO {Gametype BotDeathMatch} {Level DM-X} {FragLimit 20} {TimeLimit 15}",
        ),
        (
            GameInfo(level="CTF-X", goal_team_score=3.0, time_left_s=90.0),
            "NFO {Level CTF-X} {GoalTeamScore 3} {TimeLimit 90}",
        ),
        (PlayerSeen(A, firing=Firing.SECONDARY), "PLR {Id a} {Firing 2}"),
        (
            ItemClass(
                category=ItemCategory.WEAPON,
                primary=FireMode(tossed=True),
                secondary=FireMode(speed=9.0),
            ),
            "ITC {ItemCategory Weapon} {PriTossed True} {SecSpeed 9.00}",
        ),
        (PathStart(RequestId("q")), "SPTH {MessageId q}"),
    ],
)
def test_newer_messages(message: Struct, line: str) -> None:
    assert told(GB2004, message) == line
