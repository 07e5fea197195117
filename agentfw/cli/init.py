"""``agentfw init``: a folder to start from, with a team, its plans, its skills and its test."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from agentfw.cli.terminal import own_command
from agentfw.documents import schema_of
from agentfw.errors import UsageError
from agentfw.resources import resource_dir
from agentfw.team.shapes import TeamShape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["init"]

_STARTER: Final = "starter"
_SCHEMA: Final = "team.schema.json"


@click.command(
    epilog="""\b
    Examples:
      agentfw init my-team && cd my-team && agentfw play team.yaml
    """
)
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
def init(folder: Path) -> None:
    """Write a team of your own to start from into DIR, or here.

    It consists of a team file, a plan in each language, a module with skills, a test that plays a short
    match, and a schema by which editors complete the team file. Nothing that exists is changed.
    """
    files = _starter()
    try:
        _check(folder, files)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
            click.echo(f"wrote  {folder / name}")
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written to: {error.strerror}") from None
    click.echo("\nNext:")
    for line in _next(folder):
        click.echo(f"  {line}")


def _next(folder: Path) -> Iterator[str]:
    """What to do with the files that were written, by commands as they can be given."""
    agentfw, pytest = own_command(folder=folder), own_command("pytest", folder)
    rows = [
        (f"{agentfw} play team.yaml", "watch a match"),
        (f"{agentfw} play team.yaml --fast", "or let it pass in seconds"),
        (pytest, "the team has a test"),
    ]
    if find_spec("pytest") is None:
        install = f"{shlex.quote(sys.executable)} -m pip install pytest"
        rows[2:] = [(install, "the team has a test, for which this is needed"), (pytest, "")]
    if folder != Path():
        yield f"cd {shlex.quote(str(folder))}"
    width = max(len(command) for command, _ in rows)
    yield from (f"{command:{width}}   {what}".rstrip() for command, what in rows)


def _starter() -> Mapping[str, str]:
    """What is written, by file name."""
    found = sorted(path for path in (resource_dir("plans") / _STARTER).iterdir() if path.is_file())
    schema = msgspec.json.format(msgspec.json.encode(schema_of(TeamShape, "agentfw team file")))
    return {**{path.name: path.read_text(encoding="utf-8") for path in found}, _SCHEMA: schema.decode()}


def _check(folder: Path, files: Mapping[str, str]) -> None:
    """Refuse before anything is written."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file: name a folder")
    there = [name for name in files if (folder / name).exists()]
    if there:
        raise UsageError(f"{folder}: {', '.join(there)} would be overwritten; take another folder")
