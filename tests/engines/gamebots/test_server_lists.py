"""Lists told by the server end: brackets, nesting, and the links after each place."""

from __future__ import annotations

from agentfw.engines.gamebots import ServerSession
from agentfw.engines.gamebots.wire import MapListed
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    DominationPoint,
    EntityId,
    GameInfo,
    ItemSeen,
    Listing,
    Percept,
    Place,
    PlaceKind,
    PlaceLink,
    TravelFlag,
)
from tests.support.conversations import sent
from tests.support.dialects import GB2004

_FIRST, _SECOND, _THIRD = (EntityId(f"P{number}") for number in (1, 2, 3))
_LINK = PlaceLink(_SECOND, flags=TravelFlag.WALK, radius=40, height=80)
_LINK_LINE = "INGP {Id P2} {Flags 1} {CollisionR 40} {CollisionH 80}"


def _told(*sections: Percept) -> list[str]:
    session = ServerSession(GB2004)
    session.send_world(sections)
    return sent(session)


def test_world_is_told_section_by_section_between_its_brackets() -> None:
    items = Listing("items", (ItemSeen(EntityId("Gun"), amount=10),))
    assert _told(GameInfo("BotDeathMatch"), Listing("players"), items) == [
        *("SHS", "NFO {Gametype BotDeathMatch}"),
        *("SPLR", "EPLR"),
        *("SINV", "INV {Id Gun} {Amount 10}", "EINV"),
        "EHS",
    ]


def test_every_place_is_followed_by_its_links_even_when_it_has_none() -> None:
    places = Listing("places", (Place(_FIRST), _LINK, _LINK, Place(_SECOND), Place(_THIRD), _LINK))
    assert _told(places)[1:-1] == [
        "SNAV",
        *("NAV {Id P1}", "SNGP", _LINK_LINE, _LINK_LINE, "ENGP"),
        *("NAV {Id P2}", "SNGP", "ENGP"),
        *("NAV {Id P3}", "SNGP", _LINK_LINE, "ENGP"),
        "ENAV",
    ]


def test_domination_point_among_the_places_has_links_as_well() -> None:
    point = DominationPoint(_FIRST, owner=255, kind=PlaceKind.DOMINATION_POINT)
    assert _told(Listing("places", (point, _LINK)))[1:-1] == [
        "SNAV",
        *("NAV {Id P1} {DomPoint True} {DomPointController 255}", "SNGP", _LINK_LINE, "ENGP"),
        "ENAV",
    ]


def test_link_that_knows_its_source_is_told_like_any_other() -> None:
    """Clients hand out links with their source; such a list can be told on."""
    link = PlaceLink(_SECOND, _FIRST, flags=TravelFlag.WALK, radius=40, height=80)
    assert _LINK_LINE in _told(Listing("places", (Place(_FIRST), link)))


def test_list_on_request_stands_alone() -> None:
    session = ServerSession(GB2004, "control")
    session.send_listing(Listing("maps", (MapListed("DM-Flux2"),)))
    assert sent(session) == ["SMAP", "IMAP {Name DM-Flux2}", "EMAP"]


def _told_to_observer(point: DominationPoint) -> list[str]:
    session = ServerSession(GB2004, "observer")
    session.send_listing(Listing("domination_points", (point,)))
    return sent(session)


def test_domination_points_in_a_list_of_their_own_have_no_links() -> None:
    assert len(_told_to_observer(DominationPoint(_FIRST, owner=1))) == len(["SDOM", "…", "EDOM"])


def test_domination_point_that_is_not_told_as_a_place_has_its_own_word() -> None:
    """Written as NAV without the DomPoint attribute, it would be read as an ordinary place."""
    point = DominationPoint(_FIRST, Vec3(1.0, 2.0, 3.0), owner=1, visible=True)
    line = "DOM {Id P1} {Location 1.00,2.00,3.00} {Visible True} {Controller 1}"
    assert _told_to_observer(point)[1] == line
