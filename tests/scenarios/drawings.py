"""Small maps for scenarios, each with one thing in it that is hard to pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.geometry import Vec3
from tests.scenarios.stage import HALF_HEIGHT
from tests.support.playing import drawn_arena

if TYPE_CHECKING:
    from agentfw.arena.maps.passages import PassageKind
    from agentfw.arena.server import Arena
    from agentfw.vocabulary import EntityId

__all__ = [
    "CORRIDOR",
    "DROP",
    "HAIRPIN",
    "HALL",
    "LEDGE",
    "LIFT",
    "NEAR_TELEPORTERS",
    "ONE_DOOR",
    "PAD",
    "TELEPORTERS",
    "TWO_DOORS",
    "Drawing",
    "cell",
    "link_of",
]


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """A map, and two cells of it with something between them."""

    rows: str
    heights: str = ""
    legend: dict[str, str] = {}
    start: tuple[int, int] = (1, 1)
    goal: tuple[int, int] = (1, 1)
    """Column and row."""
    goal_height: int = 0
    start_height: int = 0
    """In steps of 32 uu, as in `heights`."""

    def arena(self, dialect: str = "gamebots-2004", **options: Any) -> Arena:
        """An arena on this map."""
        return drawn_arena(
            self.rows, heights=self.heights, legend=self.legend, dialect=dialect, **options
        )

    @property
    def origin(self) -> Vec3:
        """Where the center of a body is at the start."""
        return cell(*self.start, self.start_height)

    @property
    def there(self) -> Vec3:
        """Where the center of a body is at the goal."""
        return cell(*self.goal, self.goal_height)


def cell(column: int, row: int, height: int = 0) -> Vec3:
    """Where the center of a body is that stands in the middle of a cell."""
    return Vec3(128.0 * column + 64.0, 128.0 * row + 64.0, 32.0 * height + HALF_HEIGHT)


def link_of(arena: Arena, kind: PassageKind) -> tuple[EntityId, EntityId]:
    """The ends of the first link of a kind."""
    link = next(link for link in arena.world.graph.links if link.kind is kind)
    return arena.world.place_ids[link.start], arena.world.place_ids[link.end]


LIFT: Final = Drawing(
    rows="""
        ##########
        #s..L....#
        ##########
    """,
    heights="""
        ##########
        #00008888#
        ##########
    """,
    legend={"L": "{lift: 256}"},
    goal=(8, 1),
    goal_height=8,
)
"""A lift is the only way up; down leads a drop."""

_GATES: Final = {
    "X": "{teleporter: Y}",
    "Y": "exit",
    "P": "{teleporter: Q}",
    "Q": "exit",
}

TELEPORTERS: Final = Drawing(
    rows="""
        #####################
        #s.......Q#........Y#
        #.........#.........#
        #X........#........P#
        #####################
    """,
    legend=_GATES,
    start=(1, 1),
    goal=(15, 3),
)
"""Two rooms; a teleporter leads over, and another one back."""

NEAR_TELEPORTERS: Final = Drawing(
    rows="""
        ##############
        #s..X#Y.....P#
        #..Q.#.......#
        ##############
    """,
    legend=_GATES,
    goal=(9, 2),
)
"""The same, but a teleporter and its exit are on the two sides of one wall."""

HAIRPIN: Final = Drawing(
    rows="""
        ##################
        #s..............X#
        ##################
        #Y...............#
        ##################
    """,
    legend={"X": "{teleporter: Y}", "Y": "exit"},
    goal=(8, 3),
)
"""A corridor with a teleporter at its end that leads back, into the next corridor."""

PAD: Final = Drawing(
    rows="""
        ############
        #s.........#
        #...J..K...#
        #..........#
        ############
    """,
    heights="""
        ############
        #0000088888#
        #0000088888#
        #0000088888#
        ############
    """,
    legend={"J": "{pad: K}", "K": "exit"},
    goal=(10, 1),
    goal_height=8,
)
"""A pad throws up to a ledge; down leads a drop."""

LEDGE: Final = Drawing(
    rows="""
        ########
        #.>....#
        ##.#####
        #s...###
        ########
    """,
    heights="""
        ########
        #112222#
        ##0#####
        #0000###
        ########
    """,
    start=(1, 3),
    goal=(6, 1),
    goal_height=2,
)
"""The side of a ramp is a little too high to walk up to."""

DROP: Final = Drawing(
    rows="""
        ############
        #s.........#
        #.........h#
        ############
    """,
    heights="""
        ############
        #5555000000#
        #5555000000#
        ############
    """,
    legend={"h": "XPickups.HealthPack"},
    goal=(10, 2),
    start_height=5,
)
"""A ledge that leads down only."""

ONE_DOOR: Final = Drawing(
    rows="""
        #############
        #.....#.....#
        #s..........#
        #.....#.....#
        #############
    """,
    start=(1, 2),
    goal=(11, 2),
)
"""Two rooms and a doorway of one cell."""

TWO_DOORS: Final = Drawing(
    rows="""
        #############
        #.....#.....#
        #s..........#
        #.....#.....#
        #...........#
        #.....#.....#
        #############
    """,
    start=(1, 2),
    goal=(11, 2),
)
"""Two rooms and two doorways of one cell each."""

CORRIDOR: Final = Drawing(
    rows="""
        ######################
        #s...................#
        ######################
    """,
    goal=(20, 1),
)
"""A way without a turn."""

HALL: Final = Drawing(
    rows="""
        ######################
        #....................#
        #....................#
        #.s..................#
        #....................#
        #....................#
        ######################
    """,
    start=(2, 3),
    goal=(19, 3),
)
"""An empty hall."""
