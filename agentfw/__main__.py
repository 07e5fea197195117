"""``python -m agentfw`` is the command ``agentfw``."""

from agentfw.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
