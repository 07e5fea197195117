"""The bots of a team, from how many or how they are called to what each of them plays by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from agentfw.sources import nearest, one_of
from agentfw.team.layers import Layer, Told, pick
from agentfw.team.lineup import BotPlan, Restart, RestartPolicy
from agentfw.team.minds import MindReader, brain_told, find_brain
from agentfw.team.shapes import BotKeys, LeaderKeys, RestartKeys

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.documents import KeyPath
    from agentfw.team.findings import Findings
    from agentfw.team.including import Book
    from agentfw.team.layers import Sheet
    from agentfw.team.shapes import MindKeys, TeamKeys

__all__ = ["MIND", "Casting", "Seat", "check_name", "check_team_name", "seats_of", "stem_of"]

MIND: Final = ("plan", "brain")
"""The keys that say what a bot plays by."""
_MAX_NAME: Final = 64
_LIFE: Final = re.compile(r"\.life[0-9]+$")
_NOT_IN_NAMES: Final = '/\\:{}"*?<>|'
"""What ends a value on the wire, or cannot be in the name of a recording."""


class Seat(NamedTuple):
    """A place in a team, for one bot or for several that differ in their names only."""

    names: tuple[str, ...]
    sheet: Sheet
    way: KeyPath
    keys: BotKeys | None = None
    role: Told[str] | None = None
    """The single word after its name."""

    def problem(self, text: str) -> None:
        """Note what is wrong, at the name of the bot."""
        self.sheet.document.problem_with(self.way, text)

    def layers(self) -> list[Layer[BotKeys]]:
        """What is said of this bot alone."""
        return [Layer(self.sheet, self.way, self.keys)] if self.keys is not None else []

    def __str__(self) -> str:
        several = f' to "{self.names[-1]}"' if len(self.names) > 1 else ""
        return f'bot{"s" if several else ""} "{self.names[0]}"{several}'


def seats_of(name: str, team: Sequence[Layer[TeamKeys]]) -> list[Seat]:
    """The bots of a team as its file names or counts them."""
    told = pick(team, "bots", object)
    if told is None:
        return [Seat((f"{stem_of(name)}-1",), team[0].sheet, team[0].way)]
    sheet, way = told.sheet, told.way
    if told.value == 0:
        return []
    if isinstance(told.value, int):
        names = tuple(f"{stem_of(name)}-{number + 1}" for number in range(told.value))
        return [Seat(names, sheet, way)]
    if isinstance(told.value, tuple):
        return [Seat((one,), sheet, (*way, number)) for number, one in enumerate(told.value)]
    entries = told.value if isinstance(told.value, dict) else {}
    return [_seat(one, said, sheet, (*way, one)) for one, said in entries.items()]


def _seat(name: str, said: object, sheet: Sheet, way: KeyPath) -> Seat:
    if isinstance(said, str):
        return Seat((name,), sheet, way, role=Told(said, sheet, way))
    return Seat((name,), sheet, way, keys=said if isinstance(said, BotKeys) else None)


def stem_of(team: str) -> str:
    """How the names of a team's bots begin that nobody named."""
    return "-".join(team.split()) or "bot"


def check_name(name: str) -> str:
    """Why no bot can be called so; empty when it can."""
    return check_team_name(name) or _unwritable(name)


def check_team_name(name: str) -> str:
    """Why no team can be called so; empty when it can. The game never hears of it."""
    if not name.strip() or name != name.strip() or name in (".", ".."):
        return "expected a name without blanks around it" if name.strip(" .") else "expected a name"
    if _LIFE.search(name):
        return "a name that ends so is that of a recording: the second life of a bot, or a later one"
    if not name.isprintable() or any(one in _NOT_IN_NAMES for one in name):
        return f"a name holds none of {' '.join(_NOT_IN_NAMES)}, and only what can be printed"
    return f"longer than {_MAX_NAME} characters" if len(name) > _MAX_NAME else ""


def _unwritable(name: str) -> str:
    try:
        name.encode("latin-1")
    except UnicodeEncodeError as error:
        return f'games write names in Latin-1, which has no "{name[error.start]}"'
    return ""


