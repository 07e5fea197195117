"""Names, texts and ids that are meant to break something: the lines of others stay whole."""

from __future__ import annotations

import pytest

from agentfw.engines.gamebots import ClientSession, find_dialect
from agentfw.vocabulary import Join
from tests.support.guests import Guest, joined, only, open_game, pass_time, place

BOTH = pytest.mark.parametrize("dialect", ["gamebots-ut99", "gamebots-2004"])
STRANGE = [
    b"a{b}c",
    b"}{",
    b"{{{{",
    b"}}}}",
    b"a\0b\0",
    b"\xc3\xa9\xe2\x82\xac \xf0\x9f\x98\x80",
    b"\xff\xfe\x80",
    b"tab\there",
    b"\x1b[2J\x07\x7f\x85",
    b" ",
    b"",
    b"None",
    b"%s%n{0}",
    b"x" * 5000,
    b"Watcher",
    b"../../etc/passwd",
    b'"; DROP',
    b"a\r\nFIN\r\n",
    b"a\nDIE {Killer x}",
    b"a\rFIN",
]
EACH = pytest.mark.parametrize("strange", STRANGE, ids=range(len(STRANGE)))


def watched(dialect: str) -> tuple[Guest, Guest, ClientSession]:
    """Somebody who watches what a bad guest does, and a session that reads all of it."""
    arena = open_game(dialect)
    watcher, bad = Guest(arena), Guest(arena)
    session = ClientSession([find_dialect(dialect)], join=Join("Watcher"))
    session.feed(watcher.hear_bytes(), 0.0)
    if dialect == "gamebots-2004":
        watcher.say("READY")
        pass_time(arena, 0.05)
        session.feed(watcher.hear_bytes(), 0.0)
    watcher.say("INIT {Name Watcher}")
    pass_time(arena, 0.3)
    session.feed(watcher.hear_bytes(), 0.0)
    return watcher, bad, session


def assert_whole(session: ClientSession, data: bytes) -> None:
    """Everything is understood, and no line says anything that did not happen."""
    session.feed(data, 0.0)
    told = session.statistics()
    assert (told.rejected, told.unknown_words, told.misplaced, told.broken_batches) == (0, {}, 0, 0)
    lines = data.decode("latin-1").split("\r\n")
    assert not only(lines, "FIN", "DIE")
    assert all(line.count("{") == line.count("}") for line in lines)
    assert all("\r" not in line and "\n" not in line for line in lines)


@BOTH
@EACH
def test_a_strange_name_leaves_the_lines_of_others_whole(dialect: str, strange: bytes) -> None:
    watcher, bad, session = watched(dialect)
    bad.send(b"INIT {Name " + strange + b"}\r\nSETNAME {Name " + strange + b"}\r\n")
    pass_time(bad.arena, 0.2)
    if bad.client.is_in and bad.player.pawn is not None:
        place(watcher, 300.0, 840.0)
        place(bad, 700.0, 840.0, yaw=32768)
    bad.say("MESSAGE {Text hi} {Global True}")
    pass_time(bad.arena, 1.0)
    bad.leave()
    pass_time(bad.arena, 0.5)
    assert_whole(session, watcher.hear_bytes())


@BOTH
@EACH
def test_a_strange_text_leaves_the_lines_of_others_whole(dialect: str, strange: bytes) -> None:
    watcher, bad, session = watched(dialect)
    bad.say("INIT {Name Bad}")
    pass_time(bad.arena, 0.1)
    bad.send(b"MESSAGE {Text " + strange + b"} {Global True}\r\n")
    bad.send(b"SENDCTRLMSG {Type " + strange + b"} {PS1 " + strange + b"}\r\n")
    pass_time(bad.arena, 0.5)
    assert_whole(session, watcher.hear_bytes())


@BOTH
@EACH
def test_a_strange_id_comes_back_in_one_whole_line(dialect: str, strange: bytes) -> None:
    (guest,) = joined(open_game(dialect), "Bob")
    ask = b"{Id " + strange + b"} {Location 500,500,40}\r\n"
    guest.send(b"CHECKREACH " + ask + b"GETPATH " + ask)
    lines = guest.hears(0.3)
    assert all(line.count("{") == line.count("}") for line in lines)
    assert all("\r" not in line and "\n" not in line for line in lines)
    assert not only(lines, "FIN", "DIE")


@EACH
def test_strange_words_of_an_operator_leave_the_lines_of_players_whole(strange: bytes) -> None:
    watcher, _, session = watched("gamebots-2004")
    control = Guest(watcher.arena, "control")
    control.send(
        b"MESSAGE {Text %b} {Global True}\r\nADDBOT {Name %b}\r\n"
        b"SENDCTRLMSG {SendAll True} {Type %b}\r\nSETPASS {Password %b}\r\nCHANGEMAP {MapName %b}\r\n"
        % ((strange,) * 5)
    )
    pass_time(watcher.arena, 0.5)
    assert_whole(session, watcher.hear_bytes())


@BOTH
def test_a_name_is_cut_to_a_length_that_fits_a_score_board(dialect: str) -> None:
    guest = Guest(open_game(dialect))
    guest.say("INIT {Name " + "x" * 5000 + "}")
    pass_time(guest.arena, 0.1)
    assert len(guest.player.name) == 64
