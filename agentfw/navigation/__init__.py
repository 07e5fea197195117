"""Places and links in, ways through the map out.

`graph_from_places` makes a `PlaceGraph` of what a server tells, `MapLearner` of what a bot finds out by
itself, `load_graph` of a file. A `Router` answers what a way costs and which link to take first, from
caches per goal; `find_route` searches once, around dangers; a `PathService` searches in slices of a
budget. Nothing here knows an engine, a clock or the network.
"""

from agentfw.navigation.doorways import Doorways
from agentfw.navigation.graph import Link, Node, PlaceGraph
from agentfw.navigation.grids import grid_graph
from agentfw.navigation.kinds import LinkKind, Travel
from agentfw.navigation.learning import MapLearner
from agentfw.navigation.listing import graph_from_places
from agentfw.navigation.mapfiles import (
    graph_from_text,
    graph_text,
    load_graph,
    load_places_text,
    save_graph,
    save_places_text,
)
from agentfw.navigation.routing import Outcome, Prediction, Route, Router, RouterStatistics
from agentfw.navigation.search import Danger, PathSearch, Question, Search, find_route
from agentfw.navigation.service import PathHandle, PathService, PathStatistics

__all__ = [
    "Danger",
    "Doorways",
    "Link",
    "LinkKind",
    "MapLearner",
    "Node",
    "Outcome",
    "PathHandle",
    "PathSearch",
    "PathService",
    "PathStatistics",
    "PlaceGraph",
    "Prediction",
    "Question",
    "Route",
    "Router",
    "RouterStatistics",
    "Search",
    "Travel",
    "find_route",
    "graph_from_places",
    "graph_from_text",
    "graph_text",
    "grid_graph",
    "load_graph",
    "load_places_text",
    "save_graph",
    "save_places_text",
]
