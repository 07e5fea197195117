"""Who says what of a bot: itself, its role, its team and the defaults; and which brain that makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentfw.team.shapes import RestartKeys
from tests.team.files import bots, lineup, mistakes, write

NO_WEIGHTS = 'there is no file with weights "defalt.weights", did you mean "default.weights"?'
LEVELS = """
defaults:
  {brain: hunter, skill: 1, looks_hz: 1, options: {a: defaults, b: defaults, c: defaults, d: defaults}}
roles:
  scout: {skill: 3, options: {a: role, b: role}}
teams:
  red:
    skill: 2
    looks_hz: 2
    options: {a: team, b: team, c: team}
    bots:
      Ada: {skill: 4, role: scout, options: {a: bot}}
      Bob: scout
      Cleo:
  blue: {}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_nearest_level_that_says_a_key_counts() -> None:
    found = bots(lineup(LEVELS))
    assert {name: bot.skill for name, bot in found.items()} == {
        "Ada": 4,
        "Bob": 3,
        "Cleo": 2,
        "blue-1": 1,
    }
    assert {name: bot.looks_hz for name, bot in found.items()} == {
        "Ada": 2.0,
        "Bob": 2.0,
        "Cleo": 2.0,
        "blue-1": 1.0,
    }


def test_options_are_looked_up_one_by_one() -> None:
    found = bots(lineup(LEVELS))
    assert found["Ada"].options == {
        "a": "bot",
        "b": "role",
        "c": "team",
        "d": "defaults",
        "role": "scout",
    }
    assert found["Cleo"].options == {"a": "team", "b": "team", "c": "team", "d": "defaults"}


def test_nothing_behind_a_key_is_as_if_nobody_had_said_it() -> None:
    found = bots(lineup("{defaults: {brain: hunter, skill: 4}, teams: {red: {skill: ~}, blue: {}}}"))
    assert (found["red-1"].skill, found["blue-1"].skill) == (None, 4)


KEYS_OF_ALL = ["plan", "brain", "skills", "skill", "character", "role", "restart", "looks_hz"]
KEYS_OF_TEAMS = ["color", "coordinator", "share", "transport"]


@pytest.mark.parametrize("key", [*KEYS_OF_ALL, *KEYS_OF_TEAMS])
def test_nothing_may_stand_behind_a_key_of_a_team(key: str) -> None:
    assert lineup(f"teams: {{red: {{{key}: , bots: {{Ada: {{brain: hunter}}}}}}}}").teams


@pytest.mark.parametrize("key", ["options", "bots"])
def test_some_keys_of_a_team_need_a_value(key: str) -> None:
    (problem,) = mistakes(f"teams: {{red: {{brain: hunter, {key}: }}}}")
    assert problem.startswith(f"team.yaml:1:{32 + len(key)}: teams.red.{key}: expected ")
    assert problem.endswith(", found nothing")


@pytest.mark.parametrize("key", RestartKeys.__struct_fields__)
def test_keys_of_a_restart_need_a_value(key: str) -> None:
    (problem,) = mistakes(f"teams: {{red: {{brain: hunter, restart: {{{key}: }}}}}}")
    assert problem.startswith(f"team.yaml:1:{42 + len(key)}: teams.red.restart.{key}: expected ")


def test_a_team_can_have_a_role_for_all_its_bots() -> None:
    found = bots(
        lineup("{roles: {scout: {brain: hunter, skill: 5}}, teams: {red: {role: scout, bots: 2}}}")
    )
    assert [(bot.role, bot.skill) for bot in found.values()] == [("scout", 5), ("scout", 5)]


def test_without_roles_any_word_is_a_role() -> None:
    (bot,) = bots(lineup("teams: {red: {brain: hunter, role: joker}}")).values()
    assert (bot.role, bot.options) == ("joker", {"role": "joker"})


@pytest.mark.parametrize(
    "plan", ["deathmatch.htn", "deathmatch.lap", "deathmatch.goap", "deathmatch.fsm"]
)
def test_every_plan_can_be_told_a_role(plan: str) -> None:
    (bot,) = bots(lineup(f"teams: {{red: {{plan: {plan}, role: joker}}}}")).values()
    assert (bot.brain, bot.options) == (plan, {"role": "joker"})


def test_a_single_word_has_to_be_one_of_the_roles() -> None:
    text = "roles: {scout: {brain: hunter}}\nteams:\n  red:\n    bots: {Ada: scuot, Bob: guard}\n"
    assert mistakes(text) == (
        'team.yaml:4:17: unknown role "scuot", did you mean "scout"?',
        'team.yaml:4:29: unknown role "guard" (known: scout)',
    )


def test_a_single_word_without_roles_is_told_so() -> None:
    assert mistakes("teams: {red: {brain: hunter, bots: {Ada: scout}}}") == (
        'team.yaml:1:42: unknown role "scout": there are no roles',
    )


