"""Numbers and times in words."""

from __future__ import annotations

import math

import pytest

from agentfw.talk import Roster, shipped_talk
from agentfw.talk.slots import Slots
from agentfw.talk.words import words_in

SLOTS = Slots(shipped_talk(), Roster(), "Sarge")


@pytest.mark.parametrize(
    ("said", "number"),
    [
        *(("7", "7"), ("eleven", "11"), ("fifty", "50"), ("seventeen", "17"), ("a couple of", "2")),
        *(("thirty five", "35"), ("ninety-nine", "99"), ("a hundred", "100"), ("half a", "0.5")),
        *(("2 and a half", "2.5"), ("two and a half", "2.5"), ("twenty one and a half", "21.5")),
    ],
)
def test_numbers_are_read_however_they_are_said(said: str, number: str) -> None:
    assert SLOTS.number(words_in(said)) == number


@pytest.mark.parametrize("said", ["forty eleven", "five thirty", "many", "and a half", "ten ten", ""])
def test_what_is_no_number_is_none(said: str) -> None:
    assert SLOTS.number(words_in(said)) == ""


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        *(("30s", 30.0), ("10min", 600.0), ("1m30s", 90.0), ("1h2m3s", 3723.0), ("1 min 30 sec", 90.0)),
        *(("half an hour", 1800.0), ("half a minute", 30.0), ("a minute and a half", 90.0)),
        *(("one and a half hours", 5400.0), ("2 hours, and 5 minutes", 7500.0), ("ever", math.inf)),
        *(("thirty five minutes", 2100.0), ("one minute and thirty seconds", 90.0)),
    ],
)
def test_times_are_read_however_they_are_said(said: str, seconds: float) -> None:
    assert SLOTS.seconds(words_in(said)) == seconds


@pytest.mark.parametrize(
    "said", ["0 seconds", "0 min", "7 parsecs", "1 m 1 m 1 m 1 m", "many minutes", "1 min and", "", "5"]
)
def test_what_is_no_time_is_none(said: str) -> None:
    assert SLOTS.seconds(words_in(said)) is None
