"""Everything that speaks against a brain, gathered before it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from agentfw.errors import AgentError, OptionsError, SourceError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ITSELF", "Mistakes"]

T = TypeVar("T")
ITSELF: Final = ""
"""What is wrong with the brain, and not with an option."""


class Mistakes:
    """What is wrong with a brain, its options and its character, by the name of the option or trait."""

    def __init__(self) -> None:
        self._found: dict[str, AgentError] = {}

    def note(self, option: str, error: AgentError) -> None:
        """Take up a mistake; of an option, the first one counts."""
        self._found.setdefault(option, error)

    def tried(self, option: str, make: Callable[[], T]) -> T | None:
        """What was made; None when it could not be, and then the reason is noted."""
        try:
            return make()
        except AgentError as error:
            self.note(option, error)
            return None

    def __len__(self) -> int:
        return len(self._found)

    def finish(self) -> None:
        """Raise all mistakes at once, if there are any: one that has its place as it is."""
        if not self._found:
            return
        (option, error), *others = self._found.items()
        if not others and (option == ITSELF or isinstance(error, SourceError)):
            raise error
        raise OptionsError(self._found)
