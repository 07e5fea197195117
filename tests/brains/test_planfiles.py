"""Where plan texts come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import PlanFiles, check_plan, load_plan, shipped_plans
from agentfw.errors import UsageError
from agentfw.skills import shipped_skills

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_of_the_user_comes_before_a_shipped_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deathmatch.htn").write_text("mine")
    files = PlanFiles()
    assert files.read("deathmatch.htn").text == "mine"
    assert files.texts == {"deathmatch.htn": "mine"}


def test_shipped_plans_are_found_by_name() -> None:
    files = PlanFiles()
    for name, path in shipped_plans().items():
        assert files.read(name).text == path.read_text(encoding="utf-8")
        assert files.paths[name] == path


def test_an_include_is_looked_for_beside_the_plan(tmp_path: Path) -> None:
    (tmp_path / "part.htn").write_text("part")
    files = PlanFiles()
    assert files.read("part.htn", beside=str(tmp_path / "whole.htn")).text == "part"
    assert list(files.texts) == [str(tmp_path / "part.htn")]


def test_given_texts_stand_for_files_and_nothing_else_is_read(tmp_path: Path) -> None:
    (tmp_path / "real.htn").write_text("real")
    files = PlanFiles({"made-up.htn": "made up"})
    assert files.read("made-up.htn").text == "made up"
    with pytest.raises(UsageError, match="there is no plan"):
        files.read(str(tmp_path / "real.htn"))
    with pytest.raises(UsageError, match="there is no plan"):
        files.read("bodbot-attack.lap")


def test_a_name_that_is_nearly_right_is_answered_with_the_right_one() -> None:
    with pytest.raises(UsageError) as caught:
        PlanFiles().read("bodbot-atack.lap")
    assert str(caught.value) == (
        'there is no plan "bodbot-atack.lap", did you mean "bodbot-attack.lap"?'
    )


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "odd.lap").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="cannot be read as text"):
        PlanFiles().read(str(tmp_path / "odd.lap"))


def test_a_file_that_is_far_too_long_is_refused(tmp_path: Path) -> None:
    (tmp_path / "long.lap").write_text("(" * 4_000_001)
    with pytest.raises(UsageError, match="longer than 4000000 characters"):
        PlanFiles().read(str(tmp_path / "long.lap"))


def test_a_name_that_no_file_can_have_is_refused() -> None:
    for name in ("x" * 400 + ".lap", "a\0b.htn"):
        with pytest.raises(UsageError):
            PlanFiles().read(name)


def test_what_does_not_end_like_a_plan_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    with pytest.raises(UsageError, match=r"is no plan: their names end in \.fsm, \.goap") as caught:
        PlanFiles().read("secret.txt", beside=str(tmp_path / "plan.htn"))
    assert "secret\n" not in str(caught.value)


def test_a_detour_leads_to_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "part.htn").write_text("part")
    files = PlanFiles()
    files.read("sub/../part.htn", beside=str(tmp_path / "whole.htn"))
    assert list(files.texts) == [str(tmp_path / "part.htn")]


def test_nothing_given_is_not_the_same_as_given_nothing() -> None:
    with pytest.raises(UsageError, match="there is no plan"):
        PlanFiles({}).read("bodbot-attack.lap")


@pytest.mark.parametrize("name", ["circle.htn", "circle.lap"])
def test_a_circle_of_includes_by_detours_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    texts = {
        "circle.htn": "Include sub/../circle.htn\nTop\nA\nHead A\nSubtasks\nexplore",
        "circle.lap": '((include "sub/../circle.lap") (RDC a (drives ((d (trigger ()) explore)))))',
    }
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(texts[name])
    _, problems = check_plan(name, PlanFiles(), shipped_skills())
    assert all(len(str(one)) < 400 for one in problems)


@pytest.mark.parametrize("name", ["./circle.goap", "sub/../circle.goap", "circle.goap"])
def test_a_plan_that_is_asked_for_by_a_detour_is_not_read_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "circle.goap").write_text("Include other.goap\nGoal Live\n  Wants health > 5")
    (tmp_path / "other.goap").write_text(
        "Include circle.goap\nAction Heal\n  Effects health += 25\n  Does explore"
    )
    files = PlanFiles()
    _, problems = check_plan(name, files, shipped_skills())
    assert [str(one) for one in problems] == []
    plan, _ = check_plan(name, PlanFiles(files.texts), shipped_skills())
    assert plan is not None


def test_texts_that_are_given_by_a_detour_are_found() -> None:
    assert PlanFiles({"./mine.htn": "Top"}).read("./mine.htn").where == "mine.htn"


def test_a_directory_is_no_plan(tmp_path: Path) -> None:
    (tmp_path / "folder.lap").mkdir()
    with pytest.raises(UsageError, match="there is no plan"):
        PlanFiles().read(str(tmp_path / "folder.lap"))


def test_a_plan_in_a_folder_can_include_one_that_ships(tmp_path: Path) -> None:
    (tmp_path / "mine.htn").write_text("Include shared.htn\nTop\n  Roam\n")
    files = PlanFiles()
    load_plan(str(tmp_path / "mine.htn"), files, shipped_skills())
    assert set(files.texts) == {str(tmp_path / "mine.htn"), "shared.htn"}


def test_a_file_beside_the_plan_goes_before_one_that_ships(tmp_path: Path) -> None:
    (tmp_path / "shared.htn").write_text("Head Roam\n  Subtasks\n    look_round\n")
    (tmp_path / "mine.htn").write_text("Include shared.htn\nTop\n  Roam\n")
    files = PlanFiles()
    load_plan(str(tmp_path / "mine.htn"), files, shipped_skills())
    assert files.texts[str(tmp_path / "shared.htn")].endswith("look_round\n")