class Casting:
    """Gives every bot what is said of it, by itself, its role, its team and the defaults."""

    def __init__(self, findings: Findings) -> None:
        self._minds = MindReader(findings)

    def look_at(self, book: Book, layer: Layer[MindKeys]) -> None:
        """Note what is wrong with one layer alone, though nearer ones may hide it from every bot."""
        self._minds.look_at(layer)
        _restart(pick([layer], "restart", object))
        if isinstance(layer.keys, BotKeys):
            of_bots = Layer(layer.sheet, layer.way, layer.keys)
            self._minds.read_character([of_bots], None)
            if layer.way[0] != "roles":  # which have none of their own
                _role(book, None, [of_bots])

    def look_at_leader(self, told: Told[str]) -> None:
        """The same for who leads by a single word."""
        brain = brain_told(told)
        if brain is not None:
            self._minds.find(brain)

    def check_unplayed(self) -> None:
        """Note what is wrong with plans that were looked at, and that nobody plays by."""
        self._minds.check_unplayed()

    def cast_leader(self, told: Told[object], name: str) -> BotPlan | None:
        """Who leads a team; None when something is wrong with it."""
        keys = told.value
        layers = [Layer(told.sheet, told.way, keys)] if isinstance(keys, LeaderKeys) else []
        if isinstance(keys, str):
            brain = brain_told(Told(keys, told.sheet, told.way))
        else:
            brain = find_brain(layers, lambda text: told.problem(f"coordinator: {text}"))
        if brain is None:
            return None
        mind = self._minds.read(layers, brain, "", leads=True)
        restart = _restart(pick(layers, "restart", object))
        return BotPlan(name=name, brain=mind.brain, options=mind.options, restart=restart)

    def cast_recruit(
        self, book: Book, team: Sequence[Layer[TeamKeys]], absent: Callable[[str], None]
    ) -> BotPlan | None:
        """What a bot is like that the leader adds; None when nothing is said of it."""
        around = [*team, *book.defaults()]
        role, _ = _role(book, None, around)
        layers = [*(book.role(role) if role else ()), *around]
        brain = find_brain(layers, absent)
        if brain is None:
            return None
        return self._made(layers, brain, role)

    def cast(self, book: Book, team: Sequence[Layer[TeamKeys]], seat: Seat) -> tuple[BotPlan, ...]:
        """The bots of a seat; none when something is wrong with them, and the findings say what."""
        around = [*team, *book.defaults()]
        role, is_known = _role(book, seat.role, [*seat.layers(), *around])
        layers = [*seat.layers(), *(book.role(role) if role else ()), *around]

        def absent(text: str) -> None:
            parts = [seat.way, *(one.way for one in around), ("defaults",)]
            parts += [("roles", role)] if role else []
            # What is wrong where it could stand may be just that.
            if is_known and book.lacks(*((*way, key) for way in parts for key in MIND)):
                seat.problem(f"{seat}: {text}")

        brain = find_brain(layers, absent)
        if brain is None:
            return ()
        made = self._made(layers, brain, role)
        return tuple(replace(made, name=name) for name in seat.names)

    def _made(self, layers: Sequence[Layer[BotKeys]], brain: Told[str], role: str) -> BotPlan:
        """A bot without a name."""
        plan = _figures(layers, role)
        traits = self._minds.read_character(layers, plan.skill)
        mind = self._minds.read(layers, brain, role, traits)
        return replace(plan, brain=mind.brain, options=mind.options, traits=traits)


def _role(book: Book, given: Told[str] | None, layers: Sequence[Layer[BotKeys]]) -> tuple[str, bool]:
    """The role of a bot, empty without one, and whether it can be; `given` stands after its name."""
    word = given or pick(layers, "role", str)
    if word is None:
        return "", True
    known = book.roles()
    is_known = any(sheet.document.says(("roles", word.value)) for sheet in book.sheets)
    is_free = given is None and not known
    if not is_known and not is_free and book.lacks(("roles",)):
        hint = nearest(word.value, known) or f" (known: {one_of(known)})"
        word.problem(f'unknown role "{word.value}"{hint if known else ": there are no roles"}')
    return word.value, is_known or is_free


def _figures(layers: Sequence[Layer[BotKeys]], role: str) -> BotPlan:
    """A bot as far as it can be told without its brain."""
    skill, looks_hz = pick(layers, "skill", float), pick(layers, "looks_hz", float)
    return BotPlan(
        name="",
        brain="",
        role=role,
        skill=skill.value if skill is not None else None,
        looks_hz=looks_hz.value if looks_hz is not None else None,
        restart=_restart(pick(layers, "restart", object)),
    )


def _restart(told: Told[object] | None) -> RestartPolicy:
    if told is None:
        return RestartPolicy()
    keys = told.value
    if not isinstance(keys, RestartKeys):
        return RestartPolicy(when=Restart(keys))
    most_s = keys.most_s
    if keys.first_s > most_s:
        if told.sheet.document.says((*told.way, "most_s")):
            told.problem(f"restart: first_s is {keys.first_s:g}, and most_s only {most_s:g}")
        most_s = keys.first_s
    return RestartPolicy(
        when=Restart(keys.when),
        first_s=keys.first_s,
        most_s=most_s,
        budget=keys.budget,
        window_s=keys.window_s,
    )
