"""``agentfw check``, ``draw``, ``skills`` and ``explain``: what a plan author sees."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from agentfw.brains import shipped_plans
from tests.support.command_line import called

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """(
  (RDC life (goal ((fail)))
    (drives
      ((fight (trigger ((enemy-visible) (health 30 >))) fight))
      ((roam (trigger ((succeed))) explore)))))
"""
BAD = """(
  (RDC life (goal ((fail)))
    (drives
      ((fight (trigger ((enemy-visibel))) fight))
      ((roam (trigger ((succeed))) explor)))))
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the plans of these tests are."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.lap").write_text(GOOD)
    (tmp_path / "bad.lap").write_text(BAD)
    return tmp_path


def test_every_shipped_plan_can_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "check", *shipped_plans())
    assert (output.code, output.err) == (0, "")


def test_check_tells_what_a_good_plan_consists_of(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "check", "good.lap")
    assert (output.code, output.err) == (0, "")
    assert output.out == (
        "good.lap: 1 drive collection, 0 competences, 0 action patterns, 2 drives, depth 0; "
        "no mistakes, no warnings\n"
    )


def test_check_tells_all_mistakes_of_all_plans_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "check", "bad.lap", "good.lap")
    assert output.code == 2
    heads = [line for line in output.err.splitlines() if line.startswith("bad.lap")]
    assert heads == [
        'bad.lap:4:26: unknown sense "enemy-visibel", did you mean "enemy_visible"?',
        'bad.lap:5:36: "explor" is neither an element of this plan nor an act, did you mean "explore"?',
    ]
    assert output.out.splitlines()[0] == "bad.lap: cannot be used; 2 mistakes, no warnings"


def test_strict_check_takes_warnings_for_mistakes(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    odd = GOOD.replace("(RDC", "(AP unused (stop))\n (RDC")
    (folder / "odd.lap").write_text(odd)
    assert called(capsys, "check", "odd.lap").code == 0
    assert called(capsys, "check", "odd.lap", "--strict").code == 2


def test_a_plan_that_does_not_exist_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "check", "nowhere.lap")
    assert (output.code, output.err) == (2, 'agentfw: there is no plan "nowhere.lap"\n')


def test_check_goes_on_behind_a_plan_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "check", "nowhere.lap", "good.lap")
    assert output.code == 2
    assert output.out.startswith("good.lap: 1 drive collection")


def test_check_goes_on_behind_a_brain_that_cannot_be_read(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "broken.py").write_text("class Broken(\n")
    output = called(capsys, "check", "broken.py:Broken", "good.lap")
    assert output.code == 2
    assert output.err.startswith("broken.py:1:13: ")
    assert output.out.startswith("good.lap: 1 drive collection")


def test_check_lends_more_skills_to_a_brain_in_python(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "more.py").write_text(
        "from agentfw.skills import sense\n@sense\ndef mood(now) -> float:\n    return 1.0\n"
    )
    (folder / "moody.py").write_text(
        "from agentfw.brains import Choice, SkilledBrain\n"
        "from agentfw.skills import Wants\n"
        "class Moody(SkilledBrain):\n"
        "    def __init__(self, setup):\n"
        "        super().__init__(setup)\n"
        "        self.mood = self.expression('mood > 0')\n"
        "    def think(self, now, trace):\n"
        "        return Choice(Wants(), (str(self.mood.evaluate(now, ())),))\n"
    )
    output = called(capsys, "check", "moody.py:Moody", "--skills", "more.py")
    assert (output.code, output.err) == (0, "")


def test_draw_shows_a_tree(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "draw", "good.lap")
    assert output.code == 0
    assert "fight" in output.out.splitlines()[1]
    assert "(enemy-visible) (health 30 >)" in output.out


@pytest.mark.parametrize(("form", "begins"), [("mermaid", "flowchart TD"), ("dot", "digraph plan {")])
def test_draw_knows_other_forms(capsys: pytest.CaptureFixture[str], form: str, begins: str) -> None:
    assert called(capsys, "draw", "good.lap", "--as", form).out.startswith(begins)


def test_draw_writes_files(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert called(capsys, "draw", "good.lap", "--as", "dot", "--to", "plan.dot").out == ""
    assert (folder / "plan.dot").read_text().startswith("digraph plan {")


def test_draw_refuses_a_file_that_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "draw", "good.lap", "--to", "nowhere/plan.txt")
    assert (output.code, output.err) == (
        2,
        "agentfw: nowhere/plan.txt: cannot be written: No such file or directory\n",
    )


