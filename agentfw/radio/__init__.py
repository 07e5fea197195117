"""A team in the chat of its game: bots, and people, who share nothing else.

Consumes what mates say to the team; produces lines, orders and facts for a bot, and a leader for the
team out of its midst. Pure, as the circle that it belongs to.
"""

from agentfw.radio.election import Election, Step
from agentfw.radio.radio import Radio

__all__ = ["Election", "Radio", "Step"]
