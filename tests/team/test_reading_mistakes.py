"""Whatever stands in a file, it comes to a lineup or to mistakes that can be read."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from agentfw.errors import TeamError
from agentfw.team import read_lineup
from tests.team.files import mistakes

GOOD = """\
include: [base.yaml]
server: {map: dom-crossing, mode: dom, bots: 2, skill: 3}
limits: {minutes: 10, score: 50}
seed: 3
matches: 2
record: out
stagger_s: 0.5
defaults: {skill: 4, restart: always, looks_hz: 5, options: {faults: count}}
roles:
  guard: {plan: domination.lap, skill: 5}
  scout: {brain: hunter, restart: {when: never, first_s: 1, most_s: 5, budget: 3, window_s: 60}}
teams:
  red:
    color: red
    bots:
      Ada: guard
      Bob: {role: scout, options: {weights: default.weights}}
      Cleo: {plan: domination.lap}
  blue:
    plan: domination.lap
    bots: [Dora, Emil]
"""
SPLINTERS = [
    *(
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "- ",
        "#",
        "&a ",
        "*a",
        "<<: *a\n",
        "!!python/name:os.abort ",
        "\t",
        "\n",
    ),
    *(
        "'",
        '"',
        "|",
        ">",
        "~",
        "0",
        "-1",
        "1e999",
        ".nan",
        "99999999999999999999",
        "true",
        "$X",
        "\\",
        "../",
    ),
    *("\x00", "\x1b", "é", "💥", "%", "@", "? ", "---\n", "...\n", "include: team.yaml\n", "x" * 300),
]
PLACED = re.compile(r"\S+:\d+:\d+: \S")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    Path("base.yaml").write_text("{seed: 1, roles: {guard: {skill: 1}}}")
    return tmp_path


def test_the_file_to_break_is_whole() -> None:
    Path("team.yaml").write_text(GOOD)
    assert len(read_lineup([Path("team.yaml")], environment={}).teams) == 2


def broken(rng: random.Random) -> str:
    """The good file with a few things changed, moved, doubled or lost."""
    text = GOOD
    for _ in range(rng.randint(1, 4)):
        at, length = rng.randrange(len(text)), rng.randint(0, 12)
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + text[at + length :]
        elif kind == 1:
            text = text[:at] + rng.choice(SPLINTERS) + text[at:]
        elif kind == 2:
            text = text[:at] + rng.choice(SPLINTERS) + text[at + length :]
        else:
            lines = text.splitlines(keepends=True)
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            if kind == 3:
                lines[one], lines[other] = lines[other], lines[one]
            else:
                lines.insert(other, lines[one])
            text = "".join(lines)
    return text


def problems_of(file: Path) -> tuple[str, ...]:
    """What is said to be wrong with a file; nothing else than a `TeamError` may come of it."""
    try:
        read_lineup([file], environment={"X": "y"})
    except TeamError as error:
        return error.problems
    return ()


@pytest.mark.parametrize("seed", range(6))
def test_a_broken_file_gives_a_lineup_or_placed_mistakes(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - no secret
    outcomes = set()
    for _ in range(40):
        Path("team.yaml").write_bytes(broken(rng).encode("utf-8", "surrogatepass"))
        problems = problems_of(Path("team.yaml"))
        outcomes.add("wrong" if problems else "fine")
        assert all(PLACED.match(problem) for problem in problems)
        assert all(one.isprintable() or one in "\n\t" for problem in problems for one in problem)
    assert "wrong" in outcomes


@pytest.mark.parametrize("seed", range(2))
def test_bytes_that_are_no_text_give_mistakes(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - no secret
    for _ in range(40):
        data = bytearray(GOOD.encode())
        for _ in range(rng.randint(1, 5)):
            data[rng.randrange(len(data))] = rng.choice([0, *range(128, 256)])
        Path("team.yaml").write_bytes(data)
        problems = problems_of(Path("team.yaml"))
        assert problems
        assert all(PLACED.match(problem) for problem in problems)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    Path("bad.lap").write_text(
        "((RDC life (goal ((fail))) (drives ((a (trigger ((sucked))) fight)))))\n"
    )
    text = """\
