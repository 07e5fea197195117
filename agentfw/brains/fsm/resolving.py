"""States by name: the whole way down to them, or the end of it that means only one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.language.types import plain_name
from agentfw.sources import nearest

if TYPE_CHECKING:
    from agentfw.brains.fsm.states import State
    from agentfw.language import Position, Problems

__all__ = ["Directory"]


class Directory:
    """All states of a machine. Names are compared without case, hyphens and underscores."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._states: list[State] = []
        self._by_ending: dict[tuple[str, ...], list[State]] = {}

    def add(self, state: State) -> None:
        """Take up a state."""
        self._states.append(state)
        path = _plain(state.path)
        for start in range(len(path)):
            self._by_ending.setdefault(path[start:], []).append(state)

    def close(self) -> None:
        """Give every state the shortest name that means it alone."""
        for state in self._states:
            starts = range(len(state.path) - 1, -1, -1)
            endings = [state.path[start:] for start in starts]
            own = next((one for one in endings if self.matches(".".join(one)) == [state]), state.path)
            state.label = ".".join(own)

    def matches(self, name: str) -> list[State]:
        """The states that a name can mean: that with just this way down to it, or all that end so."""
        path = _plain(tuple(name.split(".")))
        found = self._by_ending.get(path, [])
        exact = [one for one in found if len(one.path) == len(path)]
        return exact or found

    def find(self, name: str, at: Position, inside: State | None = None) -> State | None:
        """The state of a name; None after noting that there is none, or more than one.

        Those that stand `inside` of a state are looked for there first, and must stand there.
        """
        found = self.matches(name)
        if inside is not None:
            below = [one for one in inside.within() if one is not inside]
            direct = self.matches(f"{'.'.join(inside.path)}.{name}")
            found = direct or [one for one in found if one in below]
        if len(found) == 1:
            return found[0]
        if found:
            listed = " or ".join(".".join(one.path) for one in found)
            self._problems.error(at, f'"{name}" is not clear: write {listed}')
            return None
        known = [one.label for one in (self._states if inside is None else below)]
        hint = nearest(name, known)
        where = f" inside of {inside.label}" if inside is not None else ""
        self._problems.error(at, f'there is no state "{name}"{where}{hint}')
        return None


def _plain(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(plain_name, path))
