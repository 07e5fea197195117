from __future__ import annotations

import contextlib
import tracemalloc

import pytest

from agentfw.engines.gamebots import Dialect, load_dialect, wire
from agentfw.engines.gamebots.dialect import Attribute, Context, Handshake, Port, ValueType
from agentfw.errors import DialectError
from agentfw.vocabulary import FireMode, FlagState, ItemClass, ItemSeen, PlayerSeen
from tests.support.dialects import BOTH, CLASSIC, GB2004
from tests.support.small_dialect import SMALL, changed, problems_of


def new_word(attribute: str) -> str:
    """A message without a struct, to be put before the commands."""
    return f'  NEW:\n    about: New.\n    attributes:\n      "{attribute}": text\ncommands:'


@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.name)
def test_shipped_dialects_describe_words_in_both_directions(dialect: Dialect) -> None:
    assert dialect.source.endswith(f"{dialect.name}.yaml")
    assert len(dialect.messages) > 30
    assert len(dialect.commands) > 15
    assert all(form.about for form in (*dialect.messages, *dialect.commands))


def test_settings_of_the_shipped_dialects() -> None:
    assert (CLASSIC.handshake, CLASSIC.decimals, CLASSIC.true_tag) == (Handshake.ANNOUNCED, 6, "1")
    assert (CLASSIC.blank_after_bare_word, CLASSIC.cuts_at_cr) == (True, False)
    assert (GB2004.handshake, GB2004.decimals, GB2004.true_tag) == (Handshake.GREETED, 2, "True")
    assert (GB2004.blank_after_bare_word, GB2004.cuts_at_cr) == (False, True)
    assert GB2004.max_attributes == 32


def test_ports_of_the_shipped_dialects() -> None:
    assert CLASSIC.ports == (Port("bot", 3000, "NFO"),)
    assert GB2004.ports == (
        Port("bot", 3000, "HELLO_BOT"),
        Port("control", 3001, "HELLO_CONTROL_SERVER"),
        Port("observer", 3002, "HELLO_OBSERVER"),
    )
    assert GB2004.port("observer") == Port("observer", 3002, "HELLO_OBSERVER")
    assert CLASSIC.port("observer") is None


def test_a_form_holds_what_the_file_says() -> None:
    form, flag = load_dialect(SMALL, "d.yaml").messages
    assert (form.word, form.struct, form.about) == ("INV", ItemSeen, "An item.")
    assert form.contexts == {Context.BATCH}
    assert (form.condition, form.presets, form.ports) == ("Id", (("amount", 1),), ("bot",))
    assert form.attributes == (
        Attribute("Id", ValueType.ID, "id"),
        Attribute("Location", ValueType.VECTOR, "location", "uu"),
        Attribute("Visible", ValueType.BOOL, "visible"),
    )
    assert flag.attributes[1] == Attribute("Home", ValueType.TAG, "state", preset=FlagState.HOME)


def test_settings_left_out_have_defaults() -> None:
    dialect = load_dialect(SMALL, "d.yaml")
    assert (dialect.name, dialect.title, dialect.source) == ("small", "A small dialect", "d.yaml")
    assert (dialect.decimals, dialect.true_tag, dialect.max_attributes) == (2, "True", 32)
    assert (dialect.blank_after_bare_word, dialect.cuts_at_cr) == (False, False)


def test_a_word_may_have_several_forms_and_two_words_one_struct() -> None:
    forms = [form for form in GB2004.messages if form.word == "NAV"]
    assert [form.condition for form in forms] == ["DomPoint", None]
    assert {form.word for form in GB2004.messages if form.struct is wire.Hello} == {
        "HELLO_BOT",
        "HELLO_CONTROL_SERVER",
        "HELLO_OBSERVER",
    }


def test_a_group_fills_a_struct_of_its_own() -> None:
    form = next(form for form in GB2004.messages if form.struct is ItemClass)
    assert [(group.prefix, group.field, group.struct) for group in form.groups] == [
        ("Pri", "primary", FireMode),
        ("Sec", "secondary", FireMode),
    ]


