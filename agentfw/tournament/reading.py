"""Tournament files: read, checked as a whole, and settled; every plan is loaded before a game begins."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar, get_args

from msgspec.structs import replace

from agentfw.arena.server import ArenaOptions
from agentfw.documents import read_document
from agentfw.errors import AgentError, SourceError, TeamError, UsageError
from agentfw.sources import YamlSource, content_of, is_file
from agentfw.tournament.entries import Entrant, Ground, Tournament
from agentfw.tournament.recruits import recruit, witness
from agentfw.tournament.shapes import EntrantKeys, GroundKeys, Mode, TournamentShape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.documents import Document
    from agentfw.tournament.recruits import Recruit

__all__ = ["read_tournament"]

_MODES: Final = get_args(Mode)
_MAX_NAME: Final = 32
_MAX_GAMES: Final = 100_000
_Place = tuple[str | int, ...]
_T = TypeVar("_T")


def read_tournament(file: Path, seeds: int | None = None) -> Tournament:
    """The tournament of a file; with `seeds`, so many of them instead of those of the file.

    Raises `TeamError` with everything that is wrong with it and its plans.
    """
    source = YamlSource(content_of(file, TeamError), str(file), TeamError)
    document = read_document(source, TournamentShape, "the tournament")
    if document.sound is None:
        source.finish()
    return _Reader(file, document, seeds).settled()


class _Reader:
    """Settles one file; of one that has not its shape, it says what is wrong with the rest, too."""

    def __init__(self, file: Path, document: Document[TournamentShape], seeds: int | None) -> None:
        assert document.sound is not None  # noqa: S101 - problems were raised before
        self._file = file
        self._document = document
        self._shape = document.sound
        self._asked_seeds = seeds
        self._told: dict[str, None] = {}
        """Mistakes in other files, each of them once."""

    def settled(self) -> Tournament:
        seeds = self._seeds()
        grounds = tuple(self._grounds())
        entrants = tuple(self._entrants(grounds))
        self._check_games(len(seeds))
        self._finish()
        return Tournament(name=self._file.stem, entrants=entrants, grounds=grounds, seeds=seeds)

    def _finish(self) -> None:
        try:
            self._document.source.finish()
        except TeamError as error:
            raise TeamError([*error.problems, *self._told]) from None
        if self._told:
            raise TeamError([*self._told])

    def _seeds(self) -> tuple[int, ...]:
        seeds = self._shape.seeds if self._asked_seeds is None else self._asked_seeds
        if isinstance(seeds, int):
            return tuple(range(seeds))
        if not seeds and self._document.is_clear(("seeds",)):
            self._document.problem(("seeds",), "seeds: expected one at least, found none")
        for number, seed in enumerate(seeds):
            if seed in seeds[:number]:
                self._document.problem(("seeds", number), f"seeds: {seed} stands here twice")
        return seeds

    def _check_games(self, seeds: int) -> None:
        """Note when there are more games than anybody means: all of them are held in memory."""
        entrants, grounds = len(self._shape.entrants), len(self._shape.grounds)
        games = seeds * grounds * entrants * (entrants - 1)
        if games > _MAX_GAMES and self._document.is_clear(("seeds",)):
            counts = f"{seeds} seeds for {entrants} entrants and {grounds} grounds"
            text = f"seeds: {counts} are {games} games, and {_MAX_GAMES} at most can be played"
            self._document.problem(("seeds",), text)

    # Where

    def _grounds(self) -> Iterator[Ground]:
        if not self._shape.grounds and self._document.is_clear(("grounds",)):
            self._document.problem(("grounds",), "grounds: expected one at least, found none")
        seen: dict[str, str] = {}
        for number, told in enumerate(self._shape.grounds):
            keys = GroundKeys(map=told) if isinstance(told, str) else told
            place = ("grounds", number)
            ground = self._try(place, functools.partial(self._ground, keys))
            if ground is None:
                continue
            if ground.identity in seen:
                self._document.problem(place, f"grounds: {ground.label} stands here twice")
            elif ground.label in seen.values():  # maps of one name in two folders
                ground = replace(ground, label=f"{ground.label} #{number + 1}")
            seen[ground.identity] = ground.label
            yield ground

    def _ground(self, keys: GroundKeys) -> Ground:
        name = self._beside(keys.map)
        options = ArenaOptions(map=name, mode=keys.mode).settled()
        options.find_dialect()
        options.find_map()
        mode, score = options.mode_name, self._shape.score if keys.score is None else keys.score
        bots, minutes = keys.bots or self._shape.bots, keys.minutes or self._shape.minutes
        label = f"{Path(name).stem} {mode} {bots}v{bots}"
        others = [f"{minutes:g} min"] if keys.minutes else []
        others += [f"to {keys.score}"] if keys.score is not None else []
        return Ground(
            label=" ".join([label, *others]),
            map=name,
            mode=mode,
            bots=bots,
            minutes=minutes,
            score=score,
            witness=witness("map", name),
        )

    # Who

    def _entrants(self, grounds: tuple[Ground, ...]) -> Iterator[Entrant]:
        said = self._document.names(("entrants",))
        if len(said) < 2 and (said or self._document.is_clear(("entrants",))):
            text = f"entrants: expected two at least, found {len(said)}"
            self._document.problem(("entrants",), text)
        for name, told in self._shape.entrants.items():
            self._check_name(name)
            keys = EntrantKeys(all=told) if isinstance(told, str) else told
            squads = self._squads(name, keys)
            self._check_modes(name, squads, grounds)
            yield Entrant(name, {mode: squad for mode, squad in squads.items() if squad is not None})

    def _check_name(self, name: str) -> None:
        if not 0 < len(name) <= _MAX_NAME or not name.isprintable() or name != name.strip():
            text = f"entrants: expected a name of 1 to {_MAX_NAME} plain letters, found {name!r}"
            self._document.problem(("entrants", name), text)

    def _squads(self, name: str, keys: EntrantKeys) -> dict[str, tuple[Recruit, ...] | None]:
        """What an entrant has for each game type; None where there were mistakes."""
        place: _Place = ("entrants", name)
        told = {mode: getattr(keys, mode) for mode in _MODES if getattr(keys, mode) is not None}
        if keys.team is not None:
            return self._team(place, keys, told)
        options = self._options(keys)
        rest: dict[str, tuple[Recruit, ...] | None] = {}
        if keys.all is not None:
            at = place if isinstance(self._shape.entrants[name], str) else (*place, "all")
            rest = dict.fromkeys(_MODES, self._squad(at, keys.all, options, keys.skill))
        found = {
            mode: self._squad((*place, mode), play, options, keys.skill) for mode, play in told.items()
        }
        return rest | found

    def _squad(
        self, place: _Place, play: str | tuple[str, ...], options: dict[str, str], skill: float | None
    ) -> tuple[Recruit, ...] | None:
        if isinstance(play, str):
            one = self._try(place, lambda: recruit(self._brain(play), options, skill))
            return None if one is None else (one,)
        if not play:
            self._document.problem(place, f"{_told(place)}: the list is empty")
        found = [self._squad((*place, number), one, options, skill) for number, one in enumerate(play)]
        members = tuple(squad[0] for squad in found if squad is not None)
        return members if play and len(members) == len(play) else None

    def _team(
        self, place: _Place, keys: EntrantKeys, told: dict[str, object]
    ) -> dict[str, tuple[Recruit, ...] | None]:
        others = [*(["all"] if keys.all is not None else []), *told]
        others += [key for key in ("options", "skills", "skill") if getattr(keys, key)]
        for other in others:
            text = f"takes its bots from a team file: {other} has no effect"
            self._document.problem((*place, other), f"{_told(place)}: {text}")
        team = str(keys.team)
        found = self._try((*place, "team"), lambda: self._team_squad(team))
        return dict.fromkeys(_MODES, found)

    def _team_squad(self, file: str) -> tuple[Recruit, ...]:
        from agentfw.team import read_lineup  # noqa: PLC0415 - few tournaments have team files

        lineup = read_lineup([Path(self._beside(file))], environment=os.environ)
        if len(lineup.teams) != 1:
            raise UsageError(f"{file}: expected one team, found {len(lineup.teams)}")
        (team,) = lineup.teams
        if team.coordinator is not None or team.shares:
            has = "a coordinator" if team.coordinator is not None else "shared facts"
            raise UsageError(f"{file}: the team has {has}, and in tournaments every bot plays by itself")
        if any(bot.traits is not None for bot in team.bots):
            raise UsageError(f"{file}: the team has characters, and tournaments know none yet")
        return tuple(recruit(bot.brain, bot.options, bot.skill) for bot in team.bots)

    def _check_modes(
        self, name: str, squads: dict[str, tuple[Recruit, ...] | None], grounds: tuple[Ground, ...]
    ) -> None:
        for mode in dict.fromkeys(ground.mode for ground in grounds):
            keys = (mode, "all", "team")
            is_clear = all(self._document.is_clear(("entrants", name, key)) for key in keys)
            if mode not in squads and is_clear:
                text = f'entrants.{name}: plays nothing in {mode}: add "{mode}", or "all"'
                self._document.problem(("entrants", name), text)

    # What they name

    def _options(self, keys: EntrantKeys) -> dict[str, str]:
        found = {name: _worded(value) for name, value in keys.options.items()}
        skills = (keys.skills,) if isinstance(keys.skills, str) else keys.skills or ()
        if skills:
            found["skills"] = ",".join(map(self._beside, skills))
        if "weights" in found:
            found["weights"] = self._beside(found["weights"])
        return found

    def _brain(self, name: str) -> str:
        """A brain as `make_brain` takes it; files are seen from the tournament file."""
        file, colon, kind = name.rpartition(":")
        return f"{self._beside(file)}:{kind}" if colon and file.endswith(".py") else self._beside(name)

    def _beside(self, name: str) -> str:
        """A file beside the tournament file, if there is one of that name."""
        path = self._file.parent / name
        return str(path) if is_file(path) else name

    def _try(self, place: _Place, settle: Callable[[], _T]) -> _T | None:
        """What comes of a part of the file; None after noting what is wrong."""
        try:
            return settle()
        except SourceError as error:
            self._told.update(dict.fromkeys(error.problems))
        except AgentError as error:
            self._document.problem(place, str(error))
        return None


def _told(place: _Place) -> str:
    return ".".join(map(str, place))


def _worded(value: str | float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
