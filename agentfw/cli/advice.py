"""What to try when a plan speaks of skills that nobody has told of."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Final

from agentfw.errors import PlanError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["ADD_SKILLS", "advising_skills", "miss_skills"]

ADD_SKILLS: Final = "skills of yours? add --skills FILE"
"""What helps where names are those of skills in a file of the user."""
_UNKNOWN_NAME: Final = re.compile(r'unknown sense "|there is no (act|task) "|nor an act\b')
"""How the languages of plans tell of names that are no skills."""


def miss_skills(problems: Iterable[str]) -> bool:
    """Whether some of the problems of plans are names that may be those of skills."""
    return any(_UNKNOWN_NAME.search(one) for one in problems)


@contextlib.contextmanager
def advising_skills(files: str | None) -> Iterator[None]:
    """Within the block, what is wrong with a plan ends with what helps, unless files were given."""
    try:
        yield
    except PlanError as error:
        if files or not miss_skills(error.problems):
            raise
        raise PlanError([*error.problems, ADD_SKILLS]) from None
