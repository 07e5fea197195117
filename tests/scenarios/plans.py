"""Bots that follow plans, what befalls them on a stage, and what they say about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.arena.games.specs import DamageSpec
from agentfw.brains import BrainSetup
from agentfw.brains.planned import PlanBrain
from agentfw.geometry import Vec3
from agentfw.vocabulary import ClassName
from tests.scenarios.stage import HALF_HEIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.scenarios.stage import Actor, Stage

__all__ = [
    "BULLET",
    "following",
    "hurt",
    "kill",
    "longest_stay",
    "put",
    "running",
    "triggers",
    "watches",
]

BULLET: Final = DamageSpec(name=ClassName("XWeapons.DamTypeAssaultBullet"))
"""A hit that somebody is to blame for, unlike a fall."""
_UP: Final = Vec3(0.0, 0.0, HALF_HEIGHT)
_MOVES: Final = ("MOVE", "RUNTO", "STRAFE")


def following(
    plan: str, *, seed: int = 1, files: Mapping[str, str] | None = None, **options: str
) -> Callable[[], PlanBrain]:
    """Makes brains that follow a plan, all of them alike."""
    setup = BrainSetup(name="Bob", seed=seed, options=options, files=files)
    return lambda: PlanBrain(plan, setup)


def put(actor: Actor[Any], where: Vec3, *, yaw: int | None = None) -> None:
    """Have the center of somebody's body somewhere, and its face in a direction."""
    body = actor.pawn.body
    body.put(where - _UP)
    if yaw is not None:
        body.yaw = actor.pawn.wanted_yaw = yaw


def hurt(stage: Stage, victim: Actor[Any], by: Actor[Any] | None, damage: float = 10.0) -> float:
    """Somebody is hit by somebody, who may be nowhere to be seen; when that was."""
    stage.arena.world.hurt(victim.player, damage, BULLET, by=by.player if by is not None else None)
    return stage.now


def kill(stage: Stage, victim: Actor[Any]) -> float:
    """Somebody loses its body; when that was."""
    world = stage.arena.world
    world.kill(victim.player, None, world.game.world_damage["suicide"])
    return stage.now


def running(actor: Actor[Any], *, since: float) -> list[float]:
    """When a bot told its legs to go somewhere."""
    return sorted(at for word in _MOVES for at, _ in actor.said(word, since=since))


def watches(actor: Actor[Any], whom: Actor[Any], *, since: float) -> list[bool]:
    """Of every run that a bot began, whether it was to look at somebody meanwhile."""
    orders = sorted(
        (at, line.values.get("FocusTarget") or line.values.get("Target"))
        for word in _MOVES
        for at, line in actor.said(word, since=since)
    )
    return [target == whom.player.id for _, target in orders]


def triggers(actor: Actor[Any], *, since: float) -> list[str]:
    """What a bot did with its trigger, in order."""
    found = [(at, word) for word in ("SHOOT", "STOPSHOOT") for at, _ in actor.said(word, since=since)]
    return [word for _, word in sorted(found)]


def longest_stay(stage: Stage, actor: Actor[Any], seconds: float, *, within: float = 100.0) -> float:
    """The longest time that somebody spends within a distance of one spot, while time passes."""
    anchor, since, longest = actor.pawn.body.location, stage.now, 0.0
    until = stage.now + seconds
    while stage.now < until:
        stage.tick()
        here = actor.pawn.body.location if actor.has_body else anchor
        if here.ground_distance_to(anchor) > within:
            anchor, since = here, stage.now
        longest = max(longest, stage.now - since)
    return longest
