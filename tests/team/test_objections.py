"""What cannot be is told once, in short, and not without end."""

from __future__ import annotations

from agentfw.team.objections import Objections


def told(*objections: tuple[str, str]) -> list[tuple[str, str]]:
    """What is passed on of these."""
    found: list[tuple[str, str]] = []
    kept = Objections(lambda topic, why: found.append((topic, why)))
    for one in objections:
        kept.add(*one)
    assert list(kept) == [why for _, why in found]
    return found


def test_each_is_told_once() -> None:
    assert told(("Ada", "no"), ("Ada", "gone"), ("Ada", "no")) == [("Ada", "no"), ("Ada", "gone")]


def test_the_same_about_two_is_told_of_both() -> None:
    assert told(("Ada", "no"), ("Bob", "no")) == [("Ada", "no"), ("Bob", "no")]


def test_no_more_than_a_hundred_are_told() -> None:
    objections = [("Ada", str(number)) for number in range(300)]
    assert told(*objections) == objections[:100]


def test_long_ones_are_cut_and_those_that_begin_alike_are_one() -> None:
    assert told(("Ada", "x" * 1000), ("Ada", "x" * 2000)) == [("Ada", "x" * 299 + "…")]
