"""Plans as text trees, Mermaid and DOT."""

from __future__ import annotations

from agentfw.brains.drawing import Branch, draw_dot, draw_mermaid, draw_text

PLAN = Branch(
    "life",
    "drives",
    children=(
        Branch("flee", "drive", "health < 30", (Branch("retreat", "act"),)),
        Branch("roam", "drive", children=(Branch("explore", "act"),)),
    ),
)


def test_a_tree_shows_who_belongs_to_whom() -> None:
    assert draw_text(PLAN).splitlines() == [
        "drives life",
        "├─ drive flee  [health < 30]",
        "│  └─ act retreat",
        "└─ drive roam",
        "   └─ act explore",
    ]


def test_mermaid_has_a_box_for_every_element_and_an_arrow_for_every_child() -> None:
    assert draw_mermaid(PLAN).splitlines() == [
        "flowchart TD",
        '    n0["drives life"]',
        '    n1["drive flee<br/>health &lt; 30"]',
        '    n2["act retreat"]',
        '    n3["drive roam"]',
        '    n4["act explore"]',
        "    n0 --> n1",
        "    n1 --> n2",
        "    n0 --> n3",
        "    n3 --> n4",
    ]


def test_dot_has_a_box_for_every_element_and_an_arrow_for_every_child() -> None:
    drawn = draw_dot(PLAN)
    assert drawn.startswith("digraph plan {")
    assert drawn.endswith("}")
    assert '    n1 [label="drive flee\\nhealth < 30"];' in drawn.splitlines()
    assert "    n0 -> n3;" in drawn.splitlines()


def test_quotes_and_backslashes_do_not_break_the_pictures() -> None:
    odd = Branch('say "hi\\"', detail='text == "a"')
    assert draw_dot(odd).splitlines()[2] == '    n0 [label="say \\"hi\\\\\\"\\ntext == \\"a\\""];'
    assert draw_mermaid(odd).splitlines()[1] == (
        '    n0["say &quot;hi\\&quot;<br/>text == &quot;a&quot;"]'
    )


def test_a_deep_plan_needs_no_deep_stack() -> None:
    branch = Branch("leaf")
    for number in range(5_000):
        branch = Branch(f"level {number}", children=(branch,))
    assert draw_text(branch).count("\n") == 5_000
    assert draw_dot(branch).count("->") == 5_000
