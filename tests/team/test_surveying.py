"""What no bot has, because nobody has the role or a nearer key hides it, is looked at, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.team.files import lineup, mistakes

RED = "teams: {red: {brain: hunter}}"
NO_WEIGHTS = 'there is no file with weights "defalt.weights", did you mean "default.weights"?'
BAD = "((RDC life (goal ((fail))) (drives ((a (trigger ((sucked))) fight)))))\n"
LUCKY = "((RDC life (goal ((fail))) (drives ((a (trigger ((lucky))) explore)))))\n"
LUCK = """from agentfw.skills import sense


@sense
def lucky(now) -> bool:
    \"\"\"Always.\"\"\"
    return True
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("plan: deathmach.htn", '21: there is no plan "deathmach.htn", did you mean "deathmatch.htn"?'),
        ("plan: plan.txt", '21: "plan.txt" is no plan: their names end in .fsm, .goap, .htn, .lap'),
        ("brain: 'no.py:Mine'", '22: brain "no.py:Mine": there is no file no.py'),
        ("skills: no.py", "23: skills no.py: there is no file no.py"),
        ("character: hern", '26: there is no character "hern", did you mean "heron"?'),
        (
            "plan: deathmatch.htn, options: {weights: defalt.weights}",
            f"56: {NO_WEIGHTS}",
        ),
        ("options: {weights: defalt.weights}", f"34: {NO_WEIGHTS}"),
        (
            "plan: deathmatch.htn, options: {taks: x}",
            '47: deathmatch.htn: unknown option "taks", did you mean "tasks"?',
        ),
        ("restart: {first_s: 9, most_s: 1}", "24: restart: first_s is 9, and most_s only 1"),
        (
            "plan: deathmatch.lap, brain: htn",
            (
                "21: plan: deathmatch.lap is written in posh, and brain says htn: "
                "leave the brain out, or take a plan that ends in .htn"
            ),
        ),
    ],
)
def test_a_role_that_nobody_has_is_looked_at(keys: str, told: str) -> None:
    assert mistakes(f"{RED}\nroles: {{abc: {{{keys}}}}}") == (f"team.yaml:2:{told}",)


def test_plans_that_nobody_follows_are_read() -> None:
    Path("bad.lap").write_text(BAD)
    (problem,) = mistakes(f"{RED}\nroles: {{a: {{plan: bad.lap}}}}\ndefaults: {{plan: bad.lap}}")
    assert problem.startswith('bad.lap:1:51: unknown sense "sucked", did you mean "succeed"?')


def test_what_a_nearer_key_hides_is_looked_at() -> None:
    assert mistakes(
        "defaults: {plan: no.htn}\nteams: {red: {plan: zz.htn, bots: {Ada: {brain: hunter}}}}\n"
    ) == (
        'team.yaml:1:18: there is no plan "no.htn"',
        'team.yaml:2:21: there is no plan "zz.htn"',
    )


def test_a_wrong_role_that_a_nearer_one_hides_is_told() -> None:
    assert mistakes(
        "roles: {guard: {brain: hunter}}\n"
        "teams: {red: {role: gaurd, bots: {Ada: {role: guard}, Bob: guard}}}\n"
    ) == ('team.yaml:2:21: unknown role "gaurd", did you mean "guard"?',)


def test_a_plan_that_nobody_follows_may_have_the_skills_of_anybody() -> None:
    Path("luck.py").write_text(LUCK)
    Path("lucky.lap").write_text(LUCKY)
    text = "roles: {a: {plan: lucky.lap}}\nteams: {red: {brain: hunter, skills: luck.py}}"
    assert lineup(text).teams


def test_a_role_may_be_less_than_a_bot_needs() -> None:
    assert lineup(f"roles: {{a: {{skill: 3}}, b: {{brain: htn}}, c: {{}}}}\n{RED}").teams


def test_options_of_the_defaults_may_be_those_of_another_plan() -> None:
    assert lineup(
        "defaults: {plan: deathmatch.htn, options: {start: life}}\nteams: {red: {brain: hunter}}"
    ).teams


def test_a_leader_that_an_include_hides_is_looked_at() -> None:
    Path("base.yaml").write_text("teams: {red: {coordinator: no.htn}}")
    found = mistakes(
        "include: base.yaml\nteams: {red: {brain: hunter, coordinator: domination-leader.htn}}"
    )
    assert found == ('base.yaml:1:28: there is no plan "no.htn"',)
