from __future__ import annotations

import contextlib
import random

import pytest

from agentfw.arena.maps.mapfiles import load_map
from agentfw.errors import MapError

_MAP = """\
map: Test
about: a test
modes: [dm, ctf]
players: 2-8
cell: 128
symmetry: mirror
legend:
  w: Weapon
  x: exit
  T: {teleporter: x}
  L: {lift: 96}
layers:
  - at: 0
    rows: |
      #s.w
      .>.T
    heights: |
      0012
      0012
  - at: 200
    rows: |
      ..#x
      L
"""

_HEAD = _MAP[: _MAP.index("\nlayers:") + 1]
_NO_MODE = "is not one of ctf, ddom, dm, dom, tdm"
_NO_SYMMETRY = "is not one of mirror, none, rotate"


def mistakes(text: str | bytes) -> list[str]:
    with pytest.raises(MapError) as caught:
        load_map(text, "m.yaml")
    return list(caught.value.problems)


def changed(old: str, new: str) -> str:
    """The valid map with one thing replaced."""
    assert _MAP.count(old) == 1
    return _MAP.replace(old, new)


def test_the_map_that_the_mistakes_are_made_in_is_valid() -> None:
    assert load_map(_MAP, "m.yaml").name == "Test"


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        (".>.T", ".>?T", '16:9: layer 1: "?" is not in the legend'),
        ("#s.w", "#s\t.", '15:9: layer 1: "\t" is not in the legend'),
        ("..#x", "..qx", '22:9: layer 2: "q" is not in the legend'),
        ("0012\n      0012", "0012\n      00a2", '19:9: layer 1, heights: expected a digit, found "a"'),
        ("0012\n      0012", "0012\n      00٣2", '19:9: layer 1, heights: expected a digit, found "٣"'),
        ("      L\n", "      L\n      ..\n", "22:7: layer 2, rows: has 3 rows, the first layer has 2"),
        ("..#x\n      L", "..#x", "22:7: layer 2, rows: has 1 rows, the first layer has 2"),
        ("0012\n      0012", "0012", "18:7: layer 1, heights: has 1 rows, the first layer has 2"),
        ("      L\n", "      L....\n", "23:11: layer 2, rows: is 5 characters wide, the first layer 4"),
        (
            "0012\n      0012",
            "0012\n      001234",
            "19:11: layer 1, heights: is 6 characters wide, the first layer 4",
        ),
        ("2-8", "8-2", '4:10: players: expected a range such as 2-8, found "8-2"'),
        ("2-8", "8", '4:10: players: expected a range such as 2-8, found "8"'),
        ("2-8", "0-8", '4:10: players: expected a range such as 2-8, found "0-8"'),
        ("2-8", "2-65", '4:10: players: expected a range such as 2-8, found "2-65"'),
        ("2-8", "a-b", '4:10: players: expected a range such as 2-8, found "a-b"'),
        ("2-8", "00019-5", '4:10: players: expected a range such as 2-8, found "00019-5"'),
        ("2-8", "2-00649", '4:10: players: expected a range such as 2-8, found "2-00649"'),
        ("2-8", "[2, 8]", "4:10: players: expected a text, found a list"),
        ("about", "abuot: x\nabout", '2:1: map file: unknown key "abuot", did you mean "about"?'),
        ("    heights", "    hieghts", '17:5: layer 1: unknown key "hieghts", did you mean "heights"?'),
        ("{lift", "{lfit", '11:7: legend "L": unknown key "lfit", did you mean "lift"?'),
        ("[dm, ctf]", "[dm, cft]", f'3:13: modes: "cft" {_NO_MODE}, did you mean "ctf"?'),
        ("[dm, ctf]", "dm", '3:8: modes: expected a list, found "dm"'),
        ("y: mirror", "y: miror", f'6:11: symmetry: "miror" {_NO_SYMMETRY}, did you mean "mirror"?'),
        ("cell: 128", "cell: 63", '5:7: cell: expected a whole number from 64 to 512, found "63"'),
        ("cell: 128", "wall: 9999", '5:7: wall: expected a whole number from 96 to 4096, found "9999"'),
        ("at: 200", "at: -1", '20:9: layer 2, at: expected a whole number from 0 to 8192, found "-1"'),
        ("96", "31", '11:13: legend "L": expected a whole number from 32 to 2048, found "31"'),
        ("{teleporter: x}", "{teleporter: [x]}", '10:19: legend "T": expected a text, found a list'),
        ("  w: Weapon", "  w: [Weapon]", '8:6: legend "w": expected a mapping, found a list'),
        ("  - at: 200\n    rows", "  - rows", '20:5: layer 2: key "at" is missing'),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(old: str, new: str, mistake: str) -> None:
    assert f"m.yaml:{mistake}" in mistakes(changed(old, new))


@pytest.mark.parametrize("mark", ["ab", "#", ".", " ", "~", "!", "<", ">", "^", "v", "", "\\t"])
def test_a_mark_with_a_fixed_meaning_cannot_be_in_the_legend(mark: str) -> None:
    shown = mark.replace("\\t", "\t")
    assert mistakes(changed("  w: Weapon", f'  w: Weapon\n  "{mark}": Weapon')) == [
        f'm.yaml:9:3: legend: "{shown}" is not a character that can be given a meaning'
    ]


