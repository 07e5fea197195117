"""agentfw: write game agents in Python, run them as a team.

This package's top level holds no code; start with `agentfw.engines.link`, `agentfw.vocabulary`, or
the command line, ``agentfw --help``.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
