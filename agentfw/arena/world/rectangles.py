"""Whether something is true of all cells of a rectangle, told by four numbers of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Counts", "count_cells"]

Counts: TypeAlias = list[list[int]]
"""Of the cells with a smaller column and a smaller row, how many were counted."""


def count_cells(width: int, depth: int, is_counted: Callable[[int, int], bool]) -> Counts:
    """The table for those cells of a map that are to be counted.

    From column `a` up to but without `b` and from row `c` up to but without `d`, there are
    ``counts[b][d] - counts[b][c] - counts[a][d] + counts[a][c]``.

    >>> count_cells(3, 2, lambda column, row: column > row)
    [[0, 0, 0], [0, 0, 0], [0, 1, 1], [0, 2, 3]]
    """
    counts = [[0] * (depth + 1)]
    for column in range(width):
        line, count = [0], 0
        for row, before in enumerate(counts[-1][1:]):
            count += is_counted(column, row)
            line.append(before + count)
        counts.append(line)
    return counts
