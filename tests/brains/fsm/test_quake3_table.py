"""The network has every row of the node table, each is made by a view, and there are no others."""

from __future__ import annotations

from typing import Any

import pytest

from agentfw.brains.fsm.engine import Switch
from agentfw.decisions import PickUpItem, TravelTo
from agentfw.vocabulary import EntityId
from tests.brains.fsm.quake3_rows import (
    IN_WATER,
    KIT,
    ROWS,
    WOUNDED,
    Row,
    ending,
    foe,
    kit,
    taken,
    vest,
    view,
)
from tests.brains.fsm.quake3_stage import LIVING, NODES, Stage, network
from tests.skills.moments import body
from tests.support.seeing import at

EXITS: dict[str, tuple[str, dict[str, Any]]] = {
    "Observer": ("is_looking_on", {"me": body(location=None)}),
    "Intermission": ("is_over", {"is_over": True}),
    "Respawn": ("not is_alive", {"is_alive": False}),
}
"""What every living node leaves for before anything else."""

LEADS_TO = {
    "Intermission": {"Stand"},
    "Observer": {"Stand"},
    "Respawn": {"SeekLTG"},
    "Stand": {"BattleFight", "SeekLTG"},
    "SeekLTG": {"BattleRetreat", "BattleFight", "SeekNBG", "SeekActivate", "Stand"},
    "SeekNBG": {"SeekLTG", "BattleNBG", "BattleFight", "SeekActivate"},
    "SeekActivate": {"SeekNBG", "BattleNBG", "BattleFight"},
    "BattleFight": {"SeekLTG", "Stand", "BattleChase", "BattleRetreat"},
    "BattleChase": {"BattleFight", "SeekLTG", "BattleNBG", "BattleRetreat"},
    "BattleRetreat": {"BattleChase", "SeekLTG", "BattleFight", "BattleNBG"},
    "BattleNBG": {"SeekNBG", "BattleRetreat", "BattleFight", "BattleChase"},
}
"""The node table, without reasons. Battle NBG goes back to whichever battle node came before."""
AGAIN = {"Respawn", "Stand"}
"""Nodes that go over into themselves: to talk about a death, and about being hurt while typing."""


def ways() -> set[tuple[str, str, str]]:
    """All transitions of the plan: from, to, and the conditions."""
    return {
        (state.label, one.target.label, " and ".join(each.text for each in one.conditions))
        for state in network().machine.all
        for one in state.transitions
    }


def test_there_are_eleven_nodes_and_the_living_ones_have_a_state_around_them() -> None:
    assert {state.label for state in network().machine.all} == {*NODES, "Living"}
    assert [one.label for one in network().state("Living").states] == list(LIVING)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_row_of_the_table(row: Row) -> None:
    stage = Stage(row.start or row.source, is_lucky=row.is_lucky)
    stage.notes.update(row.notes)
    for one in row.views[:-1]:
        stage.think(one)
    assert stage.node == row.source
    last = row.views[-1]
    switches = stage.think(last) or stage.think(last)  # what an act notes at its end is heard of then
    assert switches[0] == Switch(row.source, row.target, row.why)
    assert [one.target for one in switches[1:]] == [*row.then]


@pytest.mark.parametrize("row", [row for row in ROWS if not row.start], ids=str)
def test_a_row_waits_for_its_condition(row: Row) -> None:
    stage = Stage(row.source, is_lucky=row.is_lucky)
    stage.notes.update(row.notes)
    assert [stage.think(one) for one in row.views[:-1]] == [()] * (len(row.views) - 1)


@pytest.mark.parametrize("row", [row for row in ROWS if row.is_lucky], ids=str)
def test_a_row_by_chance_may_also_not_come(row: Row) -> None:
    stage = Stage(row.start or row.source)
    stage.notes.update(row.notes)
    for one in row.views[:-1]:
        stage.think(one)
    assert row.target not in [
        one.target for one in stage.think(row.views[-1]) if one.condition == row.why
    ]


@pytest.mark.parametrize("target", EXITS)
@pytest.mark.parametrize("node", LIVING)
def test_every_living_node_has_the_universal_exits_and_tests_them_first(node: str, target: str) -> None:
    why, told = EXITS[target]
    stage = Stage(node)
    switches = stage.think(view(foe(), vest(), **(WOUNDED | told)))
    assert switches == (Switch(node, target, why),)


def test_no_transition_of_the_plan_is_without_a_row_and_no_row_without_a_transition() -> None:
    exits = {("Living", target, why) for target, (why, _) in EXITS.items()}
    assert ways() == {(row.source, row.target, row.why) for row in ROWS} | exits


def test_nodes_lead_where_the_table_says_and_nowhere_else() -> None:
    found: dict[str, set[str]] = {node: set() for node in NODES}
    for source, target, _ in ways():
        if source != "Living":
            found[source].add(target)
    assert found == {node: targets | ({node} & AGAIN) for node, targets in LEADS_TO.items()}


def test_who_needs_air_stays_on_its_way_to_it() -> None:
    stage = Stage("SeekNBG")
    stage.notes.update(IN_WATER)
    assert [stage.think(view(after=after)) for after in (0.1, 5.4)] == [(), ()]
    assert stage.wants is not None
    assert stage.wants.move == TravelTo(location=at(300))


def test_an_item_that_is_had_ends_the_detour_though_another_one_lies_there() -> None:
    stage = Stage("SeekNBG")
    stage.think(view(kit(), **WOUNDED))
    second = kit(250.0, id=EntityId("second"))
    had = view(taken(), second, ending(PickUpItem(KIT), 1.0), after=1.0, **WOUNDED)
    assert stage.think(had) or stage.think(had)
