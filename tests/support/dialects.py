"""The built-in dialects, loaded once, and ways to go through all of their forms."""

from __future__ import annotations

from typing import Final

from agentfw.engines.gamebots import Dialect, find_dialect

__all__ = ["BOTH", "CLASSIC", "GB2004"]

CLASSIC: Final[Dialect] = find_dialect("gamebots-ut99")
GB2004: Final[Dialect] = find_dialect("gamebots-2004")
BOTH: Final = (CLASSIC, GB2004)
