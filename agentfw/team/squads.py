"""The teams of a match, out of one file or several, under names that tell them apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.team.casting import MIND, check_name, check_team_name, seats_of, stem_of
from agentfw.team.layers import Told, pick

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.documents import KeyPath
    from agentfw.team.casting import Casting, Seat
    from agentfw.team.including import Book
    from agentfw.team.layers import Layer
    from agentfw.team.lineup import BotPlan
    from agentfw.team.shapes import TeamKeys

__all__ = ["Squad", "gather_squads"]

_NOBODY: Final = "nobody would play: 0 is for a team whose coordinator adds its bots"


class Squad:
    """A team as its file says it."""

    def __init__(self, book: Book, key: str, copy: int) -> None:
        self.book = book
        self.key = key
        """What its file calls it."""
        self.copy = copy
        """How many teams of this file play before this one: more than none when it meets itself."""
        self.layers: Sequence[Layer[TeamKeys]] = book.team(key)
        self.seats: Sequence[Seat] = seats_of(key, self.layers)

    @property
    def name(self) -> str:
        """What the team is called in the match."""
        return f"{self.key} {self.copy + 1}" if self.copy else self.key

    def bot_name(self, name: str) -> str:
        """What a bot is called in the match."""
        return f"{name}-{self.copy + 1}" if self.copy else name

    @property
    def size(self) -> int:
        """How many bots it has."""
        return sum(len(seat.names) for seat in self.seats)

    @property
    def _way(self) -> KeyPath:
        return ("teams", self.key)

    def problem(self, text: str) -> None:
        """Note what is wrong, at the name of the team."""
        self.layers[0].sheet.document.problem_with(self._way, text)

    def cast_leader(self, casting: Casting) -> BotPlan | None:
        """Who leads it; None when nobody does, or something is wrong with it."""
        told = self._coordinator
        return casting.cast_leader(told, self.leader_name) if told is not None else None

    def cast_recruit(self, casting: Casting) -> BotPlan | None:
        """What a bot is like that its leader adds; None when there is none."""
        if self._coordinator is None:
            return None

        def absent(text: str) -> None:
            parts = (self._way, ("defaults",))
            if not self.size and self.book.lacks(*((*way, key) for way in parts for key in MIND)):
                self.problem(f'team "{self.key}": of bots that are added, {text}')

        return casting.cast_recruit(self.book, self.layers, absent)

    @property
    def leader_name(self) -> str:
        """What its leader is called; empty without one."""
        is_led = self._coordinator is not None
        return self.bot_name(f"{stem_of(self.key)}-coordinator") if is_led else ""

    @property
    def _coordinator(self) -> Told[object] | None:
        return pick(self.layers, "coordinator", object)

    @property
    def shares(self) -> bool:
        """Whether its bots tell each other what they see."""
        told = pick(self.layers, "share", bool)
        if told is not None:
            return told.value
        return self._coordinator is not None or self.transport == "chat"

    @property
    def transport(self) -> str:
        """How its bots hear of each other."""
        told = pick(self.layers, "transport", str)
        return told.value if told is not None else "direct"

    def check_transport(self, number: int | None) -> None:
        """Note that there is nobody to talk to by chat; `number` is its side, None without one."""
        if self.transport != "chat":
            return
        if not self.size:
            self.problem(f'team "{self.key}": by chat, no bots come to a team without any')
        if number is None:
            self.problem(f'team "{self.key}": where everybody plays for himself, no team has a chat')

    def check_size(self) -> None:
        """Note that there is nobody to play."""
        told = pick(self.layers, "bots", int)
        if self.seats or self._coordinator is not None:
            return
        if not self.book.lacks((*self._way, "bots"), (*self._way, "coordinator")):
            return
        if told is not None:
            told.problem(f"{'.'.join(map(str, told.way))}: {_NOBODY}")
        else:
            self.problem(f'team "{self.key}": has no bots')

    def cast(self, casting: Casting) -> Iterator[BotPlan]:
        """Its bots, those that something is wrong with left out."""
        for seat in self.seats:
            yield from casting.cast(self.book, self.layers, seat)


def gather_squads(books: Sequence[Book]) -> list[Squad]:
    """All teams in the order of the files; names that cannot be, or clash, are noted."""
    squads = []
    for number, book in enumerate(books):
        teams = book.teams()
        copy = books[:number].count(book) if len(teams) == 1 else 0
        squads += [Squad(book, team, copy) for team in teams]
    _check_bots(_check_teams(squads))
    return squads


def _check_teams(squads: Sequence[Squad]) -> list[Squad]:
    """The teams whose bots are worth a look, since they are not there twice."""
    seen: dict[str, Squad] = {}
    for squad in squads:
        problem = check_team_name(squad.key)
        other = seen.setdefault(squad.name, squad)
        if problem:
            squad.problem(f'team "{squad.key}": {problem}')
        elif other is not squad and other.book is squad.book:
            squad.problem(f'team "{squad.key}": a file with several teams can be given only once')
        elif other is not squad:
            squad.problem(f'team "{squad.key}": {other.book.path} has a team of that name, too')
        squad.check_size()
    return [one for one in squads if seen[one.name] is one or seen[one.name].book is not one.book]


def _check_bots(squads: Sequence[Squad]) -> None:
    seen: dict[str, str] = {}
    for squad in squads:
        if squad.leader_name in seen:
            squad.problem(
                f'team "{squad.key}": its leader is called as that of "{seen[squad.leader_name]}"'
            )
        if squad.leader_name:
            seen[squad.leader_name] = squad.name
    for squad in squads:
        for seat in squad.seats:
            problem = next(filter(None, map(check_name, seat.names)), "")
            if problem and not check_team_name(squad.key):
                seat.problem(f"{seat}: {problem}")
            for name in map(squad.bot_name, seat.names):
                if name in seen:
                    seat.problem(f'bot "{name}": team "{seen[name]}" has one of that name already')
                seen[name] = squad.name
