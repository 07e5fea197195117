"""Who is spoken to, about whom, where and for how long."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.geometry import Vec3
from agentfw.talk import EVERYONE, Meaning, Roster, asked_in_vain, concerns, phrase, understand
from tests.talk.meanings import seeded, talk

MATES = ("Sarge", "Ada", "Bob", "Ada Lovelace", "Tom and Jerry", "a{b}c", "^1Vi^7per", "O'Neill")
TEAM = Roster(mates=MATES, enemies=("Xan", "Xanthippe"), squads=("alpha", "red eagles"))


def heard(text: str, roster: Roster = TEAM, sender: str = "Sarge") -> Meaning | None:
    return understand(talk(), text, roster, sender)


def addressees(text: str, roster: Roster = TEAM) -> tuple[str, ...] | None:
    found = heard(text, roster)
    return found.addressees if found is not None else None


def seconds(text: str) -> float | None:
    found = heard(f"defend the bridge {text}")
    assert found is not None
    return found.for_s if found.slots == {"place": "bridge"} else None


@pytest.mark.parametrize(
    ("said", "to"),
    [
        ("defend the base", ()),
        ("Ada defend the base", ("Ada",)),
        ("Ada Lovelace defend the base", ("Ada Lovelace",)),
        ("ada, bob, sarge defend the base", ("Ada", "Bob", "Sarge")),
        ("Ada and Bob and Sarge: defend the base", ("Ada", "Bob", "Sarge")),
        ("Ada, Bob, and Sarge, defend the base", ("Ada", "Bob", "Sarge")),
        ("Ada Bob defend the base", ("Ada", "Bob")),
        ("Tom and Jerry and Ada defend the base", ("Tom and Jerry", "Ada")),
        ("TOM AND JERRY, defend the base", ("Tom and Jerry",)),
        ("a{b}c defend the base", ("a{b}c",)),
        ("a_b_c defend the base", ("a{b}c",)),
        ("viper defend the base", ("^1Vi^7per",)),
        ("o'neill defend the base", ("O'Neill",)),
        ("Lovelace defend the base", ("Ada Lovelace",)),
        ("Jerry, defend the base", ("Tom and Jerry",)),
        ("alpha defend the base", ("alpha",)),
        ("squad alpha, Bob: defend the base", ("alpha", "Bob")),
        ("red eagles team defend the base", ("red eagles",)),
        ("everyone defend the base", EVERYONE),
        ("all, defend the base", EVERYONE),
        ("Ada and everyone, defend the base", EVERYONE),
        ("defend the base, Ada", ("Ada",)),
        ("defend the base, Ada and Bob", ("Ada", "Bob")),
        ("defend the base, everyone!", EVERYONE),
        ("defend the base Ada, Bob", ("Ada", "Bob")),
        ('"Ada" defend the base', ("Ada",)),
        ("@Ada defend the base", ("Ada",)),
        ("Ada, Ada defend the base", ("Ada",)),
    ],
)
def test_a31_whoever_is_spoken_to_is_known(said: str, to: tuple[str, ...]) -> None:
    found = heard(said)
    assert found == Meaning("defend", to, {"place": "our base"})


@pytest.mark.parametrize(
    "said",
    [
        "Xan defend the base",  # of the other side
        "Carol defend the base",
        "nobody defend the base",
        "Ad defend the base",  # too short for a part of a name
        "lace, defend the base",  # nobody is called by the end of his name
        "love, defend the base",
        "Ada, defend the base Bob",  # to whom?
        "Ada or Bob defend the base",
        "I defend the base and you Bob attack the tower",
        "we should defend the base",
        "do not defend the base",
    ],
)
def test_what_is_said_to_nobody_who_is_known_is_no_order(said: str) -> None:
    found = heard(said)
    assert found is None or found.kind == "doing"


def test_names_behind_belong_to_what_is_said_where_somebody_is_addressed_before() -> None:
    task = Meaning("task", ("Ada",), {"task": "sweep"}, arguments=("hall", "Bob"))
    assert heard("Ada, your task is sweep with hall, Bob") == task
    assert heard("your task is sweep with hall, Bob") == Meaning(
        "task", ("Bob",), {"task": "sweep"}, arguments=("hall",)
    )


@pytest.mark.parametrize(
    "name",
    ["O\u2019Brien", "O'Brien", "\u00abRex\u00bb", "Stra\u00dfe", "\u0412\u043b\u0430\u0434", "\u2603"],
)
def test_names_with_any_letters_and_signs_are_known(name: str) -> None:
    team, order = Roster(mates=(name, "Sarge")), Meaning("follow", (name,), {"who": "Sarge"})
    for said in (f"{name}, follow me", f"{name.upper()} follow me", f"follow me, {name}"):
        assert heard(said, team) == order
    assert phrase(talk(), order, seeded(1), roster=team, sender="Sarge") is not None


def test_a_part_of_two_names_is_the_name_of_nobody() -> None:
    roster = Roster(mates=("Hammer", "Hamster", "Bob"))
    assert addressees("Ham defend the base", roster) is None
    assert addressees("Hams defend the base", roster) == ("Hamster",)


@pytest.mark.parametrize(
    ("said", "to"),
    [
        ("Ada defend the base", ("Ada",)),
        ("Ada, Bob and Carl defend the base", ("Ada", "Bob", "Carl")),
        ("you never defend the base", None),
        ("i never defend the base", None),
    ],
)
def test_any_single_word_is_a_name_while_nobody_is_known(said: str, to: tuple[str, ...] | None) -> None:
    assert addressees(said, Roster()) == to


def test_players_may_be_called_like_words_of_orders() -> None:
    roster = Roster(mates=("Guard", "Base", "You", "For", "Flag"))
    assert heard("Guard guard the base", roster) == Meaning("defend", ("Guard",), {"place": "our base"})
    assert heard("guard the bridge", roster) == Meaning("defend", (), {"place": "bridge"})
    assert heard("where are you", roster) == Meaning("where_are_you")
    assert heard("follow base", roster) == Meaning("follow", (), {"who": "Base"})
    assert heard("I am rushing back to the base", roster) == Meaning("doing", (), {"task": "rush_base"})
    assert heard("get the enemy flag for 5 min", roster) == Meaning("get_flag", for_s=300.0)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("for 10 minutes", 600.0),
        ("for ten min", 600.0),
        ("for 1 minute", 60.0),
        ("for a minute", 60.0),
        ("for 5m", 300.0),
        ("for 90 seconds", 90.0),
        ("for 45 secs", 45.0),
        ("for 30s", 30.0),
        ("for 12.5 seconds", 12.5),
        ("for 2 hours", 7200.0),
        ("for half a minute", 30.0),
        ("for a couple of minutes", 120.0),
        ("forever", math.inf),
        ("for ever", math.inf),
        ("for the rest of the game", math.inf),
        ("for a while", 600.0),
        ("for a bit", 600.0),
        ("for a long time", 1800.0),
        ("", None),
    ],
)
def test_a31_times_are_understood(said: str, expected: float | None) -> None:
    assert seconds(said) == expected


@pytest.mark.parametrize("said", ["for 0 minutes", "for -3 minutes", "for 99999999 minutes", "for fun"])
def test_what_is_no_time_belongs_to_the_place(said: str) -> None:
    assert seconds(said) is None


@pytest.mark.parametrize(
    ("said", "places", "route"),
    [
        ("patrol A to B and back", ("A", "B"), "back"),
        ("patrol from the A to the B and reverse", ("A", "B"), "reverse"),
        ("patrol A, B, C and D", ("A", "B", "C", "D"), "back"),
        ("patrol A to B to C to D to E to F to G and back", tuple("ABCDEFG"), "back"),
        ("patrol A to B, to C and then to D and reverse", tuple("ABCD"), "reverse"),
        ("patrol between A and B", ("A", "B"), "back"),
        ("patrol back and forth between A and B", ("A", "B"), "reverse"),
        ('patrol "A to B" to "C and back"', ("A to B", "C and back"), "back"),
    ],
)
def test_a31_patrols_loop_or_turn_round(said: str, places: tuple[str, ...], route: str) -> None:
    assert heard(said) == Meaning("patrol", (), {"route": route}, places=places)


def test_one_place_is_no_patrol() -> None:
    assert heard("patrol A") is None
    assert heard("patrol A and back") is None


@pytest.mark.parametrize(
    ("side", "place"), [("red", "our base"), ("blue", "enemy base"), ("", "red base")]
)
def test_colors_are_seen_from_the_own_side(side: str, place: str) -> None:
    roster = Roster(mates=MATES, side=side)
    assert heard("defend the red base", roster) == Meaning("defend", (), {"place": place})


def test_who_speaks_is_me() -> None:
    assert heard("Ada follow me") == Meaning("follow", ("Ada",), {"who": "Sarge"})
    assert heard("Ada follow me", sender="") == Meaning("follow", ("Ada",), {"who": "me"})


def test_enemies_that_nobody_knows_are_killed_by_their_name() -> None:
    roster = Roster(mates=MATES)
    assert heard("kill Loque", roster) == Meaning("kill", (), {"who": "Loque"})
    assert heard("kill Ada", roster) is None
    assert heard("kill Loque") is None, "the enemies are known, and this is none of them"
    assert heard("kill xant") == Meaning("kill", (), {"who": "Xanthippe"})


def test_quotations_are_taken_as_they_are() -> None:
    assert heard('defend "the base for a while"') == Meaning(
        "defend", (), {"place": "the base for a while"}
    )
    assert heard("defend “The  Pit”") == Meaning("defend", (), {"place": "The Pit"})


def test_positions_are_three_numbers() -> None:
    found = heard("enemy near the lift, position 12 -34 56, seen 3 seconds ago")
    assert found == Meaning(
        "enemy_at", (), {"place": "lift"}, location=Vec3(12.0, -34.0, 56.0), ago_s=3.0
    )


@pytest.mark.parametrize("length", [400, 500, 5000])
def test_long_texts_are_no_orders(length: int) -> None:
    assert heard("defend the " + "b" * length) is None or length < 500
    assert heard("defend the base " + "very " * (length // 5)) is None


@given(st.text(max_size=600))
def test_any_text_is_understood_or_not_and_does_no_harm(text: str) -> None:
    for roster in (TEAM, Roster()):
        found = heard(text, roster)
        assert found is None or isinstance(found, Meaning)


WORDS = (
    *(
        "Ada",
        "Bob",
        "everyone",
        "and",
        ",",
        "to",
        "back",
        "defend",
        "for",
        "a",
        "while",
        "10",
        "minutes",
    ),
    *("{", "}", '"', "\0", "\x1b[2J", "^1", "patrol", "from", "the", "flag", "our", "is", "near", "me"),
    *("position", "1", "-2", "seen", "ago", "who", "leader", "are", "you", "not", "i", "am", "squad"),
)


@given(st.lists(st.sampled_from(WORDS), max_size=120).map(" ".join))
def test_any_words_are_understood_or_not_and_do_no_harm(text: str) -> None:
    found = heard(text)
    assert found is None or all(value.isprintable() for value in found.slots.values())


def test_who_is_addressed_is_concerned() -> None:
    order = Meaning("lead", ("Ada", "alpha"))
    assert concerns(order, "ada", (), 4)
    assert concerns(order, "Bob", ("Alpha",), 4)
    assert not concerns(order, "Bob", ("beta",), 4)
    assert concerns(Meaning("lead", EVERYONE), "Bob", (), 4)
    assert concerns(Meaning("lead"), "Bob", (), 4)


def test_an_order_to_nobody_in_particular_is_for_one_of_so_many() -> None:
    chance = seeded(1)
    taken = sum(concerns(Meaning("lead"), "Bob", (), 4, chance) for _ in range(4000))
    assert 900 < taken < 1100
    assert concerns(Meaning("lead"), "Bob", (), 0, chance)


def test_words_inside_of_names_and_words_of_orders_address_nobody() -> None:
    roster = Roster(mates=("Sarge", "bobcat", "Guard Dog", "[CLAN]Grunt", "Redeemer"))
    assert addressees("cat, defend the base", roster) is None
    assert addressees("guard, defend the base", roster) == ()
    assert addressees("deem, defend the base", roster) is None
    assert addressees("rede, defend the base", roster) == ("Redeemer",)
    assert addressees("bob, defend the base", roster) == ("bobcat",)
    assert addressees("grunt, defend the base", roster) == ("[CLAN]Grunt",)
    assert addressees("dog defend the base", roster) == ("Guard Dog",)


def test_names_on_both_sides_are_of_those_who_are_spoken_to_behind_a_comma_only() -> None:
    assert addressees("Ada, get the flag, Bob") == ("Ada", "Bob")
    assert addressees("Ada, get the flag, everyone") == EVERYONE
    assert heard("Ada, dismiss Bob") is None
    assert heard("dismiss Bob") == Meaning("dismiss", ("Bob",))


@pytest.mark.parametrize(
    ("said", "to"),
    [
        ("Ada, dance with the wolves", ("Ada",)),
        ("Ada, dismiss Bob", ("Ada",)),
        ("Ada and Bob: don't attack", ("Ada", "Bob")),
        ("Ada, defend the base?", ("Ada",)),
        ("Ada, good defense", ()),
        ("Ada, hello", ()),
        ("Ada, you are the best", ()),
        ("Ada, thanks", ()),
        ("Ada, get lost", ()),
        ("Ada helped me", ()),
        ("everyone, dance", ()),
        ("dance with the wolves", ()),
    ],
)
def test_who_is_asked_in_vain_is_known_but_not_of_small_talk(said: str, to: tuple[str, ...]) -> None:
    assert heard(said) is None
    assert asked_in_vain(talk(), said, TEAM) == to
