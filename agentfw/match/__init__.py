"""Playing and looking back: one bot or whole teams, on a server or in the arena; recordings, replays.

Consumes brains, lineups, doors and recordings; produces results for people. Knows every room below it.
"""

from agentfw.match.explaining import Explanation as Explanation
from agentfw.match.explaining import explain as explain
from agentfw.match.replaying import Difference as Difference
from agentfw.match.replaying import Replay as Replay
from agentfw.match.replaying import Verdict as Verdict
from agentfw.match.replaying import replay as replay
from agentfw.match.reporting import MatchReport as MatchReport
from agentfw.match.skirmish import Fighter as Fighter
from agentfw.match.skirmish import Native as Native
from agentfw.match.skirmish import SkirmishOptions as SkirmishOptions
from agentfw.match.skirmish import play_skirmish as play_skirmish
from agentfw.match.solo import SoloOptions as SoloOptions
from agentfw.match.solo import SoloResult as SoloResult
from agentfw.match.solo import play_solo as play_solo
from agentfw.match.stage import Listener as Listener
from agentfw.match.stage import Stage as Stage
from agentfw.match.teams import play_lineup as play_lineup
