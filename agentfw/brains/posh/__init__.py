"""Reactive plans: drives, competences and action patterns, in the LAP language.

Consumes plan texts and skills; produces plans that decide one step per think. `reading`, `parsing` and
`printing` are the language; `gathering`, `compiling` and `checking` make a plan ready; `engine` follows
it.
"""

from agentfw.brains.posh.engine import PoshEngine as PoshEngine
from agentfw.brains.posh.plan import PoshPlan as PoshPlan
from agentfw.brains.posh.plan import load as load
