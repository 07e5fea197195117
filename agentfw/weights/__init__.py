"""Fuzzy weights: how much a bot wants each thing, told in a text file, and improved by evolution.

Consumes weight files and the numbers of a game; produces weights by name. Knows no game: variables are
names, and whoever asks says what they stand for now.

>>> text = '''
... weight "take health"
... {
...     switch(HEALTH)
...     {
...         case 20: return 100;
...         case 100: return balance(20, 10, 40);
...         default: return 0;
...     }
... }
... '''
>>> weights = load_weights(PlanText(text))
>>> [weights.value("take health", {"HEALTH": health}) for health in (10, 60, 100)]
[100.0, 60.0, 0.0]
>>> weights.value("take health", {"HEALTH": 60}, steps=True)
20.0

Between 20 and 100 the weight falls smoothly from 100 to 20; evolution may change the 20 within 10 to 40.
"""

from agentfw.language.texts import PlanText
from agentfw.weights.evaluating import Lookup
from agentfw.weights.evolution import (
    Fitness,
    Population,
    breed,
    choose_family,
    crossed,
    first_population,
    mutated,
    ranks,
)
from agentfw.weights.files import default_weights, shipped_weights
from agentfw.weights.leaves import leaves_of, with_leaves
from agentfw.weights.parsing import check_weights, load_weights
from agentfw.weights.printing import print_weights
from agentfw.weights.reading import Reads
from agentfw.weights.syntax import Balance, Body, Case, Leaf, Relation, Switch
from agentfw.weights.weights import Weights

__all__ = [
    "Balance",
    "Body",
    "Case",
    "Fitness",
    "Leaf",
    "Lookup",
    "PlanText",
    "Population",
    "Reads",
    "Relation",
    "Switch",
    "Weights",
    "breed",
    "check_weights",
    "choose_family",
    "crossed",
    "default_weights",
    "first_population",
    "leaves_of",
    "load_weights",
    "mutated",
    "print_weights",
    "ranks",
    "shipped_weights",
    "with_leaves",
]