server: {mode: tmd, map: dm-celar}
limits: {minutes: soon}
seeds: 4
teams:
  red: {plan: bad.lap, bots: [Ada, Ada], skill: "3"}
  blue: {plan: deathmach.htn, restart: sometimes}
"""
    found = mistakes(text)
    assert [problem.partition(": ")[0] for problem in found] == [
        "team.yaml:1:16",
        "team.yaml:1:26",
        "team.yaml:2:19",
        "team.yaml:3:1",
        "team.yaml:5:36",
        "team.yaml:5:49",
        "team.yaml:6:16",
        "team.yaml:6:40",
        "bad.lap:1:51",
    ]


def test_a_misspelled_brain_does_not_also_count_as_missing() -> None:
    assert mistakes("teams: {red: {brian: hunter}}") == (
        'team.yaml:1:15: teams.red: unknown key "brian", did you mean "brain"?',
    )


NEITHER = "neither a plan nor a brain, as in plan: deathmatch.htn or brain: hunter"


def test_a_mistake_elsewhere_hides_nothing_that_is_missing() -> None:
    found = mistakes(
        "limits: {minits: 3}\n"
        "teams:\n"
        "  red: {plan: domination.lap, bots: 0}\n"
        "  blue: {bots: {Ada: {skil: 3}, Bob: }}\n"
        "  green: {bots: [Cleo], skill: 9}\n"
    )
    assert found[1:3] == (
        (
            "team.yaml:3:37: teams.red.bots: nobody would play: "
            "0 is for a team whose coordinator adds its bots"
        ),
        f'team.yaml:4:17: bot "Ada": {NEITHER}',
    )
    assert found[4:6] == (
        f'team.yaml:4:33: bot "Bob": {NEITHER}',
        f'team.yaml:5:18: bot "Cleo": {NEITHER}',
    )
    assert len(found) == 7


@pytest.mark.parametrize(
    "text",
    [
        "teams: {red: {plna: deathmatch.htn}}",
        "teams: {red: {plan: 3}}",
        "teams: {red: {bots: {Ada: {brian: hunter}}}}",
        "teams: {red: {bots: {Ada: 3}}}",
        "teams: {red: {bots: 99}}",
        "defaults: {brian: hunter}\nteams: {red: {}}",
        "defalts: {brain: hunter}\nteams: {red: {}}",
        "defaults: hunter\nteams: {red: {}}",
        "roles: {guard: hunter}\nteams: {red: {bots: {Ada: guard}}}",
        "rolse: {guard: {brain: hunter}}\nteams: {red: {bots: {Ada: guard}}}",
        "includ: base.yaml\nteams: {red: {}}",
        "include: [nobody.yaml]\nteams: {red: {}}",
        "temas: {red: {brain: hunter}}",
        "teams: [red]",
    ],
)
def test_what_may_be_meant_by_a_mistake_does_not_also_count_as_missing(text: str) -> None:
    assert len(mistakes(text)) == 1


def test_a_key_that_stands_twice_is_told_with_the_mistakes_of_both_values() -> None:
    assert mistakes(
        "teams:\n"
        "  a:\n"
        "    plan: deathmatch.htn\n"
        "    bots: {A: {skil: 1}, A: {brain: hunter}}\n"
        "  a: {plan: deathmatch.lap, botz: 1}\n"
        "seed: x\n"
        "seed: 1\n"
    ) == (
        'team.yaml:4:16: teams.a.bots.A: unknown key "skil", did you mean "skill"?',
        'team.yaml:4:26: teams.a.bots: "A" stands here twice',
        'team.yaml:5:3: teams: "a" stands here twice',
        'team.yaml:5:29: teams.a: unknown key "botz", did you mean "bots"?',
        'team.yaml:6:7: seed: expected a whole number from 0 to 999999999, found "x"',
        'team.yaml:7:1: team file: "seed" stands here twice',
    )


def test_nothing_in_a_message_can_steer_a_terminal() -> None:
    (problem,) = mistakes('teams: {red: {brain: "\\e[2Jx"}}')
    assert problem.startswith('team.yaml:1:22: brain "\\x1b[2Jx" is not known')


def test_an_alias_that_holds_itself_is_only_a_mistake() -> None:
    assert mistakes("teams: &a {red: *a}") == (
        (
            'team.yaml:1:12: bot "red-1": neither a plan nor a brain, as in plan: deathmatch.htn or '
            "brain: hunter"
        ),
        (
            'team.yaml:1:12: teams.red: unknown key "red" (known: '
            "bots, brain, character, color, coordinator, looks_hz, options, plan, restart, role, share, "
            "skill, …)"
        ),
    )


def test_merge_keys_are_no_keys_of_ours() -> None:
    text = "defaults: &d {brain: hunter}\nteams: {red: {<<: *d, brain: hunter}}"
    (problem,) = mistakes(text)
    assert problem.startswith('team.yaml:2:15: teams.red: unknown key "<<"')


def test_aliases_cannot_make_a_small_file_a_large_one() -> None:
    many = ", ".join(f"b{number}: " for number in range(2000))
    teams = "\n".join(f"  t{number}: {{brain: hunter, bots: *all}}" for number in range(2000))
    found = mistakes(f"teams:\n  t: {{brain: hunter, bots: &all {{{many}}}}}\n{teams}\n")
    assert found == ("team.yaml:2:28: team file: holds more than 20000 values",)


def test_a_file_that_is_too_large_is_not_read() -> None:
    assert mistakes("# " + "x" * 1_000_000) == ("team.yaml:1:1: the file is larger than 1000000 bytes",)


def test_a_file_that_is_a_list_is_told_so() -> None:
    assert mistakes("[1, 2]") == ("team.yaml:1:1: team file: expected a mapping, found a list",)


def test_names_of_recordings_are_no_names_of_bots() -> None:
    Path("team.yaml").write_text("teams: {red: {brain: hunter, bots: [Ada, Ada.life2]}}\n")
    (problem,) = problems_of(Path("team.yaml"))
    assert 'bot "Ada.life2": a name that ends so is that of a recording' in problem


@pytest.mark.parametrize("name", ["''", "'  '"])
def test_recordings_need_a_folder(name: str) -> None:
    text = f"teams: {{red: {{brain: hunter}}}}\nrecord: {name}"
    assert mistakes(text) == ("team.yaml:2:9: record: expected the name of a folder",)


def test_recordings_are_kept_in_no_file() -> None:
    assert mistakes("teams: {red: {brain: hunter}}\nrecord: base.yaml") == (
        'team.yaml:2:9: record: "base.yaml" is a file, expected a folder to record in',
    )


def test_recordings_need_a_name_that_a_folder_can_have() -> None:
    (problem,) = mistakes('teams: {red: {brain: hunter}}\nrecord: "a\\0b"')
    assert problem.startswith("team.yaml:2:9: record: ")
    assert problem.endswith(" cannot be the name of a folder")


def test_tabs_are_told_to_be_no_indentation() -> None:
    assert mistakes("teams:\n\tred: {brain: hunter}\n") == (
        "team.yaml:2:1: not valid YAML: lines are indented by blanks, not by tabs",
    )


def test_two_leaders_of_one_name_are_told() -> None:
    led = "{brain: hunter, coordinator: domination-leader.htn, bots: [%s]}"
    Path("team.yaml").write_text(f"teams:\n  a b: {led % 'Ada'}\n  a-b: {led % 'Bob'}\n")
    (problem,) = problems_of(Path("team.yaml"))
    assert problem == 'team.yaml:3:3: team "a-b": its leader is called as that of "a b"'


def test_a_wrong_role_is_told_for_bots_that_the_leader_adds() -> None:
    Path("team.yaml").write_text(
        "roles: {guard: {brain: hunter}}\nteams:\n"
        "  red: {role: gaurd, brain: hunter, bots: 0, coordinator: domination-leader.htn}\n"
    )
    (problem,) = problems_of(Path("team.yaml"))
    assert problem == 'team.yaml:3:15: unknown role "gaurd", did you mean "guard"?'
