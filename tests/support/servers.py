"""Servers to connect to: scripted ones in memory, and some that are no game servers."""

from __future__ import annotations

import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from trio.testing import lockstep_stream_pair, memory_stream_pair

from agentfw.engines.gamebots import ClientSession
from agentfw.testing import Script, ScriptedServer
from tests.support.conversations import CLASSIC_NFO, WORLD
from tests.support.dialects import BOTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    import trio

    from agentfw.engines.link import Link
    from agentfw.vocabulary import Join, Percept

__all__ = [
    "announcing_script",
    "bot_session",
    "greeting_script",
    "http_server",
    "in_lockstep",
    "in_memory",
    "next_types",
]


def greeting_script() -> Script:
    """A GB2004 server with Bob in its game; he perceives two things until then."""
    script = Script().reply("HELLO_BOT").expect("READY").reply(*WORLD)
    return script.expect("INIT {Name Bob}").reply("INITED {BotId Bot9}")


def announcing_script() -> Script:
    """A classic server with Bob in its game; he perceives two things until then."""
    script = Script().reply(CLASSIC_NFO).expect("INIT {Name Bob}")
    return script.reply("BEG {Time 1.000000}", "END {Time 1.000000}")


async def next_types(link: Link, count: int) -> list[type[Percept]]:
    """Of what kind the next percepts are."""
    return [type(await link.receive()) for _ in range(count)]


def bot_session(join: Join | None = None, *, password: str | None = None) -> ClientSession:
    """A fresh session of a bot that speaks either dialect."""
    return ClientSession(BOTH, join=join, password=password)


def in_memory(nursery: trio.Nursery, script: Script) -> tuple[ScriptedServer, trio.abc.Stream]:
    """A scripted server, and a stream to it that takes any number of bytes at once."""
    server = ScriptedServer(script)
    ours, theirs = memory_stream_pair()
    nursery.start_soon(server.play, theirs)
    return server, ours


def in_lockstep(nursery: trio.Nursery, script: Script) -> tuple[ScriptedServer, trio.abc.Stream]:
    """A scripted server, and a stream to it on which sending waits for the server to read."""
    server = ScriptedServer(script)
    ours, theirs = lockstep_stream_pair()
    nursery.start_soon(server.play, theirs)
    return server, ours


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def http_server() -> Iterator[int]:
    """The port of a web server on the loopback address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
