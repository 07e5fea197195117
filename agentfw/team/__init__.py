"""Teams: a YAML file goes in, supervised bots come out.

Consumes team files, doors and bots; produces bots that are kept playing, and says how they do. Knows
nothing of how brains work.
"""

from agentfw.team.lineup import BotPlan as BotPlan
from agentfw.team.lineup import Ground as Ground
from agentfw.team.lineup import Lineup as Lineup
from agentfw.team.lineup import Restart as Restart
from agentfw.team.lineup import RestartPolicy as RestartPolicy
from agentfw.team.lineup import TeamPlan as TeamPlan
