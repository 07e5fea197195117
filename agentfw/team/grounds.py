"""Where a match is played, as a team file says it: an arena that can be, or a server."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from agentfw.arena.maps.catalog import find_map
from agentfw.arena.server import ArenaOptions
from agentfw.engines.gamebots import find_dialect
from agentfw.engines.link import AUTO
from agentfw.errors import AgentError, SourceError
from agentfw.sources import is_file
from agentfw.team.layers import pick
from agentfw.team.lineup import Ground

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.team.findings import Findings
    from agentfw.team.including import Book
    from agentfw.team.layers import Layer, Told
    from agentfw.team.shapes import ServerKeys

__all__ = ["settle_ground"]

_PORT: Final = 3000
_FOR_ARENA: Final = ("map", "mode", "bots", "skill")
_FOR_HOST: Final = ("port", "password")
_HOST: Final = re.compile(r"[\w.:%-]+")
"""What names hold, and addresses of both kinds."""
_VARIABLE: Final = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")


def settle_ground(book: Book, environment: Mapping[str, str], findings: Findings) -> Ground | None:
    """Where a file wants to play; None when that cannot be, and the findings say why."""
    layers = book.server()
    host = pick(layers, "host", str)
    _refuse(layers, _FOR_ARENA if host is not None else _FOR_HOST, is_host=host is not None)
    if host is None:
        return _arena(layers, findings)
    return _server(host, layers, environment, findings)


def _refuse(layers: list[Layer[ServerKeys]], keys: tuple[str, ...], *, is_host: bool) -> None:
    """Keys that would have no effect are mistakes."""
    why = "a server decides that itself, and host names one" if is_host else "there is no host to go to"
    for key in keys:
        told = pick(layers, key, object)
        if told is not None:
            told.problem(f"server.{key}: {why}")


def _server(
    host: Told[str],
    layers: list[Layer[ServerKeys]],
    environment: Mapping[str, str],
    findings: Findings,
) -> Ground | None:
    name, colon, port_told = host.value.rpartition(":")
    if colon and port_told.isdecimal() and ":" not in name:
        host.problem(f"server.host: the port is a key of its own, as in host: {name}, port: {port_told}")
    elif not _is_host(host.value):
        told = f', found "{host.value}"' if host.value else ""
        host.problem(f"server.host: expected the name or address of a computer{told}")
    port = pick(layers, "port", int)
    dialect = _dialect(layers, findings)
    return Ground(
        host=host.value,
        port=port.value if port is not None else _PORT,
        dialect=dialect or AUTO,
        password=_password(pick(layers, "password", str), environment),
    )


def _is_host(name: str) -> bool:
    """Whether a computer can be called so: in any letters, as long as the wire has a form for them."""
    try:
        return _HOST.fullmatch(name) is not None and bool(name.encode("idna"))
    except UnicodeError:
        return False


def _password(told: Told[str] | None, environment: Mapping[str, str]) -> str | None:
    """What the environment variable holds; neither it nor what stands in the file is ever shown."""
    if told is None:
        return None
    match = _VARIABLE.fullmatch(told.value)
    if match is None:
        told.problem(
            "server.password: expected $NAME, an environment variable that holds it; "
            "a password does not belong into a file"
        )
        return None
    if not environment.get(match[1]):
        told.problem(f"server.password: the environment variable {match[1]} is not set")
    return environment.get(match[1])


def _dialect(layers: list[Layer[ServerKeys]], findings: Findings) -> str | None:
    """The dialect as the arena and the links take it, or None."""
    told = pick(layers, "dialect", str)
    if told is None or told.value == AUTO:
        return None
    name = told.sheet.seen(told.value)
    is_fine = _is_fine(lambda: find_dialect(name), told, "server.dialect", findings)
    return name if is_fine else None


def _arena(layers: list[Layer[ServerKeys]], findings: Findings) -> Ground | None:
    bots, skill = pick(layers, "bots", int), pick(layers, "skill", float)
    dialect = pick(layers, "dialect", str)
    if dialect is not None and dialect.value == AUTO:
        dialect.problem(f"server.dialect: {AUTO} is for a host: the arena speaks what it is told")
    settled = _settled(layers, _dialect(layers, findings), findings)
    if settled is None:
        return None
    return Ground(
        dialect=settled.dialect or AUTO,
        map=settled.map or settled.find_map().name.lower(),
        mode=settled.mode,
        bots=bots.value if bots is not None else 0,
        skill=skill.value if skill is not None else Ground().skill,
    )


def _settled(
    layers: list[Layer[ServerKeys]], dialect: str | None, findings: Findings
) -> ArenaOptions | None:
    """The arena with everything filled in, if map, game type and dialect fit together."""
    level, mode = pick(layers, "map", str), pick(layers, "mode", str)
    name = level.sheet.seen(level.value) if level is not None else None
    if name is not None and not _is_fine(lambda: find_map(name), level, "server.map", findings):
        return None
    options = ArenaOptions(mode=mode.value if mode is not None else None, map=name, dialect=dialect)
    if not _is_fine(options.find_map, mode or level, "server.mode" if mode else "server.map", findings):
        return None
    settled = options.settled()
    if not _is_fine(settled.find_dialect, None, "", findings):
        told = pick(layers, "dialect", str)
        if told is not None:
            other = "ddom" if settled.mode == "dom" else "dom"
            told.problem(
                f"server.dialect: {told.value} has no words for {settled.mode}; take mode {other}, "
                f"or leave the dialect out"
            )
        return None
    return settled


def _is_fine(check: Callable[[], object], told: Told[str] | None, what: str, findings: Findings) -> bool:
    """Whether a check raises nothing; what it raises is noted where the value stands."""
    try:
        check()
    except SourceError as error:
        if told is None or is_file(told.sheet.seen(told.value)):
            findings.pass_on(error)
        else:
            told.problem(f'{what}: there is no file "{told.value}"')
    except AgentError as error:
        if told is not None:
            told.problem(f"{what}: {error}")
    except (OSError, ValueError):
        if told is not None:
            told.problem(f'{what}: "{told.value}" cannot be the name of a file')
    else:
        return True
    return False
