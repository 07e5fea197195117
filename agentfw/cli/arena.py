"""``agentfw arena``: a game server to play on, or a match of the game's own bots to look at."""

from __future__ import annotations

import contextlib
import math
import signal
import sys
import time
from typing import TYPE_CHECKING, Final

import click
import msgspec
import structlog
import trio

from agentfw.arena.server.arena import Arena
from agentfw.arena.server.options import ArenaOptions
from agentfw.arena.server.results import result_of, team_name
from agentfw.arena.server.serving import ArenaServer
from agentfw.cli.terminal import printable
from agentfw.errors import UsageError

if TYPE_CHECKING:
    from agentfw.arena.server.results import MatchResult

__all__ = ["arena"]

_MODES: Final = ("dm", "tdm", "ctf", "dom", "ddom")
_BAR: Final = 30
_STATUS_S: Final = 0.5


class _Speed(click.ParamType[float]):
    name = "factor"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if str(value) == "max":
            return math.inf
        try:
            speed = float(str(value))
        except ValueError:
            self.fail(f'"{value}" is neither a number nor max', param, ctx)
        if not 0.01 <= speed <= 50.0:
            self.fail(f"{value} is not between 0.01 and 50", param, ctx)
        return speed


@click.command(
    epilog="""\b
    Examples:
      agentfw arena --mode ctf --bots 3              then connect a client to port 3000
      agentfw arena --play --map dom-vault --bots 8  a match of the game's own bots, at once
    """
)
@click.option("--map", "map_name", metavar="NAME|FILE", help="Which map; see agentfw maps.")
@click.option("--mode", type=click.Choice(_MODES), help="Game type; the map's first one unless given.")
@click.option("--dialect", metavar="NAME|FILE", help="gamebots-2004; gamebots-ut99 for dom.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help="Bot port, 3000 unless given; 0 takes any.")
@click.option("--control-port", type=click.IntRange(0, 65535), help="The next one unless given.")
@click.option("--observer-port", type=click.IntRange(0, 65535), help="The one after it unless given.")
@click.option("--password", help="Ask clients for it.")
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same match.")
@click.option("--speed", type=_Speed(), help="Of the game clock, or max.  [1, or max with --play]")
@click.option("--time-limit", type=click.FloatRange(0, 600), metavar="MIN", show_default="20",
              help="Minutes of game time; 0 for none. A tie is played on.")  # fmt: skip
@click.option("--score-limit", type=click.IntRange(0, 10000), metavar="POINTS",
              help="0 for none; the usual one of the game unless given.")  # fmt: skip
@click.option(
    "--bots", type=click.IntRange(0, 32), help="Bots of the game itself.  [0, or 6 with --play]"
)
@click.option(
    "--skill", type=click.FloatRange(1, 7), default=4.0, show_default=True, help="Of those bots."
)
@click.option("--friendly-fire", type=click.FloatRange(0, 1), default=0.0, show_default=True,
              help="Part of the damage that team-mates do to each other.")  # fmt: skip
@click.option("--strict-line-ends", is_flag=True, help="Want CR, as the real UT2004 server does.")
@click.option("--once", is_flag=True, help="End after one match instead of beginning another.")
@click.option(
    "--play", is_flag=True, help="No ports: play one match as fast as it goes, show the result."
)
@click.option("--json", "as_json", is_flag=True, help="With --play: print the result as JSON.")
def arena(
    map_name: str | None, speed: float | None, *, play: bool, as_json: bool, **chosen: object
) -> None:
    """Open a game server that GameBots clients can play on; nothing else needs to be installed."""
    _check(play=play, as_json=as_json, chosen=chosen)
    options = _options(map_name, speed, play=play, chosen=chosen)
    made = Arena(options)
    if play:
        _play(made, as_json=as_json)
        return
    ports = _ports(made, chosen)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("info"))
    trio.run(_serve, made, str(chosen["host"]), ports)


def _check(*, play: bool, as_json: bool, chosen: dict[str, object]) -> None:
    """Refuse options that would have no effect together."""
    if as_json and not play:
        raise UsageError("--json goes with --play")
    names = ("port", "control_port", "observer_port", "password")
    unused = [f"--{name.replace('_', '-')}" for name in names if chosen[name] is not None]
    if play and unused:
        raise UsageError(f"--play opens no ports, so {' and '.join(unused)} would have no effect")


def _options(
    map_name: str | None, speed: float | None, *, play: bool, chosen: dict[str, object]
) -> ArenaOptions:
    bots = chosen["bots"]
    return msgspec.convert(
        {
            "map": map_name,
            "speed": (math.inf if play else 1.0) if speed is None else speed,
            "restarts": not (play or chosen["once"]),
            "bots": (6 if play else 0) if bots is None else bots,
            "lenient_line_ends": not chosen["strict_line_ends"],
            "time_limit_min": chosen["time_limit"],
            **{
                key: chosen[key]
                for key in (
                    "mode",
                    "dialect",
                    "seed",
                    "skill",
                    "password",
                    "score_limit",
                    "friendly_fire",
                )
            },
        },
        ArenaOptions,
    )


