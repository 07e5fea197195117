"""Real matches of the arena, in both dialects: what a bot believes is what is so."""

from __future__ import annotations

import pytest

from agentfw.arena.server.options import ArenaOptions
from tests.perception.witness import ASPECTS, compared

MATCHES = {
    "ut99-dm": ("gamebots-ut99", "dm", "dm-cellar"),
    "ut99-tdm": ("gamebots-ut99", "tdm", "ctf-twins"),
    "ut99-ctf": ("gamebots-ut99", "ctf", "ctf-twins"),
    "ut99-dom": ("gamebots-ut99", "dom", "dom-crossing"),
    "2004-dm": ("gamebots-2004", "dm", "dm-foundry"),
    "2004-ctf": ("gamebots-2004", "ctf", "ctf-twins"),
    "2004-ddom": ("gamebots-2004", "ddom", "dom-vault"),
}
SILENT_ABOUT = {
    *(f"{name}-flags" for name in MATCHES if "ctf" not in name),
    *(f"{name}-points" for name in MATCHES if "dom" not in name),
    "2004-ddom-scores",
}
SECONDS = 120.0
every_match = pytest.mark.parametrize("match", MATCHES)


def options(match: str) -> ArenaOptions:
    dialect, mode, level = MATCHES[match]
    return ArenaOptions(
        map=level, mode=mode, dialect=dialect, seed=1, bots=5, score_limit=0, time_limit_min=0.0
    )


@every_match
@pytest.mark.parametrize("aspect", ASPECTS)
def test_the_view_agrees_with_the_world(match: str, aspect: str) -> None:
    wrong, _ = compared(options(match), SECONDS)
    assert wrong[aspect] == []


@every_match
@pytest.mark.parametrize("aspect", ASPECTS)
def test_there_was_much_to_agree_about(match: str, aspect: str) -> None:
    _, seen = compared(options(match), SECONDS)
    assert seen[aspect] > 100 or f"{match}-{aspect}" in SILENT_ABOUT


@every_match
def test_every_line_was_understood(match: str) -> None:
    _, seen = compared(options(match), SECONDS)
    assert seen["rejected"] == 0


def test_bots_died_in_some_of_the_matches() -> None:
    assert sum(compared(options(match), SECONDS)[1]["deaths"] for match in MATCHES) >= 10
