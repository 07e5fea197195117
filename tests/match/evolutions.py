"""A plan whose fights depend on one weight, and short runs with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentfw.language import PlanText
from agentfw.match.evolving import Evolution, EvolutionOptions, begin_evolution
from agentfw.weights import Weights, load_weights

if TYPE_CHECKING:
    from pathlib import Path

PLAN = """
; Fights whoever is as near as the weight "reach" says, and everybody when a tie is played on.
(
  (RDC life
    (goal ((fail)))
    (drives
      ((fight (trigger (("enemy_visible(within=weight('reach'))"))) fight))
      ((break-tie (trigger (("time > 25 and enemy_visible"))) fight))
      ((roam (trigger ((succeed))) explore))))
)
"""
TIMID = 'weight "reach" { return balance(120, 100, 1500); }\n'


def timid() -> Weights:
    """Weights of somebody who fights at arm's length only."""
    return load_weights(PlanText(TIMID, "timid.weights"))


def begun(folder: Path, **told: Any) -> Evolution:
    """A run at its beginning: three members, duels of seconds."""
    plan = folder / "reach.lap"
    plan.write_text(PLAN, encoding="utf-8")
    usual: dict[str, Any] = {"plan": str(plan), "map": "dm-closet", "population": 3, "minutes": 0.05}
    return begin_evolution(timid(), EvolutionOptions(**(usual | {"children": 1} | told)))
