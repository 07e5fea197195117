"""What people and bots say to each other: understood, put into words, answered, at the right moment.

Consumes talk files and texts; produces meanings from texts, texts from meanings, chat lines, replies,
and when to say them. Knows no game and no wire.

>>> talk = shipped_talk()
>>> roster = Roster(mates=("Ada", "Bob", "Sarge"))
>>> understand(talk, "Ada and bob, guard the base for ten minutes pls!", roster, sender="Sarge")
Meaning(kind='defend', addressees=('Ada', 'Bob'), slots={'place': 'our base'}, for_s=600.0)
>>> understand(talk, "Bob follow me", roster, sender="Sarge")
Meaning(kind='follow', addressees=('Bob',), slots={'who': 'Sarge'})
"""

from agentfw.talk.chatting import Chatter
from agentfw.talk.files import character_talk, shipped_files, shipped_talk
from agentfw.talk.kinds import KINDS, Kind
from agentfw.talk.manners import Manners, Remark
from agentfw.talk.meaning import EVERYONE, Meaning, Roster, concerns
from agentfw.talk.occasions import OCCASIONS, Occasion
from agentfw.talk.phrasing import phrase
from agentfw.talk.printing import print_talk
from agentfw.talk.reading import check_talk, load_talk
from agentfw.talk.replying import Persona, Replies
from agentfw.talk.slots import SPEAKER
from agentfw.talk.talk import Talk
from agentfw.talk.tokens import Reads
from agentfw.talk.understanding import asked_in_vain, understand

__all__ = [
    "EVERYONE",
    "KINDS",
    "OCCASIONS",
    "SPEAKER",
    "Chatter",
    "Kind",
    "Manners",
    "Meaning",
    "Occasion",
    "Persona",
    "Reads",
    "Remark",
    "Replies",
    "Roster",
    "Talk",
    "asked_in_vain",
    "character_talk",
    "check_talk",
    "concerns",
    "load_talk",
    "phrase",
    "print_talk",
    "shipped_files",
    "shipped_talk",
    "understand",
]
