"""``agentfw characters``: who a bot can play as."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from agentfw.characters import load_character, shipped_characters
from agentfw.cli.terminal import FiniteRange

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.characters import Traits

__all__ = ["characters"]

_SKILL: Final = 4.0
_COLUMNS: Final = {
    "fights on": "aggression",
    "careful": "self_preservation",
    "vengeful": "vengefulness",
    "camps": "camper",
    "preys": "easy_fragger",
    "alert": "alertness",
    "aims": "aim_accuracy",
    "moves": "attack_skill",
}
"""The traits that are shown of all, by short names."""
_WIDTH: Final = 12
_FULL: Final = 8


@click.command(
    epilog="""\b
    Examples:
      agentfw characters
      agentfw characters heron --skill 2.5       every trait of one, at a skill
      agentfw characters --paths                 where they are, to copy one
      agentfw run deathmatch.htn --character heron --fast
    """
)
@click.argument("name", required=False)
@click.option("--skill", type=FiniteRange(1, 5), default=_SKILL, show_default=True, metavar="1-5",
              help="At which skill to show them.")  # fmt: skip
@click.option("--paths", is_flag=True, help="Show where the files are.")
def characters(name: str | None, *, skill: float, paths: bool) -> None:
    """List the characters that ship, or show every trait of the one called NAME.

    NAME may also be the path of a character of your own.
    """
    if name is not None:
        _show(name, skill)
        return
    known = {one: load_character(one) for one in shipped_characters()}
    for one, path in shipped_characters().items():
        click.echo(f"{one:<{_WIDTH}} {path if paths else known[one].about}")
    if not paths:
        click.echo(
            f"\n{f'at skill {skill:g}':<{_WIDTH}} {'  '.join(f'{one:<9}' for one in _COLUMNS)}".rstrip()
        )
        for one, character in known.items():
            click.echo(f"{one:<{_WIDTH}} {_row(character.at(skill))}".rstrip())


def _row(traits: Traits) -> str:
    return "  ".join(f"{_bar(traits.value(name)):<9}" for name in _COLUMNS.values())


def _bar(value: float | str) -> str:
    return "▪" * round(_FULL * value) if isinstance(value, float) else value


def _show(name: str, skill: float) -> None:
    character = load_character(name)
    traits = character.at(skill)
    click.echo(f"{character.name}, at skill {skill:g}: {character.about}")
    for trait in traits.__struct_fields__[2:]:
        value = getattr(traits, trait)
        told = value if isinstance(value, str | int | float) else _parts(value)
        click.echo(f"  {trait:<22} {told}".rstrip())


def _parts(value: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {one:g}" for name, one in sorted(value.items()))
