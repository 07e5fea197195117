"""Every kind of mistake in a dialect file, with the exact text it is told by."""

from __future__ import annotations

import pytest

from agentfw.engines.gamebots import load_dialect
from tests.support.small_dialect import SMALL, changed, problems_of

_LOCATION = '"INV", attribute "Location"'

ONE_MISTAKE = {
    "unknown top key": (
        "handshake: greeted",
        "handshake: greeted\ndecimal: 2",
        '4:1: dialect file: unknown key "decimal", did you mean "decimals"?',
    ),
    "missing top key": (
        "handshake: greeted\n",
        "",
        '1:1: dialect file: key "handshake" is missing',
    ),
    "unknown handshake": (
        "greeted",
        "greted",
        '3:12: handshake: "greted" is not one of announced, greeted, did you mean "greeted"?',
    ),
    "unknown port role": (
        "  bot: {",
        "  bott: {",
        '5:3: ports: unknown key "bott", did you mean "bot"?',
    ),
    "missing port key": (
        ", greeting: HELLO_BOT",
        "",
        '5:8: port "bot": key "greeting" is missing',
    ),
    "port number too large": (
        "3000",
        "65536",
        '5:17: port "bot": expected a whole number from 1 to 65535, found "65536"',
    ),
    "port number in words": (
        "3000",
        "three",
        '5:17: port "bot": expected a whole number from 1 to 65535, found "three"',
    ),
    "word too short": ("  INV:", "  I:", '7:3: message "I": a word has 2 to 20 letters, no braces'),
    "word with a brace": (
        "  READY:",
        '  "READY{":',
        '24:3: command "READY{": a word has 2 to 20 letters, no braces',
    ),
    "duplicate word": ("  FLG:", "  INV:", '17:3: messages: "INV" stands here twice'),
    "messages as a list": (
        "commands:\n  READY:\n    as: Ready\n    about: Ask for the world.\n",
        "commands: [READY]\n",
        "23:11: commands: expected a mapping, found a list",
    ),
    "word with nothing": (
        "  READY:\n    as: Ready\n    about: Ask for the world.\n",
        "  READY:\n",
        '24:9: command "READY": expected a mapping, found nothing',
    ),
    "unknown form key": (
        "when: [batch]",
        "where: [batch]",
        '10:5: message "INV": unknown key "where", did you mean "when"?',
    ),
    "missing form key": ("    about: An item.\n", "", '8:5: message "INV": key "about" is missing'),
    "unknown struct": (
        "as: ItemSeen",
        "as: ItemSean",
        '8:9: message "INV": there is no struct "ItemSean", did you mean "ItemSeen"?',
    ),
    "struct as a list": (
        "as: ItemSeen",
        "as: [ItemSeen]",
        '8:9: message "INV": expected a text, found a list',
    ),
    "unknown context": (
        "when: [batch]",
        "when: [bach]",
        (
            '10:12: message "INV", when: "bach" is not one of batch, event, handshake, reply, '
            'did you mean "batch"?'
        ),
    ),
    "context without a list": (
        "when: [batch]",
        "when: batch",
        '10:11: message "INV", when: expected a list, found "batch"',
    ),
    "unknown port": (
        "when: [batch]",
        "ports: [bot, control]",
        '10:18: message "INV", ports: "control" is not one of bot',
    ),
    "condition on an unlisted attribute": (
        "if: Id",
        "if: Idd",
        '11:9: message "INV", if: "Idd" is not one of Id, Location, Visible, did you mean "Id"?',
    ),
    "unknown field to set": (
        "set: {amount: 1}",
        "set: {amuont: 1}",
        '12:11: message "INV", set: unknown key "amuont", did you mean "amount"?',
    ),
    "preset that does not fit": (
        "set: {amount: 1}",
        "set: {amount: many}",
        '12:19: message "INV", set: "many" does not fit: Expected `int | null`, got `str`',
    ),
    "preset that is a list": (
        "set: {amount: 1}",
        "set: {amount: [1]}",
        '12:19: message "INV", set: expected a text, found a list',
    ),
    "unknown field to drop": (
        "    if: Id\n",
        "    drops: [reach]\n",
        (
            '11:13: message "INV", drops: "reach" is not one of amount, dropped, extra, id, item_class, '
            'location, place, reachable, visible, did you mean "reachable"?'
        ),
    ),
    "truth that is neither": (
        "    if: Id\n",
        "    fleeting: yes\n",
        '11:15: message "INV": "yes" is not one of false, true',
    ),
    "attributes as a list": (
        "      Id: id\n      Home: tag -> state=home\n",
        "      [Id, Home]\n",
        '21:7: message "FLG": expected a mapping, found a list',
    ),
    "attribute as a list": (
        "Location: vector[uu]",
        "Location: [vector]",
        f"15:17: message {_LOCATION}: expected a text, found a list",
    ),
    "attribute name with a blank": (
        "Location: vector[uu]",
        "Loca tion: vector[uu] -> location",
        '15:7: message "INV", attribute "Loca tion": a name has no blanks and no braces',
    ),
    "duplicate attribute": (
        "Visible: bool",
        "Location: vector",
        '16:7: message "INV": "Location" stands here twice',
    ),
    "bad attribute syntax": (
        "Location: vector[uu]",
        "Location: vector (uu)",
        f'15:17: message {_LOCATION}: expected "type[unit] -> field", found "vector (uu)"',
    ),
    "unknown type": (
        "Location: vector[uu]",
        "Location: vectr[uu]",
        f'15:17: message {_LOCATION}: unknown type "vectr", did you mean "vector"?',
    ),
    "unknown field": (
        "Location: vector[uu]",
        "Location: vector[uu] -> locaton",
        f'15:17: message {_LOCATION}: there is no field "locaton", did you mean "location"?',
    ),
    "type that does not fit": (
        "Location: vector[uu]",
        "Location: rotation",
        f'15:17: message {_LOCATION}: field "location" holds Vec3, not rotation',
    ),
    "number for a truth value": (
        "Visible: bool",
        "Visible: int",
        '16:16: message "INV", attribute "Visible": field "visible" holds bool, not int',
    ),
    "tag without a value": (
        "tag -> state=home",
        "tag -> state",
        '22:13: message "FLG", attribute "Home": "tag -> field=value" goes with "=", other types do not',
    ),
    "value without a tag": (
        "tag -> state=home",
        "word -> state=home",
        '22:13: message "FLG", attribute "Home": "tag -> field=value" goes with "=", other types do not',
    ),
    "tag value that does not fit": (
        "state=home",
        "state=lost",
        '22:13: message "FLG", attribute "Home": "lost" does not fit: Invalid enum value \'lost\'',
    ),
    "name that is a list": (
        "dialect: small",
        "dialect: [small]",
        "1:10: dialect: expected a text, found a list",
    ),
    "title that is a mapping": (
        "title: A small dialect",
        "title: {a: b}",
        "2:8: title: expected a text, found a mapping",
    ),
}


