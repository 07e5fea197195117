"""Tournaments: everybody against everybody, on all cores or a cluster, and what it says about strength.

Consumes tournament files; produces games that any process can play, a journal that survives crashes, and
tables with ratings. Knows nothing of terminals.
"""

from agentfw.tournament.entries import Entrant as Entrant
from agentfw.tournament.entries import Ground as Ground
from agentfw.tournament.entries import Tournament as Tournament
from agentfw.tournament.finding import find_tournament as find_tournament
from agentfw.tournament.finding import is_tournament as is_tournament
from agentfw.tournament.journal import Journal as Journal
from agentfw.tournament.journal import open_journal as open_journal
from agentfw.tournament.playing import Outcome as Outcome
from agentfw.tournament.playing import play_game as play_game
from agentfw.tournament.ratings import Rating as Rating
from agentfw.tournament.ratings import elo_ratings as elo_ratings
from agentfw.tournament.ratings import wilson_interval as wilson_interval
from agentfw.tournament.reading import read_tournament as read_tournament
from agentfw.tournament.schedule import Game as Game
from agentfw.tournament.schedule import Schedule as Schedule

__all__ = [
    "Entrant",
    "Game",
    "Ground",
    "Journal",
    "Outcome",
    "Rating",
    "Schedule",
    "Tournament",
    "elo_ratings",
    "find_tournament",
    "is_tournament",
    "open_journal",
    "play_game",
    "read_tournament",
    "wilson_interval",
]