def _ports(made: Arena, chosen: dict[str, object]) -> dict[str, int]:
    """The ports to open: those asked for, else the usual ones, counted on from the bot port."""
    bot = chosen["port"]
    ports = {}
    for offset, role in enumerate(("bot", "control", "observer")):
        described = made.dialect.port(role)
        asked = bot if role == "bot" else chosen[f"{role}_port"]
        if described is None:
            if asked is not None:
                raise UsageError(f"{made.dialect.name} does not describe a {role} port")
            continue
        if isinstance(asked, int):
            ports[role] = asked
        elif isinstance(bot, int):
            ports[role] = bot + offset if 0 < bot <= 65535 - offset else 0
        else:
            ports[role] = described.number
    return ports


# A server


async def _serve(made: Arena, host: str, ports: dict[str, int]) -> None:
    server = ArenaServer(made)
    async with server.listening(host, ports):
        world = made.world
        click.echo(f"{world.level.name}, {world.settings.mode.value}, {made.dialect.name}")
        for role, (address, port) in server.addresses.items():
            click.echo(f"  {role + 's':<10} {address}:{port}")
        click.echo("Ctrl-C ends the arena.")
        with contextlib.suppress(KeyboardInterrupt):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_end_on_signal, nursery.cancel_scope)
                await server.run()
                nursery.cancel_scope.cancel()
    for result in made.results:
        _show(result)
    if made.is_open:
        _show(result_of(made.world, made.matches))


async def _end_on_signal(scope: trio.CancelScope) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            scope.cancel()
            return


# A match to look at


def _play(made: Arena, *, as_json: bool) -> None:
    """Play one match of the game's own bots; a line that is rewritten shows how it goes."""
    settings = made.world.settings
    if not settings.time_limit_s and not settings.score_limit:
        raise UsageError("--play needs a time limit or a score limit, or it would never end")
    if len(made.world.players) < 2:
        raise UsageError("--play needs at least two bots: --bots 2")
    is_live = sys.stderr.isatty() and not as_json
    begun = shown = time.perf_counter()
    while not made.is_finished:
        made.tick()
        now = time.perf_counter()
        if is_live and now - shown >= _STATUS_S:
            shown = now
            _show_progress(made)
        if not math.isinf(made.speed):
            behind = begun + made.ticks * made.tick_s - now
            time.sleep(max(0.0, behind))
        if settings.time_limit_s and made.world.match_time > 3 * settings.time_limit_s:
            break  # a tie that nobody breaks
    if is_live:
        click.echo("\r" + " " * 78 + "\r", nl=False, err=True)
    result = made.results[-1] if made.results else result_of(made.world, made.matches)
    took = time.perf_counter() - begun
    if as_json:
        click.echo(msgspec.json.encode(result).decode())
        return
    _show(result)
    clock = result.game_time_s / made.world.game.clock_rate
    click.echo(
        f"{_minutes(clock)} of play in {took:.1f} s, {clock / took:.0f} times as fast as real time."
    )


def _show_progress(made: Arena) -> None:
    world, settings = made.world, made.world.settings
    parts = [world.rules.best() / settings.score_limit] if settings.score_limit else []
    parts += [world.match_time / settings.time_limit_s] if settings.time_limit_s else []
    done = min(1.0, max(parts))
    bar = "█" * round(done * _BAR) + "·" * (_BAR - round(done * _BAR))
    summary = result_of(world, made.matches).summary
    if settings.time_limit_s and world.match_time > settings.time_limit_s:
        summary = f"overtime, {summary}"
    click.echo(
        f"\r{bar} {_minutes(world.match_time)}  {printable(summary)}"[:78].ljust(78), nl=False, err=True
    )


def _minutes(seconds: float) -> str:
    return f"{int(seconds // 60)}:{int(seconds % 60):02d}"


def _show(result: MatchResult) -> None:
    """The result as a table."""
    winner = f"{printable(result.winner)} wins" if result.winner else "a draw"
    if not result.because:
        winner = f"{printable(result.winner)} leads" if result.winner else "nobody leads"
    why = {"score": "by score", "time": "at the time limit", "lives": "as the last one left"}
    how = why.get(result.because, "when it was broken off")
    click.echo(f"{result.level}, {result.mode}: {winner} {how} after {_minutes(result.game_time_s)}.")
    for team, score in result.team_scores.items():
        click.echo(f"  {team_name(team):<8} {score:g}")
    if result.players:
        click.echo(f"  {'player':<20} {'team':<6} {'score':>6} {'kills':>6} {'deaths':>6}")
    for player in result.players:
        side = team_name(player.team) if result.team_scores else "-"
        name = printable(player.name)[:20]
        click.echo(f"  {name:<20} {side:<6} {player.score:>6g} {player.kills:>6} {player.deaths:>6}")
