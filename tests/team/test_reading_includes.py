"""Files that build on others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.team import Ground
from tests.team.files import bots, lineup, mistakes, write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_stands_in_the_including_file_counts_more_key_by_key() -> None:
    write(
        base="""
        server: {map: dom-vault, bots: 3, skill: 2}
        limits: {minutes: 3, score: 9}
        defaults: {skill: 1, looks_hz: 3}
        roles: {scout: {brain: hunter, skill: 2, options: {a: base, b: base}}}
        teams: {red: {role: scout, color: blue, bots: [Ada]}}
        """
    )
    found = lineup(
        """
        include: base.yaml
        server: {skill: 5}
        limits: {score: 4}
        defaults: {looks_hz: 4}
        roles: {scout: {options: {b: here}}}
        teams: {red: {color: red}}
        """
    )
    assert found.ground == Ground(
        map="dom-vault", mode="dom", dialect="gamebots-ut99", bots=3, skill=5.0, minutes=3.0, score=4
    )
    (ada,) = bots(found).values()
    assert (ada.name, ada.brain, ada.skill, ada.looks_hz) == ("Ada", "hunter", 2, 4.0)
    assert ada.options == {"b": "here", "a": "base", "role": "scout"}
    assert found.teams[0].number == 0


def test_bots_that_are_named_anew_replace_those_before() -> None:
    write(base="teams: {red: {brain: hunter, bots: [Ada, Bob]}}")
    assert list(bots(lineup("{include: base.yaml, teams: {red: {bots: {Cleo: }}}}"))) == ["Cleo"]


def test_included_teams_come_first() -> None:
    write(one="teams: {b: {brain: hunter}}", two="teams: {a: {brain: hunter}}")
    found = lineup("{include: [one.yaml, two.yaml], teams: {c: {brain: hunter}, b: {skill: 1}}}")
    assert [team.name for team in found.teams] == ["b", "a", "c"]


def test_a_later_include_counts_more() -> None:
    write(one="{seed: 1, matches: 1}", two="seed: 2")
    found = lineup("{include: [one.yaml, two.yaml], matches: 7, teams: {red: {brain: hunter}}}")
    assert (found.seed, found.matches) == (2, 7)


def test_a_file_that_two_include_counts_less_than_both() -> None:
    write(base="{seed: 1, matches: 1}", one="{include: base.yaml, seed: 2}", two="include: base.yaml")
    found = lineup("{include: [one.yaml, two.yaml], teams: {red: {brain: hunter}}}")
    assert (found.seed, found.matches) == (2, 1)


def test_includes_are_seen_from_the_file_they_stand_in(folder: Path) -> None:
    (folder / "deep").mkdir()
    write(**{"deep/one": "include: two.yaml", "deep/two": "{include: ../three.yaml, seed: 2}"})
    write(three="teams: {red: {brain: hunter}}")
    assert lineup("include: deep/one.yaml").seed == 2


def test_missing_files_are_told_at_the_include_with_the_nearest() -> None:
    write(base="seed: 1")
    text = "include: [bsae.yaml, nowhere.yaml]\nteams: {red: {brain: hunter}}\n"
    assert mistakes(text) == (
        'team.yaml:1:11: include: there is no file "bsae.yaml", did you mean "base.yaml"?',
        'team.yaml:1:22: include: there is no file "nowhere.yaml"',
    )


@pytest.mark.parametrize("name", ["x" * 5000, "a\\0b", "", ".", "/"])
def test_what_cannot_be_a_file_is_no_file(name: str) -> None:
    (problem,) = mistakes(f'{{include: "{name}", teams: {{red: {{brain: hunter}}}}}}')
    assert problem.startswith("team.yaml:1:11: include: there is no file ")


def test_a_circle_is_told_where_it_closes() -> None:
    write(one="# first\ninclude: two.yaml", two="include: [one.yaml, two.yaml]")
    assert mistakes("{include: one.yaml, teams: {red: {brain: hunter}}}") == (
        "two.yaml:1:11: include: goes round in a circle: team.yaml > one.yaml > two.yaml > one.yaml",
        "two.yaml:1:21: include: goes round in a circle: team.yaml > one.yaml > two.yaml > two.yaml",
    )


def chain(length: int) -> str:
    """The first of so many files, each of which includes the next."""
    for number in range(1, length):
        write(**{f"f{number}": f"include: f{number + 1}.yaml"})
    write(**{f"f{length}": "teams: {red: {brain: hunter}}"})
    return "include: f1.yaml"


def test_includes_may_be_eight_deep() -> None:
    assert bots(lineup(chain(8))).keys() == {"red-1"}


def test_nine_deep_is_too_deep() -> None:
    assert mistakes(chain(9)) == ("f8.yaml:1:10: include: more than 8 files deep",)


def test_many_files_that_include_each_other_are_read_once() -> None:
    names = [f"f{number}" for number in range(30)]
    for number, name in enumerate(names):
        below = ", ".join(f"{one}.yaml" for one in names[:number])
        write(**{name: f"{{include: [{below}], seed: {number}}}"})
    above = ", ".join(f"{one}.yaml" for one in names)
    assert lineup(f"{{include: [{above}], teams: {{red: {{brain: hunter}}}}}}").seed == 29


def test_so_many_files_that_nobody_means_it_are_refused() -> None:
    for number in range(101):
        write(**{f"f{number}": "seed: 1"})
    names = ", ".join(f"f{number}.yaml" for number in range(101))
    found = mistakes(f"{{include: [{names}], teams: {{red: {{brain: hunter}}}}}}")
    assert [problem.rpartition(": ")[2] for problem in found] == ["more than 100 files"] * 2


def test_mistakes_of_all_files_are_told_file_by_file() -> None:
    write(one="sede: 1\nmatches: x", two="limits: {minuts: 3}")
    text = "include: [one.yaml, two.yaml]\nteams:\n  red: {brain: huntre}\n"
    assert mistakes(text) == (
        (
            'team.yaml:3:16: brain "huntre" is not known (known: hunter, and what agentfw plans lists), '
            'did you mean "hunter"?; a class in a file is written my_brain.py:MyBrain'
        ),
        'one.yaml:1:1: team file: unknown key "sede", did you mean "seed"?',
        'one.yaml:2:10: matches: expected a whole number from 1 to 100000, found "x"',
        'two.yaml:1:10: limits: unknown key "minuts", did you mean "minutes"?',
    )


def test_what_is_not_yaml_is_told_beside_the_mistakes_of_others() -> None:
    write(one="a: b: c", two="")
    assert mistakes("{include: [one.yaml, two.yaml], seed: -1}") == (
        'team.yaml:1:39: seed: expected a whole number from 0 to 999999999, found "-1"',
        "one.yaml:1:5: not valid YAML: mapping values are not allowed in this context",
        "two.yaml:1:1: the file is empty",
    )


def test_a_folder_is_no_include(folder: Path) -> None:
    (folder / "home.yaml").mkdir()
    assert mistakes("{include: home.yaml, teams: {red: {brain: hunter}}}") == (
        'team.yaml:1:11: include: there is no file "home.yaml"',
    )
