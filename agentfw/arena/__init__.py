"""The arena: an embedded game that speaks the real wire.

Consumes map files and commands, produces percepts; knows nothing of bots and brains. `maps` reads what
people draw and derives where a body can go, `games` holds the figures of the two games, `world` is the
match itself, and `server` lets GameBots clients play in it.
"""
