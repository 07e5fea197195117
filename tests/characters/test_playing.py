"""Characters at play: what everybody who ships is known for shows in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.characters import load_character, shipped_characters
from agentfw.match import play_lineup
from agentfw.team import Ground, Lineup
from tests.characters.duels import PLAN, SKILL, Duels
from tests.match.lineups import Notes, bot, squad

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Duels]:
    """What each of them did, played once."""
    folder = tmp_path_factory.mktemp("duels")
    known: dict[str, Duels] = {}

    def find(name: str) -> Duels:
        if name not in known:
            known[name] = Duels(name, folder)
        return known[name]

    return find


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Who said something in a duel, by name, once for each time."""
    players = [load_character(name).at(SKILL) for name in ("turnip", "metronome")]
    team = squad("all", None, *(bot(traits.name, PLAN, traits=traits) for traits in players))
    ground = Ground(map="dm-foundry", mode="dm", minutes=3.0)
    notes, folder = Notes(), tmp_path_factory.mktemp("talk")
    play_lineup(
        Lineup(ground=ground, teams=(team,), seed=3), is_fast=True, record=folder, listener=notes
    )
    return [news.text.partition(": ")[0] for news in notes.news if news.kind == "chat"]


def test_anvil_comes_straight_on(play: Callable[[str], Duels]) -> None:
    assert play("anvil").flinching < 0.4 * play("default").flinching


@pytest.mark.parametrize("name", ["jackal", "magpie", "wisp"])
def test_the_timid_do_not(play: Callable[[str], Duels], name: str) -> None:
    assert play(name).flinching > 1.1 * play("default").flinching


def test_anvil_fights_with_flak_and_comet_with_rockets(play: Callable[[str], Duels]) -> None:
    anvil, comet = play("anvil"), play("comet")
    assert comet.taste("RocketLauncher") > 2.0 * anvil.taste("RocketLauncher")
    assert anvil.taste("FlakCannon") > 2.0 * comet.taste("FlakCannon")


def test_badger_and_heron_sit_and_wait(play: Callable[[str], Duels]) -> None:
    for camper in ("badger", "heron"):
        assert play(camper).camps > 0.05 * play(camper).thinks
        assert play(camper).pace < 0.85 * play("default").pace
    assert play("default").camps == 0


def test_badger_ducks(play: Callable[[str], Duels]) -> None:
    assert play("badger").commands["SETCROUCH"] > play("default").commands["SETCROUCH"]


def test_comet_jumps(play: Callable[[str], Duels]) -> None:
    assert play("comet").commands["JUMP"] > 1.3 * play("anvil").commands["JUMP"]


def test_comet_fires_at_where_somebody_hid(play: Callable[[str], Duels]) -> None:
    assert play("comet").shots_at_cover > 0.05 * play("comet").fights


def test_heron_and_metronome_rest_their_triggers(play: Callable[[str], Duels]) -> None:
    for patient in ("heron", "metronome"):
        assert play(patient).rests > 0.1 * play(patient).fights
    assert play("anvil").rests == 0


def test_heron_has_a_rifle_in_hand(play: Callable[[str], Duels]) -> None:
    assert play("heron").taste("SniperRifle") > 0.5


def test_magpie_collects_more(play: Callable[[str], Duels]) -> None:
    magpie, default = play("magpie"), play("default")
    assert magpie.fetches / magpie.thinks > 1.1 * default.fetches / default.thinks


def test_nettle_runs_after_her_killer_and_jackal_after_nobody(play: Callable[[str], Duels]) -> None:
    assert play("nettle").chases > 1.1 * play("default").chases
    assert play("jackal").chases < 0.5 * play("default").chases


def test_owl_walks(play: Callable[[str], Duels]) -> None:
    assert play("owl").commands["SETWALK"] > 0
    assert play("owl").pace < 0.85 * play("default").pace


def test_owl_is_seldom_surprised_and_turnip_often(play: Callable[[str], Duels]) -> None:
    assert play("owl").slowness < 0.7 * play("default").slowness
    assert play("turnip").slowness > 1.1 * play("default").slowness


def test_turnip_talks_and_metronome_does_not(talk: list[str]) -> None:
    assert talk.count("Turnip") >= 2
    assert talk.count("Metronome") == 0


def test_vicar_spares_who_stands_and_looks_elsewhere(tmp_path: Path) -> None:
    vicar, default = (Duels(name, tmp_path, minutes=1.0, is_idle=True) for name in ("vicar", "default"))
    assert vicar.easy_ones > 0
    assert vicar.shots_at_easy_ones == 0
    assert default.shots_at_easy_ones > 0


@pytest.mark.parametrize("name", sorted(shipped_characters()))
def test_everybody_fights(play: Callable[[str], Duels], name: str) -> None:
    assert play(name).fights > 0.05 * play(name).thinks
