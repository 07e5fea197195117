"""What is wanted most, and why that changes: priorities from what was seen, owned and earned.

Consumes totals (seen health by armor, seen damage by kind, incomes, counts); produces numbers and a
sorted list. Knows no game: the kinds of armor and damage are names in a chart, and the types of units a
catalog.

>>> from agentfw.priorities import Chart, counter_matrix
>>> chart = Chart({"heavy": {"piercing": 1.0, "light": 0.5}, "light": {"piercing": 0.75, "light": 2.0}})
>>> counter_matrix(chart, health={"light": 300.0}, dps={"piercing": 20.0}).best()
('light', 'light')
>>> counter_matrix(chart, health={"heavy": 300.0}, dps={"light": 20.0}).best()
('heavy', 'piercing')
"""

from agentfw.priorities.catalog import DANGEROUS, Catalog, Group, UnitType
from agentfw.priorities.chart import Chart
from agentfw.priorities.counters import (
    Matrix,
    Span,
    anti_air_bonus,
    counter_matrix,
    effective_health,
    expected_damage,
    scaled,
    unit_priority,
)
from agentfw.priorities.ranking import Assignment, Priorities, Wanted, assignment, rank
from agentfw.priorities.sighted import Sighted, Sightings, Totals

__all__ = [
    "DANGEROUS",
    "Assignment",
    "Catalog",
    "Chart",
    "Group",
    "Matrix",
    "Priorities",
    "Sighted",
    "Sightings",
    "Span",
    "Totals",
    "UnitType",
    "Wanted",
    "anti_air_bonus",
    "assignment",
    "counter_matrix",
    "effective_health",
    "expected_damage",
    "rank",
    "scaled",
    "unit_priority",
]
