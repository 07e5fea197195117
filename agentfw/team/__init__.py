"""Teams: a YAML file goes in, supervised bots come out.

Consumes team files, doors and bots; produces bots that are kept playing, and says how they do. Knows
nothing of how brains work.
"""

from agentfw.team.health import Health as Health
from agentfw.team.health import Phase as Phase
from agentfw.team.health import TeamEvent as TeamEvent
from agentfw.team.health import TeamStatistics as TeamStatistics
from agentfw.team.leading import Leader as Leader
from agentfw.team.liaison import Liaison as Liaison
from agentfw.team.lineup import BotPlan as BotPlan
from agentfw.team.lineup import Ground as Ground
from agentfw.team.lineup import Lineup as Lineup
from agentfw.team.lineup import Restart as Restart
from agentfw.team.lineup import RestartPolicy as RestartPolicy
from agentfw.team.lineup import TeamPlan as TeamPlan
from agentfw.team.member import Member as Member
from agentfw.team.office import Office as Office
from agentfw.team.reading import read_lineup as read_lineup
from agentfw.team.team import Team as Team
