"""Kinds of links and the bits that allow them."""

from __future__ import annotations

import functools
import operator

import pytest

from agentfw.navigation import LinkKind, Travel


@pytest.mark.parametrize("kind", LinkKind)
def test_every_kind_has_a_bit_of_its_own(kind: LinkKind) -> None:
    others = [other.travel for other in LinkKind if other is not kind]
    assert kind.travel.bit_count() == 1
    assert kind.travel not in others


def test_all_allows_every_kind() -> None:
    assert functools.reduce(operator.or_, (kind.travel for kind in LinkKind)) == Travel.ALL


def test_by_default_everything_but_flying_and_translocating_is_allowed() -> None:
    left_out = [kind for kind in LinkKind if kind.travel not in Travel.DEFAULT]
    assert left_out == [LinkKind.FLY, LinkKind.TRANSLOCATE]


def test_kinds_are_written_in_lower_case() -> None:
    assert [kind.value for kind in LinkKind] == [kind.name.lower() for kind in LinkKind]
