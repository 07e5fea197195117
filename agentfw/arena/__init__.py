"""The arena: an embedded game that speaks the real wire.

Consumes map files and commands, produces percepts; knows nothing of bots and brains. Built so far:
`mapfiles` reads the maps that people draw, `level` is the geometry they describe, `passages` and
`navgraph` derive from it where a body can go, `drawing` shows it all, `motion` moves bodies and
`damage` says what hurts them.
"""
