"""Machines as trees, as Mermaid state diagrams, and as DOT."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from agentfw.brains.diagrams import dot_of, mermaid_of
from agentfw.brains.drawing import draw_text
from agentfw.cli.draw import draw
from tests.brains.fsm.stage import World, loaded, skills_of

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.brains.fsm import FsmPlan

TEXT = """
State Patrol
  Enter say "hi"
  During do walk
  Timeout 20 To Fight.Aim
  To Fight when level < 3 priority 2 do note it
State Fight
  History
  During do fight
  State Aim
    To Won when done chance 0.5
    During do aim
State Won
  Final done
"""


def plan_of() -> FsmPlan:
    plan, problems = loaded(TEXT, skills_of(World()))
    problems.finish()
    assert plan is not None
    return plan


def test_the_tree_shows_states_acts_and_transitions() -> None:
    assert draw_text(plan_of().tree()) == (
        "fsm plan  [4 states, 3 transitions]\n"
        "├─ state Patrol  [initial]\n"
        '│  ├─ Enter say "hi"\n'
        "│  ├─ During do walk\n"
        "│  ├─ To Aim  [after 20 s]\n"
        "│  └─ To Fight  [level < 3; priority 2; do note it]\n"
        "├─ state Fight  [history]\n"
        "│  ├─ During do fight\n"
        "│  └─ state Aim  [initial]\n"
        "│     ├─ During do aim\n"
        "│     └─ To Won  [done; chance 0.5]\n"
        "└─ state Won  [final, done]"
    )


def test_mermaid_has_states_inside_of_states_and_arrows() -> None:
    assert mermaid_of(plan_of().diagram()).splitlines() == [
        "stateDiagram-v2",
        "    [*] --> s0",
        '    state "Patrol" as s0',
        "    s0 : Enter say #quot;hi#quot;",
        "    s0 : During do walk",
        '    state "Fight" as s1',
        "    state s1 {",
        "        [*] --> s2",
        '        state "Aim" as s2',
        "        s2 : During do aim",
        "    }",
        '    state "Won" as s3',
        "    s3 --> [*]",
        "    s0 --> s2 : after 20 s",
        "    s0 --> s1 : level #lt; 3#59; priority 2",
        "    s2 --> s3 : done#59; chance 0.5",
    ]


def test_dot_has_a_frame_for_a_state_with_others_inside() -> None:
    lines = [line.strip() for line in dot_of(plan_of().diagram()).splitlines()]
    assert "subgraph cluster_s1 {" in lines
    assert 's3 [label="Won", peripheries=2];' in lines
    assert 's0 -> s2 [label="level < 3; priority 2", lhead=cluster_s1];' in lines
    assert lines[-1] == "}"


@pytest.mark.parametrize(
    ("form", "first"), [("text", "fsm plan"), ("mermaid", "stateDiagram-v2"), ("dot", "digraph plan {")]
)
def test_the_command_draws_machines_as_people_expect(form: str, first: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.fsm"
    file.write_text("State A\n  During explore\n  To B when enemy_visible\nState B\n  Final done\n")
    result = CliRunner().invoke(draw, [str(file), "--as", form])
    assert result.exit_code == 0
    assert result.output.startswith(first)