def test_with_roles_the_key_has_to_name_one_of_them_and_is_told_once() -> None:
    text = "roles: {scout: {}}\nteams: {red: {brain: hunter, role: guard, bots: [Ada, Bob]}}"
    assert mistakes(text) == ('team.yaml:2:36: unknown role "guard" (known: scout)',)


def test_a_role_has_no_role() -> None:
    text = "{roles: {scout: {role: scout}}, teams: {red: {brain: hunter}}}"
    assert mistakes(text) == ("team.yaml:1:24: roles.scout.role: a role has no role of its own",)


def test_a_bot_without_a_brain_is_named_at_its_name() -> None:
    assert mistakes("teams:\n  red: {bots: [Ada]}\n  blue: {bots: 3}\n") == (
        (
            'team.yaml:2:16: bot "Ada": neither a plan nor a brain, '
            "as in plan: deathmatch.htn or brain: hunter"
        ),
        (
            'team.yaml:3:16: bots "blue-1" to "blue-3": neither a plan nor a brain, '
            "as in plan: deathmatch.htn or brain: hunter"
        ),
    )


def test_a_language_beside_its_plan_is_fine_over_all_levels() -> None:
    found = bots(lineup("{defaults: {brain: posh}, teams: {red: {plan: deathmatch.lap}}}"))
    assert found["red-1"].brain == "deathmatch.lap"


def test_a_language_needs_a_plan() -> None:
    assert mistakes("teams: {red: {brain: htn, bots: [Ada]}}") == (
        'team.yaml:1:34: bot "Ada": brain htn needs a plan, as in plan: my.htn',
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("teams: {red: {brain: posh, plan: deathmatch.htn}}", "1:34"),
        ("{defaults: {brain: posh}, teams: {red: {plan: deathmatch.htn}}}", "1:47"),
        ("{defaults: {plan: deathmatch.htn}, teams: {red: {brain: posh}}}", "1:19"),
    ],
)
def test_a_plan_in_another_language_than_told_is_a_mistake(text: str, place: str) -> None:
    assert mistakes(text) == (
        (
            f"team.yaml:{place}: plan: deathmatch.htn is written in htn, and brain says posh: "
            f"leave the brain out, or take a plan that ends in .lap"
        ),
    )


def test_a_brain_beside_a_plan_is_a_mistake() -> None:
    assert mistakes("teams: {red: {brain: hunter, plan: deathmatch.htn}}") == (
        "team.yaml:1:22: brain: hunter takes no plan, and deathmatch.htn is one; say either",
    )


@pytest.mark.parametrize(
    ("near", "far", "brain"),
    [
        ("brain: hunter", "plan: deathmatch.htn", "hunter"),
        ("plan: deathmatch.lap", "brain: hunter", "deathmatch.lap"),
        ("plan: deathmatch.lap", "{brain: htn, plan: deathmatch.htn}", "deathmatch.lap"),
        ("brain: deathmatch.fsm", "brain: hunter", "deathmatch.fsm"),
    ],
)
def test_a_nearer_plan_or_brain_replaces_a_farther_one(near: str, far: str, brain: str) -> None:
    farther = far if far.startswith("{") else f"{{{far}}}"
    found = bots(lineup(f"{{defaults: {farther}, teams: {{red: {{{near}}}}}}}"))
    assert found["red-1"].brain == brain


def test_what_is_no_plan_is_told_so() -> None:
    assert mistakes("teams: {red: {plan: my.txt}}") == (
        'team.yaml:1:21: "my.txt" is no plan: their names end in .fsm, .goap, .htn, .lap',
    )


def test_unknown_plans_and_brains_come_with_the_nearest() -> None:
    text = "teams:\n  red: {plan: deathmach.htn, bots: 4}\n  blue: {brain: huntr}\n"
    assert mistakes(text) == (
        'team.yaml:2:15: there is no plan "deathmach.htn", did you mean "deathmatch.htn"?',
        (
            'team.yaml:3:17: brain "huntr" is not known (known: hunter, and what agentfw plans lists), '
            'did you mean "hunter"?; a class in a file is written my_brain.py:MyBrain'
        ),
    )


