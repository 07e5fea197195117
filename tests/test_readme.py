"""Every example of the README is run as it stands there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from agentfw.brains import load_brain
from agentfw.testing import check_brain

ROOT: Final = Path(__file__).parent.parent
README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES: Final = sorted((ROOT / "docs").glob("*.md"))


def blocks(language: str, page: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def run_program(program: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60, cwd=cwd
    )


def test_the_smallest_brain_has_eight_lines_at_most_and_conforms(tmp_path: Path) -> None:
    (program,) = blocks("python")
    assert len([line for line in program.splitlines() if line.strip()]) <= 8
    (tmp_path / "my_brain.py").write_text(program, encoding="utf-8")
    report = check_brain(load_brain(f"{tmp_path / 'my_brain.py'}:Hunter"))
    assert report.decisions == 2


def test_the_smallest_brain_plays_and_replays_as_the_readme_shows(tmp_path: Path) -> None:
    (program,) = blocks("python")
    (tmp_path / "my_brain.py").write_text(program, encoding="utf-8")
    (shown,) = re.findall(r"\n```\n(\$ agentfw run.*?)```", README, re.DOTALL)
    lines = shown.splitlines()
    (command, replay) = (line.removeprefix("$ ") for line in lines if line.startswith("$"))
    told = agentfw(command, tmp_path).splitlines()
    timeless = ("bot", "ended", "score", "acts", "recording")
    assert [line for line in lines if line.split(" ")[0] in timeless] == [
        line for line in told if line.split(" ")[0] in timeless
    ]
    assert agentfw(replay, tmp_path).strip() == lines[-1]


def agentfw(command: str, cwd: Path) -> str:
    """What a command of the README prints."""
    words = command.split()
    assert words[0] == "agentfw"
    done = subprocess.run(
        [sys.executable, "-m", *words], capture_output=True, text=True, check=True, timeout=60, cwd=cwd
    )
    return done.stdout


def test_the_scripts_play_the_match_that_ships(tmp_path: Path) -> None:
    (watched, fast) = (line.split("#")[0].split() for line in blocks("sh")[0].splitlines())
    assert (watched, fast) == (["scripts/play"], ["scripts/play", "--fast"])
    words = [str(ROOT / "scripts/play"), "--fast", "--time-limit", "0.5", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=100, cwd=tmp_path)
    report = json.loads(done.stdout)
    assert (report["teams"], len(report["bots"])) == ({"0": "htn", "1": "posh"}, 8)


def test_the_script_that_plays_takes_files_of_the_folder_it_is_called_in(tmp_path: Path) -> None:
    (tmp_path / "my team.yaml").write_text("teams: {red: {brain: hunter}}\n", encoding="utf-8")
    options = ["--fast", "--time-limit", "0.1", "--record", "out"]
    words = [str(ROOT / "scripts/play"), "my team.yaml", *options]
    subprocess.run(words, capture_output=True, text=True, check=True, timeout=100, cwd=tmp_path)
    assert (tmp_path / "out" / "red-1.rec").is_file()


def test_the_smallest_team_file_plays_replays_and_explains_itself(tmp_path: Path) -> None:
    (team,) = blocks("yaml")
    assert len(team.splitlines()) <= 15
    (tmp_path / "team.yaml").write_text(team, encoding="utf-8")
    (shown,) = re.findall(r"\n```\n(\$ agentfw check team.*?)```", README, re.DOTALL)
    check, told, play, replay, explain = shown.splitlines()
    assert agentfw(check.removeprefix("$ "), tmp_path) == f"{told}\n"
    assert "last/Ada.rec" in agentfw(play.removeprefix("$ "), tmp_path)
    assert "last/Ada.rec: exact." in agentfw(replay.removeprefix("$ "), tmp_path)
    assert "chosen" in agentfw(explain.removeprefix("$ "), tmp_path)


def test_the_smallest_plan_checks_plays_and_explains_itself_as_the_readme_shows(tmp_path: Path) -> None:
    (plan,) = blocks("lisp")
    (tmp_path / "mine.lap").write_text(plan, encoding="utf-8")
    (shown,) = re.findall(r"\n```\n(\$ agentfw check mine.*?)```", README, re.DOTALL)
    check, told, run, explain = shown.splitlines()
    assert agentfw(check.removeprefix("$ "), tmp_path) == f"{told}\n"
    assert "(mine.lap)" in agentfw(run.removeprefix("$ "), tmp_path)
    assert "heal" in agentfw(explain.removeprefix("$ "), tmp_path)


def test_the_examples_of_the_page_about_bots_run(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    brain, program = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert "all of them repeatable" in run_program(brain, tmp_path).stdout
    done = run_program(program, tmp_path)
    assert (done.stdout, done.stderr.count("Traceback")) == ("True, on DM-Cellar\n", 0)


def test_decode_example_prints_what_the_page_about_dialects_shows() -> None:
    page = (ROOT / "docs" / "dialects.md").read_text(encoding="utf-8")
    command = next(block for block in blocks("sh", page) if "| agentfw decode" in block)
    shown = blocks("json", page)[-1]
    agentfw = f"{sys.executable} -c 'from agentfw.cli import main; main()'"
    done = subprocess.run(
        ["bash", "-c", command.replace("| agentfw", f"| {agentfw}")],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
        cwd=ROOT,
    )
    assert json.loads(done.stdout) == json.loads(shown)


def test_every_script_the_readme_names_exists() -> None:
    scripts = set(re.findall(r"\bscripts/\w+", README))
    names = ("test", "check", "bench", "play", "strength")
    assert scripts == {f"scripts/{name}" for name in names}
    assert all((ROOT / script).is_file() for script in scripts)


def test_the_example_of_the_arena_page_runs() -> None:
    page = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    assert "'Ada'" in done.stdout


def links(text: str) -> list[tuple[str, str]]:
    """The relative links of a page, each as a file (empty for the page itself) and a heading."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", prose)


def anchors(text: str) -> set[str]:
    """What links into a page can name: its headings in small letters, with hyphens for blanks."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one.lower()).strip().replace(" ", "-") for one in headings}


def test_every_link_of_the_readme_leads_somewhere() -> None:
    targets = [target for target, _ in links(README)]
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_every_relative_link_of_the_pages_leads_somewhere() -> None:
    found = [(page, *link) for page in PAGES for link in links(page.read_text(encoding="utf-8"))]
    assert found
    assert [
        (page.name, target) for page, target, _ in found if not (page.parent / target).exists()
    ] == []


def test_every_link_to_a_heading_of_the_pages_leads_to_one() -> None:
    found = [
        (page.parent / target if target else page, heading)
        for page in PAGES
        for target, heading in links(page.read_text(encoding="utf-8"))
        if heading
    ]
    assert found
    assert [
        (page.name, heading)
        for page, heading in found
        if heading not in anchors(page.read_text(encoding="utf-8"))
    ] == []
