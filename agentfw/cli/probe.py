"""``agentfw probe``: what a server is and how fast it talks."""

from __future__ import annotations

from collections import Counter
from typing import Final, TypeAlias

import click
import msgspec
import structlog
import trio

from agentfw.cli.terminal import printable
from agentfw.engines.gamebots import SessionStatistics
from agentfw.engines.link import AUTO, Link, open_link
from agentfw.errors import LinkError, PeerSilent, UsageError
from agentfw.vocabulary import (
    DominationPoint,
    GameInfo,
    ItemSeen,
    Join,
    Listing,
    MoverSeen,
    Percept,
    Place,
    PlaceLink,
    PlayerSeen,
    SelfMotion,
    Snapshot,
)

__all__ = ["probe"]

log: Final = structlog.get_logger(__name__)

_DEFAULT_PORT: Final = 3000
_Known: TypeAlias = dict[str, set[object]]
_COUNTED: Final = {
    Place: "places",
    PlaceLink: "links",
    ItemSeen: "items",
    PlayerSeen: "players",
    MoverSeen: "movers",
    DominationPoint: "domination points",
}


class Findings(msgspec.Struct, omit_defaults=True):
    """What a probe found out."""

    where: str
    dialect: str = ""
    level: str | None = None
    game_type: str | None = None
    learned: dict[str, int] = msgspec.field(default_factory=dict)
    """How many different places, items and so on were told or seen."""
    seconds: float = 0.0
    snapshots_per_s: float = 0.0
    updates_per_s: float = 0.0
    lines_per_s: float = 0.0
    bytes_per_s: float = 0.0
    ended: str | None = None
    """Why the conversation ended before its time."""
    statistics: SessionStatistics | None = None


@click.command(epilog="Example: agentfw probe ut-host:3000 --seconds 5")
@click.argument("address", metavar="HOST[:PORT]")
@click.option(
    "--dialect", default=AUTO, show_default=True, metavar="NAME|FILE", help="How the server speaks."
)
@click.option(
    "--role", type=click.Choice(["bot", "control", "observer"]), default="bot", show_default=True,
    help="Which kind of port this is.",
)  # fmt: skip
@click.option("--timeout", type=click.FloatRange(0.1, 600), default=5.0, show_default=True,
              help="Seconds to wait for the connection and for the greeting.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0, 3600), default=3.0, show_default=True,
              help="How long to listen once the server has let us in.")  # fmt: skip
