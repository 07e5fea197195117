"""Small talk in play: what happens around a bot with a character, as occasions to talk for fun.

Consumes views; produces lines, and says when the hands are on the keyboard. Only in games where
everybody plays for himself. Pure, as everything that a replay has to repeat.
"""

from agentfw.smalltalk.calm import Calm as Calm
from agentfw.smalltalk.causes import death_of as death_of
from agentfw.smalltalk.causes import kill_of as kill_of
from agentfw.smalltalk.causes import weapon_words as weapon_words
from agentfw.smalltalk.smalltalk import SmallTalk as SmallTalk
from agentfw.smalltalk.waiting import Waiting as Waiting
from agentfw.smalltalk.witness import Witness as Witness
