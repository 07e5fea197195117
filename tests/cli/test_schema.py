"""``agentfw schema``: an editor that uses it accepts and refuses what the reader of team files does."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import yaml
from jsonschema import Draft202012Validator

from agentfw.documents import read_document, schema_of
from agentfw.errors import SourceError
from agentfw.resources import resource_dir
from agentfw.sources import YamlSource
from agentfw.team.shapes import TeamShape
from tests.support.command_line import called

if TYPE_CHECKING:
    from collections.abc import Iterator

TEAMS = sorted((resource_dir("plans") / "teams").glob("*.yaml"))


class _Editor(yaml.SafeLoader):
    """Reads as editors do: by the rules of YAML 1.2, by which `yes` and `1_000` are texts."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        keys = [key.value for key, _ in node.value]
        if len(keys) != len(set(map(str, keys))):
            raise yaml.YAMLError("a key stands twice")
        return super().construct_mapping(node, deep)


_Editor.yaml_implicit_resolvers = {}
for tag, pattern in (
    ("null", r"~|null|Null|NULL|"),
    ("bool", r"true|True|TRUE|false|False|FALSE"),
    ("int", r"[-+]?[0-9]+"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"),
):
    _Editor.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), None)


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(schema_of(TeamShape, "agentfw team file")))
    return found


