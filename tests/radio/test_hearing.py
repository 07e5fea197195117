"""Whom a bot listens to, and that nobody can drown or fool it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from agentfw.brains import Brain, Decision
from tests.radio.venue import CLASSIC, MODERN, Venue

if TYPE_CHECKING:
    from tests.radio.venue import Fellow, Human

either = pytest.mark.parametrize("dialect", [MODERN, CLASSIC])


class Idle(Brain):
    """Stands where it is."""

    def decide(self, view: object) -> Decision:
        """Nothing."""
        return Decision()


def stage(dialect: str = MODERN, *, mates: tuple[str, ...] = ()) -> tuple[Venue, Human, Fellow]:
    venue = Venue(dialect)
    sarge = venue.human()
    ada = venue.fellow("Ada", brain=Idle(), mates=mates)
    venue.pass_time(2.0)
    return venue, sarge, ada


@either
def test_order_on_the_public_channel_is_not_heard(dialect: str) -> None:
    venue, sarge, ada = stage(dialect)
    sarge.shout("Ada, get the enemy flag")
    venue.pass_time(2.0)
    assert ada.orders == []
    sarge.say("Ada, get the enemy flag")
    venue.pass_time(2.0)
    assert ada.orders == ["get flag"]


def test_enemy_that_writes_to_this_team_is_not_heard() -> None:
    venue = Venue(MODERN)
    xan = venue.human("Xan", team=1)
    ada = venue.fellow("Ada", brain="ctf-attacker.htn")
    venue.until(
        lambda: any(one.name == "Xan" for one in ada.views[-1].players.values()) if ada.views else False,
        60.0,
    )
    for text in ("Ada, get the enemy flag", "I am the leader", "Ada, follow me"):
        xan.say(text, team=0)
        venue.pass_time(1.0)
    assert ada.orders == []
    assert ada.leader == ""


def knows(bot: Fellow, name: str) -> bool:
    return any(one.name == name for one in bot.views[-1].players.values())


def test_stranger_is_not_obeyed_but_once_known_as_a_mate_leads_if_he_said_so() -> None:
    venue = Venue(MODERN)
    ada = venue.fellow("Ada", brain="ctf-attacker.htn")
    venue.pass_time(10.0)
    sarge = venue.human()
    venue.tick()
    assert not knows(ada, "Sarge")
    sarge.say("Ada, camp there")
    sarge.say("I am the leader")
    venue.pass_time(0.5)
    assert not knows(ada, "Sarge")
    assert ada.orders == []
    assert ada.leader == ""
    venue.until(lambda: any(one.name == "Sarge" for one in ada.views[-1].players.values()), 60.0)
    venue.pass_time(1.0)
    assert ada.leader == "Sarge"


def test_where_nothing_is_private_nobody_can_say_it_is() -> None:
    venue, sarge, ada = stage(CLASSIC)
    sarge.say("Private: get the enemy flag")
    venue.pass_time(2.0)
    assert ada.orders == []


def test_private_order_needs_no_name() -> None:
    venue, sarge, ada = stage()
    bob = venue.fellow("Bob", brain=Idle())
    venue.pass_time(2.0)
    sarge.feed(f"MESSAGE {{Id {ada.player.id}}} {{Text get the enemy flag}} {{Global False}}")
    venue.pass_time(2.0)
    assert (ada.orders, bob.orders) == (["get flag"], [])


@either
def test_operator_is_no_mate(dialect: str) -> None:
    venue, _, ada = stage(dialect)
    if dialect == CLASSIC:
        return
    control = venue.arena.connect("control", "local")
    assert control is not None
    control.feed(b"READY\r\nMESSAGE {Text Ada, get the enemy flag} {Global False} {TeamIndex 0}\r\n")
    venue.pass_time(2.0)
    assert ada.orders == []


@either
def test_spam_of_a_thousand_lines_neither_slows_nor_floods(dialect: str) -> None:
    venue, sarge, ada = stage(dialect)
    quiet_s = _took(venue, 5.0)
    lines = [
        f"MESSAGE {{Text Ada, where are you? {n}}} {{Global False}} {{TeamIndex 0}}" for n in range(500)
    ]
    lines += ["MESSAGE {Text Ada, where are you?} {Global False} {TeamIndex 0}"] * 500
    sarge.feed(*lines)
    before = len(sarge.lines)
    loud_s = _took(venue, 5.0)
    assert loud_s < quiet_s + 2.0
    assert len(sarge.lines) - before <= 6
    venue.pass_time(15.0)
    sarge.say("Ada, get the enemy flag")
    venue.pass_time(2.0)
    assert ada.orders == ["get flag"]


def _took(venue: Venue, seconds: float) -> float:
    began_at = time.perf_counter()
    venue.pass_time(seconds)
    return time.perf_counter() - began_at


@either
@pytest.mark.parametrize("sign", ["", " (Troll)", " (Nobody{})"])
def test_spam_of_one_does_not_drown_another(dialect: str, sign: str) -> None:
    venue, sarge, ada = stage(dialect, mates=("Sarge", "Troll"))
    troll = venue.human("Troll")
    venue.pass_time(2.0)
    for _ in range(3):
        text = f"Ada, where are you?{sign}"
        troll.feed(*[f"MESSAGE {{Text {text.format(n)}}} {{Global False}}" for n in range(300)])
        venue.tick()
    sarge.say(f"Ada, get the enemy flag{' (Sarge)' if dialect == CLASSIC else ''}")
    venue.pass_time(1.5)
    assert ada.orders == ["get flag"]


def test_forged_names_do_not_drown_those_who_do_not_sign() -> None:
    venue, sarge, ada = stage(CLASSIC)
    troll = venue.human("Troll")
    venue.pass_time(2.0)
    for number in range(60):
        said = [f"MESSAGE {{Text hello (Nobody{number}{n})}} {{Global False}}" for n in range(6)]
        troll.feed(*said)
        if number == 40:
            sarge.say("Ada, get the enemy flag")
        venue.tick()
    assert ada.orders == ["get flag"]


@either
def test_spam_that_goes_on_is_heard_in_part_and_harms_nobody(dialect: str) -> None:
    venue, sarge, ada = stage(dialect, mates=("Sarge",))
    sign = " (Sarge)" if dialect == CLASSIC else ""
    for _ in range(100):
        sarge.feed(*[f"MESSAGE {{Text Ada, where are you?{sign}}} {{Global False}}"] * 5)
        venue.tick()
    venue.pass_time(2.0)
    sarge.say(f"Ada, get the enemy flag{sign}")
    venue.pass_time(1.5)
    assert ada.orders == ["get flag"]


def test_forged_names_leave_nothing_behind() -> None:
    venue, sarge, ada = stage(CLASSIC)
    for n in range(120):
        sarge.say(f"I am near the keg, position 1 2 3 (Nobody{n})")
        sarge.say(f"I am the leader (Nobody{n})")
        venue.pass_time(0.5)
    radio = ada.radio
    ears = radio.ears
    assert len(ears._heard_at) + len(ears._budgets) + len(ears._waiting) + len(radio.crew._notes) < 8
    assert not any("Nobody" in name for name in radio.ears.roster(ada.views[-1]).mates)


def test_name_of_an_enemy_or_of_the_bot_itself_is_no_signature() -> None:
    venue, sarge, ada = stage(CLASSIC)
    sarge.say("get the enemy flag (Ada)")
    venue.pass_time(2.0)
    assert ada.orders == []


@pytest.mark.parametrize("name", ["Sarge (UK)", "(Sarge)", "Sarge(2)", "[X] Sarge :)", "Sarge (a (b))"])
def test_who_has_brackets_in_his_name_signs_like_everybody(name: str) -> None:
    venue, sarge, ada = stage(CLASSIC, mates=(name, "UK", "2"))
    sarge.say(f"Ada, follow me ({name})")
    venue.pass_time(2.0)
    assert ada.orders in ([f"follow {name}"], [f'follow "{name}"'])


def test_stranger_with_brackets_in_his_name_is_a_stranger() -> None:
    venue, sarge, ada = stage(CLASSIC)
    sarge.say("Ada, get the enemy flag (Ghost (UK))")
    venue.pass_time(2.0)
    assert ada.orders == []
    assert any("I have not met Ghost UK" in told for told in sarge.heard())


def test_what_somebody_says_in_brackets_is_no_name_of_his() -> None:
    venue, sarge, ada = stage(CLASSIC, mates=("Sarge",))
    sarge.say("Ada, follow me (now) (Sarge)")
    venue.pass_time(2.0)
    assert ada.orders == ["follow Sarge"]


def test_who_signs_is_known_in_any_case() -> None:
    venue, sarge, ada = stage(CLASSIC, mates=("Sarge",))
    sarge.say("Ada, follow me (sarge)")
    venue.pass_time(2.0)
    assert ada.orders == ["follow Sarge"]


def test_who_does_not_sign_is_told_how_to() -> None:
    venue, sarge, ada = stage(CLASSIC)
    for text in ("Ada, follow me", "Ada, camp here"):
        said_at = venue.now
        sarge.say(text)
        venue.pass_time(3.0)
        assert ada.orders == []
        assert any("your name in brackets" in told for told in sarge.heard(said_at))


@either
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Ada, get the {enemy} flag {}", []),
        ("{Ada}, {get the enemy flag}", []),
        ("Ada, " + "get the enemy flag and " * 21 + "x", []),
        ("Ada, your task is " + "x" * 480, ["x" * 480]),
        ("\x00\x01\x02 Ada", []),
        ("^1Ada^7, ^2get ^3the enemy flag", ["get flag"]),
        ("Ada, get " + '"' * 50, []),
        ("k," * 240, []),
    ],
)
def test_odd_texts_harm_nobody(dialect: str, text: str, order: list[str]) -> None:
    venue, sarge, ada = stage(dialect)
    thinks = len(ada.views)
    sarge.say(text)
    venue.pass_time(1.5)
    assert ada.orders == order
    assert len(ada.views) - thinks > 5
    sarge.say("Ada, camp there")
    venue.pass_time(2.0)
    assert ada.orders == ["camp here"]


def test_order_in_colors_is_understood() -> None:
    venue, sarge, ada = stage()
    sarge.say("^1Ada^7, ^2get ^3the enemy flag")
    venue.pass_time(2.0)
    assert ada.orders == ["get flag"]


def test_answer_to_a_message_of_500_characters_is_short() -> None:
    venue, sarge, _ = stage()
    sarge.say(("Ada, your task is " + "dance " * 100)[:500])
    venue.pass_time(3.0)
    assert all(len(text) < 200 for _, _, text in sarge.lines)


def test_player_whose_name_is_a_word_of_orders_gives_and_takes_them() -> None:
    venue = Venue(MODERN)
    sarge = venue.human("Follow")
    flag = venue.fellow("Flag", brain=Idle())
    venue.pass_time(2.0)
    sarge.say("Flag, follow me")
    venue.pass_time(2.0)
    assert flag.orders == ["follow Follow"]
