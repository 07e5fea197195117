"""Being in water, and getting out of it in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.decisions import TravelTo
from agentfw.navigation import Node, PlaceGraph
from agentfw.perception import Event
from agentfw.skills.breathing import Wet
from agentfw.vocabulary import EntityId, VolumeEntered
from tests.skills.moments import NOW, body, moment, read, steps
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.skills import Moment

SHORE = Wet(NOW - 7.0, at(300))


def entering(*water: bool | None, **told: Any) -> Moment:
    """A body that has just entered volumes."""
    return moment(events=tuple(Event(NOW, VolumeEntered(water=one)) for one in water), **told)


def notes(*moments: Moment) -> list[dict[str, Any]]:
    """What is noted from moment to moment."""
    wanted, _, _ = steps("mind_breath", moments)
    return [dict(one.notes) for one in wanted]


def test_the_moment_of_getting_wet_is_noted_with_the_last_place() -> None:
    graph = PlaceGraph([Node(EntityId("quay"), at(300))], [])
    told = {"graph": graph, "last_place": EntityId("quay")}
    assert notes(entering(True, **told)) == [{"body.wet": Wet(NOW, at(300))}]


def test_without_a_map_the_shore_is_where_the_body_was_when_it_got_wet() -> None:
    assert notes(entering(True, me=body(at(70)))) == [{"body.wet": Wet(NOW, at(70))}]


def test_getting_out_strikes_the_note_out() -> None:
    assert notes(entering(False, notes={"body.wet": SHORE})) == [{"body.wet": None}]


def test_who_goes_through_water_in_one_think_is_dry() -> None:
    assert notes(entering(True, False)) == [{}]


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(moment(), id="nothing happened"),
        pytest.param(entering(False), id="from air into air"),
        pytest.param(entering(None), id="the game does not tell"),
        pytest.param(entering(True, notes={"body.wet": SHORE}), id="from water into water"),
    ],
)
def test_nothing_is_noted_when_nothing_is_new(now: Moment) -> None:
    assert notes(now) == [{}]


@pytest.mark.parametrize(("since", "is_so"), [(6.0, False), (6.1, True)])
def test_air_is_wanted_after_six_seconds(since: float, *, is_so: bool) -> None:
    assert read("needs_air", moment(notes={"body.wet": Wet(NOW - since, at())})) is is_so


def test_the_dry_need_no_air() -> None:
    assert not read("needs_air", moment())


def test_who_needs_air_runs_to_the_shore() -> None:
    wanted, _, _ = steps("surface", [moment(notes={"body.wet": SHORE}), moment()])
    assert [one.move for one in wanted] == [TravelTo(location=at(300)), None]


def test_who_needs_no_air_is_not_moved() -> None:
    wanted, _, _ = steps("surface", [moment(notes={"body.wet": Wet(NOW - 1.0, at(300))})])
    assert wanted[0].move is None
