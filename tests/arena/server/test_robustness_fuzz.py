"""Every command word with any values, on all ports of both dialects: the arena never raises."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentfw.engines.gamebots import ClientSession, find_dialect
from agentfw.vocabulary import Join
from tests.support.guests import Guest, fields, only, open_game, pass_time
from tests.support.mutations import ODD_VALUES

if TYPE_CHECKING:
    from agentfw.arena.server.arena import Arena

CLASSIC, MODERN = "gamebots-ut99", "gamebots-2004"
_HUGE: Final = [b"1e300,0,0", b"0 -1e300 0", b"0,0,1e38", b"999999999999999,1,1", b"-99999999,5,5"]
_HANDY: Final = [b"500,500,40", b"True", b"All", b"Default", b"Best", b"Vertical", b"7", b"DM-Closet"]
_KNOWN: Final = [b"@%d" % number for number in range(12)]
"""Stand for ids of things in the world, which are put in when a script is played."""
VALUES: Final = [*ODD_VALUES, *_HUGE, *_HANDY * 3, *_KNOWN * 4]
QUICK = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def words(dialect: str, *ports: str) -> list[tuple[bytes, tuple[bytes, ...]]]:
    """All command words of some ports, each with the names of its attributes."""
    found: dict[bytes, set[bytes]] = {}
    for form in find_dialect(dialect).commands:
        if set(form.ports) & set(ports):
            names = {attribute.name.replace("#", "1").encode() for attribute in form.attributes}
            for word in (form.word, *form.aliases):
                found.setdefault(word.encode(), set()).update(names)
    return [(word, tuple(sorted(names))) for word, names in sorted(found.items())]


def scripts(dialect: str, *ports: str) -> st.SearchStrategy[list[tuple[int, bytes]]]:
    """Lines of random commands, each with the number of the guest who says it."""

    def lines(word: tuple[bytes, tuple[bytes, ...]]) -> st.SearchStrategy[bytes]:
        name, attributes = word
        if not attributes:
            return st.just(name)
        value = st.sampled_from(VALUES)
        chosen = st.lists(st.tuples(st.sampled_from(attributes), value), max_size=4)
        return chosen.map(lambda pairs: name + b"".join(b" {%b %b}" % pair for pair in pairs))

    line = st.sampled_from(words(dialect, *ports)).flatmap(lines)
    return st.lists(st.tuples(st.integers(0, 7), line), min_size=1, max_size=60)


def put_in(arena: Arena, line: bytes) -> bytes:
    """A line with real ids in it."""
    world = arena.world
    ids = [*(player.id for player in world.players), *world.place_ids[:3]]
    ids += [item.id for item in world.stock.items[:2]]
    for player in world.players:
        if player.pawn is not None:
            ids += [weapon.id for weapon in player.pawn.weapons.values()]
    for number in reversed(range(12)):
        line = line.replace(b"@%d" % number, ids[number % len(ids)].encode())
    return line


def play(arena: Arena, guests: list[Guest], script: list[tuple[int, bytes]]) -> None:
    """Every line of a script, with a few ticks now and then."""
    for number, (who, line) in enumerate(script):
        guests[who % len(guests)].send(put_in(arena, line) + b"\r\n")
        if number % 3 == 2:
            arena.tick()
    pass_time(arena, 1.0)
    for guest in guests:
        guest.hear_bytes()


def enter(arena: Arena, count: int) -> list[Guest]:
    guests = [Guest(arena) for _ in range(count)]
    for number, guest in enumerate(guests):
        guest.say(f"INIT {{Name bad{number}}}")
    arena.tick()
    return guests


@QUICK
@given(script=scripts(CLASSIC, "bot"))
def test_no_words_of_classic_bots_stop_the_arena(script: list[tuple[int, bytes]]) -> None:
    arena = open_game(CLASSIC, bots=1)
    play(arena, enter(arena, 3), script)


@QUICK
@given(script=scripts(MODERN, "bot"))
def test_no_words_of_bots_stop_the_arena(script: list[tuple[int, bytes]]) -> None:
    arena = open_game(MODERN, bots=1)
    play(arena, enter(arena, 3), script)


@QUICK
@given(script=scripts(MODERN, "bot", "control", "observer"))
def test_no_words_on_any_port_stop_the_arena(script: list[tuple[int, bytes]]) -> None:
    """Operators may pause, kick, restart and change the map in the middle of it all."""
    arena = open_game(MODERN, bots=1)
    others = [Guest(arena, "control"), Guest(arena, "control"), Guest(arena, "observer")]
    others[0].say("READY")
    others[2].say("READY", "INIT {Name bad0}")
    play(arena, enter(arena, 2) + others, script)


@QUICK
@given(script=scripts(MODERN, "bot", "control", "observer"))
def test_no_words_of_newcomers_stop_the_arena(script: list[tuple[int, bytes]]) -> None:
    """Before the handshake, and before a password was given."""
    arena = open_game(MODERN, bots=1)
    outside = [Guest(arena, role) for role in ("bot", "control", "observer")]
    arena.set_password("sesame", "10.0.0.1")
    outside += [Guest(arena, role) for role in ("bot", "control", "observer")]
    play(arena, outside, script)


@QUICK
@given(data=st.lists(st.tuples(st.integers(0, 4), st.binary(max_size=300)), max_size=30))
@pytest.mark.parametrize("dialect", [CLASSIC, MODERN])
def test_no_bytes_stop_the_arena(dialect: str, data: list[tuple[int, bytes]]) -> None:
    arena = open_game(dialect, bots=1)
    guests = enter(arena, 3)
    if dialect == MODERN:
        guests += [Guest(arena, "control"), Guest(arena, "observer")]
    for who, piece in data:
        guests[who % len(guests)].send(piece)
        arena.tick()
    pass_time(arena, 0.5)


def assert_undisturbed(dialect: str, script: list[tuple[int, bytes]]) -> None:
    """A witness who cannot be hurt hears whole lines and every batch, whatever other bots say."""
    arena = open_game(dialect, allow_pause=False)
    witness = Guest(arena)
    session = ClientSession([find_dialect(dialect)], join=Join("Witness"))
    if dialect == MODERN:
        witness.say("READY")
        arena.tick()
    witness.say("INIT {Name Witness}")
    arena.tick()
    witness.player.settings.invulnerable = True
    play(arena, enter(arena, 2), script)
    data = witness.hear_bytes()
    session.feed(data, 0.0)
    told = session.statistics()
    assert (told.rejected, told.unknown_words, told.misplaced, told.broken_batches) == (0, {}, 0, 0)
    lines = data.decode("latin-1").split("\r\n")
    times = [float(fields(line)["Time"]) for line in only(lines, "BEG")]
    gaps = {round(after - before, 6) for before, after in itertools.pairwise(times)}
    assert gaps <= {0.15 if dialect == CLASSIC else 0.25}
    assert arena.world.time - times[-1] < 0.26


@QUICK
@given(script=scripts(CLASSIC, "bot"))
def test_nobody_else_misses_a_classic_batch(script: list[tuple[int, bytes]]) -> None:
    assert_undisturbed(CLASSIC, script)


@QUICK
@given(script=scripts(MODERN, "bot"))
def test_nobody_else_misses_a_batch(script: list[tuple[int, bytes]]) -> None:
    assert_undisturbed(MODERN, script)
