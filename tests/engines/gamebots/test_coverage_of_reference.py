"""Every word and attribute of the protocol reference, so that none is dropped from a dialect unnoticed.

The tables are written from the reference, not from the dialect files: one line per word, the
attributes after the colon, all forms of a word taken together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect
    from agentfw.engines.gamebots.dialect import Form

_PLAYER = "Id Rotation Location Velocity Name Team Reachable Weapon Firing AltFiring"
_HURT = "DamageType Flaming DirectDamage BulletHit VehicleHit"
_FREE = "Type PS1 PS2 PS3 PI1 PI2 PI3 PF1 PF2 PF3 PB1 PB2 PB3"
_SETTINGS = (
    "Name AutoTrace DrawTraceLines ManualSpawn ShowFocalPoint ShowDebug SpeedMultiplier RotationRate"
    " Invulnerable VisionTime SynchronousOff SyncNavPointsOff AutoPickupOff"
)
_GAME = (
    "Gametype WeaponStay GamePaused BotsPaused Level FragLimit TimeLimit GoalTeamScore MaxTeams"
    " MaxTeamSize RedBaseLocation BlueBaseLocation FirstDomPointLocation SecondDomPointLocation"
)
_FIRE_MODE = (
    "FireModeType SplashDamage SplashJump RecomSplashDamage Tossed LeadTarget InstantHit FireOnRelease"
    " WaitForRelease ModeExclusive FireRate BotRefireRate AmmoPerFire AmmoClipSize AimError Spread"
    " SpreadStyle FireCount DamageAtten DamageMin DamageMax AmmoType InitialAmount MaxAmount MaxRange"
    " DamageType ArmorStops AlwaysGibs Special DetonatesGoop SuperWeapon ExtraMomZ ProjType Damage Speed"
    " MaxSpeed LifeSpan DamageRadius TossZ MaxEffectDistance"
)
_ITEM_CLASS = " ".join(
    ["InventoryType PickupType ItemCategory Melee Sniping UsesAltAmmo Amount SuperHeal"]
    + [prefix + name for prefix in ("Pri", "Sec") for name in _FIRE_MODE.split()]
)
_PLACE = (
    "Id Location Visible DomPoint DomPointController InvSpot Item ItemClass ItemSpawned PlayerStart"
    " TeamNumber Door Mover LiftCenter LiftOffset LiftExit LiftJumpExit NoDoubleJump AIMarker Rotation"
    " RoamingSpot SnipingSpot PreferedWeapon JumpSpot JumpDest JumpPad Teleporter"
)
_SELF = (
    "Id BotId Vehicle Location Rotation Velocity Name Team Health Weapon Shooting Armor SmallArmor"
    " Adrenaline Crouched Walking FloorLocation FloorNormal Combo UDamageTime PrimaryAmmo SecondaryAmmo"
    " AltFiring"
)
_LISTED_WORLD = f"""
PASSWORD: BlockedByIP | PASSWDOK | PASSWDWRONG | SHS | EHS | NFO: {_GAME} | SPLR | EPLR
JOIN: Id Name | LEFT: Id Name | PAUSED | RESUMED | GAMERESTART: Started Finished
BEG: Time | END: Time | PONG | FIN
"""
_LISTED_MAP = f"""
SMUT | EMUT | MUT: Id Name | SITC | EITC | ITC: {_ITEM_CLASS}
SNAV | ENAV | NAV: {_PLACE} | SNGP | ENGP
INGP: Id Flags CollisionR CollisionH ForceDoubleJump CalculatedGravityZ NeededJump NeverImpactJump
 NoLowGrav OnlyTranslocator TranslocTargetTag TranslocZOffset
SMOV | EMOV | MOV: Id Location Visible DamageTrig Type IsMoving Velocity MoveTime OpenTime State BasePos
 BaseRot DelayTime NavPointMarker
SINV | EINV | INV: Id Location Amount Visible Dropped Type NavPointId
CONFCH: Id BotId ManualSpawn AutoTrace Invulnerable Name SpeedMultiplier RotationRate VisionTime
 LocUpdateMultiplier ShowDebug ShowFocalPoint DrawTraceLines SynchronousOff AutoPickupOff SyncNavpoints
 VisionFOV
