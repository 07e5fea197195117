"""Files that are given to the wrong command: which one is meant is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import called

TEAM = "teams:\n  red: {plan: deathmatch.htn}\n"
CUP = "entrants: {a: hunter, b: deathmatch.lap}\ngrounds: [dm-closet]\n"
ROOK = "about: Polite.\ntraits: {name: Rook}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some files of each kind."""
    monkeypatch.chdir(tmp_path)
    texts = {"team.yaml": TEAM, "my cup.yaml": CUP, "rook.yaml": ROOK, "mine.lap": "(", "b.py": ""}
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "name", "told"),
    [
        ("play", "mine.lap", "is a plan, which plays by agentfw run mine.lap, or as plan: mine.lap in"),
        ("play", "b.py:My", "is a brain, which plays by agentfw run b.py:My, or as brain: b.py:My in"),
        ("play", "b.py", "is a brain, which plays by agentfw run b.py, or as brain: b.py in"),
        ("play", "my cup.yaml", "is a tournament file, for agentfw tournament 'my cup.yaml'"),
        ("play", "small.yaml", "is a tournament file, for agentfw tournament small.yaml"),
        ("play", "rook.yaml", "is a character, for agentfw run deathmatch.htn --character rook.yaml"),
        ("play", "Ada.rec", "is a recording, for agentfw replay Ada.rec"),
        ("run", "team.yaml", "is a team file, for agentfw play team.yaml"),
        ("run", "domination.yaml", "is a team file, for agentfw play domination.yaml"),
        ("run", "small.yaml", "is a tournament file, for agentfw tournament small.yaml"),
        ("run", "rook.yaml", "is a character, for agentfw run deathmatch.htn --character rook.yaml"),
        ("run", "Ada.rec", "is a recording, for agentfw replay Ada.rec"),
        ("tournament", "team.yaml", "is a team file, for agentfw play team.yaml"),
        ("tournament", "domination.yaml", "is a team file, for agentfw play domination.yaml"),
        ("tournament", "mine.lap", "is a plan, which plays by agentfw run mine.lap"),
    ],
)
def test_a_file_of_another_kind_names_the_command_that_takes_it(
    command: str, name: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = called(capsys, command, name)
    assert (output.code, output.out) == (2, "")
    assert output.err.startswith(f"agentfw: {name} {told}")


@pytest.mark.parametrize("key", ["include: [team.yaml]", "server: {}", "temas: {}\ndefaults: {}"])
def test_a_team_file_with_a_key_of_characters_is_still_one(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine.yaml").write_text(f"skill: 3\nabout: Mine.\n{key}\n", encoding="utf-8")
    output = called(capsys, "check", "mine.yaml")
    assert 'mine.yaml:1:1: team file: unknown key "skill"' in output.err


def test_a_yaml_file_that_is_not_there_is_missed_by_each_command_in_its_own_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert called(capsys, "play", "tea.yaml").err == (
        'agentfw: there is no team file "tea.yaml", did you mean "team.yaml"?\n'
    )
    assert called(capsys, "tournament", "smal.yaml").err == (
        'agentfw: there is no tournament file "smal.yaml", did you mean "small.yaml"?\n'
    )
