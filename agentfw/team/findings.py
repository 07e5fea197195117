"""Everything that is wrong with the files of a match, gathered before anything stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.errors import SourceError, TeamError

if TYPE_CHECKING:
    from agentfw.sources import YamlSource

__all__ = ["Findings"]


class Findings:
    """The mistakes of all files, file by file in the order in which they were opened."""

    def __init__(self) -> None:
        self._files: list[YamlSource | SourceError] = []
        self._others: list[SourceError] = []

    def watch(self, source: YamlSource) -> None:
        """Tell the problems that are noted in a file, also those that are yet to come."""
        self._files.append(source)

    def unreadable(self, error: SourceError) -> None:
        """Tell that a file could not be read at all."""
        self._files.append(error)

    def pass_on(self, error: SourceError) -> None:
        """Tell what is wrong with a file that is named in one of ours, in the words found for it."""
        self._others.append(error)

    def finish(self) -> None:
        """Raise one `TeamError` with all problems, each of them once, if there are any."""
        found = [one for file in self._files for one in _problems(file)]
        found += [one for error in self._others for one in error.problems]
        if found:
            raise TeamError([*dict.fromkeys(found)])


def _problems(file: YamlSource | SourceError) -> tuple[str, ...]:
    if isinstance(file, SourceError):
        return file.problems
    try:
        file.finish()
    except SourceError as error:
        return error.problems
    return ()