PLS: Id Score Deaths | TES: Id Team Score
FTR: Id From To Result | TRC: Id From To Result HitId HitLocation HitNormal
RECSTART | RECEND | MAPCHANGE: MapName | TEAMCHANGE: Success DesiredTeam | CTRLMSG: {_FREE}
"""

MESSAGES = {
    "gamebots-ut99 bot": f"""
BEG: Time | END: Time | GAM: PlayerScores TeamScores DomPoints HaveFlag EnemyHasFlag
SLF: Id Rotation Location Velocity Name Team Health Weapon CurrentAmmo Armor AltFiring
PLR: {_PLAYER} | SEE: {_PLAYER} | NAV: Id Location Reachable | INV: Id Location Reachable Class
MOV: Id Location Reachable DamageTrig Class | DOM: Id Location Reachable Controller
FLG: Id Location Holder Team Reachable State
NFO: Gametype Level TimeLimit FragLimit GoalTeamScore MaxTeams MaxTeamSize
AIN: Id Class | CWP: Id Class | VMS: String | VMT: String | VMG: Sender Type Id
ZCF: Id | ZCH: Id | ZCB: Id | WAL: Id Normal Location | FAL: Fell Location | BMP: Id Location
HRP: Player | HRN: SourceClass | PRJ: Time Direction | KIL: Id Killer DamageType
DIE: Killer DamageType | DAM: Damage DamageType Instigator | HIT: Id Damage DamageType
PTH: Id 0 1 2 15 | RCH: Id Reachable From | PONG | FIN
""",
    "gamebots-2004 bot": f"""
{_LISTED_WORLD} | {_LISTED_MAP} | HELLO_BOT: ServerFull
INITED: BotId HealthStart HealthFull HealthMax AdrenalineStart AdrenalineMax ShieldStrengthStart
 ShieldStrengthMax MaxMultiJump DamageScaling GroundSpeed WaterSpeed AirSpeed LadderSpeed AccelRate
 JumpZ MultiJumpBoost MaxFallSpeed DodgeSpeedFactor DodgeSpeedZ AirControl
SLF: {_SELF} | UPD: Loc Rot Vel
PLR: Id Spectator Rotation Location Velocity Name Team Crouched Weapon Firing
PRJ: Id ImpactTime Direction Speed Velocity Location Origin DamageRadius Type
FLG: Id Team State Visible Location Holder | BOM: Id State Visible Location Holder
HRP: Source Type Rotation Distance | HRN: Source Type Rotation Distance
ATR: Id From To FastTrace FloorCorrection Result HitNormal HitLocation TraceActors HitId
SPW | AIN: Id Type PickupType | IPK: Id InventoryId Location Amount Dropped Type AmountSec
CWP: Id PrimaryAmmo SecondaryAmmo Type | WUP: Id PrimaryAmmo InventoryType SecondaryAmmo
THROWN: Id | LIN: Id | DAM: Damage {_HURT} CausedByWorld Instigator
HIT: Id Damage {_HURT} WeaponName | DIE: Killer {_HURT} CausedByWorld DeathString
KIL: Id KilledPawn Killer {_HURT} CausedByWorld DeathString
WAL: Id Normal Location | BMP: Id Location | FAL: Fell Location | LAND: HitNormal
TCH: Id Location Rotation | VCH: Id ZoneVelocity ZoneGravity GroundFriction FluidFriction
 TerminalVelocity WaterVolume PainCausing Destructive DamagePerSec DamageType NoInventory
 MoveProjectiles NeutralZone
