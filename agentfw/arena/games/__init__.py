"""The two games as data: bodies, weapons, items and figures of UT2004 and of UT99.

`specs` says what can be told about a game, `ut2004` and `ut99` tell it. Nothing here moves.
"""
