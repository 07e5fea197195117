"""Who a bot is: traits in files, settled for a skill.

Consumes character files; produces settled traits, and the limits of the body that follow from them. What
skills and brains make of the others is up to them.
"""

from agentfw.characters.character import Character as Character
from agentfw.characters.reading import find_character as find_character
from agentfw.characters.reading import is_character_file as is_character_file
from agentfw.characters.reading import load_character as load_character
from agentfw.characters.reading import read_character as read_character
from agentfw.characters.reading import shipped_characters as shipped_characters
from agentfw.characters.shapes import CharacterShape as CharacterShape
from agentfw.characters.traits import NEUTRAL as NEUTRAL
from agentfw.characters.traits import TENDENCIES as TENDENCIES
from agentfw.characters.traits import Traits as Traits
from agentfw.characters.traits import settled_traits as settled_traits
