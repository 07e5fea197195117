"""Team files: YAML goes in, a lineup comes out in which everything is settled, or every mistake.

A file is read with what it includes (`including`), by its shape (`shapes`). Then the ground is settled
(`grounds`), the teams are gathered (`squads`), get their sides (`sides`) and their bots (`casting`), and
every brain is made once (`minds`). Then each part is looked at for itself (`surveying`). All steps note
what is wrong and go on with the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from agentfw.arena.server import ArenaOptions
from agentfw.errors import TeamError, UsageError
from agentfw.sources import is_file
from agentfw.team.casting import Casting
from agentfw.team.findings import Findings
from agentfw.team.grounds import settle_ground
from agentfw.team.including import find_team_file, read_book
from agentfw.team.layers import pick
from agentfw.team.lineup import Ground, Lineup, TeamPlan
from agentfw.team.sides import settle_sides
from agentfw.team.squads import gather_squads
from agentfw.team.surveying import survey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from agentfw.team.including import Book
    from agentfw.team.squads import Squad

__all__ = ["read_lineup"]

T = TypeVar("T")
U = TypeVar("U")


def read_lineup(files: Sequence[Path], *, environment: Mapping[str, str]) -> Lineup:
    """The match that team files ask for; the teams of several files meet in it.

    Passwords come from the environment. Raises `TeamError` with everything that is wrong with any of
    the files, those that they include, and the plans that they name, and `UsageError` when there is no
    such file.
    """
    if not files:
        raise UsageError("there is no match without a team file")
    paths, missing = _found(files)
    findings = Findings()
    books = _books(paths, findings)
    if not books:
        raise UsageError(missing)
    lineup = _lineup(books, environment, findings, is_all=not missing)
    try:
        findings.finish()
    except TeamError as error:
        raise TeamError([*missing.splitlines(), *error.problems]) from None
    if missing:
        raise UsageError(missing)
    if lineup is None:
        raise UsageError(f"{files[0]}: could not be read, though nothing was found wrong with it")
    return lineup


def _lineup(
    books: Sequence[Book], environment: Mapping[str, str], findings: Findings, *, is_all: bool
) -> Lineup | None:
    """What files come to, be it right or wrong; `is_all` when there are no others."""
    ground = _ground(books, environment, findings)
    squads = gather_squads(books)
    _check_whole(books, squads, is_all=is_all)
    casting = Casting(findings)
    teams = _teams(squads, ground, casting)
    survey(books, casting)
    if ground is None:
        return None
    return Lineup(
        ground=ground,
        teams=teams,
        seed=_said(books, "seed", int, 0),
        matches=_said(books, "matches", int, 1),
        record=_record(books),
        stagger_s=_said(books, "stagger_s", float, 0.1),
    )


def _found(files: Sequence[Path]) -> tuple[list[Path], str]:
    """The files that exist, and what is to be said of the others, line by line."""
    paths: list[Path] = []
    missing: dict[str, None] = {}
    for file in files:
        try:
            paths.append(find_team_file(file))
        except UsageError as error:
            missing[str(error)] = None
    return paths, "\n".join(missing)


def _books(paths: Sequence[Path], findings: Findings) -> list[Book]:
    """The files with their includes; one that is named twice is read once."""
    read: dict[Path, Book] = {}
    for path in paths:
        if path.resolve() not in read:
            read[path.resolve()] = read_book(path, findings)
    return [read[path.resolve()] for path in paths]


def _ground(books: Sequence[Book], environment: Mapping[str, str], findings: Findings) -> Ground | None:
    """Where the first file plays that says it; whoever says something else is wrong."""
    sayers = [book for book in dict.fromkeys(books) if book.server()] or [books[0]]
    ground, *others = [settle_ground(book, environment, findings) for book in sayers]
    for book, other in zip(sayers[1:], others, strict=True):
        if None not in (ground, other) and other != ground:
            place = book.server()[0]
            why = f"{sayers[0].path} says {ground}; a match is played in one place"
            place.sheet.document.problem(place.way, f"server: {other} here, and {why}")
    return replace(ground, **_limits(books)) if ground is not None else None


def _limits(books: Sequence[Book]) -> dict[str, float | int | None]:
    layers = next((book.limits() for book in books if book.limits()), [])
    minutes, score = pick(layers, "minutes", float), pick(layers, "score", int)
    return {
        "minutes": minutes.value if minutes is not None else None,
        "score": score.value if score is not None else None,
    }


def _said(books: Sequence[Book], key: str, kind: type[T], default: U) -> T | U:
    """What the first file says that says the key."""
    told = (pick(book.top(), key, kind) for book in books)
    return next((one.value for one in told if one is not None), default)


def _record(books: Sequence[Book]) -> str | None:
    """The folder for recordings, if one can be there."""
    told = next((one for book in books if (one := pick(book.top(), "record", str)) is not None), None)
    if told is None:
        return None
    if not told.value.strip():
        told.problem("record: expected the name of a folder")
    elif not told.value.isprintable():
        told.problem(f'record: "{told.value}" cannot be the name of a folder')
    elif is_file(told.value):
        told.problem(f'record: "{told.value}" is a file, expected a folder to record in')
    return told.value


def _check_whole(books: Sequence[Book], squads: Sequence[Squad], *, is_all: bool) -> None:
    """Note what only the whole can lack, and what no part may say."""
    if not squads and is_all and all(book.lacks(("teams",)) for book in books):
        books[0].sheets[0].document.problem((), "there are no teams, and a match needs one at least")
    for sheet in dict.fromkeys(sheet for book in books for sheet in book.sheets):
        for name, keys in sheet.shape.roles.items():
            if keys.role is not None:
                sheet.document.problem(
                    ("roles", name, "role"), f"roles.{name}.role: a role has no role of its own"
                )


def _teams(squads: Sequence[Squad], ground: Ground | None, casting: Casting) -> tuple[TeamPlan, ...]:
    numbers = settle_sides(squads, ground) if ground is not None else {}
    if ground is not None and ground.host is None:
        _check_room(squads, ground)
    teams = []
    for squad in squads:
        if ground is not None:
            squad.check_transport(numbers.get(squad.name))
        bots = [replace(bot, name=squad.bot_name(bot.name)) for bot in squad.cast(casting)]
        teams.append(
            TeamPlan(
                name=squad.name,
                number=numbers.get(squad.name),
                bots=tuple(bots),
                coordinator=squad.cast_leader(casting),
                shares=squad.shares,
                transport=squad.transport,
                recruit=squad.cast_recruit(casting),
            )
        )
    return tuple(teams)


def _check_room(squads: Sequence[Squad], ground: Ground) -> None:
    """Note which team is the first that the arena has no room for."""
    most, count = ArenaOptions().max_players, ground.bots
    for squad in squads:
        count += squad.size
        if count > most:
            whole = ground.bots + sum(one.size for one in squads)
            room = f"the arena has room for {most} players, and this match has {whole}"
            squad.problem(f'team "{squad.name}": {room}')
            return
