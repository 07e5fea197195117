"""The scripted server does what its script says, and tells exactly what went otherwise."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from agentfw.testing import Script, ScriptedServer, scripted_server
from tests.support.conversations import said

_GREETING = Script().reply("HELLO_BOT").expect("READY").reply("SHS", "EHS")


async def _visit(server: ScriptedServer, *lines: str) -> bytes:
    """Say these lines to the server, hang up, and give back all that it said."""
    ours, theirs = memory_stream_pair()
    await ours.send_all(said(*lines))
    await ours.send_eof()
    await server.play(theirs)
    await theirs.aclose()
    return b"".join([bytes(piece) async for piece in ours])


def _complaint(server: ScriptedServer) -> str:
    with pytest.raises(AssertionError) as caught:
        server.assert_done()
    return str(caught.value)


async def test_fulfilled_script_is_done() -> None:
    server = ScriptedServer(_GREETING)
    assert await _visit(server, "READY") == said("HELLO_BOT", "SHS", "EHS")
    server.assert_done()


async def test_lines_beyond_the_script_are_kept_and_do_no_harm() -> None:
    server = ScriptedServer(_GREETING)
    await _visit(server, "READY", "PING", "QUIT")
    server.assert_done()
    assert server.received == ["READY", "PING", "QUIT"]


@pytest.mark.parametrize(
    "line",
    [
        "INIT {Name Bob} {Team 1}",
        "Init {team 1} {NAME Bob}",
        "INIT {Name Bob} {Skin x} {Team 1}",
        "INIT  {Name Bob}  {Team 1} ",
    ],
)
async def test_expecting_ignores_case_and_order_and_additional_attributes(line: str) -> None:
    server = ScriptedServer(Script().expect("INIT {Name Bob} {Team 1}"))
    await _visit(server, line)
    server.assert_done()


@pytest.mark.parametrize(
    "line", ["INIT {Name Bob}", "INIT {Name bob} {Team 1}", "INIT {Name Bob} {Team 11}", "JOIN"]
)
async def test_expecting_insists_on_word_attributes_and_values(line: str) -> None:
    server = ScriptedServer(Script().expect("INIT {Name Bob} {Team 1}"))
    await _visit(server, line)
    assert f'got "{line}"' in _complaint(server)


async def test_wrong_line_is_told_with_its_step_and_ends_the_connection() -> None:
    server = ScriptedServer(_GREETING)
    assert await _visit(server, "STOP", "READY") == said("HELLO_BOT")
    assert _complaint(server).splitlines() == [
        'step 2: expected "READY", got "STOP"',
        'not done: expect "READY"',
        r"not done: reply 'SHS\r\nEHS\r\n'",
    ]


async def test_client_that_hangs_up_is_told() -> None:
    server = ScriptedServer(Script().expect("READY"))
    await _visit(server)
    assert _complaint(server).splitlines() == [
        'step 1: expected "READY", got "the end of the connection"',
        'not done: expect "READY"',
    ]


async def test_client_that_says_nothing_is_told_when_patience_ends(autojump_clock: MockClock) -> None:
    server = ScriptedServer(Script().expect("READY"), patience_s=2.0)
    ours, theirs = memory_stream_pair()
    start = trio.current_time()
    await server.play(theirs)
    assert trio.current_time() - start == pytest.approx(2.0)
    assert _complaint(server).startswith('step 1: expected "READY", got "nothing in time"')
    assert await ours.receive_some() == b""


async def test_nobody_connected_is_told_with_the_first_step() -> None:
    server = ScriptedServer(_GREETING, Script().expect("READY"))
    assert _complaint(server).splitlines() == [
        r"nobody connected for: reply 'HELLO_BOT\r\n' …",
        'nobody connected for: expect "READY" …',
    ]


async def test_nobody_connected_for_an_empty_script_is_told_too() -> None:
    assert "nobody connected" in _complaint(ScriptedServer(Script()))


async def test_steps_left_are_told_one_by_one(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    script = Script().wait(60.0).reply(b"\xff" * 70).expect("QUIT").close()
    server = ScriptedServer(script)
    _ours, theirs = memory_stream_pair()
    nursery.start_soon(server.play, theirs)
    await wait_all_tasks_blocked()
    assert _complaint(server).splitlines() == [
        "not done: wait",
        "not done: reply '" + r"\xff" * 60 + "'",
        'not done: expect "QUIT"',
        "not done: close",
    ]


async def test_client_too_many_is_told_and_turned_away() -> None:
    server = ScriptedServer(_GREETING)
    await _visit(server, "READY")
    ours, theirs = memory_stream_pair()
    await server.play(theirs)
    assert await ours.receive_some() == b""
    assert _complaint(server) == "a client connected after the last script"


async def test_second_connection_gets_the_second_script() -> None:
    server = ScriptedServer(Script().reply("ONE").expect("A"), Script().reply("TWO").expect("B"))
    assert [await _visit(server, "A"), await _visit(server, "B")] == [said("ONE"), said("TWO")]
    server.assert_done()


async def test_script_given_twice_has_to_be_fulfilled_twice() -> None:
    server = ScriptedServer(_GREETING, _GREETING)
    ours, theirs = memory_stream_pair()
    await ours.aclose()
    await server.play(theirs)
    await _visit(server, "READY")
    assert "not done" in _complaint(server)


async def test_bytes_are_sent_as_they_are_and_text_with_a_line_end() -> None:
    server = ScriptedServer(Script().reply("SH", b"S\nEH", "S \xe9"))
    assert await _visit(server, "READY") == b"SH\r\nS\nEHS \xe9\r\n"


async def test_waiting_takes_its_time_and_closing_closes(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    server = ScriptedServer(Script().wait(3.0).reply("FIN").close())
    ours, theirs = memory_stream_pair()
    nursery.start_soon(server.play, theirs)
    start = trio.current_time()
    heard = [bytes(await ours.receive_some()), bytes(await ours.receive_some())]
    assert heard == [said("FIN"), b""]
    assert trio.current_time() - start == pytest.approx(3.0)
    await wait_all_tasks_blocked()
    server.assert_done()


async def test_listening_server_serves_each_connection_on_a_real_port() -> None:
    async with scripted_server(_GREETING, Script().reply("TWO")) as server:
        first = await trio.open_tcp_stream(server.host, server.port)
        second = await trio.open_tcp_stream(server.host, server.port)
        async with first, second:
            await first.send_all(said("READY"))
            heard = [bytes(await stream.receive_some(2)) for stream in (first, second)]
    assert sorted(heard) == [b"HE", b"TW"]


async def test_mistake_in_the_block_arrives_as_itself() -> None:
    """A failing assertion, such as that of `assert_done`, must not come wrapped in a group."""

    async def check_too_early() -> None:
        async with scripted_server(_GREETING) as server:
            server.assert_done()

    with pytest.raises(AssertionError, match=r"^nobody connected for: reply "):
        await check_too_early()


async def test_failing_a_test_in_the_block_fails_the_test() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"^as it should$"):
        async with scripted_server(Script()):
            pytest.fail("as it should")
