"""A dialect file small enough to be spoilt in one place at a time."""

from __future__ import annotations

from typing import Final

import pytest

from agentfw.engines.gamebots import load_dialect
from agentfw.errors import DialectError

__all__ = ["SMALL", "changed", "problems_of"]

SMALL: Final = """\
dialect: small
title: A small dialect
handshake: greeted
ports:
  bot: {number: 3000, greeting: HELLO_BOT}
messages:
  INV:
    as: ItemSeen
    about: An item.
    when: [batch]
    if: Id
    set: {amount: 1}
    attributes:
      Id: id
      Location: vector[uu]
      Visible: bool
  FLG:
    as: FlagSeen
    about: A flag.
    attributes:
      Id: id
      Home: tag -> state=home
commands:
  READY:
    as: Ready
    about: Ask for the world.
"""


def changed(old: str, new: str) -> str:
    """The small dialect with the only occurrence of one text replaced."""
    assert SMALL.count(old) == 1, old
    return SMALL.replace(old, new)


def problems_of(text: str | bytes) -> list[str]:
    """The mistakes of a dialect file."""
    with pytest.raises(DialectError) as caught:
        load_dialect(text, "d.yaml")
    return list(caught.value.problems)
