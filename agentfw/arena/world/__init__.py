"""The game itself: bodies that move, fight and collect things, under the rules of a game type.

Consumes a level, a game and commands; produces what happened and what can be sensed. Pure: time
passes by `tick`, chance comes from one seeded generator, and nobody outside is asked.
"""
