"""Every order that can be given by chat, and what it comes to for the bot that it is said to."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.decisions import Order
from agentfw.radio.giving import meaning_of
from agentfw.radio.taking import order_of
from agentfw.radio.unclear import NO_NAME, Unclear
from agentfw.skills.obeying import ORDERS
from agentfw.talk import KINDS, Roster, phrase, shipped_talk, understand
from agentfw.vocabulary import ClassName, EntityId, FlagState, ItemCategory
from tests.skills.moments import body, enemy, flag, item, mate, moment, point

if TYPE_CHECKING:
    from agentfw.perception import View

TALK = shipped_talk()
ROSTER = Roster(mates=("Ada", "Bob", "Sarge"), enemies=("Xan",), side="red")


def view(name: str = "Ada", **told: Any) -> View:
    things = (
        flag(0, FlagState.HOME, 100.0, home=body().location),
        flag(1, FlagState.HELD, 900.0, holder=EntityId("Bob"), home=enemy().location),
        mate("Bob", 300.0),
        mate("Sarge", 200.0),
        enemy("Xan", 800.0),
        item(
            "DM-X.Rocket0",
            400.0,
            ItemCategory.WEAPON,
            item_class=ClassName("XWeapons.RocketLauncherPickup"),
        ),
        item("DM-X.Belt0", 500.0, ItemCategory.ARMOR, item_class=ClassName("Botpack.UT_ShieldBelt")),
        point("DOM-X.domA", 600.0, 1),
    )
    return moment(*things, me=body(player_name=name), **told).view


def random(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a game


def taken(text: str) -> Order | Unclear:
    meaning = understand(TALK, text, ROSTER, sender="Sarge")
    assert meaning is not None, text
    return order_of(meaning, view(), "Sarge", "Bob")


ORDERED = [
    ("Ada, help Bob", "help Bob", 60.0),
    ("Ada, help me for 2 minutes", "follow Sarge 120", 120.0),
    ("Ada, follow me", "follow Sarge", 600.0),
    ("Ada, accompany Bob for 20 seconds", "follow Bob 20", 20.0),
    ("Ada, follow our leader", "follow Bob", 600.0),
    ("Ada, escort the flag carrier", "follow Bob", 600.0),
    ("Ada, defend the base", 'defend "own base"', 600.0),
    ("Ada, guard the base for a minute", 'defend "own base" 60', 60.0),
    ("Ada, defend the rocket launcher", "defend DM-X.Rocket0", 600.0),
    ("Ada, defend the base forever", 'defend "own base" 1000000000', None),
    ("Ada, hold point A", "hold DOM-X.domA", 600.0),
    ("Ada, attack point A", "hold DOM-X.domA", 600.0),
    ("Ada, defend A", "hold DOM-X.domA", 600.0),
    ("Ada, capture point A", "hold DOM-X.domA", 600.0),
    ("Ada, take point A", "hold DOM-X.domA", 60.0),
    ("Ada, get A for 5 minutes", "hold DOM-X.domA", 300.0),
    ("Ada, attack the enemy base", "get flag", 600.0),
    ("Ada, attack the shield belt", "rush DM-X.Belt0", 600.0),
    ("Ada, get the enemy flag", "get flag", 600.0),
    ("Ada, return our flag", "return flag", 180.0),
    ("Ada, rush to the base", "rush", 120.0),
    ("Ada, camp near the belt", "camp DM-X.Belt0", 600.0),
    ("Ada, camp here", 'camp "200,0,0"', 600.0),
    ("Ada, stay there for 5 seconds", "camp here 5", 5.0),
    (
        "Ada, patrol the base to the rl to the belt and back",
        'patrol "own base" DM-X.Rocket0 DM-X.Belt0',
        600.0,
    ),
    ("Ada, patrol the rl to the belt and reverse", "patrol DM-X.Rocket0 DM-X.Belt0 back", 600.0),
    ("Ada, get the rl", "get item DM-X.Rocket0", 60.0),
    ("Ada, kill Xan", "kill Xan", 180.0),
    ("Ada, lead me the way", "lead Sarge", 600.0),
    ("Ada, show Bob the way to the belt", "lead Bob DM-X.Belt0", 600.0),
    ("Ada, your task is sweep with hall and roof", "sweep hall roof", None),
    ("Ada, your task is dance for 10 seconds", "dance", 10.0),
]


@pytest.mark.parametrize(("text", "wanted", "for_s"), ORDERED, ids=[one[0] for one in ORDERED])
def test_order_is_what_was_said(text: str, wanted: str, for_s: float | None) -> None:
    order = taken(text)
    assert isinstance(order, Order)
    assert (str(order), order.for_s) == (wanted, for_s)


def test_every_kind_of_order_is_in_the_table() -> None:
    heard = [understand(TALK, text, ROSTER, sender="Sarge") for text, _, _ in ORDERED]
    meant = {one.kind for one in heard if one is not None}
    others = {"dismiss", "lead", "stop_leading", "join_squad", "create_squad", "leave_squad"}
    assert meant == {name for name, kind in KINDS.items() if kind.sort == "order"} - others


@pytest.mark.parametrize(
    ("text", "slot", "what"),
    [
        ("Ada, defend the moon", "place", "moon"),
        ("Ada, get the redeemer", "place", "redeemer"),
        ("Ada, patrol the moon to the belt", "place", "moon"),
        ("Ada, kill the enemy carrier", "who", "enemy carrier"),
        ("Ada, follow Ghost", "who", "Ghost"),
        ("Ada, help Ghost for 2 minutes", "who", "Ghost"),
        ("Ada, lead Ghost to the belt", "who", "Ghost"),
        ("Ada, defend the base for 0 seconds", "time", "0 seconds"),
        ("Ada, get the belt for 0 min", "time", "0 min"),
        ("Ada, patrol the rl to the belt for 7 parsecs", "time", "7 parsecs"),
        ("Ada, follow Ada", "me", "Ada"),
        ("Ada, help Ada", "me", "Ada"),
    ],
)
def test_what_nobody_knows_is_told_and_not_begun(text: str, slot: str, what: str) -> None:
    assert taken(text) == Unclear(slot, what)


def test_spot_of_a_speaker_who_is_not_known_is_not_to_be_found() -> None:
    meaning = understand(TALK, "camp here", ROSTER, sender="")
    assert meaning is not None
    assert order_of(meaning, view()) == NO_NAME


GIVEN = [
    Order("get flag", to="Bob"),
    Order("attack", to="Bob"),
    Order("return flag", to="Bob"),
    Order("defend", ("own base",), to="Bob"),
    Order("defend", ("own base", "90"), to="Bob"),
    Order("guard", ("DM-X.Rocket0",), to="Bob"),
    Order("hold", ("DOM-X.domA",), to="Bob"),
    Order("escort", ("Ada",), to="Bob"),
    Order("follow", ("Ada", "30"), to="Bob"),
    Order("help", ("Ada",), to="Bob"),
    Order("rush", to="Bob"),
    Order("kill", ("Xan",), to="Bob"),
    Order("camp", ("1,2,3",), to="Bob"),
    Order("patrol", ("DOM-X.domA", "DOM-X.domB"), to="Bob"),
    Order("role", ("attacker",), to="Bob"),
    Order("CollectHealth", to="Bob"),
    Order("lead", ("Ada", "enemy base"), to="Bob"),
    Order("dismissed", to="Bob"),
]


@pytest.mark.parametrize("order", GIVEN, ids=str)
def test_order_of_a_leader_is_understood_by_the_bot_that_it_is_for_and_by_no_other(order: Order) -> None:
    for seed in range(5):
        text = phrase(TALK, meaning_of(order, view()), random(seed), roster=ROSTER, sender="Sarge")
        assert text is not None
        heard = understand(TALK, text, ROSTER, sender="Sarge")
        assert heard is not None
        assert heard.addressees == ("Bob",)


@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        (GIVEN[3], 'defend "own base"'),
        (GIVEN[4], 'defend "own base" 90'),
        (GIVEN[6], "hold DOM-X.domA"),
        (GIVEN[7], "follow Ada"),
        (GIVEN[12], 'camp "1,2,3"'),
        (GIVEN[16], 'lead Ada "enemy base"'),
    ],
    ids=str,
)
def test_order_of_a_leader_comes_to_the_same_at_the_other_end(order: Order, wanted: str) -> None:
    text = phrase(TALK, meaning_of(order, view()), random(1), roster=ROSTER, sender="Sarge")
    assert text is not None
    heard = understand(TALK, text, ROSTER, sender="Sarge")
    assert heard is not None
    assert str(order_of(heard, view("Bob"), "Sarge", mates=ROSTER.mates)) == wanted


def test_tasks_are_those_that_bots_know() -> None:
    tasks = {str(taken(text)).split(" ")[0] for text, *_ in ORDERED} - {"sweep", "dance"}
    assert all(any(known.startswith(task) for known in ORDERS) for task in tasks)
