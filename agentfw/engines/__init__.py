"""The engines: one sub-package per game wire, each pure, and the trio driver in `link`.

Consumes bytes and commands, produces percepts and bytes.
"""
