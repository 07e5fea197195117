"""Who leads a team, whether its bots share what they see, and what those are like that a leader adds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agentfw.team import Restart, read_lineup
from tests.team.files import bots, lineup, mistakes, write

if TYPE_CHECKING:
    from agentfw.team import BotPlan, TeamPlan


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def red(text: str) -> TeamPlan:
    """The first team of a file."""
    return lineup(text).teams[0]


def leader(text: str) -> BotPlan:
    """Who leads the first team of a file."""
    found = red(text).coordinator
    assert found is not None
    return found


# Who leads


def test_leader_is_named_by_its_plan_alone() -> None:
    found = leader("teams: {red: {brain: hunter, coordinator: ctf-leader.htn}}")
    assert (found.name, found.brain, dict(found.options)) == ("red-coordinator", "ctf-leader.htn", {})


def test_leader_is_named_by_a_brain_alone() -> None:
    Path("mine.py").write_text(
        "from agentfw.brains import *\n\n\nclass Boss(Brain):\n    def decide(self, view):\n"
        "        return Decision()\n"
    )
    text = "teams: {red: {brain: hunter, coordinator: 'mine.py:Boss'}}"
    assert leader(text).brain == "mine.py:Boss"


def test_leader_has_keys_of_its_own() -> None:
    found = leader(
        "teams:\n  red:\n    brain: hunter\n    coordinator:\n      plan: ctf-leader.htn\n"
        "      options: {tasks: BothHome}\n      restart: {when: always, budget: 2}\n"
    )
    assert (found.brain, found.options) == ("ctf-leader.htn", {"tasks": "BothHome"})
    assert (found.restart.when, found.restart.budget) == (Restart.ALWAYS, 2)


def test_leader_has_nothing_from_its_team_or_the_defaults() -> None:
    found = leader(
        "{defaults: {restart: never, skill: 2, options: {a: 1}}, roles: {scout: {skill: 4}}, teams: "
        "{red: {brain: hunter, role: scout, options: {b: 2}, coordinator: ctf-leader.htn}}}"
    )
    assert (found.skill, found.role, dict(found.options)) == (None, "", {})
    assert found.restart.when is Restart.ON_FAILURE


def test_leader_is_called_after_its_team() -> None:
    text = "teams: {Red  Ones: {brain: hunter, coordinator: ctf-leader.htn}}"
    assert leader(text).name == "Red-Ones-coordinator"


def test_leader_of_a_team_that_meets_itself_has_another_name() -> None:
    write(team="teams: {red: {brain: hunter, coordinator: ctf-leader.htn}}")
    one, two = read_lineup([Path("team.yaml")] * 2, environment={}).teams
    assert one.coordinator is not None
    assert two.coordinator is not None
    assert [one.coordinator.name, two.coordinator.name] == ["red-coordinator", "red-coordinator-2"]


def test_leader_of_an_include_is_replaced_as_a_whole() -> None:
    write(
        base="teams: {red: {brain: hunter, coordinator: {plan: ctf-leader.htn, options: {tasks: Lead}}}}"
    )
    found = leader("{include: base.yaml, teams: {red: {coordinator: domination-leader.htn}}}")
    assert (found.brain, dict(found.options)) == ("domination-leader.htn", {})
    text = "{include: base.yaml, teams: {red: {coordinator: ~}}}"
    assert red(text).coordinator is None


def test_plan_of_a_leader_is_looked_for_beside_its_file(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "boss.htn").write_text("Top\n  cover_points\n")
    (folder / "sub" / "base.yaml").write_text("teams: {red: {brain: hunter, coordinator: boss.htn}}")
    assert leader("include: sub/base.yaml").brain == str(Path("sub", "boss.htn"))


def test_without_the_key_nobody_leads() -> None:
    found = red("teams: {red: {brain: hunter}}")
    assert (found.coordinator, found.shares, found.recruit) == (None, False, None)


# Sharing


@pytest.mark.parametrize(
    ("keys", "shares"),
    [
        ("", False),
        (", share: true", True),
        (", share: false", False),
        (", coordinator: ctf-leader.htn", True),
        (", coordinator: ctf-leader.htn, share: false", False),
        (", coordinator: ctf-leader.htn, share: ~", True),
    ],
)
def test_bots_share_what_they_see_where_somebody_leads_unless_told(
    keys: str,
    shares: object,
) -> None:
    assert red(f"teams: {{red: {{brain: hunter{keys}}}}}").shares is shares


# Bots that are added


def test_added_bots_are_like_the_team_and_the_defaults_say() -> None:
    found = red(
        "{defaults: {skill: 2, looks_hz: 4}, teams: {red: {plan: seed.htn, options: {tasks: nothing}, "
        "bots: 0, coordinator: seed-coordinator.htn, restart: always}}}"
    ).recruit
    assert found is not None
    assert (found.name, found.brain, found.options) == ("", "seed.htn", {"tasks": "nothing"})
    assert (found.skill, found.looks_hz, found.restart.when) == (2, 4.0, Restart.ALWAYS)


def test_added_bots_have_the_role_of_their_team() -> None:
    found = red(
        "{roles: {scout: {brain: hunter, skill: 5}}, teams: {red: {role: scout, bots: 0, "
        "coordinator: seed-coordinator.htn}}}"
    ).recruit
    assert found is not None
    assert (found.brain, found.role, found.skill, found.options) == (
        *("hunter", "scout", 5),
        {"role": "scout"},
    )


def test_what_is_special_about_one_bot_holds_for_no_other() -> None:
    found = red(
        "teams: {red: {brain: hunter, bots: {Ada: {skill: 5}}, coordinator: ctf-leader.htn}}"
    ).recruit
    assert found is not None
    assert found.skill is None


def test_no_bots_can_be_added_where_only_single_bots_have_a_brain() -> None:
    found = red("teams: {red: {bots: {Ada: {brain: hunter}}, coordinator: ctf-leader.htn}}")
    assert (found.recruit, [one.name for one in found.bots]) == (None, ["Ada"])


@pytest.mark.parametrize("none", ["0", "[]", "{}"])
def test_team_with_a_leader_can_begin_with_nobody(none: str) -> None:
    text = f"teams: {{red: {{brain: hunter, bots: {none}, coordinator: seed-coordinator.htn}}}}"
    assert bots(lineup(text)) == {}


def test_team_without_a_leader_cannot_begin_with_nobody() -> None:
    assert mistakes("teams: {red: {brain: hunter, bots: 0}}") == (
        (
            "team.yaml:1:36: teams.red.bots: nobody would play: "
            "0 is for a team whose coordinator adds its bots"
        ),
    )
    assert mistakes("teams: {red: {brain: hunter, bots: []}}") == (
        'team.yaml:1:9: team "red": has no bots',
    )


# Mistakes


@pytest.mark.parametrize(
    ("coordinator", "problem"),
    [
        (
            "ctf-leder.htn",
            '1:43: there is no plan "ctf-leder.htn", did you mean "ctf-leader.htn"?',
        ),
        (
            "ctf-leader.htm",
            (
                '1:43: brain "ctf-leader.htm": there is no module ctf-leader, '
                'did you mean "ctf-leader.htn"?'
            ),
        ),
        (
            "domination.htn",
            (
                "1:43: coordinator: domination.htn gives no orders: no act of it is one of leaders, "
                "such as order_bot or cover_points"
            ),
        ),
        ("{plan: deathmatch.lap}", "1:50: coordinator: deathmatch.lap gives no orders"),
        ("quake3.fsm", "1:43: coordinator: quake3.fsm gives no orders"),
        ("deathmatch.goap", "1:43: coordinator: deathmatch.goap gives no orders"),
        ("hunt", '1:43: brain "hunt" is not known (known: hunter'),
        ("htn", "1:43: coordinator: brain htn needs a plan, as in plan: my.htn"),
        ("{brain: posh}", "1:43: coordinator: brain posh needs a plan, as in plan: my.lap"),
        (
            "{options: {tasks: Lead}}",
            (
                "1:43: coordinator: neither a plan nor a brain, as in plan: deathmatch.htn "
                "or brain: hunter"
            ),
        ),
        (
            "{plan: ctf-leader.htn, options: {task: Lead}}",
            '1:76: ctf-leader.htn: unknown option "task", did you mean "tasks"?',
        ),
        (
            "{plan: ctf-leader.htn, options: {tasks: Leed}}",
            '1:83: tasks: there is no task "Leed", did you mean "Lead"?',
        ),
        (
            "{plan: ctf-leader.htn, skill: 3}",
            (
                '1:66: teams.red.coordinator: unknown key "skill", did you mean "skills"?'
            ),
        ),
        (
            "{plan: ctf-leader.lap, brain: htn}",
            (
                "1:50: plan: ctf-leader.lap is written in posh, and brain says htn: "
                "leave the brain out, or take a plan that ends in .htn"
            ),
        ),
        (
            "{plan: ctf-leader.htn, restart: {first_s: 9, most_s: 2}}",
            "1:75: restart: first_s is 9, and most_s only 2",
        ),
        ("[a]", '1:43: teams.red.coordinator: expected a mapping or a text, found a list'),
    ],
)  # fmt: skip
def test_mistakes_of_a_leader_are_told_where_they_stand(coordinator: str, problem: str) -> None:
    text = f"teams: {{red: {{brain: hunter, coordinator: {coordinator}}}}}"
    (found,) = mistakes(text)
    assert found.startswith(f"team.yaml:{problem}"), found


def test_mistakes_in_the_plan_of_a_leader_are_told() -> None:
    Path("boss.htn").write_text("Top\n  cover_pionts\n")
    (found,) = mistakes("teams: {red: {brain: hunter, coordinator: boss.htn}}")
    assert found.startswith(
        'boss.htn:2:3: there is no task "cover_pionts", did you mean "cover_points"?'
    )


@pytest.mark.parametrize(
    "plan",
    [
        'Top\n  meet "a,b" A\n',
        "Top\n  StopBotPlaying a\n",
        "Top\n  replace_tasks_at_once a b\n",
        "Use ctf-leader.htn as Inner\nTop\n  Inner\n",
        "Use ctf-leader.htn as Inner\nTop\n  explore\n  Inner\n",
    ],
)
def test_plan_that_gives_orders_in_any_way_can_lead(plan: str) -> None:
    Path("boss.htn").write_text(plan)
    assert leader("teams: {red: {brain: hunter, coordinator: boss.htn}}").brain == "boss.htn"


def test_plan_with_acts_that_do_not_ship_may_give_orders() -> None:
    Path("mine.py").write_text(
        "from agentfw.decisions import Order\nfrom agentfw.skills import act, Wants\n\n\n@act\n"
        'def shoo(now):\n    """All of them go."""\n    return Wants(orders=(Order("rush"),))\n'
    )
    Path("boss.htn").write_text("Top\n  shoo\n")
    coordinator = "{plan: boss.htn, skills: mine.py}"
    assert leader(f"teams: {{red: {{brain: hunter, coordinator: {coordinator}}}}}").brain == "boss.htn"


def test_bot_and_leader_can_be_of_one_plan_only_if_it_leads() -> None:
    text = "teams: {red: {brain: domination.htn, coordinator: domination.htn}}"
    (found,) = mistakes(text)
    assert "coordinator: domination.htn gives no orders" in found


def test_leader_of_nobody_needs_to_know_what_added_bots_follow() -> None:
    assert mistakes("teams: {red: {bots: 0, coordinator: seed-coordinator.htn}}") == (
        (
            'team.yaml:1:9: team "red": of bots that are added, neither a plan nor a brain, '
            "as in plan: deathmatch.htn or brain: hunter"
        ),
    )


def test_no_bot_is_called_like_a_leader() -> None:
    text = "teams: {red: {brain: hunter, bots: [red-coordinator], coordinator: ctf-leader.htn}}"
    assert mistakes(text) == (
        'team.yaml:1:37: bot "red-coordinator": team "red" has one of that name already',
    )


def test_sharing_is_yes_or_no() -> None:
    (found,) = mistakes("teams: {red: {brain: hunter, share: much}}")
    assert found.startswith("team.yaml:1:37: teams.red.share: expected true or false")
