"""The command line: one module per command, loaded when it is used.

Mistakes of the user, of files and of servers end with one clear message and exit code 2; a traceback
is shown with ``--debug`` only.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING, Any, Final

import click
import structlog

from agentfw import __version__
from agentfw.cli.terminal import told_error
from agentfw.errors import AgentError
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["cli", "main"]

# Command: what the overview says about it. The modules hold the rest, so the overview loads nothing.
_COMMANDS: Final[Mapping[str, str]] = {
    "arena": "Open a game server to play on, or play a match of its own bots.",
    "characters": "List who bots can play as, or show every trait of one.",
    "check": "Find what is wrong or odd about plans, brains, teams and more.",
    "decode": "Turn captured server traffic into JSON, one object per message.",
    "dialects": "List the wire dialects that are known, and where they come from.",
    "draw": "Show a plan as a tree, for a terminal, Mermaid or Graphviz.",
    "evolve": "Let bots fight for better weights.",
    "explain": "Say why a recorded bot did what it did, and not something else.",
    "init": "Write a team of your own to start from.",
    "maps": "List the maps of the arena, or draw one.",
    "plans": "List the plans that ship.",
    "play": "Let teams play, as their files say.",
    "probe": "Connect to a game server and show what it says.",
    "replay": "Prove that a recording replays exactly, or look into it.",
    "run": "Let one bot play, on a server or in an arena of its own.",
    "schema": "Print a schema by which editors check and complete your files.",
    "skills": "List what plans can sense and do, or explain one of them.",
    "solve": "Plan by a PDDL domain and problem.",
    "tournament": "Let everybody play against everybody, and see who is stronger.",
}


_LISTS: Final = ("characters", "dialects", "maps", "plans", "skills")
"""Commands that share a line at the end of the overview, so that it fits on one screen."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(f"agentfw.cli.{cmd_name}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            message = error.message.rstrip(".")
            raise click.UsageError(f"{message}{nearest(args[0], _COMMANDS)}", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The reader of our output went away, as in `agentfw decode FILE | head`: what is left in
            # the buffer has nowhere to go, not even at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_commands(ctx, formatter)  # the options are few, and told in one line at the end

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([row for row in _COMMANDS.items() if row[0] not in _LISTS])


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=f"""\b
    Lists of all there is to play with: {", ".join(_LISTS)}.
    Options: --version; --debug to show a traceback when something goes wrong.
    Each command shows examples with --help: agentfw run --help.
    """,
)
@click.version_option(__version__, prog_name="agentfw")
@click.option("--debug", is_flag=True, help="Show a traceback when something goes wrong.")
def cli(debug: bool) -> None:  # noqa: FBT001 - click passes options by name
    """Game agents in Python: bots for Unreal Tournament through GameBots."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger("debug" if debug else "warning"),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code: 0 done, 2 a mistake that was explained."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        sys.exit(_run(words))
    except AgentError as error:
        if "--debug" in words:
            raise
        click.echo(told_error(error), err=True)
        sys.exit(2)


def _run(words: list[str]) -> Any:
    try:
        return cli.main(args=words, prog_name="agentfw", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return _interrupted()
    except BaseExceptionGroup as group:
        # trio wraps an interrupt together with whatever it interrupted.
        if group.split(KeyboardInterrupt)[1] is not None:
            raise
        return _interrupted()


def _interrupted() -> int:
    click.echo("agentfw: interrupted", err=True)
    return 130