def test_the_mistakes_of_a_plan_are_told_once_however_many_bots_follow_it() -> None:
    Path("bad.lap").write_text(
        "((RDC life (goal ((fail))) (drives ((a (trigger ((sucked))) fight)))))\n"
    )
    text = "teams: {red: {plan: bad.lap, bots: {Ada: {options: {shuffle: 1}}, Bob: , Cleo: }}}"
    assert mistakes(text) == (
        (
            'bad.lap:1:51: unknown sense "sucked", did you mean "succeed"?\n'
            "    ((RDC life (goal ((fail))) (drives ((a (trigger ((sucked))) fight)))))\n"
            "                                                      ^"
        ),
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("{taks: x}", '1:47: deathmatch.htn: unknown option "taks", did you mean "tasks"?'),
        ("{tasks: Nix}", '1:54: tasks: there is no task "Nix"'),
        ("{faults: x}", '1:55: option faults="x": expected count or raise'),
        (
            "{weights: defalt.weights}",
            '1:56: there is no file with weights "defalt.weights", did you mean "default.weights"?',
        ),
        ("{skills: x.py}", "1:55: options.skills: is said with the key skills beside the options"),
        ("{role: x}", "1:53: options.role: is said with the key role beside the options"),
    ],
)
def test_options_that_cannot_be_are_told_where_they_stand(options: str, told: str) -> None:
    found = mistakes(f"teams: {{red: {{plan: deathmatch.htn, options: {options}}}}}")
    assert found == (f"team.yaml:{told}",)


def test_all_options_that_cannot_be_are_told_at_once() -> None:
    options = "{weights: defalt.weights, taks: x, tusk: y, faults: maybe, tasks: Nix}"
    assert mistakes(f"teams: {{red: {{plan: deathmatch.htn, options: {options}}}}}") == (
        (
            'team.yaml:1:56: there is no file with weights "defalt.weights", '
            'did you mean "default.weights"?'
        ),
        'team.yaml:1:72: deathmatch.htn: unknown option "taks", did you mean "tasks"?',
        'team.yaml:1:81: deathmatch.htn: unknown option "tusk", did you mean "tasks"?',
        'team.yaml:1:98: option faults="maybe": expected count or raise',
        'team.yaml:1:112: tasks: there is no task "Nix"',
    )


def test_wrong_options_of_one_language_are_told_at_once() -> None:
    options = "{fallback: soon, shuffle: maybe}"
    assert mistakes(f"teams: {{red: {{plan: deathmatch.lap, options: {options}}}}}") == (
        'team.yaml:1:57: option fallback="soon": expected a number of seconds, or no',
        'team.yaml:1:72: option shuffle="maybe": expected yes or no',
    )


def test_a_plan_with_mistakes_hides_no_missing_weights() -> None:
    Path("bad.lap").write_text(
        "((RDC life (goal ((fail))) (drives ((a (trigger ((sucked))) fight)))))\n"
    )
    first, second = mistakes("teams: {red: {plan: bad.lap, options: {weights: defalt.weights}}}")
    assert first == f"team.yaml:1:49: {NO_WEIGHTS}"
    assert second.startswith('bad.lap:1:51: unknown sense "sucked"')


def test_skills_that_are_missing_hide_neither_others_nor_the_plan_nor_the_weights() -> None:
    text = "{plan: deathmach.htn, skills: [no.py, none.py], options: {weights: defalt.weights}}"
    assert mistakes(f"teams: {{red: {text}}}") == (
        'team.yaml:1:21: there is no plan "deathmach.htn", did you mean "deathmatch.htn"?',
        "team.yaml:1:45: skills no.py: there is no file no.py",
        "team.yaml:1:52: skills none.py: there is no file none.py",
        f"team.yaml:1:81: {NO_WEIGHTS}",
    )


def test_skills_that_are_missing_hide_no_missing_brain() -> None:
    assert mistakes("teams: {red: {brain: 'no.py:Mine', skills: none.py}}") == (
        'team.yaml:1:22: brain "no.py:Mine": there is no file no.py',
        "team.yaml:1:44: skills none.py: there is no file none.py",
    )


def test_a_comma_within_the_name_of_a_folder_tells_no_files_apart() -> None:
    folder = Path("a,b")
    folder.mkdir()
    for name, sense in {"one": "lucky", "two": "plucky"}.items():
        (folder / f"{name}.py").write_text(
            f"from agentfw.skills import sense\n\n\n@sense\ndef {sense}(now) -> bool:\n"
            '    """Always."""\n    return True\n',
            encoding="utf-8",
        )
    (folder / "my.lap").write_text(
        "((RDC life (goal ((fail))) (drives ((a (trigger ((lucky) (plucky))) explore)))))\n"
    )
    write(**{"a,b/team": "teams: {red: {plan: my.lap, skills: 'one.py, two.py'}}"})
    found = bots(lineup("include: 'a,b/team.yaml'"))
    home = Path("a,b")
    assert found["red-1"].options == {"skills": f"{home / 'one.py'},{home / 'two.py'}"}


