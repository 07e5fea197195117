"""The ``agentfw`` command."""

from agentfw.cli.main import main as main
