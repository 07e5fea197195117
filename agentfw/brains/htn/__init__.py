"""Plans as task networks: goals, preconditions, and lines of subtasks with alternatives.

Consumes task files (``.htn``) and skills; produces an engine that decides. A file is a list of tasks::

    Include weapons.htn               # what is in another file, beside this one
    Constant base dom-stalwart.PathNode3

    Top                               # what is done, round and round
      DefendDomPoint base

    Head DefendDomPoint point         # a name, and names for $0, $1, …
      Goals                           # all hold: succeeds at once; none: never achieved
      Preconditions                   # one does not: fails at once
        alive                         # NAME word…, or an expression: health > 30 and not attacked
      Guards                          # looked at in every think; one does not hold: broken off, failed
      Priority                        # a number: of the top tasks, the highest that can runs
      Subtasks
        GetWeapon                     # lines: each has to succeed
        TravelTo $point, RunTo $0     # alternatives: the first that succeeds
        foe = NearestEnemy            # what an act found, for later lines
        limit = (health / 2)          # a value
        Guard || Watch $foe           # at once; over when both are, failed when one is
        each $p in points: Visit $p   # tries the members until one succeeds
        every $p in points: Visit $p  # all members, one after the other
        cycle $p in points: Visit $p  # as each, but begins one member further every time

A task without ``Subtasks`` is an act of that name, with goals and preconditions on top; acts can also be
used without a head. Words are texts, or the constants of that name; ``(…)`` is an expression, and
``name=value`` gives an argument by name. A task that is called last takes the place of its caller, so
that tasks may call themselves for ever. A task's value is that of its last line.

A task with ``Lookahead`` (``nodes N``, ``replans N``) is planned to its end in
thought, from what acts declare to change or from ``Effects`` in the file (``ammo = ammo + 10``), and is
then done step by step; when a step fails it is planned anew.
"""

from agentfw.brains.htn.engine import HtnEngine as HtnEngine
from agentfw.brains.htn.plan import HtnPlan as HtnPlan
from agentfw.brains.htn.plan import load as load

__all__ = ["HtnEngine", "HtnPlan", "load"]
