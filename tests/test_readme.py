"""Every example of the README is run as it stands there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
README: Final = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_smallest_bot_plays() -> None:
    (program,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=30
    )
    assert done.stderr == ""
    assert done.stdout == "60 s played on DM-Cellar\n"


def test_decode_example_prints_what_the_readme_shows() -> None:
    (command,) = (block for block in blocks("sh") if "decode" in block)
    (shown,) = blocks("json")
    agentfw = f"{sys.executable} -c 'from agentfw.cli import main; main()'"
    done = subprocess.run(
        ["bash", "-c", command.replace(".venv/bin/agentfw", agentfw)],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
        cwd=ROOT,
    )
    assert json.loads(done.stdout) == json.loads(shown)


def test_every_script_the_readme_names_exists() -> None:
    scripts = set(re.findall(r"^(scripts/\w+)", README, re.MULTILINE))
    assert scripts == {"scripts/test", "scripts/bench", "scripts/play"}
    assert all((ROOT / script).is_file() for script in scripts)


def test_the_example_of_the_arena_page_runs() -> None:
    page = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    assert "'Ada'" in done.stdout


def test_every_link_of_the_readme_leads_somewhere() -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
