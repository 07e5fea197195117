from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.engines.gamebots import MessageDecoder, Odd, find_dialect, known_dialects
from agentfw.errors import AgentError, DialectError, UsageError
from agentfw.geometry import Vec3
from agentfw.resources import resource_dir
from agentfw.vocabulary import EntityId, Percept, PlayerSeen
from tests.support.installed import install_dialect
from tests.support.small_dialect import SMALL

if TYPE_CHECKING:
    from pathlib import Path

UT3 = """\
dialect: gamebots-ut3
title: GameBots for Unreal Tournament 3
handshake: greeted
ports:
  bot: {number: 3000, greeting: HELLO_BOT}
messages:
  PLR:
    as: PlayerSeen
    about: A visible player.
    when: [batch]
    attributes:
      Id: id
      Location: vector[uu]
  ARMOR_STATE:
    about: The pieces of armor worn; new in this dialect.
    when: [batch]
    attributes:
      HelmetArmor: int
      VestArmor: int
      PowerUp: class
      PowerUpTime: float[s]
      Worn: bool
      "Spot#": vector[uu]
commands:
  TELEPORT:
    about: Go somewhere at once.
    attributes:
      Location: vector[uu]
"""


def said(dialect_file: Path, line: bytes) -> Any:
    return MessageDecoder(find_dialect(str(dialect_file)), "bot").decode(line)


def test_built_in_dialects_are_the_files_of_the_protocols_folder() -> None:
    built_in = [entry for entry in known_dialects() if entry.origin == "built in"]
    assert [(entry.name, entry.path) for entry in built_in] == [
        ("gamebots-2004", resource_dir("protocols") / "gamebots-2004.yaml"),
        ("gamebots-ut99", resource_dir("protocols") / "gamebots-ut99.yaml"),
    ]
    assert all(find_dialect(entry.name).name == entry.name for entry in built_in)


def test_a_dialect_of_ones_own_gives_typed_messages(tmp_path: Path) -> None:
    file = tmp_path / "ut3.yaml"
    file.write_text(UT3)
    line = b"PLR {Id DM-Deck.Bot1} {Location 1.00,2.00,3.00}"
    assert said(file, line) == PlayerSeen(EntityId("DM-Deck.Bot1"), location=Vec3(1.0, 2.0, 3.0))


def test_a_new_word_becomes_a_made_up_struct(tmp_path: Path) -> None:
    file = tmp_path / "ut3.yaml"
    file.write_text(UT3)
    message = said(
        file, b"ARMOR_STATE {VestArmor 50} {powerup UTGame.UDamage} {PowerUpTime 12.5} {Worn True}"
    )
    assert isinstance(message, Percept)
    assert type(message).__name__ == "ArmorState"
    told: Any = message
    assert (told.vest_armor, told.power_up, told.power_up_time) == (50, "UTGame.UDamage", 12.5)
    assert (told.worn, told.helmet_armor, told.spot) == (True, None, None)


def test_numbered_attributes_of_a_made_up_struct_are_collected_in_order(tmp_path: Path) -> None:
    file = tmp_path / "ut3.yaml"
    file.write_text(UT3)
    points = b" ".join(b"{Spot%d %d,0,0}" % (number, number) for number in (10, 2, 0))
    assert said(file, b"ARMOR_STATE " + points).spot == tuple(
        Vec3(x, 0.0, 0.0) for x in (0.0, 2.0, 10.0)
    )


def test_a_word_the_dialect_does_not_know_is_odd(tmp_path: Path) -> None:
    file = tmp_path / "ut3.yaml"
    file.write_text(UT3)
    assert isinstance(said(file, b"NAV {Id x}"), Odd)


def test_a_file_is_loaded_once_per_version(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(SMALL)
    first = find_dialect(str(file))
    assert find_dialect(str(file)) is first
    file.write_text(SMALL.replace("A small dialect", "Another one"))
    os.utime(file, ns=(0, 1))
    assert find_dialect(str(file)).title == "Another one"


def test_a_file_without_suffix_is_found_when_it_exists(tmp_path: Path) -> None:
    file = tmp_path / "small"
    file.write_text(SMALL)
    assert find_dialect(str(file)).name == "small"


def test_unknown_name_is_told_with_the_nearest_and_all_known_ones() -> None:
    with pytest.raises(UsageError) as caught:
        find_dialect("gamebots-ut98")
    assert str(caught.value) == (
        'there is no dialect "gamebots-ut98", did you mean "gamebots-ut99"? '
        "(known: gamebots-2004, gamebots-ut99, or a file)"
    )


def test_missing_file_is_told() -> None:
    with pytest.raises(DialectError) as caught:
        find_dialect("no/such/dialect.yaml")
    assert caught.value.problems == (
        "no/such/dialect.yaml:1:1: cannot be read: No such file or directory",
    )


def test_a_folder_in_place_of_a_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DialectError) as caught:
        find_dialect(str(tmp_path))
    assert caught.value.problems == (f"{tmp_path}:1:1: cannot be read: Is a directory",)


def test_mistakes_of_a_file_are_told_under_its_path(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(SMALL.replace("as: Ready", "as: Redy"))
    with pytest.raises(DialectError) as caught:
        find_dialect(str(file))
    assert caught.value.problems == (
        f'{file}:25:9: command "READY": there is no struct "Redy", did you mean "Ready"?',
    )


def test_a_package_brings_a_dialect_by_an_entry_point(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = install_dialect(monkeypatch, tmp_path, SMALL)
    last = known_dialects()[-1]
    assert (last.name, last.path, last.origin) == ("foo-talk", file, "foo-bots")
    assert find_dialect("foo-talk").name == "small"


def test_a_package_whose_entry_point_breaks_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_dialect(monkeypatch, tmp_path, SMALL, value="no_such_module_anywhere:DIALECT")
    with pytest.raises(AgentError, match="foo-bots"):
        find_dialect("foo-talk")


def test_a_broken_entry_point_leaves_the_other_dialects_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_dialect(monkeypatch, tmp_path, SMALL, value="no_such_module_anywhere:DIALECT")
    assert find_dialect("gamebots-ut99").name == "gamebots-ut99"


@pytest.mark.parametrize(
    "program", ["raise RuntimeError('no')", "1 / 0", "this is no Python", "DIALECT = 3"]
)
def test_a_package_that_breaks_in_any_way_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str
) -> None:
    install_dialect(monkeypatch, tmp_path, SMALL, program=program)
    with pytest.raises(AgentError, match="foo-bots"):
        find_dialect("foo-talk")
