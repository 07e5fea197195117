"""Plans as goals and actions: what is wanted is written down, and how to get there is searched for.

Consumes GOAP files (``.goap``) and skills; produces an engine that decides. A file is a list of goals
and actions::

    Include shared.goap               # what is in another file, beside this one
    Use combat.fsm as Combat          # another brain, as an act
    Constant hurt 60
    Fact scouted                      # so in thought only, until the plan is over
    Switch 5                          # another goal has to be ahead by more than that

    Goal Survive
      Priority 100 - health           # the highest that is wanted and can be reached is worked for
      When enemy_visible or health < 40
      Wants health >= hurt            # what shall hold

    Action GrabMedkit
      Needs nearest_item("health") != nothing
      Effects health += 25            # sense(arguments) = expression; also -= and =
      Cost distance_to(nearest_item("health")) / 100
      Does collect health || fight_on_the_run
      While is_alive                  # needed before, and watched as long as it runs
      Timeout 20                      # seconds; then it has failed

    Action Take item in items("weapon")   # one action for each member of a list
      Effects has_weapon = true
      Does pick_up $item

What some effect writes is a variable of the search: truths, numbers in sums, and anything else by its
values. Everything else is read once, when planning begins.
"""

from agentfw.brains.goap.engine import GoapEngine
from agentfw.brains.goap.plan import GoapPlan, load

__all__ = ["GoapEngine", "GoapPlan", "load"]
