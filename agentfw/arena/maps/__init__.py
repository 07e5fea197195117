"""Maps: text files that people draw, the geometry they describe, and where a body can go in it.

Consumes YAML; produces a `Level`, and a `NavGraph` derived from it. Of the games it knows only which
items there are.
"""
