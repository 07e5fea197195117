"""What all plan languages share: texts with places, problems, types, and one expression language.

Consumes plan texts; produces checked expressions as closures, and problems with file, line and column.
Knows nothing of games: names are looked up in a `Scope` that somebody else fills.

An expression is made of senses (``health``, ``enemy_visible(within=800)``), variables (``$0``,
``$where``), numbers, texts, lists, ``true``, ``false`` and ``nothing``. Its operators are, from the
weakest to the strongest: ``or``, ``and``, ``not``, ``< <= > >= == != in``, ``+ -``, ``* / %``, ``-a``.

>>> health = Callee("health", (), NUMBER, lambda reader: 20)
>>> scope = Scope({"health": health}.get)
>>> text, problems = PlanText("health < 30 and not health < 10"), Problems()
>>> node = parse_expression(text.text, Position(text), problems)
>>> [condition.text for condition in compile_conditions(node, scope, problems)]
['health < 30', 'not health < 10']

Any value may be missing, which is ``nothing``: then comparisons do not hold, and calculations give
``nothing`` again. So ``not health < 10`` holds for a bot that does not know its health, and
``health >= 10`` does not.
"""

from agentfw.language.compiling import Condition as Condition
from agentfw.language.compiling import Expression as Expression
from agentfw.language.compiling import Scope as Scope
from agentfw.language.compiling import Slot as Slot
from agentfw.language.compiling import compile_conditions as compile_conditions
from agentfw.language.compiling import compile_expression as compile_expression
from agentfw.language.compiling import compile_target as compile_target
from agentfw.language.compiling import first_failing as first_failing
from agentfw.language.contradictions import contradiction as contradiction
from agentfw.language.parsing import parse_assignment as parse_assignment
from agentfw.language.parsing import parse_expression as parse_expression
from agentfw.language.printing import print_expression as print_expression
from agentfw.language.syntax import Binary as Binary
from agentfw.language.syntax import Call as Call
from agentfw.language.syntax import ListOf as ListOf
from agentfw.language.syntax import Literal as Literal
from agentfw.language.syntax import Negate as Negate
from agentfw.language.syntax import Node as Node
from agentfw.language.syntax import Not as Not
from agentfw.language.syntax import Variable as Variable
from agentfw.language.texts import PlanText as PlanText
from agentfw.language.texts import Position as Position
from agentfw.language.texts import Problem as Problem
from agentfw.language.texts import Problems as Problems
from agentfw.language.types import ANYTHING as ANYTHING
from agentfw.language.types import LOCATION as LOCATION
from agentfw.language.types import NUMBER as NUMBER
from agentfw.language.types import TEXT as TEXT
from agentfw.language.types import TRUTH as TRUTH
from agentfw.language.types import Callee as Callee
from agentfw.language.types import Key as Key
from agentfw.language.types import Parameter as Parameter
from agentfw.language.types import Reader as Reader
from agentfw.language.types import Type as Type
from agentfw.language.types import plain_name as plain_name