ZCB: Id | TRG: Actor EventInstigator
VMS: Id Name ControlServer Text | VMT: Id Name ControlServer Text
RCH: Id Reachable From To | SPTH: MessageId | IPTH: RouteId Location | EPTH | PONG: Time
ENTERED: Id Type Location | LOCKED: Id Type Location | DOK: Id | DFAIL: Id | PLI: Id Key DialogId
USED: Success Reason | SOAKED: Problem
""",
    "gamebots-2004 control": f"""
{_LISTED_WORLD} | {_LISTED_MAP} | HELLO_CONTROL_SERVER | ALIVE: Time
FLG: Id Team State Location Holder | TEAMCHANGE: Id
PLR: Id Spectator Name Team Jmx Location Rotation Velocity Weapon | SMAP | IMAP: Name | EMAP
KEYEVENT: PlayerId PlayerName Key Action ViewTarget
SEL: PlayerId PlayerName ObjectId ObjectLocation ObjectHitLocation
""",
    "gamebots-2004 observer": f"""
{_LISTED_WORLD} | HELLO_OBSERVER | UNKNOWN PLAYER | ERROR | LOST CHILD | LOSTCHILD | SLF: {_SELF}
PLR: Id Spectator Rotation Location Velocity Name Team Crouched Weapon Firing
INV: Id Location Amount Visible Dropped Type | NAV: Id Location Visible | MOV: Id Location Visible
PRJ: Id Location Type | FLG: Id Team State Visible Location Holder | BOM: Id State Visible
SMYINV | EMYINV | SINV | EINV | SNAV | ENAV | SMOV | EMOV | SPRJ | EPRJ | SVEH | EVEH | SFLG | EFLG
SBOM | EBOM | SDOM | EDOM | ITC: {_ITEM_CLASS} | THROWN
MYINV: Id Type CurrentAmmo CurrentAltAmmo Amount | DOM: Id Location Visible Controller
VEH: Id Location Rotation Velocity Health Armor Driver Team TeamLocked Type
AIN: Id Type Sniping Melee PrimaryInitialAmmo MaxPrimaryAmmo SecondaryInitialAmmo MaxSecondaryAmmo
DAM: Damage {_HURT} WeaponName | DIE: Killer {_HURT} WeaponName | KIL: Id Killer {_HURT} WeaponName
HRP: Source Type Rotation | HRN: Source Type Rotation | ADG: Amount | COMBO: Type | JUMP: DoubleJump
SHOOT: Alt | STOPSHOOT: Alt | KEYEVENT: PlayerId PlayerName Key Action ViewTarget
""",
}

COMMANDS = {
    "gamebots-ut99 bot": """
INIT: Name Team | RUNTO: Target Location | STRAFE: Location Target | TURNTO: Target Rotation Location
ROTATE: Amount | STOP | JUMP | INCH | SETWALK: Walk | SHOOT: Location Target Alt | STOPSHOOT
CHANGEWEAPON: Id | CHECKREACH: Target Location Id From | GETPATH: Location Id | MESSAGE: Text Global
PING
""",
    "gamebots-2004 bot": f"""
READY | PASSWORD: Password | INIT: Name Team ClassName Skin DesiredSkill DesiredAccuracy
 ShouldLeadTarget ManualSpawn AutoPickupOff Jmx AutoTrace Location Rotation
MOVE: FirstLocation SecondLocation FocusTarget FocusLocation | DRIVETO: Target | CMOVE | INCH | STOP
JUMP: DoubleJump Delay Force | DODGE: Direction Double Wall FocusPoint | SETWALK: Walk
SETCROUCH: Crouch | TURNTO: Target Rotation Location | ROTATE: Amount Axis
RESPAWN: StartLocation StartRotation | ENTER: Id | LEAVE | SHOOT: Target Location Alt | STOPSHOOT
CHANGEWEAPON: Id | THROW | PICK: Id | GIVEINV: Target ItemId | COMBO: Type | ADDINV: Type
CHATTR: Health Adrenaline | USE | GETPATH: Id Target Location | CHECKREACH: Id Target Location
FTRACE: Id From To | TRACE: Id From To TraceActors | GETNAVS | GETINVS | GETITC: Type | PING
ADDRAY: Id Direction Length FastTrace TraceActors FloorCorrection | REMOVERAY: Id | CONF: {_SETTINGS}
SETNAME: Name | SETSKIN: Skin | CHANGETEAM: Team | MESSAGE: Id Text Global TeamIndex FadeOut
SENDCTRLMSG: {_FREE} | DIALOG: Id DialogId Text Option0 Option1 Option9 | ACT: Name | SPEECH: Text
PAUSE: PauseBots PauseAll | REC: FileName | STOPREC | SETROUTE: Erase P0 P1 P31 | DISCONNECT | QUIT
TEST
""",
    "gamebots-2004 control": f"""
