"""The weight files that ship; those of users are read where plans are."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from agentfw.language.texts import PlanText
from agentfw.resources import resource_dir
from agentfw.weights.parsing import load_weights

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.weights.weights import Weights

__all__ = ["DEFAULT", "default_weights", "shipped_weights"]

DEFAULT: Final = "default.weights"
"""What bots want who are told nothing."""


def shipped_weights() -> dict[str, Path]:
    """The weight files that travel with agentfw, by file name."""
    return {path.name: path for path in sorted((resource_dir("plans") / "weights").glob("*.weights"))}


@functools.cache
def default_weights() -> Weights:
    """What bots want who are told nothing: items and weapons of both Unreal Tournaments."""
    return load_weights(PlanText(shipped_weights()[DEFAULT].read_text(encoding="utf-8"), DEFAULT))
