"""Team matches in arenas: how they end, what is told of them, and that the same seed gives the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from agentfw.characters import load_character
from agentfw.errors import UsageError
from agentfw.match import replay
from agentfw.match.company import GIVEN_UP
from agentfw.match.leaders import seed_for
from agentfw.match.reporting import MatchReport
from agentfw.match.teams import play_lineup
from agentfw.recording import open_recording, summary
from agentfw.team import Ground, Lineup, RestartPolicy
from tests.match.lineups import Notes, bot, brain_file, closet, digests, duel, squad
from tests.support.limits import files_up_to

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.match.stage import Stage

DOMINATION = Lineup(
    ground=Ground(map="dom-crossing", mode="dom", minutes=0.4),
    teams=(
        squad("htn", 0, bot("Ada", "domination.htn"), bot("Bea", "domination.htn", skill=3)),
        squad("posh", 1, bot("Paul", "domination.lap", role="guard"), bot("Quin", "domination.lap")),
    ),
    seed=5,
)


def played(lineup: Lineup, record: Path | None = None) -> MatchReport:
    (report,) = play_lineup(lineup, is_fast=True, record=record)
    return report


# How it ends


def test_match_ends_with_its_time() -> None:
    report = played(duel(ground=closet(score=0)))
    assert (report.outcome.because, report.stopped, report.ground) == ("time", "", "arena")
    assert (report.outcome.level, report.outcome.mode) == ("DM-Closet", "dm")
    assert {(one.name, one.phase, one.why) for one in report.bots} == {
        ("Ada", "done", "the match is over"),
        ("Bob", "done", "the match is over"),
    }


def test_match_ends_with_its_score() -> None:
    report = played(duel(ground=closet(score=1, minutes=5.0)))
    assert report.outcome.because == "score"
    assert report.outcome.leaders[0] in ("Ada", "Bob")
    assert report.outcome.game_time_s < 300.0


def test_match_lasts_ten_minutes_unless_told(tmp_path: Path) -> None:
    idle = brain_file(tmp_path, "idle")
    lineup = duel(bot("Ada", idle), ground=closet(minutes=None))
    assert played(lineup).outcome.game_time_s == pytest.approx(600.0)


def test_tie_that_nobody_breaks_is_left_after_three_times_the_limit(tmp_path: Path) -> None:
    idle = brain_file(tmp_path, "idle")
    report = played(duel(bot("Ada", idle), bot("Bob", idle), ground=closet(minutes=0.2)))
    assert (report.stopped, report.outcome.because) == ("", "tie")
    assert report.outcome.game_time_s == pytest.approx(36.0, abs=0.2)
    assert report.outcome.leaders == ("Ada", "Bob")


def test_match_is_over_when_all_bots_were_given_up(tmp_path: Path) -> None:
    report = played(duel(bot("Ada", brain_file(tmp_path, "failing")), ground=closet(minutes=5.0)))
    (ada,) = report.bots
    assert (report.stopped, ada.phase, ada.restarts) == (GIVEN_UP, "given up", 3)
    assert "LookupError" in ada.why
    assert report.outcome.game_time_s < 60.0


def test_others_play_on_when_one_is_given_up(tmp_path: Path) -> None:
    report = played(duel(bot("Ada", brain_file(tmp_path, "failing")), bot("Bob"), bot("Cy")))
    assert (report.stopped, report.outcome.because) == ("", "time")
    assert [one.phase for one in report.bots] == ["given up", "done", "done"]


def test_why_a_bot_was_restarted_is_in_the_report_when_it_ended_well(tmp_path: Path) -> None:
    stumbling = brain_file(tmp_path, "stumbling")
    report = played(duel(bot("Ada", stumbling, restart=RestartPolicy(budget=50)), bot("Bob")))
    ada, bob = report.bots
    assert (ada.phase, ada.why) == ("done", "the match is over")
    assert ada.restarts
    assert "raised LookupError at 3.01 s: no idea" in ada.failed
    assert bob.failed == ""


# What is told


def test_report_holds_what_every_bot_did() -> None:
    report = played(DOMINATION)
    by_name = {one.name: one for one in report.outcome.players}
    for one in report.bots:
        standing = by_name[one.name]
        assert (one.score, one.kills, one.deaths) == (standing.score, standing.kills, standing.deaths)
        assert one.thinks > 50
        assert one.timing is not None
        assert 0.0 < one.timing.think_p50_ms <= one.timing.think_p99_ms
        assert one.timing.thinks_hz * report.outcome.game_time_s == pytest.approx(one.thinks, rel=0.2)
        assert one.timing.messages_in_hz > one.timing.thinks_hz > one.timing.messages_out_hz / 10 > 0
    assert [(one.team, one.side, one.role) for one in report.bots][1:3] == [
        ("htn", 0, ""),
        ("posh", 1, "guard"),
    ]
    assert report.teams == {0: "htn", 1: "posh"}
    assert set(report.outcome.team_scores) == {0, 1}


def test_report_can_be_written_as_json_and_read_again() -> None:
    report = played(DOMINATION)
    assert msgspec.json.decode(msgspec.json.encode(report), type=MatchReport) == report


def test_listener_hears_of_every_match_from_its_beginning_to_its_end() -> None:
    notes = Notes()
    reports = play_lineup(duel(matches=2), is_fast=True, listener=notes)
    assert notes.begun_matches == [1, 2]
    assert tuple(notes.reports) == reports
    assert {"Ada joined", "Bob joined"} <= {news.text for news in notes.news}
    assert len(notes.clocks) > 2 * 20 * 3


def test_every_match_has_a_seed_of_its_own() -> None:
    first, second = play_lineup(duel(matches=2), is_fast=True)
    assert [(one.match, one.of, one.seed) for one in (first, second)] == [(1, 2, 3), (2, 2, 4)]
    assert played(duel(seed=4)).outcome == second.outcome != first.outcome


def test_bots_of_the_arena_play_too() -> None:
    report = played(duel(bot("Ada"), ground=closet(bots=2)))
    assert len(report.outcome.players) == 3


def test_teams_can_differ_in_nothing_but_their_name() -> None:
    assert len({seed_for(1, name, life) for name in ("Ada", "Bob") for life in range(3)}) == 6


# The same match


def test_same_seed_gives_the_same_files_byte_for_byte(tmp_path: Path) -> None:
    for name in ("one", "two"):
        played(DOMINATION, tmp_path / name)
    one, two = (digests(tmp_path / name) for name in ("one", "two"))
    assert sorted(one) == ["Ada.rec", "Bea.rec", "Paul.rec", "Quin.rec", "result.json"]
    assert one == two


def test_same_seed_gives_the_same_files_though_bots_fail_and_are_restarted(tmp_path: Path) -> None:
    brain = brain_file(tmp_path, "stumbling")
    lineup = duel(bot("Ada", brain), bot("Bob"), bot("Cy", brain), ground=closet(minutes=0.5))
    reports = [played(lineup, tmp_path / name) for name in ("one", "two")]
    one, two = (digests(tmp_path / name) for name in ("one", "two"))
    assert {"Ada.rec", "Ada.life2.rec", "Ada.life3.rec", "Bob.rec"} <= set(one)
    assert one == two
    assert reports[0].untimed() == reports[1].untimed()


def test_watching_changes_nothing(tmp_path: Path) -> None:
    played(DOMINATION, tmp_path / "unseen")
    play_lineup(DOMINATION, is_fast=True, record=tmp_path / "seen", listener=Notes())
    assert digests(tmp_path / "unseen") == digests(tmp_path / "seen")


def test_other_seed_gives_another_match(tmp_path: Path) -> None:
    played(duel(seed=1), tmp_path / "one")
    played(duel(seed=2), tmp_path / "two")
    assert digests(tmp_path / "one") != digests(tmp_path / "two")


# Recordings


def test_recordings_replay_exactly(tmp_path: Path) -> None:
    played(DOMINATION, tmp_path)
    assert all(replay(tmp_path / f"{name}.rec").is_exact for name in ("Ada", "Bea", "Paul", "Quin"))


def test_header_says_how_to_start_the_bot_again(tmp_path: Path) -> None:
    played(DOMINATION, tmp_path)
    header = open_recording(tmp_path / "Bea.rec").header
    assert (header.bot, header.brain, header.dialect) == ("Bea", "domination.htn", "gamebots-ut99")
    assert (header.seed, header.options) == (seed_for(5, "Bea", 0), {"skill": "3"})
    assert "domination.htn" in header.files
    assert header.join is not None
    assert (header.join.player_name, header.join.team) == ("Bea", 0)


def test_every_match_has_a_folder_when_there_are_several(tmp_path: Path) -> None:
    reports = play_lineup(duel(matches=2), is_fast=True, record=tmp_path)
    assert sorted(digests(tmp_path)) == [
        f"match-{number}/{file}" for number in (1, 2) for file in ("Ada.rec", "Bob.rec", "result.json")
    ]
    assert [one.recording for one in reports] == [str(tmp_path / f"match-{n}") for n in (1, 2)]


def test_result_that_is_kept_is_the_report_without_what_depends_on_the_machine(tmp_path: Path) -> None:
    report = played(duel(), tmp_path)
    kept = msgspec.json.decode((tmp_path / "result.json").read_bytes(), type=MatchReport)
    assert kept == report.untimed() != report


def test_file_may_say_where_to_record(tmp_path: Path) -> None:
    played(duel(record=str(tmp_path / "here")))
    assert (tmp_path / "here" / "Ada.rec").exists()


@pytest.mark.parametrize("file", ["Old.rec", "result.json", "match-7/Old.rec"])
def test_folder_that_holds_a_match_is_left_alone(tmp_path: Path, file: str) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_bytes(b"precious")
    with pytest.raises(
        UsageError, match=r"holds a match already \(\w+\.\w+\); use another or --overwrite"
    ):
        played(duel(), tmp_path)
    assert list(digests(tmp_path)) == [file]


def test_old_match_is_taken_away_when_it_may_be_replaced(tmp_path: Path) -> None:
    for name in ("Ada.rec", "Ada.life2.rec", "Zoe.rec", "notes.txt"):
        (tmp_path / name).write_bytes(b"old")
    play_lineup(duel(), is_fast=True, record=tmp_path, overwrite=True)
    assert sorted(digests(tmp_path)) == ["Ada.rec", "Bob.rec", "notes.txt", "result.json"]
    assert replay(tmp_path / "Ada.rec").is_exact


def test_match_in_which_nobody_came_to_play_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "Ada.rec").write_bytes(b"precious")
    lineup = duel(bot("Ada", "no-such-plan.htn"))
    (report,) = play_lineup(lineup, is_fast=True, record=tmp_path, overwrite=True)
    assert report.stopped == GIVEN_UP
    assert (tmp_path / "Ada.rec").read_bytes() == b"precious"


# Mistakes


def test_name_that_would_leave_the_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r'"\.\./Ada" cannot be the name of a recording'):
        played(duel(bot("../Ada")), tmp_path / "inner")
    assert not list(tmp_path.iterdir())


def test_file_where_a_folder_should_be_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"precious")
    with pytest.raises(UsageError, match="is a file, expected a folder to record in"):
        played(duel(), file)


def test_map_that_does_not_fit_is_told_before_anything_begins(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="DM-Closet cannot be played as ctf"):
        played(duel(ground=closet(mode="ctf")), tmp_path / "inner")
    assert not list(tmp_path.iterdir())


def test_match_without_bots_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no bot to play"):
        played(Lineup(ground=closet(), teams=()))


def test_server_cannot_be_fast() -> None:
    with pytest.raises(UsageError, match="only an arena can be fast"):
        played(duel(ground=Ground(host="127.0.0.1")))


def test_bots_with_characters_replay_exactly(tmp_path: Path) -> None:
    heron, owl = (load_character(name).at(3) for name in ("heron", "owl"))
    lineup = duel(bot("Ada", "deathmatch.htn", traits=heron), bot("Bob", "deathmatch.lap", traits=owl))
    played(lineup, tmp_path)
    assert all(replay(tmp_path / f"{name}.rec").is_exact for name in ("Ada", "Bob"))
    assert "traits" in open_recording(tmp_path / "Ada.rec").header.options


def test_folder_that_cannot_be_made_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"precious")
    for folder in (tmp_path / "file" / "below", tmp_path / ("x" * 300), tmp_path / "a\0b"):
        with pytest.raises(UsageError, match="cannot be recorded in"):
            played(duel(), folder)
    assert list(digests(tmp_path)) == ["file"]


def test_a_brain_that_ends_the_program_ends_itself_only(tmp_path: Path) -> None:
    file = tmp_path / "exits.py"
    file.write_text(
        "from agentfw.brains import *\n\n\nclass B(Brain):\n    def decide(self, view):\n"
        "        raise SystemExit(0)\n"
    )
    report = played(duel(bot("Ada", f"{file}:B"), bot("Bob")))
    assert [one.phase for one in report.bots] == ["given up", "done"]
    assert "B.decide() raised SystemExit" in report.bots[0].why


# What cannot be written


def test_recordings_that_cannot_grow_end_and_the_match_goes_on(tmp_path: Path) -> None:
    notes = Notes()
    with files_up_to(20_000):
        (report,) = play_lineup(DOMINATION, is_fast=True, record=tmp_path, listener=notes)
    told = [one.text for one in notes.news if one.kind == "recording"]
    assert len(told) == len(report.bots)
    assert all("is recorded no longer: " in text and text.endswith("File too large") for text in told)
    assert report.lost in "\n".join(told)
    kept = msgspec.json.decode((tmp_path / "result.json").read_bytes(), type=MatchReport)
    assert kept == report.untimed()
    assert replace(kept, lost="") == played(DOMINATION).untimed()
    assert all(summary(file).duration_s > 1.0 for file in tmp_path.glob("*.rec"))


def test_result_is_kept_though_nobody_hears_of_it(tmp_path: Path) -> None:
    class Deaf(Notes):
        def beat(self, stage: Stage) -> None:
            if stage.clock_s > 5.0:
                raise BrokenPipeError("nobody reads")

    with pytest.raises(BrokenPipeError, match="nobody reads"):
        play_lineup(duel(), is_fast=True, record=tmp_path, listener=Deaf())
    assert set(digests(tmp_path)) == {"Ada.rec", "Bob.rec", "result.json"}
