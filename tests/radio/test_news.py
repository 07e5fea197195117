"""Facts that are told by chat: the same comes out at the other end, and nobody says it twice."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from agentfw.decisions import Fact
from agentfw.radio.gossip import Gossip
from agentfw.radio.news import fact_of, is_told_to_all, of_flag, report_of, worth_of
from agentfw.radio.places import (
    base_near,
    item_name,
    place_called,
    place_name,
    place_said,
    point_called,
    with_letters,
)
from agentfw.radio.speaking import Mouth
from agentfw.radio.telling import Telling
from agentfw.talk import Meaning, Roster, phrase, shipped_talk, understand
from agentfw.vocabulary import NO_TEAM, ClassName, EntityId, FlagState, ItemCategory
from tests.radio.venue import Venue
from tests.skills.moments import NOW, body, enemy, flag, item, mate, moment, point
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.perception import View

TALK = shipped_talk()
ROSTER = Roster(mates=("Ada", "Bob"), enemies=("Xan",), side="red")
BELT, ROCKET = "DM-X.Belt0", "DM-X.Rocket0"


def view(**told: Any) -> View:
    things = (
        flag(0, FlagState.HOME, 2000.0, home=at(2000)),
        flag(1, FlagState.HOME, 9000.0, home=at(9000)),
        mate("Bob", 300.0),
        enemy("Xan", 800.0),
        item(ROCKET, 4000.0, ItemCategory.WEAPON, item_class=ClassName("XWeapons.RocketLauncherPickup")),
        item(BELT, 5000.0, ItemCategory.ARMOR, item_class=ClassName("Botpack.UT_ShieldBelt")),
        point("DOM-X.domA", 6000.0, 1),
    )
    usual: dict[str, Any] = {"me": body(player_name="Ada")}
    return moment(*things, **(usual | told)).view


def fact(subject: str, entity: str | None = None, x: float | None = None, **told: Any) -> Fact:
    there = at(x) if x is not None else None
    found = Fact(subject, NOW, "Ada", EntityId(entity) if entity else None, there)
    return replace(found, **told)


def heard(one: Fact, seed: int = 1) -> Fact | None:
    """What Bob makes of what Ada says."""
    meaning = report_of(one, view())
    assert meaning is not None
    chance = Random(seed)  # noqa: S311 - a game
    text = phrase(TALK, meaning, chance, roster=ROSTER, sender="Ada")
    assert text is not None
    understood = understand(TALK, text, ROSTER, sender="Ada")
    assert understood is not None
    return fact_of(understood, view(), "Ada")


TOLD = [
    fact("flag seen", "flag0", 4100.0, text="dropped", team=0),
    fact("flag seen", "flag1", 4100.0, text="dropped", team=1),
    fact("flag seen", "flag0", 4100.0, text="held", team=0, holder=EntityId("Xan")),
    fact("flag seen", "flag1", 4100.0, text="held", team=1, holder=EntityId("Bob")),
    fact("flag seen", "flag0", text="home", team=0),
    fact("enemy seen", "Xan", 5100.0, text="Xan", team=1),
    fact("point owner", "DOM-X.domA", 6000.0, team=0),
    fact("point owner", "DOM-X.domA", 6000.0, team=1),
    fact("point owner", "DOM-X.domA", 6000.0, team=NO_TEAM),
    fact("item taken", BELT, 5000.0, text="Botpack.UT_ShieldBelt"),
]


@pytest.mark.parametrize("one", TOLD, ids=str)
def test_what_is_told_is_what_is_heard(one: Fact) -> None:
    assert all(heard(one, seed) == one for seed in range(5))


def test_what_was_seen_a_while_ago_is_as_old_for_who_hears_it() -> None:
    meaning = understand(TALK, "Xan at rocket launcher, seen 20 seconds ago", ROSTER, sender="Ada")
    assert meaning is not None
    found = fact_of(meaning, view(), "Ada")
    assert found is not None
    assert (found.at, found.location) == (NOW - 20.0, at(4000))


def test_mate_who_tells_where_he_is_in_numbers_is_known_to_be_there() -> None:
    meaning = Meaning("i_am_at", slots={"place": "shield belt"}, location=at(7))
    found = fact_of(meaning, view(), "Bob")
    assert found == Fact("mate at", NOW, "Bob", EntityId("Bob"), at(7), "Bob", 0)
    assert fact_of(replace(meaning, location=None), view(), "Bob") is None
    assert fact_of(meaning, view(), "Nobody") is None


def test_who_has_our_flag_is_told_of_the_flag() -> None:
    seen = of_flag(fact("carrier seen", "Xan", 4000.0, text="Xan", team=1), view())
    assert (seen.subject, seen.entity, seen.holder, seen.team) == ("flag seen", "flag0", "Xan", 0)


def test_flags_matter_most_and_items_least() -> None:
    worth = [worth_of(fact(one)) for one in ("flag seen", "point owner", "enemy seen", "item taken")]
    assert worth == sorted(worth, reverse=True)


def test_what_the_game_tells_all_is_not_said() -> None:
    assert is_told_to_all(fact("flag seen", "flag1", text="held", team=1))
    assert not is_told_to_all(fact("flag seen", "flag1", 100.0, text="held", team=1))


def test_small_things_and_odd_facts_are_not_said() -> None:
    vial = item("DM-X.Vial0", 10.0, ItemCategory.HEALTH, item_class=ClassName("Botpack.HealthVial"))
    around = moment(vial, me=body(player_name="Ada")).view
    assert report_of(fact("item taken", "DM-X.Vial0", 10.0), around) is None
    assert report_of(fact("base", "flag0", 1.0, team=0), view()) is None
    assert report_of(fact("own words"), view()) is None


# What the team has heard already


def test_same_thing_is_told_again_only_after_a_while() -> None:
    gossip, one = (
        Gossip(),
        fact("flag seen", "flag1", 100.0, text="held", team=1, holder=EntityId("Bob")),
    )
    assert gossip.is_news(one, 0.0)
    gossip.note(one, 0.0)
    assert not gossip.is_news(replace(one, location=at(900)), 5.0)
    assert gossip.is_news(replace(one, location=at(900)), 9.0)
    assert gossip.is_news(replace(one, text="dropped", holder=None), 1.0)


def test_what_another_one_has_said_is_not_said_again() -> None:
    gossip, one = Gossip(), fact("point owner", "A", 100.0, team=0)
    assert not gossip.hear(one, 0.0)
    assert not gossip.is_news(one, 1.0)
    assert gossip.hear(one, 2.0)


def test_what_is_said_of_ever_other_things_is_not_kept() -> None:
    gossip = Gossip()
    for number in range(2000):
        gossip.hear(fact("clear", text=f"room {number}"), 0.0)
        gossip.hear(fact("enemy seen", text=f"Foe{number}"), 0.0)
        gossip.note(fact("item taken", f"DM-X.Dropped{number}"), 0.0)
    assert len(gossip._told) <= 300
    assert not gossip.is_news(fact("item taken", "DM-X.Dropped1999"), 1.0)


def test_flag_that_is_at_home_is_news_only_when_it_was_not() -> None:
    gossip, home = Gossip(), fact("flag seen", "flag1", 100.0, text="home", team=1)
    assert not gossip.is_news(home, 0.0)
    gossip.note(replace(home, text="dropped"), 1.0)
    assert gossip.is_news(home, 2.0)


# Places


@pytest.mark.parametrize(
    ("x", "wanted"),
    [(2100.0, "our base"), (8900.0, "enemy base"), (6100.0, "point A"), (4300.0, "rocket launcher")],
)
def test_place_is_called_after_what_is_there(x: float, wanted: str) -> None:
    assert place_name(view(), at(x)) == wanted


def test_nobody_knows_where_nowhere_is() -> None:
    assert place_name(view(), None) is None
    assert place_name(moment().view, at(1)) is None
    assert place_called(view(), "moon") is None


def test_points_are_lettered_by_numbers_of_any_length() -> None:
    names = (f"Dom.ControlPoint{number}" for number in ("1" * 5000, "10", "9", "010"))
    seen = moment(*(point(name, None, 0) for name in names)).view
    assert [point_called(seen, letter) for letter in "ABC"] == [
        "Dom.ControlPoint9",
        "Dom.ControlPoint010",
        "Dom.ControlPoint10",
    ]
    assert place_said(seen, f"Dom.ControlPoint{'1' * 5000}") == "point D"


def test_names_of_points_become_letters_as_whole_words_only() -> None:
    seen = moment(*(point(f"Dom.ControlPoint{number}", None, 0) for number in range(12))).view
    text = "Dom.ControlPoint10 is nearer than Dom.ControlPoint1, and Dom.ControlPoint100 is not there"
    assert with_letters(seen, text) == (
        "point K is nearer than point B, and Dom.ControlPoint100 is not there"
    )


def test_point_without_a_name_is_not_spoken_of() -> None:
    seen = moment(point("", 100.0, 0), point("Dom.ControlPoint3", 5.0, 0)).view
    assert with_letters(seen, "carries a flag") == "carries a flag"
    assert point_called(seen, "A") == "Dom.ControlPoint3"
    assert point_called(seen, "B") is None
    assert place_said(seen, "nowhere") == "nowhere"


@pytest.mark.parametrize(
    ("x", "wanted"), [(2500.0, "our base"), (5500.0, None), (8000.0, "enemy base"), (5000.0, None)]
)
def test_base_is_named_where_the_way_to_it_is_less_than_two_fifths(x: float, wanted: str | None) -> None:
    assert base_near(view(me=body(at(x), player_name="Ada"))) == wanted


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("XWeapons.ShockRiflePickup", "shock rifle"),
        ("XPickups.SuperShieldPack", "super shield"),
        ("XPickups.SuperHealthPack", "keg"),
        ("Botpack.UT_Eightball", "rocket launcher"),
        ("Botpack.minigun2", "minigun"),
        ("Botpack.ShockRifle", "shock rifle"),
    ],
)
def test_items_are_called_as_people_do(kind: str, wanted: str) -> None:
    assert item_name(item("x", item_class=ClassName(kind))) == wanted


def test_bot_tells_of_enemies_every_10_s_but_always_of_one_who_has_our_flag() -> None:
    mouth = Mouth(TALK, Random(1))  # noqa: S311 - a game
    telling = Telling(mouth, Random(1), shares=True)  # noqa: S311 - a game
    told: dict[str, list[int]] = {"Foe": [], "Xan": []}
    for now in range(40):
        seen = replace(view(), now=float(now))
        foe, xan = (fact("enemy seen", f"{name}{now}", 4300.0, text=name, team=1) for name in told)
        held = replace(seen.flags[0], holder=xan.entity, state=FlagState.HELD)
        seen = replace(seen, flags={**seen.flags, 0: held})
        for one in (foe, xan):
            telling.tell_news([one], seen)
            if mouth.is_due(float(now)):
                told[one.text].append(now)
            mouth.begin()
    assert told == {"Foe": [0, 10, 20, 30], "Xan": list(range(40))}


# In the arena


def test_what_one_sees_another_one_believes() -> None:
    venue = Venue()
    names = ("Ada", "Bob")
    ada = venue.fellow("Ada", brain="ctf-attacker.htn", mates=names)
    bob = venue.fellow("Bob", brain="ctf-attacker.htn", mates=names)
    venue.human("Xan", team=1)
    venue.pass_time(60.0)
    for one, other in ((ada, bob), (bob, ada)):
        told = {fact.source for view in one.views for fact in view.facts}
        assert told == {other.name}
    assert any(fact.subject == "flag seen" for view in bob.views for fact in view.facts)
    assert any(fact.subject == "enemy seen" for view in bob.views for fact in view.facts)


def test_bots_that_do_not_share_say_nothing_of_what_they_see() -> None:
    venue = Venue()
    sarge = venue.human()
    venue.fellow("Ada", brain="ctf-attacker.htn", shares=False)
    venue.pass_time(40.0)
    meant = [understand(TALK, text, ROSTER, sender="Ada") for _, _, text in sarge.lines]
    assert {one.kind for one in meant if one is not None} <= {"who_leads"}
