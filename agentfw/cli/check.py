"""``agentfw check``: everything that is wrong or odd about plans, brains and teams, all at once."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from msgspec.structs import replace

from agentfw.brains import BrainSetup, PlanFiles, check_plan, load_brain
from agentfw.brains.loading import made_by
from agentfw.brains.planfiles import WEIGHT_ENDINGS
from agentfw.brains.planned import is_plan
from agentfw.errors import AgentError, TeamError, UsageError
from agentfw.language import Problems
from agentfw.skills import own_skills
from agentfw.skills.inventory import VARIABLES
from agentfw.weights import check_weights, leaves_of

if TYPE_CHECKING:
    from agentfw.brains import Decides
    from agentfw.skills import SkillSet

__all__ = ["check"]

_TEAM_ENDINGS: Final = (".yaml", ".yml")


@click.command(
    epilog="""\b
    Examples:
      agentfw check my_plan.htn my.weights
      agentfw check *.lap --skills my_skills.py
      agentfw check my_brain.py:MyBrain      shown some seconds of a match
      agentfw check team.yaml                and all that it names
    """
)
@click.argument("names", nargs=-1, required=True, metavar="PLANS...")
@click.option(
    "--skills", "files", metavar="FILE[,FILE]", default="", help="More skills, in files of yours."
)
@click.option("--strict", is_flag=True, help="Count warnings as mistakes.")
def check(names: tuple[str, ...], files: str, *, strict: bool) -> None:
    """Find what is wrong or odd about plans, brains and teams.

    Ends with code 2 when one of them cannot be used. Warnings are about what can be used and is
    probably not meant: elements that nothing leads to, conditions that can never hold, alternatives
    that are never reached. A brain in Python is shown some seconds of a match, twice: it has to answer
    quickly, with decisions that can be carried out, and with the same ones for the same views. Of a
    team file, every plan and brain is loaded.
    """
    skills = own_skills(files)
    is_bad = False
    for name in names:
        if Path(name).suffix in _TEAM_ENDINGS:
            is_bad = not _check_team(name) or is_bad
            continue
        try:
            summary, problems = _checked(name, files, skills)
        except AgentError as error:
            click.echo(f"agentfw: {error}", err=True)
            is_bad = True
            continue
        for problem in problems:
            click.echo(str(problem), err=not problem.is_warning)
        is_bad = is_bad or bool(problems.errors) or (strict and bool(problems.warnings))
        counts = (
            f"{_count(len(problems.errors), 'mistake')}, {_count(len(problems.warnings), 'warning')}"
        )
        click.echo(f"{name}: {summary}; {counts}")
    if is_bad:
        sys.exit(2)


def _checked(name: str, files: str, skills: SkillSet) -> tuple[str, Problems]:
    """What something consists of, and what is wrong with it; raises `AgentError`."""
    if is_plan(name):
        plan, problems = check_plan(name, PlanFiles(), skills)
        return plan.summary() if plan is not None else "cannot be used", problems
    if Path(name).suffix in WEIGHT_ENDINGS:
        return _checked_weights(name)
    return _checked_brain(name, files), Problems()


def _check_team(name: str) -> bool:
    """Whether a team file can be played; says what is in it, or everything that is wrong."""
    from agentfw.team import read_lineup  # noqa: PLC0415 - brings an arena along

    try:
        lineup = read_lineup([Path(name)], environment=os.environ)
    except TeamError as error:
        click.echo(str(error), err=True)
        click.echo(f"{name}: cannot be used; {_count(len(error.problems), 'mistake')}")
        return False
    except AgentError as error:
        click.echo(f"agentfw: {error}", err=True)
        return False
    teams = _count(len(lineup.teams), "team")
    bots = _count(sum(len(team.bots) for team in lineup.teams), "bot")
    click.echo(f"{name}: {teams}, {bots}, {lineup.ground}; no mistakes")
    return True


def _checked_brain(name: str, files: str) -> str:
    from agentfw.testing import BrainFaults, check_brain  # noqa: PLC0415 - brings an arena along

    factory = load_brain(name)

    def made(setup: BrainSetup) -> Decides:
        return made_by(factory, name, replace(setup, options={"skills": files} if files else {}))

    try:
        made(BrainSetup())
        report = check_brain(made)
    except (BrainFaults, AgentError) as error:
        raise UsageError(f"{name}: cannot play:\n{error}") from None
    return f"{report.thinks} thinks, {report.decisions} different decisions, {report.median_ms:.2f} ms"


def _checked_weights(name: str) -> tuple[str, Problems]:
    files, problems = PlanFiles(), Problems()
    weights = check_weights(files.read_weights(name), files.read_weights, problems, VARIABLES)
    leaves = sum(1 for _ in leaves_of(weights))
    counts = f"{_count(len(weights.relations), 'weight')}, {_count(leaves, 'leaf')} to evolve"
    return "cannot be used" if problems.errors else counts, problems


def _count(number: int, what: str) -> str:
    several = f"{what.removesuffix('f')}ves" if what == "leaf" else f"{what}s"
    return f"no {several}" if not number else f"{number} {several if number > 1 else what}"
