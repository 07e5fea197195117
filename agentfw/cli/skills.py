"""``agentfw skills``: what plans can sense and do."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

import click
import msgspec

from agentfw.brains.tracing import shown
from agentfw.errors import UsageError
from agentfw.skills import Footprint, Sense, footprint_of, own_skills

if TYPE_CHECKING:
    from agentfw.language import Parameter
    from agentfw.skills import Act, SkillSet

__all__ = ["skills"]


class _Line(msgspec.Struct, frozen=True):
    """One skill as JSON."""

    name: str
    kind: str
    call: str
    result: str
    aliases: tuple[str, ...]
    module: str
    doc: str
    footprint: Footprint


@click.command(
    epilog="""\b
    Examples:
      agentfw skills                          everything, one line each
      agentfw skills travel_to                one of them, in full
      agentfw skills --skills my_skills.py    with those of a file of yours
    """
)
@click.argument("name", required=False)
@click.option(
    "--skills", "files", metavar="FILE[,FILE]", default="", help="More skills, in files of yours."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")
def skills(name: str | None, files: str, *, as_json: bool) -> None:
    """List what plans can sense and do, or explain one of them.

    Names may be written with hyphens, underscores or capitals: see-enemy is see_enemy is SeeEnemy.
    """
    known = own_skills(files)
    found = [*known] if name is None else [_found(known, name)]
    if as_json:
        for skill in found:
            click.echo(msgspec.json.encode(_json(skill)).decode())
    elif name is None:
        _overview(known)
    else:
        _explain(found[0])


def _found(known: SkillSet, name: str) -> Sense | Act:
    skill = known.get(name)
    if skill is None:
        raise UsageError(f'no skill is called "{name}"{known.suggestion(name, acts=True)}')
    return skill


def _overview(known: SkillSet) -> None:
    modules = dict.fromkeys(skill.module for skill in known)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for module in modules:
        click.echo(click.style(module.rpartition(".")[2], bold=True))
        for skill in known:
            if skill.module == module:
                click.echo(_row(skill)[:width])
    senses = sum(isinstance(skill, Sense) for skill in known)
    click.echo(f"{senses} senses (?), {len(known) - senses} acts (!)")


def _row(skill: Sense | Act) -> str:
    mark = "?" if isinstance(skill, Sense) else "!"
    first = skill.doc.partition("\n")[0]
    return f"  {mark} {_call(skill):<40} {first}"


def _explain(skill: Sense | Act) -> None:
    kind = f"sense, {skill.result}" if isinstance(skill, Sense) else "act"
    click.echo(f"{click.style(_call(skill), bold=True)}  ({kind}, {skill.module})")
    click.echo(textwrap.indent(skill.doc, "  "))
    if skill.aliases:
        click.echo(f"  Also called {', '.join(skill.aliases)}.")
    for line in _footprint(footprint_of(skill)):
        click.echo(f"  {line}")
    if not isinstance(skill, Sense) and skill.effects:
        click.echo(f"  Looking ahead, it needs {' and '.join(skill.preconditions) or 'nothing'}")
        click.echo(f"  and makes {'; '.join(skill.effects)}.")


def _footprint(found: Footprint) -> list[str]:
    """What it has to do with, by its code."""
    looks = [*found.looks_at, *(["notes"] if found.reads_notes else [])]
    leaves = [*found.wants, *(["notes"] if found.takes_notes else [])]
    told = {"Looks at": looks, "Writes to": leaves}
    return [f"{name} {', '.join(parts)}." for name, parts in told.items() if parts]


def _call(skill: Sense | Act) -> str:
    told = ", ".join(_parameter(one) for one in skill.parameters)
    return f"{skill.name}({told})" if told else skill.name


def _parameter(one: Parameter) -> str:
    if one.is_rest:
        return f"{one.name}…"
    if one.is_required:
        return one.name
    return f"{one.name}={shown(one.default)}"


def _json(skill: Sense | Act) -> _Line:
    is_sense = isinstance(skill, Sense)
    return _Line(
        name=skill.name,
        kind="sense" if is_sense else "act",
        call=_call(skill),
        result=str(skill.result) if isinstance(skill, Sense) else "",
        aliases=skill.aliases,
        module=skill.module,
        doc=skill.doc,
        footprint=footprint_of(skill),
    )
