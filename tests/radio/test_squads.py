"""Sub-teams: who is in which, and what none can be called."""

from __future__ import annotations

import pytest

from agentfw.radio.squads import Squads
from agentfw.talk import Roster, shipped_talk

TEAM = Roster(mates=("Ada", "Bob", "Mr Elusive"), enemies=("Xan",))


def squads(**members: str) -> Squads:
    made = Squads(shipped_talk())
    for name, squad in members.items():
        made.join(squad, (name,))
    return made


@pytest.mark.parametrize("name", ["wolves", "night watch", "alpha", "Wolf Pack", "x"])
def test_any_name_will_do_that_means_nothing_yet(name: str) -> None:
    assert squads().refusal(name, TEAM) == ""


@pytest.mark.parametrize("name", ["Ada", "ada", "mr elusive", "Xan"])
def test_name_of_a_player_is_none_for_a_sub_team(name: str) -> None:
    assert squads().refusal(name, TEAM) == "somebody is called so"


@pytest.mark.parametrize("name", ["the", "The", "flag", "attack", "all", "the leader", "me", "please"])
def test_word_in_use_is_none_for_a_sub_team(name: str) -> None:
    assert squads().refusal(name, TEAM) == "that word is in use"


def test_seventeenth_sub_team_is_refused_until_one_is_left() -> None:
    made = squads(**{f"Bot{n}": f"wolves{n}" for n in range(16)})
    everyone = Roster(mates=tuple(f"Bot{n}" for n in range(16)))
    assert made.refusal("bears", everyone) == "there are enough squads"
    assert made.refusal("wolves3", everyone) == ""
    made.leave("", ("Bot3",))
    assert made.refusal("bears", everyone) == ""


def test_sub_teams_of_those_who_are_gone_make_room() -> None:
    made = squads(**{f"Bot{n}": f"wolves{n}" for n in range(16)})
    assert made.refusal("bears", Roster(mates=("Bot1", "Bot2"))) == ""
    assert made.names == ("wolves1", "wolves2")


def test_members_are_players_and_those_of_sub_teams() -> None:
    made = squads(Ada="wolves", Bob="wolves", Cyd="bears")
    assert made.members(("wolves", "Dan")) == {"Ada", "Bob", "Dan"}


def test_who_is_in_another_sub_team_does_not_leave_this_one() -> None:
    made = squads(Ada="wolves")
    made.leave("bears", ("Ada",))
    assert made.of("Ada") == "wolves"
    made.leave("wolves", ("Ada",))
    assert (made.of("Ada"), made.names) == ("", ())
