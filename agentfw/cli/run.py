"""``agentfw run``: one bot plays, on a server or in an arena of its own."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import click
import msgspec
import structlog
from msgspec.structs import replace

from agentfw.arena.server.results import team_name
from agentfw.brains import PlanFiles
from agentfw.characters import load_character
from agentfw.cli.advice import advising_skills
from agentfw.cli.kinds import PLAYS_ALONE, refuse_others
from agentfw.cli.probe import parse_address
from agentfw.cli.streams import own_output
from agentfw.cli.terminal import FiniteRange, minutes, printable
from agentfw.engines.link import AUTO
from agentfw.errors import UsageError
from agentfw.match import SoloOptions, play_solo

if TYPE_CHECKING:
    from agentfw.bot import Bot
    from agentfw.characters import Traits
    from agentfw.errors import AgentError
    from agentfw.match import SoloResult
    from agentfw.match.chats import Chat
    from agentfw.perception import View

__all__ = ["run"]

_SKILL: Final = 4.0
"""That of a character, unless told."""
_MODES: Final = ("dm", "tdm", "ctf", "dom", "ddom")
_BAR: Final = 24


@click.command(
    epilog="""\b
    Examples:
      agentfw run hunter --fast --time-limit 5               against three bots of the arena
      agentfw run ctf-attacker.lap --fast --mode ctf --record match.rec
      agentfw run my_brain.py:MyBrain --arena ctf-twins --record match.rec
      agentfw run deathmatch.fsm --fast --character heron --skill 3.5
      agentfw run hunter --server ut-host:3000 --name Ada --team 1
    """
)
@click.argument("brain", metavar="BRAIN")
@click.option(
    "--arena", "map_name", metavar="MAP", help="Play in an arena of its own; see agentfw maps."
)
@click.option("--server", metavar="HOST[:PORT]", help="Play on a game server instead.")
@click.option("--name", show_default="agent", help="What the bot is called.")
@click.option("--team", type=click.IntRange(0, 3), help="0 is red, 1 is blue.")
@click.option("--transport", type=click.Choice(("none", "chat")), default="none", show_default=True,
              help="Be one of a team that talks in the chat of the game.")  # fmt: skip
@click.option("--coordinator", metavar="PLAN",
              help="What to lead that team by when it elects this bot.")  # fmt: skip
@click.option("--character", metavar="NAME|FILE", help="Who to play as; see agentfw characters.")
@click.option("--skill", type=FiniteRange(1, 5), metavar="1-5",
              help="Limit the bot like a human; characters have 4 unless told.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same match.")
@click.option("--fast", is_flag=True, help="Let the arena's clock jump: a match takes seconds.")
@click.option("--mode", type=click.Choice(_MODES), help="Game type of the arena.")
@click.option("--bots", type=click.IntRange(0, 31), show_default="3",
              help="Bots of the arena to play with.")  # fmt: skip
@click.option("--bot-skill", type=click.FloatRange(1, 7), show_default="4", help="Of those bots.")
@click.option("--time-limit", type=FiniteRange(0.1, 600), metavar="MIN", default=5.0,
              show_default=True, help="Minutes of play.")  # fmt: skip
@click.option("--dialect", default=None, metavar="NAME|FILE", help="How the server speaks.")
@click.option("--password", envvar="AGENTFW_PASSWORD", help="For the server; or in $AGENTFW_PASSWORD.")
@click.option("--skills", metavar="FILE[,FILE]", help="More skills for plans, in files of your own.")
@click.option("--tasks", metavar="TASKS", help='What an HTN plan is to do: "Defend A; RunAround".')
@click.option("--option", "-o", "extras", multiple=True, metavar="NAME=VALUE",
              help="Anything else that the brain knows; may be repeated.")  # fmt: skip
@click.option("--places", metavar="FILE",
              help="Places of the map; written at the end if the server did not tell them.")  # fmt: skip
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Keep everything for agentfw replay.")  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Replace the recording if it exists.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def run(
    brain: str,
    map_name: str | None,
    server: str | None,
    *,
    record: Path | None,
    overwrite: bool,
    as_json: bool,
    **chosen: object,
) -> None:
    """Let one bot play.

    BRAIN is a plan (deathmatch.htn, ctf-attacker.lap, or a file of yours), a known brain (hunter), a
    dotted path (my.package:MyBrain) or a class in a file (my_brain.py:MyBrain).
    """
    refuse_others(brain, PLAYS_ALONE)
    options = _options(brain, map_name, server, chosen)
    is_live = sys.stderr.isatty() and not as_json
    level = "warning" if is_live or as_json or options.fast else "info"
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(level))
    status = _Status(options, is_live=is_live)
    show = status.show if not as_json else None
    with own_output(wanted=as_json), contextlib.ExitStack() as stack:
        stack.callback(status.clear)
        stack.enter_context(advising_skills(options.brain_options.get("skills")))
        result = play_solo(
            options,
            record=record,
            overwrite=overwrite,
            on_beat=show,
            on_change=status.tell_change,
            on_chat=status.tell_chat if not as_json else None,
        )
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
    else:
        _show(result, options, record)


def _options(
    brain: str, map_name: str | None, server: str | None, chosen: dict[str, object]
) -> SoloOptions:
    if server is not None:
        _refuse_arena_options(map_name, chosen)
    elif chosen["password"] is not None and "AGENTFW_PASSWORD" not in os.environ:
        raise UsageError("--password is for servers: an arena of your own asks for none")
    dialect, minutes = chosen["dialect"], chosen["time_limit"]
    arena = {
        "map": map_name,
        "mode": chosen["mode"],
        "dialect": dialect,
        "seed": chosen["seed"],
        "bots": 3 if chosen["bots"] is None else chosen["bots"],
        "skill": 4.0 if chosen["bot_skill"] is None else chosen["bot_skill"],
        "time_limit_min": minutes,
        "restarts": False,
    }
    shared = {key: chosen[key] for key in ("team", "skill", "seed", "fast", "password", "places")}
    traits = _traits(chosen)
    shared["name"] = chosen["name"] or (traits.name if traits is not None else "") or "agent"
    options = msgspec.convert(
        {
            **shared,
            "brain": brain,
            "server": parse_address(server) if server is not None else None,
            "dialect": dialect or AUTO,
            "arena": arena if server is None else {},
            "brain_options": _brain_options(chosen),
            "speaks": _speaks(chosen),
            "coordinator": chosen["coordinator"],
            "duration_s": 60.0 * float(str(minutes)) if server is not None else None,
        },
        SoloOptions,
    )
    return replace(options, traits=traits)


def _speaks(chosen: dict[str, object]) -> bool:
    """Whether the bot talks with its team."""
    is_chat = chosen["transport"] == "chat"
    if chosen["coordinator"] is not None and not is_chat:
        raise UsageError("--coordinator needs --transport chat: a bot alone has nobody to lead")
    return is_chat


def _traits(chosen: dict[str, object]) -> Traits | None:
    """Who plays, at the skill that was asked for."""
    name, skill = chosen["character"], chosen["skill"]
    if name is None:
        return None
    return load_character(str(name), PlanFiles()).at(_SKILL if skill is None else float(str(skill)))


def _brain_options(chosen: dict[str, object]) -> dict[str, str]:
    found = {name: str(chosen[name]) for name in ("skills", "tasks") if chosen[name] is not None}
    for extra in cast("tuple[str, ...]", chosen["extras"]):
        name, equals, value = extra.partition("=")
        if not equals or not name:
            raise UsageError(f'--option "{extra}": expected NAME=VALUE')
        found[name] = value
    return found


def _refuse_arena_options(map_name: str | None, chosen: dict[str, object]) -> None:
    """Options that would have no effect on a server are mistakes."""
    if map_name is not None:
        raise UsageError("take either --arena or --server")
    if chosen["fast"]:
        raise UsageError("--fast needs an arena: the clock of a server cannot jump")
    for name in ("mode", "bots", "bot_skill"):
        if chosen[name] is not None:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(f"{option} is for the arena: a server decides that itself")


class _Status:
    """One line that says how it goes: rewritten on a terminal, every ten seconds elsewhere."""

    def __init__(self, options: SoloOptions, *, is_live: bool) -> None:
        self._options = options
        self._is_live = is_live
        self._beats = 0

    def show(self, bot: Bot) -> None:
        """A second has passed."""
        self._beats += 1
        if self._is_live:
            width = shutil.get_terminal_size().columns - 1
            click.echo("\r" + self._line(bot)[:width].ljust(width), nl=False, err=True)
        elif self._beats % 10 == 0 and not self._options.fast:
            click.echo(self._line(bot), err=True)

    def tell_change(self, problem: AgentError | None) -> None:
        """A plan file has changed, for better or worse."""
        self.clear()
        brain = self._options.brain
        if problem is None:
            click.echo(f"{brain}: changed, and swapped in", err=True)
        else:
            click.echo(f"{problem}\n{brain}: changed, but the old plan goes on", err=True)

    def tell_chat(self, chat: Chat) -> None:
        """Somebody has said something."""
        self.clear()
        click.echo(f"{minutes(chat.at):>6}  {printable(str(chat))}", err=True)

    def clear(self) -> None:
        """Leave the terminal as it was."""
        if self._is_live:
            width = shutil.get_terminal_size().columns - 1
            click.echo("\r" + " " * width + "\r", nl=False, err=True)

    def _line(self, bot: Bot) -> str:
        view = bot.circle.view
        if view is None or not bot.is_playing:
            return f"{self._beats:>5} s  connecting to {printable(bot.door.name)}"
        score = view.scores.players.get(view.me.id) if view.me.id is not None else None
        doing = "; ".join(
            f"{type(one.intent).__name__} {one.detail or one.reason or one.state.value}"
            for one in view.activities.values()
        )
        way = " > ".join(bot.circle.decision.reason.path)
        told = f"health {view.health:>3}  score {score if score is not None else 0:g}  {way or doing}"
        return f"{self._bar(view)}  {printable(told)}"

    def _bar(self, view: View) -> str:
        minutes = self._options.arena.time_limit_min
        if not self._options.fast or not minutes or view.time is None:
            return f"{view.now:>5.0f} s"
        done = min(
            1.0, view.time / (60.0 * minutes)
        )  # game time, which runs faster than the bot's clock
        return "█" * round(done * _BAR) + "·" * (_BAR - round(done * _BAR))


def _show(result: SoloResult, options: SoloOptions, record: Path | None) -> None:
    statistics, body = result.statistics, result.statistics.circle.body
    score = "not told" if result.score is None else f"{result.score:g}"
    teams = ", ".join(f"{team_name(team)} {points:g}" for team, points in result.team_scores.items())
    think, turnaround = statistics.think, statistics.turnaround
    dropped = statistics.circle.thinks_dropped
    lines = {
        "bot": f"{printable(options.name)} ({options.brain}) on {printable(result.level) or 'no map'}",
        "ended": f"{printable(result.ended)} after {result.played_s:.0f} s",
        "score": f"{score}{f' ({teams})' if teams else ''}, {result.deaths} deaths",
        "thinks": f"{think.count}, {dropped} dropped, {statistics.thinks_slow} slow; "
        f"p50 {think.p50_ms:.2f} ms, p99 {think.p99_ms:.2f} ms",
        "answers": f"p50 {turnaround.p50_ms:.2f} ms, p99 {turnaround.p99_ms:.2f} ms after the look",
        "acts": f"{body.started} begun, {body.done} done, {body.failed} failed, "
        f"{body.cancelled} cancelled; stuck {body.stuck_s:.1f} s",
    }
    if result.faults:
        lines["faults"] = f"{result.faults} of skills, see the warnings above"
    if record is not None:
        lines["recording"] = f"{record}, see agentfw replay {record}"
    for name, text in lines.items():
        click.echo(f"{name:<10} {text}")
