"""``agentfw draw``: plans as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from agentfw.brains import PlanFiles, load_plan
from agentfw.brains.diagrams import HasDiagram, dot_of, mermaid_of
from agentfw.brains.drawing import draw_dot, draw_mermaid, draw_text
from agentfw.cli.advice import advising_skills
from agentfw.errors import UsageError
from agentfw.skills import own_skills

if TYPE_CHECKING:
    from agentfw.brains.planned import Plan

__all__ = ["draw"]

_FORMS: Final = {"text": draw_text, "mermaid": draw_mermaid, "dot": draw_dot}
_DIAGRAMS: Final = {"mermaid": mermaid_of, "dot": dot_of}


@click.command(
    epilog="""\b
    Examples:
      agentfw draw ctf-attacker.lap
      agentfw draw my_plan.htn --as mermaid --to plan.mmd
      agentfw draw my_plan.htn --as dot | dot -Tsvg -o plan.svg
    """
)
@click.argument("plan")
@click.option("--as", "form", type=click.Choice([*_FORMS]), default="text", show_default=True,
              help="For a terminal, for Mermaid, or for Graphviz.")  # fmt: skip
@click.option("--to", "file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write there instead of showing it.")  # fmt: skip
@click.option(
    "--skills", "files", metavar="FILE[,FILE]", default="", help="More skills, in files of yours."
)
def draw(plan: str, form: str, file: Path | None, files: str) -> None:
    """Show a plan as a tree, or as states with arrows."""
    with advising_skills(files):
        drawn = _drawn(load_plan(plan, PlanFiles(), own_skills(files)), form)
    if file is None:
        click.echo(drawn)
        return
    try:
        file.write_text(f"{drawn}\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file}: cannot be written: {error.strerror}") from None


def _drawn(plan: Plan, form: str) -> str:
    """The picture; machines have arrows where there is room for them."""
    if form in _DIAGRAMS and isinstance(plan, HasDiagram):
        return _DIAGRAMS[form](plan.diagram())
    return _FORMS[form](plan.tree())
