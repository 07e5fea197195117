"""Answers to questions a player asked the game."""

from __future__ import annotations

import msgspec

from agentfw.geometry import Vec3
from agentfw.vocabulary._base import Command, EntityId, Percept, RequestId

__all__ = ["PathReply", "PathStep", "ReachReply", "RequestTimedOut", "TraceReply"]


class PathStep(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One place on the way."""

    id: EntityId
    location: Vec3 | None = None


class PathReply(Percept, frozen=True):
    """The way to go. No steps: there is no way, or the player is there already."""

    request: RequestId = RequestId("")
    steps: tuple[PathStep, ...] = ()


class ReachReply(Percept, frozen=True):
    """Whether a straight run gets there."""

    request: RequestId = RequestId("")
    reachable: bool | None = None
    start: Vec3 | None = None
    end: Vec3 | None = None


class TraceReply(Percept, frozen=True):
    """What a straight line between two points meets."""

    detailed: bool
    """False when only `hit` was asked for."""
    request: RequestId = RequestId("")
    start: Vec3 | None = None
    end: Vec3 | None = None
    hit: bool | None = None
    hit_id: EntityId | None = None
    hit_location: Vec3 | None = None
    hit_normal: Vec3 | None = None


class RequestTimedOut(Percept, frozen=True):
    """The game did not answer a question in time; some questions it never answers."""

    request: RequestId
    question: Command
