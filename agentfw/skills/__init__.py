"""Named senses and acts: the words that plans are written in.

Consumes views; produces values (senses) and wants (acts). A skill is an ordinary function with a
decorator; a `SkillSet` gathers those of several modules, and refuses two that claim one name. Which
way of deciding asks is not known here.
"""

from agentfw.skills.footprint import Footprint as Footprint
from agentfw.skills.footprint import footprint_of as footprint_of
from agentfw.skills.moment import Fault as Fault
from agentfw.skills.moment import Moment as Moment
from agentfw.skills.outcomes import DONE as DONE
from agentfw.skills.outcomes import Done as Done
from agentfw.skills.outcomes import Failed as Failed
from agentfw.skills.outcomes import Outcome as Outcome
from agentfw.skills.outcomes import Performs as Performs
from agentfw.skills.outcomes import Wants as Wants
from agentfw.skills.performing import Performance as Performance
from agentfw.skills.performing import Progress as Progress
from agentfw.skills.skill import Act as Act
from agentfw.skills.skill import Sense as Sense
from agentfw.skills.skill import act as act
from agentfw.skills.skill import sense as sense
from agentfw.skills.skillset import SkillSet as SkillSet
from agentfw.skills.skillset import own_skills as own_skills
from agentfw.skills.skillset import shipped_skills as shipped_skills
from agentfw.skills.skillset import skill_files as skill_files
