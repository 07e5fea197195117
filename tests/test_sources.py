from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.errors import DialectError, SourceError
from agentfw.sources import YamlSource, nearest, one_of
from tests.support.programs import run_python

if TYPE_CHECKING:
    from pathlib import Path

_KNOWN = ("title", "ports", "brain")


def problems_of(text: str | bytes) -> tuple[str, ...]:
    """What opening this text complains about."""
    with pytest.raises(SourceError) as caught:
        YamlSource(text, "team.yaml")
    return caught.value.problems


def told(source: YamlSource) -> list[str]:
    """What a source complains about when it is finished."""
    try:
        source.finish()
    except SourceError as error:
        return list(error.problems)
    return []


def test_a_problem_names_file_line_and_column_of_its_value() -> None:
    source = YamlSource("a: 1\nb:\n  - x\n  - {c: wrong}\n", "team.yaml")
    _, entries = source.mapping(source.root, "file")["b"]
    inner = source.mapping(source.items(entries, "b")[1], "b")
    key, value = inner["c"]
    source.problem(value, "value")
    source.problem(key, "key")
    assert told(source) == ["team.yaml:4:6: key", "team.yaml:4:9: value"]


def test_all_problems_come_at_once_in_file_order() -> None:
    source = YamlSource("one: [a]\ntwo: {}\nthree: x\n", "team.yaml")
    entries = source.mapping(source.root, "file")
    source.items(entries["three"][1], "three")
    source.text(entries["two"][1], "two")
    source.whole_number(entries["one"][1], "one", 1, 9)
    assert told(source) == [
        "team.yaml:1:6: one: expected a text, found a list",
        "team.yaml:2:6: two: expected a text, found a mapping",
        'team.yaml:3:8: three: expected a list, found "x"',
    ]


def test_finish_is_silent_without_problems() -> None:
    assert told(YamlSource("a: 1", "team.yaml")) == []


def test_the_error_is_of_the_kind_that_was_asked_for() -> None:
    with pytest.raises(DialectError, match="is empty"):
        YamlSource("", "d.yaml", DialectError)
    source = YamlSource("a: 1", "d.yaml", DialectError)
    source.problem(source.root, "wrong")
    with pytest.raises(DialectError, match=r"d\.yaml:1:1: wrong"):
        source.finish()


def test_unknown_key_is_told_with_the_nearest_known_one() -> None:
    source = YamlSource("title: t\nbrian: x\n", "team.yaml")
    assert set(source.section(source.root, "team", _KNOWN)) == {"title"}
    assert told(source) == ['team.yaml:2:1: team: unknown key "brian", did you mean "brain"?']


def test_unknown_key_unlike_any_other_is_told_with_all_known_ones() -> None:
    source = YamlSource("zzz: x\n", "team.yaml")
    source.section(source.root, "team", _KNOWN)
    assert told(source) == ['team.yaml:1:1: team: unknown key "zzz" (known: brain, ports, title)']


def test_missing_keys_are_told_where_the_mapping_begins() -> None:
    source = YamlSource("\n  title: t\n", "team.yaml")
    source.section(source.root, "team", _KNOWN, ("title", "ports", "brain"))
    assert told(source) == [
        'team.yaml:2:3: team: key "brain" is missing',
        'team.yaml:2:3: team: key "ports" is missing',
    ]


def test_a_section_of_the_wrong_shape_does_not_also_miss_its_keys() -> None:
    source = YamlSource("[a, b]", "team.yaml")
    assert source.section(source.root, "team", _KNOWN, _KNOWN) == {}
    assert told(source) == ["team.yaml:1:1: team: expected a mapping, found a list"]


def test_duplicate_key_is_told_at_its_second_place() -> None:
    source = YamlSource("a: 1\nb: 2\na: 3\n", "team.yaml")
    source.mapping(source.root, "team")
    assert told(source) == ['team.yaml:3:1: team: "a" stands here twice']


def test_of_a_key_that_stands_twice_the_last_value_counts_and_the_others_are_hidden() -> None:
    source = YamlSource("a: {b: 1}\na: {c: 2}\na: {c: 3}\n", "team.yaml")
    _, last = source.mapping(source.root, "team")["a"]
    assert {key: source.text(value, key) for key, (_, value) in source.mapping(last, "a").items()} == {
        "c": "3"
    }
    assert [list(source.mapping(value, name)) for name, value in source.hidden(source.root)] == [
        ["b"],
        ["c"],
    ]
    assert told(source) == [
        'team.yaml:2:1: team: "a" stands here twice',
        'team.yaml:3:1: team: "a" stands here twice',
    ]


def test_a_key_must_be_a_text() -> None:
    source = YamlSource("? [a, b]\n: 1\n", "team.yaml")
    assert source.mapping(source.root, "team") == {}
    assert told(source) == ["team.yaml:1:3: team: key: expected a text, found a list"]


@pytest.mark.parametrize(
    ("text", "found"), [("a: ", "nothing"), ("a: x", '"x"'), ("a: [x]", "a list"), ("a: ''", "nothing")]
)
def test_what_was_found_instead_of_a_mapping_is_told(text: str, found: str) -> None:
    source = YamlSource(text, "team.yaml")
    source.mapping(source.mapping(source.root, "file")["a"][1], "a")
    assert told(source)[0].endswith(f": a: expected a mapping, found {found}")


