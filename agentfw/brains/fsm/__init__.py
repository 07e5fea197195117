"""Plans as state machines: states inside of states, transitions with conditions, and acts in each state.

Consumes machine files (``.fsm``) and skills; produces an engine that decides. Indentation says what
belongs to which state::

    Include shared.fsm              # states and constants of another file, beside this one
    Use combat.fsm as Combat        # another brain, as an act
    Constant hurt 60
    Initial Patrol                  # else the first state
    Limit 50                        # so often may it switch in one think

    State Patrol
      Enter say "on my way"         # done in the moment of entering
      During explore                # again and again while in the state, side by side with others
      Once look_round               # one time only
      Exit stop_shooting            # done in the moment of leaving
      Timeout 20 To Rest            # after so many seconds in the state
      To Fight when enemy_visible and can_fight priority 10
      To Rest when done chance 0.2 do say "a break"

    State Fight
      History                       # entered again where it was left; History deep for all levels
      Initial Aim                   # which of the states inside comes first
      To Patrol when not enemy_visible
      State Aim
        …
    State Won
      Final done                    # the machine is over; or Final failed "reason"

In every think the transitions of the current state and of all states around it are tested, the highest
priority first, then outer states before inner ones, then line by line, until none holds; then the acts
go on. A line of an outer state that leads to where the machine is already tells it to stay, so that the
lines after it are not tested. ``done`` and ``failed`` tell how the first During or Once of the state has
ended, ``state_time`` the seconds in the state, ``previous`` and ``state_was("X")`` where it came from.
"""

from agentfw.brains.fsm.engine import FsmEngine as FsmEngine
from agentfw.brains.fsm.plan import FsmPlan as FsmPlan
from agentfw.brains.fsm.plan import load as load

__all__ = ["FsmEngine", "FsmPlan", "load"]
