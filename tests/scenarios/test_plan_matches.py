"""Whole matches of plans of both languages in all game types: they live, and replay byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.brains.planfiles import shipped_plans
from agentfw.errors import PlanError
from agentfw.match import Fighter, Native, SkirmishOptions, play_skirmish, replay
from agentfw.recording import Header, RecordingWriter
from tests.scenarios.plans import following, running
from tests.scenarios.stage import Stage
from tests.support.dialects import CLASSIC, GB2004
from tests.support.playing import arena_on

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.arena.server.results import MatchResult
    from agentfw.arena.world.rules import MatchSettings
    from agentfw.brains.planned import PlanBrain
    from agentfw.match import Verdict
    from tests.scenarios.stage import Actor

MODES: Final = ("dm", "tdm", "ctf", "dom", "ddom")
MAPS: Final = {
    "dm": "dm-cellar",
    "tdm": "ctf-twins",
    "ctf": "ctf-twins",
    "dom": "dom-crossing",
    "ddom": "dom-vault",
}
NAMED: Final = (
    *("bodbot-attack.lap", "deathmatch.lap", "domination.lap"),
    *("deathmatch.htn", "domination.htn", "ctf-attacker.htn"),
)
DUELS: Final = {
    "dm": ("deathmatch.lap", "deathmatch.htn"),
    "tdm": ("deathmatch.lap", "deathmatch.htn"),
    "ctf": ("bodbot-attack.lap", "ctf-attacker.htn"),
    "dom": ("domination.lap", "domination.htn"),
    "ddom": ("domination.lap", "domination.htn"),
}
"""Per game type a plan of each language that is made for it."""
every_mode = pytest.mark.parametrize("mode", MODES)


def is_whole(name: str) -> bool:
    """Whether a plan says what to do, and not only how, for others to include."""
    return name.endswith(".lap") or "\nTop\n" in shipped_plans()[name].read_text()


WHOLE: Final = tuple(name for name in shipped_plans() if is_whole(name))
CALM_HTN: Final = "Head Calm\nSubtasks\n  Rotate 2000\n  Calm\n"
CALM_LAP: Final = "((RDC life (goal ((fail))) (drives ((calm (trigger ((succeed))) stop-bot)))))"
CALM: Final = {"deathmatch.lap": CALM_LAP, "deathmatch.htn": CALM_HTN}
"""The same plans, if their author had been in another mood: nobody runs or shoots."""


# Any plan in any game


def living(stage: Stage, plan: str, mode: str, seconds: float, *, dialect: str = "") -> Actor[PlanBrain]:
    """A bot that follows a plan among bots of the game, after a while."""
    spoken = dialect or (CLASSIC.name if mode == "dom" else GB2004.name)
    stage.open(arena_on(MAPS[mode], mode, dialect=spoken, bots=2, skill=3.0))
    bob = stage.bring_in(following(plan), team=None if mode == "dm" else 0)
    stage.play(seconds)
    return bob


@every_mode
@pytest.mark.parametrize("plan", NAMED)
def test_a_plan_lives_in_any_game_type_without_a_fault(stage: Stage, plan: str, mode: str) -> None:
    bob = living(stage, plan, mode, 12.0)
    assert bob.brain.faults == 0
    assert running(bob, since=0.0) != []


@pytest.mark.slow
@every_mode
@pytest.mark.parametrize("plan", WHOLE)
def test_every_shipped_plan_lives_in_any_game_type_for_long(stage: Stage, plan: str, mode: str) -> None:
    assert living(stage, plan, mode, 90.0).brain.faults == 0


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["dm", "tdm", "ctf"])
@pytest.mark.parametrize("plan", WHOLE)
def test_every_shipped_plan_lives_in_the_older_game_for_long(stage: Stage, plan: str, mode: str) -> None:
    assert living(stage, plan, mode, 60.0, dialect=CLASSIC.name).brain.faults == 0


# Whole matches


class Punctual(ArenaOptions, frozen=True, kw_only=True):
    """An arena where a match is over with its time, even if nobody leads."""

    def settings(self) -> MatchSettings:
        """The rules of the match."""
        return msgspec.structs.replace(super().settings(), overtime=False)


def duel(mode: str, *, seed: int = 5, minutes: float = 0.3, record: Path | None = None) -> MatchResult:
    """A match of one language against the other, with a bot of the game on each side."""
    posh, htn = DUELS[mode]
    arena = Punctual(mode=mode, map=MAPS[mode], seed=seed, time_limit_min=minutes)
    teams = (None, None) if mode == "dm" else (0, 1)
    fighters = (
        Fighter(brain=posh, name="Posh", team=teams[0]),
        Fighter(brain=htn, name="Htn", team=teams[1]),
    )
    natives = (Native(skill=3.0),) if mode == "dm" else (Native(team=0), Native(team=1))
    options = SkirmishOptions(arena=arena, fighters=fighters, natives=natives)
    return play_skirmish(options, record=record)


def verdicts(folder: Path) -> list[Verdict]:
    """What replays of all recordings in a folder show."""
    return [replay(file) for file in sorted(folder.glob("*.rec"))]


@every_mode
def test_recordings_of_a_whole_match_replay_byte_for_byte(tmp_path: Path, mode: str) -> None:
    result = duel(mode, record=tmp_path)
    assert (result.because, round(result.game_time_s)) == ("time", 18)
    found = verdicts(tmp_path)
    assert [(one.is_exact, one.is_cut, one.first_difference) for one in found] == [
        (True, False, None)
    ] * 2
    assert min(one.thinks for one in found) > 50
    assert min(one.commands_bytes for one in found) > 500


@every_mode
def test_two_matches_of_one_seed_are_equal(tmp_path: Path, mode: str) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    assert duel(mode, minutes=0.2, record=first) == duel(mode, minutes=0.2, record=second)
    for name in ("Posh.rec", "Htn.rec"):
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_another_seed_gives_another_match(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    duel("dm", seed=1, minutes=0.2, record=first)
    duel("dm", seed=2, minutes=0.2, record=second)
    assert (first / "Htn.rec").read_bytes() != (second / "Htn.rec").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@every_mode
def test_recordings_of_long_matches_replay_byte_for_byte(tmp_path: Path, mode: str, seed: int) -> None:
    duel(mode, seed=seed, minutes=3.0, record=tmp_path)
    assert [one.is_exact for one in verdicts(tmp_path)] == [True] * 2


# Another plan in mid-match


def swapped(plan: str) -> tuple[Actor[PlanBrain], float, float]:
    """A bot that got another plan in mid-match and the old one back; when these were."""
    stage = Stage()
    stage.open(arena_on("dm-cellar", "dm", bots=1, skill=3.0))
    bob = stage.bring_in(following(plan))
    old = dict(bob.brain.sources)
    stage.play(8.0)
    calm_at = stage.now
    bob.circle.reload({plan: CALM[plan]}, calm_at)
    stage.play(6.0)
    back_at = stage.now
    bob.circle.reload(old, back_at)
    stage.play(8.0)
    bob.circle.leave(stage.now, "enough")
    return bob, calm_at, back_at


@pytest.mark.parametrize("plan", sorted(CALM))
def test_a_plan_that_was_swapped_in_is_followed_from_the_next_think_on(plan: str) -> None:
    bob, calm_at, back_at = swapped(plan)
    runs = running(bob, since=0.0)
    assert any(at < calm_at for at in runs)
    assert [at for at in runs if calm_at < at <= back_at] == []
    assert any(at > back_at for at in runs)


@pytest.mark.parametrize("plan", sorted(CALM))
def test_a_match_in_which_plans_were_swapped_replays_byte_for_byte(tmp_path: Path, plan: str) -> None:
    bob, _, _ = swapped(plan)
    header = Header(
        bot="Bob",
        brain=plan,
        seed=bob.seed,
        dialect=bob.dialect,
        join=bob.join,
        files=dict(bob.make().sources),
    )
    with RecordingWriter(tmp_path / "bob.rec", header) as writer:
        for record in bob.records:
            writer.write(record)
    verdict = replay(tmp_path / "bob.rec")
    assert (verdict.is_exact, verdict.is_cut, verdict.first_difference) == (True, False, None)
    assert verdict.thinks == verdict.same_thinks > 80


@pytest.mark.parametrize("plan", sorted(CALM))
def test_a_plan_that_cannot_be_read_is_refused_and_the_old_one_goes_on(stage: Stage, plan: str) -> None:
    bob = living(stage, plan, "dm", 4.0)
    refused_at = stage.now
    with pytest.raises(PlanError):
        bob.circle.reload({plan: CALM[plan].replace("Rotate", "Rotaet").replace("calm", "")}, stage.now)
    stage.play(5.0)
    assert running(bob, since=refused_at) != []