def test_a_text_is_what_was_written_without_quotes() -> None:
    source = YamlSource("[no, 007, 1.50, 'x y', null, \"\\u00e9\"]", "team.yaml")
    texts = [source.text(item, "item") for item in source.items(source.root, "file")]
    assert texts == ["no", "007", "1.50", "x y", "null", "é"]


def test_choice_outside_the_known_ones_is_told_with_the_nearest() -> None:
    source = YamlSource("[greted, greeted]", "team.yaml")
    assert source.choices(source.root, "handshake", ("greeted", "announced")) == ("greeted",)
    assert told(source) == [
        'team.yaml:1:2: handshake: "greted" is not one of announced, greeted, did you mean "greeted"?'
    ]


@pytest.mark.parametrize("text", ["0", "10", "-1", "+5", "1.0", "x", "''", "٣", "1_0"])
def test_whole_number_outside_its_bounds_or_of_another_kind_is_told(text: str) -> None:
    source = YamlSource(text, "team.yaml")
    assert source.whole_number(source.root, "port", 1, 9) is None
    shown = text.strip("'")
    assert told(source) == [f'team.yaml:1:1: port: expected a whole number from 1 to 9, found "{shown}"']


@pytest.mark.parametrize("text", ["1", "9", "007"])
def test_bounds_of_a_whole_number_are_included(text: str) -> None:
    source = YamlSource(text, "team.yaml")
    assert source.whole_number(source.root, "port", 1, 9) == int(text)


def test_a_number_of_thousands_of_digits_is_a_problem_like_any_other() -> None:
    source = YamlSource("9" * 5000, "team.yaml")
    assert source.whole_number(source.root, "port", 1, 9) is None
    assert len(told(source)) == 1


@pytest.mark.parametrize("text", ["", b"", "\n\n", "# only a comment\n"])
def test_an_empty_file_is_told(text: str | bytes) -> None:
    assert problems_of(text) == ("team.yaml:1:1: the file is empty",)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("a: [1\nb: 2\n", "2:2", "did not find expected ',' or ']'"),
        ("a: *lost\n", "1:4", "found undefined alias"),
        ("a: 1\n---\nb: 2\n", "2:1", "but found another document"),
        ("a: 1\nb: c: d\n", "2:5", "mapping values are not allowed in this context"),
    ],
)
def test_broken_yaml_is_told_with_its_place(text: str, place: str, reason: str) -> None:
    assert problems_of(text) == (f"team.yaml:{place}: not valid YAML: {reason}",)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        (b"a: 1\nb: \x01\n", "2:4", "control characters are not allowed"),
        (b"a: 1\nb: \xff\n", "2:4", "invalid leading UTF-8 octet"),
    ],
)
def test_a_character_that_is_not_text_is_told_with_its_place(
    text: bytes, place: str, reason: str
) -> None:
    assert problems_of(text) == (f"team.yaml:{place}: not valid YAML: {reason}",)


def test_a_lone_surrogate_is_told_and_not_raised() -> None:
    assert problems_of("a: \ud800")[0].startswith("team.yaml:1:")


def test_a_file_over_a_megabyte_is_not_read() -> None:
    assert problems_of("#" * 1_000_001) == ("team.yaml:1:1: the file is larger than 1000000 bytes",)
    assert YamlSource("a: 1\n" + "#" * 999_995, "team.yaml").root is not None


def test_tags_never_make_objects(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    text = f"a: !!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path ['{trap}']]"
    source = YamlSource(text + "\nb: !!python/name:os.system\n", "team.yaml")
    entries = source.mapping(source.root, "file")
    assert source.text(entries["a"][1], "a") is None
    assert source.text(entries["b"][1], "b") == ""
    assert not trap.exists()


def test_an_alias_bomb_is_read_in_no_time() -> None:
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 100)]
    source = YamlSource("\n".join(["a0: &a0 boom", *levels]), "team.yaml")
    last = source.mapping(source.root, "file")["a99"][1]
    assert len(source.items(last, "a99")) == 10
    assert source.text(last, "a99") is None
    assert told(source)[0].endswith(": a99: expected a text, found a list")


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_nesting_too_deep_is_told_and_does_not_end_the_interpreter(opening: str) -> None:
    program = (
        "from agentfw.errors import SourceError\n"
        "from agentfw.sources import YamlSource\n"
        "try:\n"
        f"    YamlSource({opening!r} * 200_000, 'deep.yaml')\n"
        "except SourceError as error:\n"
        "    print(error.problems[0].partition(': ')[0])\n"
    )
    result = run_python(program)
    assert result.returncode == 0, "the interpreter crashed"
    assert result.stdout.startswith("deep.yaml:1:")


def test_nearest_ignores_case_and_gives_up_on_strangers() -> None:
    assert nearest("BRIAN", ["Brain", "plan"]) == ', did you mean "Brain"?'
    assert nearest("zzz", ["brain", "plan"]) == ""


def test_many_known_words_are_shortened() -> None:
    assert one_of({"b", "a"}) == "a, b"
    words = [f"w{number:02}" for number in range(13)]
    assert one_of(words) == ", ".join(words[:12]) + ", …"