def test_draw_refuses_a_broken_plan(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "draw", "bad.lap")
    assert output.code == 2
    assert 'unknown sense "enemy-visibel"' in output.err


def test_skills_lists_everything(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "skills")
    assert output.code == 0
    lines = output.out.splitlines()
    assert any(line.startswith("  ? health ") for line in lines)
    assert any(line.startswith("  ! travel_to(where") for line in lines)
    assert lines[-1].endswith("acts (!)")


def test_skills_explains_one_under_any_of_its_names(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "skills", "Own-Health-Level")
    assert output.out.splitlines()[0] == "health  (sense, number, agentfw.skills.status)"
    assert "Also called own_health_level" in output.out


def test_skills_answers_an_unknown_name_with_the_nearest_one(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "skills", "travle_to")
    assert (output.code, output.err) == (
        2,
        'agentfw: no skill is called "travle_to", did you mean "travel_to"?\n',
    )


def test_skills_can_be_read_by_programs(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "skills", "ammo", "--json")
    found = json.loads(output.out)
    assert (found["name"], found["kind"], found["call"]) == ("ammo", "sense", 'ammo(weapon="")')


def test_skills_of_a_file_are_listed_with_the_others(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "own.py").write_text(
        "from agentfw.skills import Moment, sense\n\n@sense\ndef lucky(now: Moment) -> bool:\n"
        '    """Whether it is Friday."""\n    return True\n'
    )
    output = called(capsys, "skills", "lucky", "--skills", "own.py")
    assert "Whether it is Friday." in output.out


@pytest.fixture
def match(capsys: pytest.CaptureFixture[str]) -> str:
    """Six seconds of play by the good plan."""
    words = ("--arena", "dm-closet", "--fast", "--time-limit", "0.1", "--bots", "0", "--record", "m.rec")
    assert called(capsys, "run", "good.lap", *words).code == 0
    return "m.rec"


def test_explain_tells_what_was_chosen_and_what_was_not(
    capsys: pytest.CaptureFixture[str], match: str
) -> None:
    output = called(capsys, "explain", match, "--at", "4")
    rows = {line.split(maxsplit=1)[0]: line.split(maxsplit=1)[1] for line in output.out.splitlines()}
    assert output.code == 0
    assert rows["chosen"] == "roam > explore"
    assert rows["because"] == "succeed"
    assert rows["wants"] == "move Explore()"
    assert rows["rejected"] == "fight: enemy_visible  (enemy_visible(inf) = false)"


def test_explain_answers_why_not(capsys: pytest.CaptureFixture[str], match: str) -> None:
    output = called(capsys, "explain", match, "--at", "4", "--why-not", "fight")
    told, before = output.out.splitlines()
    assert told.endswith("fight was not chosen, because this did not hold: enemy_visible; "
                         "enemy_visible(inf) = false.")  # fmt: skip
    assert before == "It was never chosen before."


def test_explain_can_be_read_by_programs(capsys: pytest.CaptureFixture[str], match: str) -> None:
    found = json.loads(called(capsys, "explain", match, "--at", "4", "--json").out)
    assert found["decision"]["reason"]["path"] == ["roam", "explore"]
    assert found["decision"]["reason"]["spent_us"] > 0


def test_explain_needs_a_recording(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "explain", "good.lap", "--at", "4")
    assert output.code == 2
    assert output.err.startswith("agentfw: good.lap")


def test_replay_shows_the_way_through_the_plan(capsys: pytest.CaptureFixture[str], match: str) -> None:
    output = called(capsys, "replay", match, "--step", "--from", "4")
    assert output.out.splitlines()[0].endswith("move Explore()  [roam > explore]")


def test_replay_reads_a_plan_that_is_named_from_its_file(
    capsys: pytest.CaptureFixture[str], folder: Path, match: str
) -> None:
    (folder / "good.lap").write_text(GOOD.replace("explore", "look-round"))
    assert "exact" in called(capsys, "replay", match).out
    output = called(capsys, "replay", match, "--brain", "good.lap")
    assert "(0%) decided the same" in output.out


