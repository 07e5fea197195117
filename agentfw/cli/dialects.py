"""``agentfw dialects``: what is known, and from where."""

from __future__ import annotations

import click

from agentfw.engines.gamebots import find_dialect, known_dialects
from agentfw.errors import DialectError, PluginError

__all__ = ["dialects"]


@click.command(epilog="Example: agentfw dialects")
def dialects() -> None:
    """List the wire dialects that are known, and where they come from.

    A path to a dialect file works wherever a name does.
    """
    broken: list[str] = []
    for entry in known_dialects():
        try:
            dialect = find_dialect(entry.name)
        except DialectError as error:
            broken += error.problems
            continue
        except PluginError as error:
            broken.append(str(error))
            continue
        ports = ", ".join(f"{port.role} {port.number}" for port in dialect.ports)
        words = f"{_words(dialect.messages)} messages, {_words(dialect.commands)} commands"
        click.echo(f"{dialect.name:<15} {dialect.title}")
        click.echo(f"{'':<15} {words}; ports: {ports}; {entry.origin}: {entry.path}")
    if broken:
        raise DialectError(broken)


def _words(forms: tuple[object, ...]) -> int:
    return len({getattr(form, "word", None) for form in forms})