@pytest.fixture(scope="module")
def editor(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator(schema)


def editor_accepts(editor: Draft202012Validator, text: str) -> bool:
    try:
        value = yaml.load(text, _Editor)  # noqa: S506 - a safe loader
    except yaml.YAMLError:
        return False
    return bool(editor.is_valid(value))


def reader_accepts(text: str) -> bool:
    try:
        source = YamlSource(text, "team.yaml")
        read_document(source, TeamShape, "team file")
        source.finish()
    except SourceError:
        return False
    return True


GOOD = """\
include: [base.yaml]
server: {map: dom-crossing, mode: dom, bots: 2, skill: 3.5}
limits: {minutes: 10, score: 50}
seed: 3
matches: 2
record: out
stagger_s: 0.5
defaults: {skill: 4, restart: always, looks_hz: 5, options: {faults: count, depth: 3, quick: true}}
roles:
  guard: {plan: domination.lap, skill: 5}
  scout: {brain: hunter, restart: {when: never, first_s: 1, most_s: 5, budget: 3, window_s: 60}}
teams:
  red:
    color: red
    bots:
      Ada: guard
      Bob: {role: scout, skills: [a.py, b.py]}
      Cleo:
  blue: {plan: domination.lap, skills: c.py, bots: [Dora, Emil]}
  green: {plan: domination.lap, bots: 3}
"""
FINE = [
    "{}",
    "include: base.yaml",
    "include: []",
    "server:",
    "server: {host: ut-host, port: 3000, dialect: auto, password: $SECRET}",
    "limits: {minutes: 0.1}",
    "limits: {minutes: 600, score: 0}",
    "seed: 999999999",
    "seed:",
    "stagger_s: 60",
    "record: '7'",
    "defaults: {skill: }",
    "defaults: {options: {a: 1, b: 1.5, c: yes, d: 'true', e: false}}",
    "defaults: {restart: on-failure}",
    "defaults: {looks_hz: 0.5}",
    "roles: {guard: {}}",
    "teams: {red: {}}",
    "teams: {red: {bots: 64}}",
    "teams: {red: {bots: []}}",
    "teams: {red: {bots: {Ada: , Bob: scout, Cleo: {skill: 1}}}}",
    "teams: {red: {color: gold}}",
    "matches: 2.0",
    "matches: 1e3",
]
WRONG = [
    "",
    "[]",
    "7",
    "text",
    "team: {}",
    "include: {a: b}",
    "include: [1]",
    "include: 7",
    "server: arena",
    "server: {map: 7}",
    "server: {maps: dm-closet}",
    "server: {mode: lms}",
    "server: {bots: 32}",
    "server: {bots: -1}",
    "server: {bots: 1.5}",
    "server: {bots: '1'}",
    "server: {skill: 0.9}",
    "server: {skill: .inf}",
    "server: {port: 0}",
    "server: {port: 65536}",
    "server: {port: yes}",
    "server: {bots: }",
    "limits: {minutes: 0}",
    "limits: {minutes: 601}",
    "limits: {minutes: soon}",
    "limits: {score: -1}",
    "limits: {score: 100001}",
    "limits: 10",
    "seed: -1",
    "seed: 1000000000",
    "seed: 1.5",
    "seed: '1'",
    "seed: true",
    "matches: 0",
    "record: 7",
    "record: [a]",
    "stagger_s: 60.1",
    "stagger_s: -1",
    "defaults: {skill: 0}",
    "defaults: {skill: 6}",
    "defaults: {restart: sometimes}",
    "defaults: {restart: {when: now}}",
    "defaults: {restart: {first_s: -1}}",
    "defaults: {restart: {budget: 1001}}",
    "defaults: {restart: {window_s: 0}}",
    "defaults: {looks_hz: 20.5}",
    "defaults: {options: {a: [1]}}",
    "defaults: {options: {a: }}",
    "defaults: {options: [a]}",
    "defaults: {color: red}",
    "defaults: {bots: 3}",
    "defaults: {skills: [1]}",
    "roles: {guard: }",
    "roles: {guard: defend}",
    "roles: [guard]",
    "teams: {red: }",
    "teams: {red: {bots: -1}}",
    "teams: {red: {bots: 65}}",
    "teams: {red: {bots: 2.5}}",
    "teams: {red: {bots: Ada}}",
    "teams: {red: {bots: [1]}}",
    "teams: {red: {bots: {Ada: 7}}}",
    "teams: {red: {bots: {Ada: [guard]}}}",
    "teams: {red: {bots: {Ada: {color: red}}}}",
    "teams: {red: {color: pink}}",
    "teams: [red]",
    "seed: 1\nseed: 2",
]


def test_the_schema_is_one(schema: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "schema", "team")
    assert (output.code, output.err) == (0, "")
    assert json.loads(output.out) == schema
    Draft202012Validator.check_schema(schema)
    assert schema["title"] == "agentfw team file"


def test_every_key_says_what_it_means(schema: dict[str, Any]) -> None:
    shapes = schema["$defs"]
    silent = [
        f"{shape}.{key}"
        for shape, told in shapes.items()
        for key, value in told["properties"].items()
        if not value.get("description")
    ]
    assert silent == []
    assert {"TeamShape", "ServerKeys", "LimitKeys", "TeamKeys", "BotKeys", "RestartKeys"} <= set(shapes)


@pytest.mark.parametrize("file", TEAMS, ids=lambda file: file.stem)
def test_the_files_that_ship_are_accepted(editor: Draft202012Validator, file: Any) -> None:
    text = file.read_text(encoding="utf-8")
    assert editor_accepts(editor, text)
    assert reader_accepts(text)


@pytest.mark.parametrize("text", [GOOD, *FINE])
def test_what_the_reader_accepts_is_accepted(editor: Draft202012Validator, text: str) -> None:
    assert (reader_accepts(text), editor_accepts(editor, text)) == (True, True)


@pytest.mark.parametrize("text", WRONG)
def test_what_the_reader_refuses_is_refused(editor: Draft202012Validator, text: str) -> None:
    assert (reader_accepts(text), editor_accepts(editor, text)) == (False, False)


VALUES = [
    *("0", "1", "-1", "2.5", "64", "65", "1e3", "99999999999999999999", "1_000", "0x10", "0o7", "1:30"),
    *(
        "true",
        "yes",
        "on",
        "~",
        "null",
        "''",
        "'7'",
        '"true"',
        "red",
        "guard",
        "always",
        "dm",
        "$X",
        "é",
    ),
    *("[]", "[Ada]", "[1]", "[[]]", "{}", "{a: b}", "{Ada: }", "{when: never}", "{plan: x.htn}"),
]


def altered(rng: random.Random) -> Iterator[str]:
    """The good file with one value after the other put in the place of another."""
    places = [match.span(1) for match in re.finditer(r"[:,\[] ?([\w.-]+)(?=[,\]}\n])", GOOD)]
    for start, end in places:
        for value in rng.sample(VALUES, 12):
            yield GOOD[:start] + value + GOOD[end:]


def test_editor_and_reader_are_of_one_mind_about_altered_files(editor: Draft202012Validator) -> None:
    texts = list(altered(random.Random(1)))  # noqa: S311 - no secret
    verdicts = {text: reader_accepts(text) for text in texts}
    assert [text for text in texts if editor_accepts(editor, text) != verdicts[text]] == []
    assert set(verdicts.values()) == {True, False}
    assert len(texts) > 300


def test_an_unknown_kind_is_told_with_those_that_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "schema", "match")
    assert (output.code, output.out) == (2, "")
    assert "'match' is not" in output.err
    assert "team" in output.err