def test_a_recording_that_names_foreign_skills_runs_none_of_them(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    foreign = tmp_path_factory.mktemp("foreign") / "own.py"
    foreign.write_text("")
    words = ("--arena", "dm-closet", "--fast", "--time-limit", "0.1", "--record", "m.rec")
    assert called(capsys, "run", "good.lap", "--skills", str(foreign), *words).code == 0
    foreign.write_text("raise SystemExit('it ran')")
    output = called(capsys, "replay", "m.rec")
    assert output.code == 2
    assert f'if you trust it, say so with --skills "{foreign}"' in output.err


@pytest.mark.parametrize("extra", ["fallback", "=5", ""])
def test_options_need_a_name_and_a_value(capsys: pytest.CaptureFixture[str], extra: str) -> None:
    output = called(capsys, "run", "good.lap", "--fast", "-o", extra)
    assert (output.code, output.err) == (2, f'agentfw: --option "{extra}": expected NAME=VALUE\n')


def test_options_reach_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "run", "good.lap", "--fast", "-o", "fallback=soon")
    assert (output.code, output.err) == (
        2,
        'agentfw: option fallback="soon": expected a number of seconds, or no\n',
    )


def test_plans_lists_what_ships_with_what_it_is_about(capsys: pytest.CaptureFixture[str]) -> None:
    lines = called(capsys, "plans").out.splitlines()
    assert [line.split()[0] for line in lines] == list(shipped_plans())
    assert all(len(line.split()) > 2 for line in lines), "a plan does not say what it is about"
    assert any(line.startswith("bodbot-attack.lap        posh  An attacker") for line in lines)


def test_plans_tells_where_the_files_are(capsys: pytest.CaptureFixture[str]) -> None:
    lines = called(capsys, "plans", "--paths").out.splitlines()
    assert [line.split()[-1] for line in lines] == [str(path) for path in shipped_plans().values()]


HINT = "skills of yours? add --skills FILE"
UNKNOWN = {
    "a.lap": "((RDC life (goal ((fail))) (drives ((a (trigger ((succeed))) vanish)))))\n",
    "b.htn": "Top\n  Roam\n\nHead Roam\n  Guards\n    invisible\n  Subtasks\n    vanish\n",
    "c.fsm": "State Roam\n  During explore\n  To Roam when invisible\n",
    "d.goap": "Fact gone\n\nGoal Go\n  Priority 1\n  Wants gone\n\n"
    "Action Go\n  Effects gone = true\n  Does vanish\n",
}
"""A plan in each language that speaks of skills which do not ship."""
MINE = """\
from agentfw.decisions import Retreat
from agentfw.skills import Moment, Wants, act, sense


@sense
def invisible(now: Moment) -> bool:
    \"\"\"Whether nobody sees it.\"\"\"
    return True


@act
def vanish(now: Moment) -> Wants:
    \"\"\"Get away.\"\"\"
    return Wants(move=Retreat())
"""


@pytest.mark.parametrize("command", ["check", "draw", "run"])
@pytest.mark.parametrize("name", UNKNOWN)
def test_names_that_nobody_knows_end_with_how_to_add_skills(
    capsys: pytest.CaptureFixture[str], folder: Path, command: str, name: str
) -> None:
    (folder / name).write_text(UNKNOWN[name])
    output = called(capsys, command, name)
    assert (output.code, output.err.splitlines()[-1]) == (2, HINT)


@pytest.mark.parametrize("command", ["check", "draw", "run"])
def test_who_adds_skills_is_not_told_to(
    capsys: pytest.CaptureFixture[str], folder: Path, command: str
) -> None:
    (folder / "mine.py").write_text(MINE)
    output = called(capsys, command, "bad.lap", "--skills", "mine.py")
    assert (output.code, HINT in output.err) == (2, False)


@pytest.mark.parametrize("name", UNKNOWN)
def test_plans_with_skills_of_a_file_can_be_drawn(
    capsys: pytest.CaptureFixture[str], folder: Path, name: str
) -> None:
    (folder / "mine.py").write_text(MINE)
    (folder / name).write_text(UNKNOWN[name])
    assert called(capsys, "draw", name, "--skills", "mine.py").code == 0


@pytest.mark.parametrize("command", ["check", "draw", "run"])
def test_other_mistakes_are_not_those_of_skills(
    capsys: pytest.CaptureFixture[str], folder: Path, command: str
) -> None:
    (folder / "open.lap").write_text("((RDC life")
    output = called(capsys, command, "open.lap")
    assert (output.code, HINT in output.err) == (2, False)