def test_a_teleporter_or_pad_must_lead_to_a_place_on_the_map() -> None:
    once = changed("y: mirror", "y: none")
    assert mistakes(once.replace("teleporter: x", "pad: y")) == [
        'm.yaml:13:3: layers: "T" leads to "y", which is nowhere on the map'
    ]


def test_a_way_to_nowhere_is_told_once_on_a_completed_map() -> None:
    assert mistakes(changed("teleporter: x", "teleporter: y")) == [
        'm.yaml:13:3: layers: "T" leads to "y", which is nowhere on the map'
    ]


def test_somebody_must_be_able_to_start() -> None:
    assert mistakes(changed("#s.w", "#..w")) == [
        'm.yaml:13:3: layers: nobody can start here: draw an "s" somewhere'
    ]


def test_a_map_has_at_least_one_layer() -> None:
    text = _HEAD + "layers: []\n"
    assert mistakes(text) == ["m.yaml:12:9: layers: a map has at least one"]


def test_a_layer_without_rows_is_told() -> None:
    text = _HEAD + "layers:\n  - at: 0\n"
    assert mistakes(text) == ['m.yaml:13:5: layer 1: key "rows" is missing']


def test_empty_rows_give_nobody_a_start() -> None:
    text = _HEAD + "layers:\n  - at: 0\n    rows:\n"
    assert mistakes(text) == ['m.yaml:13:3: layers: nobody can start here: draw an "s" somewhere']


def test_heights_of_the_wrong_shape_are_called_heights() -> None:
    text = _HEAD + "layers:\n  - at: 0\n    rows: s\n    heights: [1]\n"
    assert mistakes(text) == ["m.yaml:15:14: heights: expected a text, found a list"]


def test_every_missing_key_is_told() -> None:
    assert mistakes("cell: 128\n") == [
        f'm.yaml:1:1: map file: key "{key}" is missing'
        for key in ("about", "layers", "map", "modes", "players")
    ]


def test_a_legend_entry_without_a_meaning_is_refused() -> None:
    (mistake,) = mistakes(changed("  w: Weapon", "  w: Weapon\n  e: {}"))
    assert mistake.startswith('m.yaml:9:6: legend "e": ')


def test_a_legend_entry_with_two_meanings_is_refused() -> None:
    (mistake,) = mistakes(changed("{lift: 96}", "{lift: 96, pad: x}"))
    assert mistake.startswith('m.yaml:11:6: legend "L": ')


def test_columns_count_from_the_indent_that_a_block_names() -> None:
    assert mistakes(changed("rows: |\n      #s.w", "rows: |2\n       s.?")) == [
        'm.yaml:15:10: layer 1: "?" is not in the legend'
    ]


def test_all_mistakes_are_told_at_once_in_file_order() -> None:
    text = (
        changed("2-8", "8-2").replace("ctf]", "xyz]").replace(".>.T", "?>.T").replace("0012\n", "0b12\n")
    )
    assert mistakes(text) == [
        f'm.yaml:3:13: modes: "xyz" {_NO_MODE}',
        'm.yaml:4:10: players: expected a range such as 2-8, found "8-2"',
        'm.yaml:16:7: layer 1: "?" is not in the legend',
        'm.yaml:18:8: layer 1, heights: expected a digit, found "b"',
        'm.yaml:19:8: layer 1, heights: expected a digit, found "b"',
    ]


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("", "1:1: the file is empty"),
        ("- a\n", "1:1: map file: expected a mapping, found a list"),
        ("map: [a\nabout: b\n", "2:6: not valid YAML: did not find expected ',' or ']'"),
        (b"map: \xff\n", "1:6: not valid YAML: invalid leading UTF-8 octet"),
    ],
)
def test_a_file_that_is_no_map_at_all_is_told(text: str | bytes, mistake: str) -> None:
    assert mistakes(text) == [f"m.yaml:{mistake}"]


def test_a_range_of_players_with_too_many_digits_is_refused() -> None:
    assert mistakes(changed("2-8", f"0001{'9' * 5000}-8"))[0].startswith("m.yaml:4:10: players: ")


def mutated(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text))
        end = start + rng.choice((0, 0, 1, 1, 5, 40))
        text = (
            text[:start]
            + rng.choice(("", "#", " ", "\n", "s", ">", "9", ":", "[", "{", "é", "- "))
            + text[end:]
        )
    return text


@pytest.mark.parametrize("seed", range(100))
def test_a_spoiled_map_is_a_map_or_a_map_error(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a test, not a secret
    for _ in range(5):
        with contextlib.suppress(MapError):
            load_map(mutated(_MAP, rng), "m.yaml")


def test_an_item_that_no_game_has_is_refused_with_its_place() -> None:
    text = (
        "map: M\nabout: x\nmodes: [dm]\nplayers: 2-4\n"
        "legend:\n  h: XPickups.HealthPak\nlayers:\n  - at: 0\n    rows: |\n      #sh#\n"
    )
    with pytest.raises(MapError) as caught:
        load_map(text, "m.yaml", items=["XPickups.HealthPack"])
    assert str(caught.value) == (
        'm.yaml:6:6: legend "h": no game has an item "XPickups.HealthPak", '
        'did you mean "XPickups.HealthPack"?'
    )
