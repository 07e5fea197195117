"""Characters who talk in real matches: the same for the same seed, and again in replays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from agentfw.brains import Brain, Decision, Speak
from agentfw.characters import TENDENCIES, Traits, load_character
from agentfw.errors import RecordingError, UsageError
from agentfw.match import play_lineup, replay
from agentfw.recording import summary
from agentfw.team import BotPlan, Ground, Lineup, TeamPlan
from tests.match.lineups import Notes, bot, digests, squad
from tests.match.recorded import rewritten, solo
from tests.smalltalk.repertoire import can_reply, can_say

if TYPE_CHECKING:
    from agentfw.perception import View

BOTH = ("gamebots-2004", "gamebots-ut99")
CHATTY = {**dict.fromkeys(TENDENCIES, 1.0), "insult": 0.5, "misc": 0.5}
OWN_TALK = """
chat "carpenter"
{
    type "enter_game" { "hammers ready on ", map; }
    type "level_start" { "measure twice"; }
}
["timber"] = 3 { "less"; }
["timber", "falling"] = 8 { "mind your head, ", speaker; "mind your head"; }
["timber", &"nails"] = 5 { "more"; }
"""


class Shouter(Brain):
    """Says the same thing to everybody every 10 s, and stays where it is."""

    def decide(self, view: View) -> Decision:
        """A warning, now and then."""
        is_time = int(view.now * 10) % 100 == 50
        return Decision(say=Speak("Timber! It is falling, bring nails") if is_time else None)


def player(name: str, *, brain: str = "deathmatch.htn", **traits: object) -> BotPlan:
    """A character that plays under its name."""
    settled = load_character(name).at(4)
    return bot(settled.name, brain, traits=replace(settled, **traits))


def arena(*players: BotPlan, dialect: str = BOTH[0], minutes: float = 1.5) -> Lineup:
    """Everybody for himself in the foundry."""
    ground = Ground(map="dm-foundry", mode="dm", dialect=dialect, minutes=minutes)
    return Lineup(ground=ground, teams=(squad("all", None, *players),), seed=3)


def chats(lineup: Lineup, folder: Path) -> list[tuple[str, str]]:
    """Who said what in a match."""
    notes = Notes()
    play_lineup(lineup, is_fast=True, record=folder, listener=notes)
    told = [news.text.partition(": ") for news in notes.news if news.kind == "chat"]
    return [(speaker, text) for speaker, _, text in told]


@pytest.fixture
def carpenter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Traits:
    """Somebody with a talk file of his own in the working directory, who answers always."""
    monkeypatch.chdir(tmp_path)
    Path("own.talk").write_text(OWN_TALK, encoding="utf-8")
    return Traits(character="carpenter", chat="own.talk", tendencies={"reply": 1.0, "enter_exit": 1.0})


@pytest.mark.parametrize("dialect", BOTH)
def test_a32_characters_say_their_lines_and_replays_say_them_again(dialect: str, tmp_path: Path) -> None:
    lineup = arena(player("turnip"), player("comet", tendencies=CHATTY), dialect=dialect)
    said = chats(lineup, tmp_path / "one")
    for name in ("Turnip", "Comet"):
        own = [text for speaker, text in said if speaker == name]
        assert any(can_say(name.lower()).fullmatch(text) for text in own)
        for text in own:
            assert can_say(name.lower()).fullmatch(text) or can_reply().fullmatch(text)
        assert replay(tmp_path / "one" / f"{name}.rec").is_exact
    assert chats(lineup, tmp_path / "two") == said
    results = {"result.json"}  # holds how long it took
    one, two = digests(tmp_path / "one"), digests(tmp_path / "two")
    assert {k: v for k, v in one.items() if k not in results} == {
        k: v for k, v in two.items() if k not in results
    }


def test_a32_in_team_games_characters_are_silent(tmp_path: Path) -> None:
    mates = player("turnip", tendencies=CHATTY), player("comet", tendencies=CHATTY)
    teams = tuple(TeamPlan(name=one.name, number=n, bots=(one,)) for n, one in enumerate(mates))
    lineup = Lineup(ground=Ground(map="dm-foundry", mode="tdm", minutes=1.0), teams=teams, seed=3)
    assert chats(lineup, tmp_path / "kept") == []


@pytest.mark.parametrize("dialect", BOTH)
def test_a33_what_others_say_in_the_game_is_answered(
    dialect: str, tmp_path: Path, carpenter: Traits
) -> None:
    shouter = bot("Lumberjack", f"{__name__}:Shouter")
    quiet = bot("Nail", f"{__name__}:Quiet", traits=replace(carpenter, tendencies={"reply": 1.0}))
    said = chats(arena(shouter, quiet, dialect=dialect), tmp_path / "kept")
    answers = [text for speaker, text in said if speaker == "Nail"]
    assert set(answers) <= {"mind your head", "mind your head, Lumberjack"}
    assert len(answers) > 1


class Quiet(Brain):
    """Does nothing."""

    def decide(self, view: View) -> Decision:
        """Nothing."""
        return Decision()


def test_talk_of_ones_own_is_in_the_recording(file: Path, carpenter: Traits) -> None:
    solo(file, traits=carpenter, arena={"bots": 0})
    header = summary(file).header
    assert header.files["own.talk"] == OWN_TALK
    assert header.options["small_talk"] == "yes"
    Path("own.talk").unlink()
    assert replay(file).is_exact


def test_the_talk_matters_for_a_replay(file: Path, carpenter: Traits) -> None:
    solo(file, traits=carpenter, arena={"bots": 0})
    traits = summary(file).header.options["traits"]
    assert not replay(rewritten(file, list, options={"traits": traits})).is_exact


def test_a_recording_without_its_talk_is_damaged(file: Path, carpenter: Traits) -> None:
    solo(file, traits=carpenter, arena={"bots": 0})
    with pytest.raises(
        RecordingError, match=r'the header is damaged: there is no file with talk "own\.talk"'
    ):
        replay(rewritten(file, list, files={}))


def test_talk_that_is_nowhere_is_told_before_anything_begins(file: Path) -> None:
    with pytest.raises(UsageError, match=r'there is no file with talk "mine\.talk"'):
        solo(file, traits=Traits(chat="mine.talk"))
    assert not file.exists()


def test_whoever_has_no_character_has_no_small_talk(file: Path) -> None:
    assert "small_talk" not in summary(solo(file)).header.options


@pytest.mark.slow
@pytest.mark.parametrize(
    "names",
    [
        ("anvil", "badger", "comet", "default"),
        ("heron", "jackal", "magpie", "nettle"),
        ("metronome", "owl", "turnip", "vicar", "wisp"),
    ],
)
def test_every_character_talks_at_play(names: tuple[str, ...], tmp_path: Path) -> None:
    said = chats(
        arena(*(player(name, tendencies=CHATTY) for name in names), minutes=4.0), tmp_path / "kept"
    )
    for name in names:
        spoken = [text for speaker, text in said if speaker == load_character(name).at(4).name]
        assert any(can_say(name).fullmatch(text) for text in spoken)