@pytest.mark.parametrize(("old", "new", "problem"), ONE_MISTAKE.values(), ids=ONE_MISTAKE)
def test_a_mistake_is_told_once_with_its_place(old: str, new: str, problem: str) -> None:
    assert problems_of(changed(old, new)) == [f"d.yaml:{problem}"]


def test_the_unspoilt_file_has_no_mistakes() -> None:
    assert load_dialect(SMALL, "d.yaml").name == "small"


def test_the_struct_of_a_command_is_none_for_a_message() -> None:
    (problem,) = problems_of(changed("as: FlagSeen", "as: DrawRoute"))
    assert problem.startswith('d.yaml:18:9: message "FLG": there is no struct "DrawRoute" (known: ')


def test_several_mistakes_are_told_together_in_file_order() -> None:
    text = (
        changed("as: Ready", "as: Redy")
        .replace("greeted", "greted")
        .replace("Visible: bool", "Visible: id")
    )
    assert problems_of(text) == [
        'd.yaml:3:12: handshake: "greted" is not one of announced, greeted, did you mean "greeted"?',
        'd.yaml:16:16: message "INV", attribute "Visible": field "visible" holds bool, not id',
        'd.yaml:25:9: command "READY": there is no struct "Redy", did you mean "Ready"?',
    ]


def test_mistakes_of_a_word_without_a_struct_are_told_once() -> None:
    text = changed(
        "commands:",
        "  NEW: {about: x, attributes: [A]}\n  OLD: {about: x, attributes: {A: id, A: id}}\ncommands:",
    )
    assert problems_of(text) == [
        'd.yaml:23:31: message "NEW": expected a mapping, found a list',
        'd.yaml:24:39: message "OLD": "A" stands here twice',
    ]
