"""``agentfw schema``: the shapes of files, for editors that check and complete them."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final, NamedTuple

import click
import msgspec

from agentfw.documents import schema_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["schema"]


class _Kind(NamedTuple):
    """A kind of file: where its shape is declared, and what editors call it."""

    module: str
    shape: str
    title: str


_KINDS: Final[Mapping[str, _Kind]] = {
    "character": _Kind("agentfw.characters.shapes", "CharacterShape", "agentfw character"),
    "team": _Kind("agentfw.team.shapes", "TeamShape", "agentfw team file"),
    "tournament": _Kind("agentfw.tournament.shapes", "TournamentShape", "agentfw tournament file"),
}


@click.command(
    epilog="""\b
    Examples:
      agentfw schema team > team.schema.json
      agentfw schema tournament > tournament.schema.json
    Then make this the first line of your team file:
      # yaml-language-server: $schema=team.schema.json
    """
)
@click.argument("kind", type=click.Choice(list(_KINDS)))
def schema(kind: str) -> None:
    """Print a schema by which editors check and complete your files.

    It is a JSON schema. Every editor with a YAML language server takes it, VS Code among them: the
    line below, at the head of a file, tells it where the schema lies.
    """
    module, shape, title = _KINDS[kind]
    found = schema_of(getattr(importlib.import_module(module), shape), title)
    click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
