"""``agentfw check``: everything that is wrong or odd about plans, all at once."""

from __future__ import annotations

import sys

import click

from agentfw.brains import PlanFiles, check_plan
from agentfw.errors import UsageError
from agentfw.skills import own_skills

__all__ = ["check"]


@click.command(
    epilog="""\b
    Examples:
      agentfw check my_plan.htn
      agentfw check *.lap --skills my_skills.py
    """
)
@click.argument("plans", nargs=-1, required=True)
@click.option(
    "--skills", "files", metavar="FILE[,FILE]", default="", help="More skills, in files of yours."
)
@click.option("--strict", is_flag=True, help="Count warnings as mistakes.")
def check(plans: tuple[str, ...], files: str, *, strict: bool) -> None:
    """Find everything that is wrong or odd about plans.

    Ends with code 2 when one of them cannot be used. Warnings are about what can be used and is
    probably not meant: elements that nothing leads to, conditions that can never hold, alternatives
    that are never reached.
    """
    skills = own_skills(files)
    is_bad = False
    for name in plans:
        try:
            plan, problems = check_plan(name, PlanFiles(), skills)
        except UsageError as error:
            click.echo(f"agentfw: {error}", err=True)
            is_bad = True
            continue
        for problem in problems:
            click.echo(str(problem), err=not problem.is_warning)
        is_bad = is_bad or bool(problems.errors) or (strict and bool(problems.warnings))
        counts = (
            f"{_count(len(problems.errors), 'mistake')}, {_count(len(problems.warnings), 'warning')}"
        )
        summary = plan.summary() if plan is not None else "cannot be used"
        click.echo(f"{name}: {summary}; {counts}")
    if is_bad:
        sys.exit(2)


def _count(number: int, what: str) -> str:
    return f"no {what}s" if not number else f"{number} {what}{'s' if number > 1 else ''}"
