"""What a brain answers with: intents per channel, the reason for them, and what became of them.

Consumes the vocabulary; produces frozen structs that brains build, bodies carry out, and recordings
keep. `intents` says what a bot can want, `decision` what a brain returns, `activity` how far the body
has come, `team` what passes between bots.
"""

from agentfw.decisions.activity import Activity as Activity
from agentfw.decisions.activity import ActivityState as ActivityState
from agentfw.decisions.decision import CHANNELS as CHANNELS
from agentfw.decisions.decision import NOTHING as NOTHING
from agentfw.decisions.decision import Beneath as Beneath
from agentfw.decisions.decision import Channel as Channel
from agentfw.decisions.decision import Decision as Decision
from agentfw.decisions.decision import Reading as Reading
from agentfw.decisions.decision import Reason as Reason
from agentfw.decisions.decision import Rejected as Rejected
from agentfw.decisions.decision import fault_of as fault_of
from agentfw.decisions.intents import *
from agentfw.decisions.questions import Question as Question
from agentfw.decisions.questions import Reply as Reply
from agentfw.decisions.team import DEAF as DEAF
from agentfw.decisions.team import Answer as Answer
from agentfw.decisions.team import Fact as Fact
from agentfw.decisions.team import Fate as Fate
from agentfw.decisions.team import Order as Order
from agentfw.decisions.team import OrderState as OrderState
from agentfw.decisions.team import Report as Report
from agentfw.decisions.team import Urgency as Urgency
