"""Radios of bots whose team talks in the chat of its game, as they are made, recorded and replayed."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from agentfw.brains import BrainSetup, Reloads, is_own_brain, is_own_file, make_brain
from agentfw.errors import RecordingError, UsageError
from agentfw.radio import Radio
from agentfw.skills import skill_files
from agentfw.talk import shipped_talk
from agentfw.team import Leader

if TYPE_CHECKING:
    from agentfw.team import BotPlan, TeamPlan

__all__ = ["RADIO", "RadioPlan", "plan_radio", "radio_in", "radio_of", "radio_of_team"]

RADIO: Final = "radio"
"""The option in a header of a bot whose team talks in the chat of its game."""


class LeaderPlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a bot leads by when it is elected."""

    brain: str
    options: dict[str, str] = {}
    files: dict[str, str] = {}
    """The plans that it begins with, by file name."""


class RadioPlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that is needed to make the same radio again."""

    mates: tuple[str, ...] = ()
    """Names of the team that are known from the beginning."""
    shares: bool = True
    leader: LeaderPlan | None = None

    def __str__(self) -> str:
        """As a header holds it."""
        return msgspec.json.encode(self).decode()


def radio_of_team(team: TeamPlan) -> RadioPlan | None:
    """The radio of every bot of a team; None for one that does without."""
    if team.transport != "chat":
        return None
    mates = tuple(one.name for one in team.bots)
    return plan_radio(team.coordinator, mates=mates, shares=team.shares)


def plan_radio(leader: BotPlan | None, *, mates: tuple[str, ...] = (), shares: bool = True) -> RadioPlan:
    """A radio; raises `AgentError` when its leader cannot be made."""
    if leader is None:
        return RadioPlan(mates=mates, shares=shares)
    options = dict(leader.options)
    brain = make_brain(leader.brain, BrainSetup(name=leader.name, options=options))
    files = dict(brain.sources) if isinstance(brain, Reloads) else {}
    plan = LeaderPlan(brain=leader.brain, options=options, files=files)
    return RadioPlan(mates=mates, shares=shares, leader=plan)


def radio_of(plan: RadioPlan, name: str, seed: int) -> Radio:
    """The radio of one life of a bot."""
    leader = plan.leader
    return Radio(
        name,
        seed,
        shipped_talk(),
        make=functools.partial(_leader, leader, name, seed) if leader is not None else None,
        mates=plan.mates,
        shares=plan.shares,
    )


def _leader(plan: LeaderPlan, name: str, seed: int, term: int) -> Leader:
    setup = BrainSetup(name=name, seed=seed + term, options=plan.options, files=plan.files)
    return Leader(make_brain(plan.brain, setup), name)


def radio_in(text: str, path: object, *, leads: bool = True) -> RadioPlan:
    """The radio that a header tells of, as far as it `leads`; `path` is where the recording lies.

    Raises `UsageError` for leaders that may not be loaded on the word of a file.
    """
    try:
        plan = msgspec.json.decode(text, type=RadioPlan)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RecordingError([f"{path}: the header is damaged: {error}"]) from None
    if not leads:
        return replace(plan, leader=None)
    if plan.leader is not None:
        _check_own(plan.leader, path)
    return plan


def _check_own(leader: LeaderPlan, path: object) -> None:
    """Raise `UsageError` unless everything that is loaded is installed or in this folder."""
    skills = skill_files(leader.options.get("skills", ""))
    strange = next((one for one in skills if not is_own_file(one)), None)
    if not is_own_brain(leader.brain):
        strange = leader.brain
    if strange is not None:
        raise UsageError(f"{path}: was recorded with a leader of {strange}, which is not in this folder")