def test_files_are_seen_from_the_team_file_that_names_them() -> None:
    home = Path("home")
    home.mkdir()
    (home / "my.htn").write_text("task Root\n", encoding="utf-8")
    (home / "my.lap").write_text(
        "((RDC life (goal ((fail))) (drives ((a (trigger ((lucky))) explore)))))\n", encoding="utf-8"
    )
    (home / "luck.py").write_text(
        "from agentfw.skills import sense\n\n\n@sense\ndef lucky(now) -> bool:\n"
        '    """Always."""\n    return True\n',
        encoding="utf-8",
    )
    (home / "mine.py").write_text(
        "from agentfw.brains import Brain, Decision\n\n\nclass Mine(Brain):\n"
        "    def decide(self, view):\n        return Decision()\n",
        encoding="utf-8",
    )
    (home / "my.weights").write_text('weight "take health" { return 5; }\n', encoding="utf-8")
    write(
        **{
            "home/base": "teams: {red: {plan: my.lap, skills: [luck.py], "
            "options: {weights: my.weights}}}",
            "home/other": "teams: {blue: {brain: 'mine.py:Mine'}}",
        }
    )
    found = bots(lineup("include: [home/base.yaml, home/other.yaml]"))
    assert found["red-1"].brain == str(home / "my.lap")
    assert found["red-1"].options == {
        "weights": str(home / "my.weights"),
        "skills": str(home / "luck.py"),
    }
    assert found["blue-1"].brain == f"{home / 'mine.py'}:Mine"


def test_a_file_below_the_working_directory_is_named_from_there(folder: Path) -> None:
    (folder / "home").mkdir()
    (folder / "home" / "deathmatch.lap").write_text(
        "((RDC life (goal ((fail))) (drives ((a (trigger ((succeed))) explore)))))\n", encoding="utf-8"
    )
    write(**{"home/base": "teams: {red: {plan: deathmatch.lap}}"})
    found = bots(lineup(f"include: {folder / 'home' / 'base.yaml'}"))
    assert found["red-1"].brain == str(Path("home") / "deathmatch.lap")


def test_skills_that_cannot_be_loaded_are_told_where_they_stand() -> None:
    Path("broken.py").write_text("def (:\n", encoding="utf-8")
    text = (
        "teams:\n  red: {plan: deathmatch.lap, skills: no.py}\n"
        "  blue: {brain: hunter, skills: [broken.py]}\n"
    )
    assert mistakes(text) == (
        "team.yaml:2:39: skills no.py: there is no file no.py",
        "team.yaml:3:34: broken.py:1:5: invalid syntax",
    )


def test_a_brain_that_cannot_be_made_is_told_with_its_reason() -> None:
    Path("mine.py").write_text("class Mine:\n    def __init__(self, setup):\n        raise KeyError(3)\n"
                               "    def decide(self, view):\n        return None\n")  # fmt: skip
    text = (
        "teams: {red: {brain: 'mine.py:Mine'}, blue: {brain: 'mine.py:Yours'}, gold: {brain: mine.py}}"
    )
    assert mistakes(text) == (
        'team.yaml:1:22: brain "mine.py:Mine": making it raised KeyError: 3',
        'team.yaml:1:53: brain "mine.py:Yours": mine.py has no Yours (found: Mine)',
        'team.yaml:1:85: brain "mine.py": say which class, as in mine.py:MyBrain',
    )


@pytest.mark.parametrize("name", ["a/b", "a{b", 'a"b', "..", " a", "", "x" * 65, "a\\tb"])
def test_names_that_no_recording_or_wire_can_carry_are_refused(name: str) -> None:
    escaped = name.replace('"', '\\"')
    (problem,) = mistakes(f'teams: {{red: {{brain: hunter, bots: ["{escaped}"]}}}}')
    assert problem.startswith("team.yaml:1:37: bot ")


def test_a_name_in_other_letters_than_the_game_has_is_refused_at_its_place() -> None:
    assert mistakes("teams:\n  日本: {brain: hunter, bots: [Ünï, Žofie, 日本]}") == (
        'team.yaml:2:35: bot "Žofie": games write names in Latin-1, which has no "Ž"',
        'team.yaml:2:42: bot "日本": games write names in Latin-1, which has no "日"',
    )


def test_two_bots_of_one_name_are_refused_at_the_second() -> None:
    text = "teams:\n  red: {brain: hunter, bots: [Ada]}\n  blue: {brain: hunter, bots: {Bob: , Ada: }}\n"
    assert mistakes(text) == ('team.yaml:3:39: bot "Ada": team "red" has one of that name already',)


def test_a_team_without_bots_is_refused() -> None:
    assert mistakes("teams: {red: {brain: hunter, bots: []}, blue: {brain: hunter, bots: {}}}") == (
        'team.yaml:1:9: team "red": has no bots',
        'team.yaml:1:41: team "blue": has no bots',
    )


def test_waits_between_restarts_have_to_grow() -> None:
    assert mistakes("teams: {red: {brain: hunter, restart: {first_s: 5, most_s: 1}}}") == (
        "team.yaml:1:39: restart: first_s is 5, and most_s only 1",
    )