def test_two_tags_may_set_one_field() -> None:
    form = next(form for form in CLASSIC.messages if form.struct is PlayerSeen)
    tags = [a for a in form.attributes if a.kind is ValueType.TAG]
    assert [(tag.name, tag.field, int(tag.preset)) for tag in tags] == [
        ("Firing", "firing", 1),
        ("AltFiring", "firing", 2),
    ]


def test_a_word_without_a_struct_gets_one_made_up() -> None:
    text = changed("    as: ItemSeen\n", "").replace("Visible: bool", '"P#": vector')
    (form, _) = load_dialect(text.replace("    set: {amount: 1}\n", ""), "d.yaml").messages
    assert form.struct.__name__ == "Inv"
    assert form.struct.__struct_fields__ == ("id", "location", "p", "extra")
    assert form.struct.__struct_config__.tag == "Inv"


@pytest.mark.parametrize("name", ["Type", "Name", "Line", "From", "Class", "Id", "XMLHttp"])
def test_an_attribute_finds_a_field_of_its_name_in_a_made_up_struct(name: str) -> None:
    new = load_dialect(changed("commands:", new_word(name)), "d.yaml").messages[-1]
    assert [attribute.name for attribute in new.attributes] == [name]
    assert new.attributes[0].field in new.struct.__struct_fields__


@pytest.mark.parametrize("name", ["45toLeft", "HP-Max", "#"])
def test_a_name_that_is_no_identifier_is_read_or_told_but_no_crash(name: str) -> None:
    with contextlib.suppress(DialectError):
        new = load_dialect(changed("commands:", new_word(name)), "d.yaml").messages[-1]
        assert new.attributes[0].field in new.struct.__struct_fields__


def test_an_attribute_named_like_the_common_field_gets_a_field_of_its_own() -> None:
    new = load_dialect(changed("commands:", new_word("Extra")), "d.yaml").messages[-1]
    assert new.struct.__struct_fields__ == ("extra_", "extra")


def test_words_may_share_attributes_by_an_anchor() -> None:
    text = changed(
        "    attributes:\n      Id: id\n      Loc", "    attributes: &a\n      Id: id\n      Loc"
    )
    text = text.replace("commands:", "  IN2: {as: ItemSeen, about: x, attributes: *a}\ncommands:")
    first, _, last = load_dialect(text, "d.yaml").messages
    assert last.attributes == first.attributes


@pytest.mark.parametrize(
    ("new", "place"),
    [
        ("also: ['{']", "11:12"),
        ("groups: {amount: {prefix: Pri, as: FireMode, attributes: {Damage: float}}}", "11:22"),
    ],
)
def test_what_cannot_work_later_is_noticed_when_loading(new: str, place: str) -> None:
    (problem,) = problems_of(changed("if: Id", new))
    assert problem.startswith(f"d.yaml:{place}: message ")


def test_a_running_number_needs_a_field_for_many_values() -> None:
    (problem,) = problems_of(changed("Visible: bool", '"Amount#": int -> amount'))
    assert problem.startswith('d.yaml:16:18: message "INV", attribute "Amount#": field "amount" ')


@pytest.mark.parametrize(
    "place", ["as: ItemSeen, set: {amount: *bomb}", "attributes: {Id: *bomb}", "also: *bomb"]
)
def test_an_alias_bomb_costs_no_memory_and_fills_no_message(place: str) -> None:
    levels = [f"  - &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 5)]
    bomb = ["title:", "  - &l0 [boom]", *levels, f"  - &bomb [{', '.join(['*l4'] * 10)}]"]
    text = changed("title: A small dialect", "\n".join(bomb))
    text = text.replace("commands:", f"  NEW: {{about: x, {place}}}\ncommands:")
    tracemalloc.start()
    try:
        problems = problems_of(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert max(map(len, problems)) < 200
    assert peak < 1_000_000
