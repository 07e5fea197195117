"""``agentfw check``: all that is wrong or odd about plans, brains, teams and tournaments, at once."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from msgspec.structs import replace

from agentfw.brains import BrainSetup, PlanFiles, check_plan, load_brain
from agentfw.brains.loading import made_by
from agentfw.brains.planfiles import TALK_ENDINGS, WEIGHT_ENDINGS
from agentfw.brains.planned import is_plan
from agentfw.characters import is_character_file, load_character
from agentfw.cli.advice import ADD_SKILLS, miss_skills
from agentfw.cli.terminal import told_error
from agentfw.errors import AgentError, SourceError, UsageError
from agentfw.language import Problems
from agentfw.skills import own_skills
from agentfw.skills.inventory import VARIABLES
from agentfw.sources import YAML_ENDINGS
from agentfw.talk import check_talk
from agentfw.weights import check_weights, leaves_of

if TYPE_CHECKING:
    from agentfw.brains import Decides
    from agentfw.skills import SkillSet

__all__ = ["check"]

_SKILL: Final = 4.0
"""Of characters, unless told."""


@click.command(
    epilog="""\b
    Examples:
      agentfw check my_plan.htn my.weights
      agentfw check *.lap --skills my_skills.py
      agentfw check my_brain.py:MyBrain      shown some seconds of a match
      agentfw check team.yaml                and all that it names
      agentfw check tournament.yaml
      agentfw check my_character.yaml        and its weights and chat lines
      agentfw check my.talk
    """
)
@click.argument("names", nargs=-1, required=True, metavar="PLANS...")
@click.option(
    "--skills", "files", metavar="FILE[,FILE]", default="", help="More skills, in files of yours."
)
@click.option("--strict", is_flag=True, help="Count warnings as mistakes.")
def check(names: tuple[str, ...], files: str, *, strict: bool) -> None:
    """Find what is wrong or odd about plans, brains, teams and more.

    Ends with code 2 when one of them cannot be used. Warnings are about what can be used and is
    probably not meant: elements that nothing leads to, conditions that can never hold, alternatives
    that are never reached. A brain in Python is shown some seconds of a match, twice: it has to answer
    quickly, with decisions that can be carried out, and with the same ones for the same views. Of a
    team or tournament file, every plan and brain is loaded; of a character, its weights and lines.
    """
    skills = own_skills(files)
    is_bad = lacks_skills = False
    for name in names:
        if Path(name).suffix in YAML_ENDINGS:
            is_bad = not _check_yaml(name) or is_bad
            continue
        try:
            summary, problems = _checked(name, files, skills)
        except AgentError as error:
            click.echo(told_error(error), err=True)
            is_bad = True
            continue
        for problem in problems:
            click.echo(str(problem), err=not problem.is_warning)
        lacks_skills = lacks_skills or miss_skills(one.text for one in problems.errors)
        is_bad = is_bad or bool(problems.errors) or (strict and bool(problems.warnings))
        counts = (
            f"{_count(len(problems.errors), 'mistake')}, {_count(len(problems.warnings), 'warning')}"
        )
        click.echo(f"{name}: {summary}; {counts}")
    if lacks_skills and not files:
        click.echo(ADD_SKILLS, err=True)
    if is_bad:
        sys.exit(2)


def _checked(name: str, files: str, skills: SkillSet) -> tuple[str, Problems]:
    """What something consists of, and what is wrong with it; raises `AgentError`."""
    if is_plan(name):
        plan, problems = check_plan(name, PlanFiles(), skills)
        return plan.summary() if plan is not None else "cannot be used", problems
    if Path(name).suffix in WEIGHT_ENDINGS:
        return _checked_weights(name)
    if Path(name).suffix in TALK_ENDINGS:
        problems = Problems()
        talk = check_talk(PlanFiles().read_talk(name), PlanFiles().read_talk, problems)
        return "cannot be used" if problems.errors else talk.summary(), problems
    return _checked_brain(name, files), Problems()


def _check_yaml(name: str) -> bool:
    """Whether a file can be played; says what is in it, or everything that is wrong."""
    from agentfw.tournament import is_tournament  # noqa: PLC0415 - brings an arena along

    try:
        if is_character_file(Path(name)):
            told = _told_character(name)
        else:
            told = _told_tournament(name) if is_tournament(name) else _told_team(name)
    except SourceError as error:
        click.echo(str(error), err=True)
        click.echo(f"{name}: cannot be used; {_count(len(error.problems), 'mistake')}")
        return False
    except AgentError as error:
        click.echo(told_error(error), err=True)
        return False
    click.echo(f"{name}: {told}; no mistakes")
    return True


def _told_character(name: str) -> str:
    return f"character {load_character(name, PlanFiles()).at(_SKILL).name}"


def _told_team(name: str) -> str:
    from agentfw.team import read_lineup  # noqa: PLC0415 - brings an arena along

    lineup = read_lineup([Path(name)], environment=os.environ)
    bots = sum(len(team.bots) for team in lineup.teams)
    return f"{_count(len(lineup.teams), 'team')}, {_count(bots, 'bot')}, {lineup.ground}"


def _told_tournament(name: str) -> str:
    from agentfw.tournament import (  # noqa: PLC0415 - brings an arena along
        Schedule,
        find_tournament,
        read_tournament,
    )

    found = read_tournament(find_tournament(name))
    parts = {"entrant": found.entrants, "ground": found.grounds, "seed": found.seeds}
    parts["game"] = Schedule(found).games
    return ", ".join(_count(len(several), what) for what, several in parts.items())


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
