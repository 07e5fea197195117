"""What turns decisions into commands: intents become activities that run until they are done or failed.

Consumes decisions and views; produces commands, and reports what became of each intent. Knows how
to get through every kind of link, when it is stuck, and when to hold fire; knows nothing of brains.
"""

from agentfw.body.body import Body as Body
from agentfw.body.body import BodyStatistics as BodyStatistics
from agentfw.body.human import PERFECT as PERFECT
from agentfw.body.human import Human as Human
from agentfw.body.human import human_of_skill as human_of_skill
