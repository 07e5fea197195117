"""Moments made by hand: a healthy body of team 0 at the origin, and whatever else a test tells."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from agentfw.decisions import Activity, ActivityState
from agentfw.geometry import Rotation
from agentfw.perception import Chart, KnownFlag, KnownItem, KnownPlayer, KnownPoint, KnownWeapon, View
from agentfw.skills import Act, Failed, Moment, Performance, Progress, Sense, Wants, shipped_skills
from agentfw.skills.performing import wants_of
from agentfw.vocabulary import ClassName, EntityId, GameInfo, ItemCategory, Place, SelfState
from tests.support.seeing import ME, at

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Mapping

    from agentfw.decisions import Channel, Intent
    from agentfw.geometry import Vec3
    from agentfw.navigation import PlaceGraph
    from agentfw.skills.skillset import SkillSet
    from agentfw.vocabulary import FlagState

TEAMS = GameInfo(game_type="BotCTFGame")
SKILLS: SkillSet = shipped_skills()
NOW = 100.0


def body(where: Vec3 = at(), yaw: int = 0, **told: Any) -> SelfState:
    """The own body."""
    usual: dict[str, Any] = {"id": ME, "team": 0, "health": 100, "location": where}
    return SelfState(**(usual | {"rotation": Rotation(0, yaw, 0)} | told))


def moment(
    *known: KnownPlayer | KnownItem | KnownFlag | KnownPoint | KnownWeapon | Place | Activity,
    graph: PlaceGraph | None = None,
    notes: Mapping[str, Any] = MappingProxyType({}),
    rng: random.Random | None = None,
    **told: Any,
) -> Moment:
    """What a bot in a team game believes: things, and fields of the view by name."""
    usual: dict[str, Any] = {"now": NOW, "me": body(), "game": TEAMS}
    if graph is not None:
        usual["chart"] = Chart(graph)
    usual["players"] = {one.id: one for one in known if isinstance(one, KnownPlayer)}
    usual["items"] = {one.id: one for one in known if isinstance(one, KnownItem)}
    usual["flags"] = {one.team: one for one in known if isinstance(one, KnownFlag)}
    usual["points"] = {one.id: one for one in known if isinstance(one, KnownPoint)}
    usual["weapons"] = {one.id: one for one in known if isinstance(one, KnownWeapon)}
    usual["visible_places"] = {one.id: one for one in known if isinstance(one, Place)}
    usual["activities"] = {one.channel: one for one in known if isinstance(one, Activity)}
    return Moment(View(**(usual | told)), notes, rng)


def enemy(name: str = "foe", x: float = 500.0, y: float = 0.0, **told: Any) -> KnownPlayer:
    """Somebody of team 1 in sight."""
    usual: dict[str, Any] = {"id": EntityId(name), "name": name, "team": 1, "location": at(x, y)}
    return KnownPlayer(**(usual | {"is_visible": True, "seen_at": NOW} | told))


def mate(name: str = "friend", x: float = 300.0, **told: Any) -> KnownPlayer:
    """Somebody of the own team in sight."""
    return enemy(name, x, **({"team": 0} | told))


def item(
    name: str, x: float = 300.0, category: ItemCategory = ItemCategory.HEALTH, **told: Any
) -> KnownItem:
    """An item in sight that can be reached."""
    usual: dict[str, Any] = {"id": EntityId(name), "location": at(x), "category": category}
    return KnownItem(**(usual | {"is_visible": True, "seen_at": NOW, "reachable": True} | told))


def flag(team: int, state: FlagState | None, x: float | None = None, **told: Any) -> KnownFlag:
    """The flag of a team; in sight if it has a place."""
    where = at(x) if x is not None else None
    usual: dict[str, Any] = {"id": EntityId(f"flag{team}"), "team": team, "state": state}
    usual |= {"location": where, "is_visible": where is not None, "seen_at": NOW}
    return KnownFlag(**(usual | told))


def point(name: str, x: float | None, owner: int, **told: Any) -> KnownPoint:
    """A domination point."""
    where = at(x) if x is not None else None
    return KnownPoint(id=EntityId(name), location=where, owner=owner, **told)


def gun(name: str = "RocketLauncher", ammo: int | None = 12) -> KnownWeapon:
    """A weapon whose class is its name."""
    return KnownWeapon(EntityId(f"Map.{name}3"), ClassName(f"Pack.{name}"), ammo)


def seen(name: str, x: float, y: float = 0.0, *, reachable: bool | None = True) -> Place:
    """A place in sight."""
    return Place(id=EntityId(name), location=at(x, y), reachable=reachable)


def activity(
    intent: Intent,
    state: ActivityState = ActivityState.RUNNING,
    channel: Channel = "move",
    **told: Any,
) -> Activity:
    """What the body is about, or was last."""
    ended = None if state is ActivityState.RUNNING else NOW
    return Activity(
        **({"started_at": NOW - 1.0, "ended_at": ended} | told),
        channel=channel,
        intent=intent,
        state=state,
    )


def sense_of(name: str) -> Sense:
    """A sense that must be there."""
    found = SKILLS.sense(name)
    assert found is not None, name
    return found


def act_of(name: str) -> Act:
    """An act that must be there."""
    found = SKILLS.act(name)
    assert found is not None, name
    return found


def read(name: str, now: Moment, *arguments: Any) -> Any:
    """What a sense says; a fault is an error here."""
    return sense_of(name).function(now, *arguments)


def want(name: str, now: Moment, *arguments: Any) -> Wants:
    """What an act wants at once; failing to want anything is an error here."""
    outcome = act_of(name).function(now, *arguments)
    assert not isinstance(outcome, Failed), outcome.reason
    return wants_of(outcome)


def fail(name: str, now: Moment, *arguments: Any) -> str:
    """Why an act fails at once."""
    performance = Performance(act_of(name), arguments)
    assert performance.step(now) is Progress.FAILED
    return performance.reason


def steps(
    name: str, moments: Iterable[Moment], *arguments: Any
) -> tuple[list[Wants], Performance, Progress]:
    """What an act wants from moment to moment until it is over or there are no more of them."""
    performance, wanted, progress = Performance(act_of(name), arguments), [], Progress.RUNNING
    for now in moments:
        progress = performance.step(now)
        if progress is not Progress.RUNNING:
            break
        wanted.append(performance.wants)
    return wanted, performance, progress