@click.option("--no-join", is_flag=True, help="Look from outside: do not enter the game.")
@click.option(
    "--name", "player_name", default="agentfw-probe", show_default=True, help="Name to play under."
)
@click.option(
    "--password", envvar="AGENTFW_PASSWORD", help="For servers that ask; or set AGENTFW_PASSWORD."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
def probe(
    address: str,
    *,
    dialect: str,
    role: str,
    timeout: float,
    seconds: float,
    no_join: bool,
    player_name: str,
    password: str | None,
    as_json: bool,
) -> None:
    """Connect to a game server and show what it says.

    Recognizes the dialect, shows the level and what the server tells about it, joins for a few
    seconds to measure how fast it talks, and leaves politely. The port is 3000 unless given.
    """
    host, port = parse_address(address)
    join = None if no_join or role != "bot" else Join(player_name=player_name)
    findings = Findings(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")

    async def run() -> None:
        opened = open_link(
            host, port, dialect, role=role, join=join, password=password, timeout_s=timeout
        )
        async with opened as link:
            log.debug("probe.opened", where=findings.where, dialect=link.statistics().dialect)
            await _listen(link, findings, seconds, timeout, wants_in=join is not None)

    trio.run(run)
    if as_json:
        click.echo(msgspec.json.encode(findings).decode())
    else:
        _show(findings)


def parse_address(address: str) -> tuple[str, int]:
    """Host and port of ``HOST``, ``HOST:PORT``, ``[V6]`` or ``[V6]:PORT``."""
    if address.startswith("["):
        host, closed, rest = address[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            host = ""
        port = rest.removeprefix(":")
    elif address.count(":") > 1:
        host, port = address, ""
    else:
        host, _, port = address.partition(":")
    if not port and host and not address.endswith(":"):
        return host, _DEFAULT_PORT
    is_number = port.isascii() and port.isdecimal() and len(port) <= 5
    if not host or not is_number or not 0 < int(port) < 65536:
        raise UsageError(
            f'"{address}" is not an address: expected HOST or HOST:PORT, as in localhost:3000'
        )
    return host, int(port)


async def _listen(
    link: Link, findings: Findings, seconds: float, patience_s: float, *, wants_in: bool
) -> None:
    findings.dialect = link.statistics().dialect
    known: _Known = {}
    await _settle(link, findings, known, patience_s, wants_in=wants_in)
    counts: Counter[type[Percept]] = Counter()
    before, start = link.statistics(), trio.current_time()
    try:
        with trio.move_on_after(seconds):
            async for percept in link:
                _learn(percept, findings, counts, known)
    except LinkError as error:
        findings.ended = str(error)
    findings.statistics = link.statistics()
    _measure(findings, counts, before, findings.statistics, trio.current_time() - start)


async def _settle(
    link: Link, findings: Findings, known: _Known, patience_s: float, *, wants_in: bool
) -> None:
    """Wait until the server has told its world and, if wanted, let us in."""
    session = link.session
    with trio.move_on_after(patience_s):
        try:
            async for percept in link:
                _learn(percept, findings, Counter(), known)
                if session.is_playing or (session.is_ready and not wants_in):
                    break
        except LinkError as error:
            raise type(error)(f"{findings.where}: {error}") from None
        return
    state = link.statistics().state
    raise PeerSilent(f"{findings.where}: greeted us, but after {patience_s:g} s we are still {state}")


def _learn(percept: Percept, findings: Findings, counts: Counter[type[Percept]], known: _Known) -> None:
    counts[type(percept)] += 1
    if isinstance(percept, GameInfo):
        findings.level, findings.game_type = percept.level, percept.game_type
    what = _COUNTED.get(type(percept))
    if what is not None:
        known.setdefault(what, set()).add(_identity(percept))
        findings.learned[what] = len(known[what])
    for member in percept.percepts if isinstance(percept, Listing | Snapshot) else ():
        _learn(member, findings, Counter(), known)


def _identity(percept: Percept) -> object:
    if isinstance(percept, PlaceLink):
        return percept.source, percept.target
    return getattr(percept, "id", percept)


def _measure(
    findings: Findings,
    counts: Counter[type[Percept]],
    before: SessionStatistics,
    after: SessionStatistics,
    seconds: float,
) -> None:
    findings.seconds = round(seconds, 2)
    if seconds > 0:
        findings.snapshots_per_s = round(counts[Snapshot] / seconds, 1)
        findings.updates_per_s = round(counts[SelfMotion] / seconds, 1)
        findings.lines_per_s = round((after.lines - before.lines) / seconds, 1)
        findings.bytes_per_s = round((after.bytes_in - before.bytes_in) / seconds, 1)


def _show(found: Findings) -> None:
    learned = ", ".join(f"{count} {what}" for what, count in found.learned.items())
    rates = (
        f"{found.snapshots_per_s:g} snapshots/s, {found.updates_per_s:g} updates/s, "
        f"{found.lines_per_s:g} lines/s, {found.bytes_per_s / 1000:.1f} kB/s over {found.seconds:g} s"
    )
    rows = [
        ("server", found.where),
        ("dialect", found.dialect),
        ("level", found.level or "not told"),
        ("game", found.game_type or "not told"),
        ("learned", learned or "nothing yet: this dialect tells only what is in view"),
        ("rates", rates),
        ("oddities", _oddities(found.statistics)),
    ]
    if found.ended:
        rows.append(("ended", found.ended))
    for label, text in rows:
        click.echo(f"{label:<9} {printable(text)}")


def _oddities(statistics: SessionStatistics | None) -> str:
    if statistics is None:
        return "none"
    counts = {
        "unknown words": sum(statistics.unknown_words.values()),
        "unknown attributes": sum(statistics.unknown_attributes.values()),
        "rejected lines": statistics.rejected + statistics.overlong,
        "words out of order": statistics.misplaced,
    }
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "none"