READY | PASSWORD: Password | ADDBOT: Name StartLocation StartRotation Skill Team | KICK: Id | KILL: Id
RESPAWN: Id StartLocation StartRotation | ADDINV: Id Type | CHATRR: Id Health Adrenaline
CHATTR: Id Health Adrenaline | CONF: Id {_SETTINGS} | CHANGETEAM: Id Team | CHANGEMAP: MapName
CONFGAME: Restart WeaponStay WeaponThrowing GoalScore TimeLimit MaxLives GameMessage GameMessageTime
GETMAPS | GETPLRS | GETNAVS | GETINVS | PAUSE: PauseBots PauseAll | SETGAMESPEED: Speed
SETLOCK: BotServer ControlServer | SETPASS: Password | MESSAGE: Id Text Global TeamIndex
SENDCTRLMSG: SendAll BotId {_FREE} | CONSOLE: Command Id | SPAWNACTOR: Type Location Rotation
DRAWLINES: Vectors Color ClearAll | FTRACE: Id From To | TRACE: Id From To | REC | STOPREC | CLEAR
STARTPLRS: Humans GBBots UnrealBots | ENDPLRS | PING | QUIT
""",
    "gamebots-2004 observer": """
READY | PASSWORD: Password | INIT: Id Name | DISC | SELF | SEE | SPECIAL | ALL | GAME
CONF: UpdateTime Update Game Self See Special All Async | GETPLRS | GETNAVS | GETINVS | GETITC
PING | QUIT
""",
}


def words_of(table: str) -> list[tuple[str, list[str]]]:
    """The words of a table, each with its attributes."""
    entries = table.replace("\n ", " ").replace("\n", "|").split("|")
    halves = (entry.partition(":") for entry in entries if entry.strip())
    return [(word.strip(), attributes.split()) for word, _, attributes in halves]


def described(forms: tuple[Form, ...], port: str) -> dict[str, set[str]]:
    """What a dialect describes for a port: attribute names, case-folded, by word."""
    found: dict[str, set[str]] = {}
    for form in (form for form in forms if port in form.ports):
        names = [attribute.name for attribute in form.attributes]
        names += [group.prefix + inner.name for group in form.groups for inner in group.attributes]
        for word in (form.word, *form.aliases):
            found.setdefault(word, set()).update(name.casefold() for name in names)
    return found


def dialect_and_port(key: str) -> tuple[Dialect, str]:
    name, port = key.split()
    return (CLASSIC if name == CLASSIC.name else GB2004), port


def missing(table: str, known: dict[str, set[str]]) -> list[str]:
    lost = []
    for word, attributes in words_of(table):
        names = known.get(word)
        if names is None:
            lost.append(word)
            continue
        folded = {name: name.casefold() for name in attributes}
        lost += [
            f"{word} {name}"
            for name, low in folded.items()
            if low not in names and low.rstrip("0123456789") + "#" not in names
        ]
    return lost


@pytest.mark.parametrize("key", MESSAGES)
def test_every_message_of_the_reference_is_described(key: str) -> None:
    dialect, port = dialect_and_port(key)
    assert missing(MESSAGES[key], described(dialect.messages, port)) == []


@pytest.mark.parametrize("key", COMMANDS)
def test_every_command_of_the_reference_is_described(key: str) -> None:
    dialect, port = dialect_and_port(key)
    assert missing(COMMANDS[key], described(dialect.commands, port)) == []


EARLY_BUILDS = {"RUNTO", "STRAFE"}  # gone from the server, but POSHBot drives with it


@pytest.mark.parametrize("dialect", [CLASSIC, GB2004], ids=lambda dialect: dialect.name)
def test_no_word_is_described_that_the_reference_does_not_know(dialect: Dialect) -> None:
    for tables, forms in ((MESSAGES, dialect.messages), (COMMANDS, dialect.commands)):
        ours = [table for key, table in tables.items() if key.startswith(dialect.name)]
        known = {word for table in ours for word, _ in words_of(table)}
        assert {form.word for form in forms} - known - EARLY_BUILDS == set()
