"""The arena: a world and everybody connected to it, advanced tick by tick.

Pure: it neither waits nor sends. Whoever drives it (`serving`, or a test) feeds bytes to clients, calls
`tick`, and carries the output away. Commands are collected between ticks and applied at their border,
newcomers by name and players in the order they joined, so that the same commands give the same match
however they arrive.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog

from agentfw.arena.maps.catalog import find_map
from agentfw.arena.maps.navgraph import derive_navigation
from agentfw.arena.server.bots import BotClient
from agentfw.arena.server.control import ControlClient
from agentfw.arena.server.listing import game_info
from agentfw.arena.server.observing import ObserverClient
from agentfw.arena.server.options import ArenaOptions, maps_for
from agentfw.arena.server.results import MatchResult, result_of
from agentfw.arena.world.natives import NATIVE_NAMES
from agentfw.arena.world.world import TICK_S, World
from agentfw.engines.gamebots import Handshake
from agentfw.errors import UsageError
from agentfw.geometry import ORIGIN
from agentfw.vocabulary import (
    NO_TEAM,
    ChatChannel,
    ChatHeard,
    GamePaused,
    GameRestarted,
    GameResumed,
    Join,
    MapChanging,
)

if TYPE_CHECKING:
    from agentfw.arena.maps.mapfiles import MapFile
    from agentfw.arena.server.clients import Client
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.vantage import Vantage
    from agentfw.engines.gamebots import orders
    from agentfw.geometry import Rotation, Vec3
    from agentfw.vocabulary import Command, Percept, Respawn, Say

__all__ = ["MAX_CLIENTS", "Arena"]

_log = structlog.get_logger()

MAX_CLIENTS: Final = {"bot": 32, "control": 10, "observer": 16}
"""How many connections of each kind there can be at once."""
_KINDS: Final = {"bot": BotClient, "control": ControlClient, "observer": ObserverClient}
_RESULTS_KEPT: Final = 1000
_MOST_ANSWERED: Final = 512 * 1024
"""How many bytes of answers end a client's turn in a tick; the rest of its commands waits."""


class Arena:
    """One server: a match after the other, on one map until an operator changes it."""

    def __init__(self, options: ArenaOptions | None = None) -> None:
        self.options = (options or ArenaOptions()).settled()
        self.dialect = self.options.find_dialect()
        self.is_classic = self.dialect.handshake is Handshake.ANNOUNCED
        if self.options.password and self.is_classic:
            raise UsageError(f"{self.dialect.name} has no words for a password")
        self.password = self.options.password or None
        self.password_set_by = ""
        self.speed = self.options.speed
        self.locks = {"bot": False, "control": False, "observer": False}
        self.is_paused = False
        """Whether the whole game stands still."""
        self.ticks = 0
        """Ticks since the arena began, paused ones included."""
        self.clients: list[Client] = []
        self._gone: list[Client] = []
        """Clients whose connection is lost, but not what they said last."""
        self.encoded_worlds: dict[tuple[str, str], bytes] = {}
        """Long lists as told in this tick, by the kind of client and of list."""
        self.results: deque[MatchResult] = deque(maxlen=_RESULTS_KEPT)
        self.matches = 0
        self._numbers = 0
        self._next_map: MapFile | None = None
        self._known_maps: dict[str, str] | None = None
        self._restarts_at: int | None = None
        self._natives: list[tuple[str, float, int]] = []
        self._settings = self.options.settings()
        self._game = self.options.game(self.dialect)
        self._map = self.options.find_map()
        self._graph = derive_navigation(self._map.level)
        self._vantage: Vantage | None = None
        self.world = self._make_world()
        for _ in range(self.options.bots):
            self.add_native(None, self.options.skill)

    def _make_world(self) -> World:
        settings = msgspec.structs.replace(self._settings)
        seed = self.options.seed + self.matches
        world = World(
            self._map, self._game, settings, seed=seed, graph=self._graph, vantage=self._vantage
        )
        self._vantage = world.vantage  # as long as the map stays, it is worked out once
        return world

    def log(self, event: str, **fields: Any) -> None:
        """Note something an operator wants to know; a program that set up no logging is left alone."""
        if structlog.is_configured():
            _log.info(event, map=self.world.level.name, **fields)

    # Who is here

    @property
    def tick_s(self) -> float:
        """How long a tick takes on the wall clock."""
        return TICK_S / (self._game.clock_rate * self.speed)

    @property
    def is_open(self) -> bool:
        """Whether newcomers are let in; not between two matches."""
        return self._restarts_at is None

    def is_full(self) -> bool:
        """Whether no more players fit in."""
        return len(self.world.players) >= self.options.max_players

    def connect(self, role: str = "bot", address: str = "") -> Client | None:
        """Somebody connects; None when there is no port of that kind or no room."""
        if self.dialect.port(role) is None or self.locks.get(role, False) or not self.is_open:
            return None
        here = [client for client in self.clients if client.role == role]
        if len(here) >= MAX_CLIENTS[role] and not self._make_room(here):
            return None
        self._numbers += 1
        client: Client = _KINDS[role](self, self._numbers, address)
        if role == "bot" and self.is_full():
            client.session.take_output()
            client.session.refuse_full()
        self.clients.append(client)
        return client

    def _make_room(self, clients: list[Client]) -> bool:
        """Send away whoever connected long ago and never joined."""
        idle = [c for c in clients if not c.is_in and self.ticks - c.connected_at > 10 / TICK_S]
        if not idle:
            return False
        self.log("arena.evicted", client=idle[0].number, reason="connected but never joined")
        idle[0].session.wants_close = True
        self.disconnect(idle[0])
        return True

    def disconnect(self, client: Client) -> None:
        """A connection is gone. What it said last still counts, in the next tick."""
        if client not in self.clients or client in self._gone:
            return
        if client.has_pending and self.is_open:
            self._gone.append(client)
        else:
            self._remove(client)

    def _remove(self, client: Client) -> None:
        self.clients.remove(client)
        client.close()

    def client_of(self, player: Player) -> BotClient | None:
        """The client that plays as somebody."""
        for client in self.clients:
            if isinstance(client, BotClient) and client.player is player:
                return client
        return None

    def add_native(
        self,
        name: str | None,
        skill: float | None,
        *,
        team: int = NO_TEAM,
        location: Vec3 | None = None,
        rotation: Rotation | None = None,
    ) -> Player | None:
        """A bot of the game itself joins; None when the arena is full."""
        if self.is_full():
            return None
        world = self.world
        number = sum(player.is_native for player in world.players)
        player = world.add_player(name or NATIVE_NAMES[number % len(NATIVE_NAMES)], team, is_native=True)
        world.natives.add(player, self.options.skill if skill is None else skill)
        if not world.spawning.spawn(player, location, rotation):
            world.enter(player)
        return player

    def kick(self, player: Player) -> None:
        """Throw a player out."""
        client = self.client_of(player)
        if client is not None:
            client.end()
            client.leave()
        else:
            self.world.remove_player(player)

    def kick_clients(self) -> None:
        """Throw all connected players out."""
        for client in list(self.clients):
            if isinstance(client, BotClient):
                client.end()
                client.leave()

    # Time

    def tick(self) -> None:
        """Apply what clients asked for, let time pass, and tell what happened."""
        self.ticks += 1
        if self._restarts_at is not None:
            if self.ticks >= self._restarts_at:
                self._begin_match()
            return
        self._apply_commands()
        if not self.is_paused:
            self.world.tick()
        self._tell()
        if self.world.rules.is_over or self._next_map is not None:
            self._end_match()

    def _apply_commands(self) -> None:
        self.encoded_worlds.clear()
        waiting = [(client, client.take_pending()) for client in self.clients]
        self._let_in([pair for pair in waiting if isinstance(pair[0], BotClient)])
        for client, commands in sorted(waiting, key=_turn):
            self._apply(client, commands)
        for client in self._gone:
            self._remove(client)
        self._gone.clear()

    def _apply(self, client: Client, commands: list[Command]) -> None:
        """Do what a client asks for, but no more per tick than the others can bear."""
        for number, command in enumerate(commands, 1):
            client.apply(command)
            if client.session.waiting > _MOST_ANSWERED:
                client.put_back(commands[number:])
                return

    def _let_in(self, waiting: list[tuple[Client, list[Command]]]) -> None:
        """Newcomers join in the order of their names, whoever's bytes came first."""
        joins = []
        for client, commands in waiting:
            if isinstance(client, BotClient) and client.player is None:
                join = next((c for c in commands if isinstance(c, Join)), None)
                if join is not None:
                    # What was said before joining is answered before it.
                    before = commands[: commands.index(join)]
                    del commands[: len(before) + 1]
                    joins.append((join.player_name or "", client, before, join))
        for _, client, before, join in sorted(joins, key=lambda entry: (entry[0], entry[1].number)):
            for command in before:
                client.apply(command)
            client.join(join)

    def _tell(self) -> None:
        announced, self.world.announced = self.world.announced, []
        for client in self.clients:
            for percept in announced:
                client.announce(percept)
        for player in self.world.players:
            if player.is_native and player.told:
                self.observe(player, player.take_told())
        for client in self.clients:
            client.report()

    def observe(self, player: Player, told: list[Percept]) -> None:
        """Pass on what happened to a player to those who watch it."""
        for client in self.clients:
            if isinstance(client, ObserverClient):
                client.observe(player, told)

    def listen(self, player: Player) -> None:
        """Somebody watches a player, and wants to know at once what happens to it."""
        player.listens = player.is_watched = True

    # The match as a whole

    def _end_match(self) -> None:
        result = result_of(self.world, self.matches)
        self.results.append(result)
        self.log(
            "arena.match_ended", because=result.because, winner=result.winner, scores=result.summary
        )
        changing = self._next_map
        for client in list(self.clients):
            tells = changing is not None and client.role != "observer" and client.can_tell(MapChanging)
            messages = (MapChanging(changing.name),) if changing is not None and tells else ()
            client.end(*messages)
            if isinstance(client, BotClient):
                client.player = None
        self._natives = [
            (player.name, player.settings.skill, player.team)
            for player in self.world.players
            if player.is_native
        ]
        wait_s = 0.0 if changing is not None else self._game.restart_wait_s
        self._restarts_at = self.ticks + max(1, round(wait_s / TICK_S))

    @property
    def is_finished(self) -> bool:
        """Whether the last match is over and no other will begin."""
        return self._restarts_at is not None and not self.options.restarts and self._next_map is None

    def _begin_match(self) -> None:
        if self.is_finished:
            return
        if self._next_map is not None:
            self._map, self._next_map = self._next_map, None
            self._graph, self._vantage = derive_navigation(self._map.level), None
        self.matches += 1
        self._restarts_at = None
        self.is_paused = False
        self.world = self._make_world()
        for name, skill, team in self._natives:
            self.add_native(name, skill, team=team)
        self.log("arena.match_began", match=self.matches)

    def pause(self, command: orders.Pause) -> None:
        """Stop or resume the bots or everything; told only when it makes a difference."""
        if not self.options.allow_pause:
            return
        before = self.is_paused or self.world.bots_paused
        if command.bots is not None:
            self.world.bots_paused = command.bots
        if command.everything is not None:
            self.is_paused = command.everything
        after = self.is_paused or self.world.bots_paused
        if before != after:
            self.world.announce(GamePaused() if after else GameResumed())
            self.world.announce(game_info(self.world, is_paused=self.is_paused))

    def configure_game(self, command: orders.ConfigureGame) -> None:
        """Set the rules while the match runs, or begin it anew."""
        for settings in (self.world.settings, self._settings):
            if command.weapon_stay is not None:
                settings.weapon_stay = command.weapon_stay
            if command.weapon_throwing is not None:
                settings.weapon_throwing = command.weapon_throwing
            if command.goal_score is not None and command.goal_score >= 0:
                settings.score_limit = command.goal_score
            if command.time_limit is not None and command.time_limit >= 0:
                settings.time_limit_s = command.time_limit * 60.0
            if command.max_lives is not None and command.max_lives >= 1:
                settings.max_lives = command.max_lives
        if command.restart:
            self.world.announce(GameRestarted(started=True))
            self.world.restart()
            self.world.announce(GameRestarted(finished=True))

    def map_names(self) -> list[str]:
        """The maps that can be changed to."""
        return list(self._maps())

    def _maps(self) -> dict[str, str]:
        """The file of each map that can be changed to, by the name of the map; read once."""
        if self._known_maps is None:
            fitting = maps_for(self.world.settings.mode.value)
            self._known_maps = {find_map(file).name: file for file in fitting}
        return self._known_maps

    def change_map(self, name: str) -> None:
        """Go to another map of the list at the end of this tick."""
        for known, file in self._maps().items():
            if known.lower() == name.lower():
                self._next_map = find_map(file)

    def set_password(self, password: str, address: str) -> None:
        """Ask newcomers for a password from now on, or for none."""
        self.password = password or None
        self.password_set_by = address

    def set_attributes(self, player: Player, health: int | None, adrenaline: int | None) -> None:
        """A cheat: set the health or the adrenaline of a player, within limits."""
        if health is not None and 1 <= health <= self._game.health_most and player.pawn is not None:
            player.pawn.health = health
        if adrenaline is not None and 1 <= adrenaline <= self._game.adrenaline_most:
            player.adrenaline = adrenaline

    def respawn(self, player: Player, command: Respawn) -> None:
        """Give up the present body for a new one, once per tick."""
        world = self.world
        if player.respawned_in == world.ticks:
            return
        player.respawned_in = world.ticks
        if player.pawn is not None:
            world.kill(player, None, world.game.world_damage["suicide"])
        location = command.location if command.location not in (None, ORIGIN) else None
        rotation = command.rotation if location is not None else None
        if not world.spawning.spawn(player, location, rotation):
            player.respawn_at = world.time

    # Talking

    def tell_controls(self, percept: Percept) -> None:
        """Tell every operator."""
        for client in self.clients:
            if isinstance(client, ControlClient) and client.is_in and not client.is_gone():
                client.session.send_what_fits(percept)

    def say(self, speaker: Player, command: Say) -> None:
        """Chat: to one player, to everybody, or to a team. The speaker gets no copy."""
        if command.to:
            other = self.world.player_of(command.to)
            if other is not None:
                other.tell(self._chat(speaker, ChatChannel.TEAM, f"Private: {command.text}"))
            return
        is_public = bool(command.public) if command.public is not None else self.is_classic
        team = speaker.team if self.is_classic else (command.team or 0)
        if not is_public and not self.world.has_teams:
            return
        channel = ChatChannel.PUBLIC if is_public else ChatChannel.TEAM
        for other in self.world.players:
            if other is not speaker and (is_public or other.team == team):
                other.tell(self._chat(speaker, channel, command.text))

    def _chat(self, speaker: Player, channel: ChatChannel, text: str) -> ChatHeard:
        return ChatHeard(
            channel=channel,
            id=speaker.id,
            player_name=speaker.name,
            from_operator=False,
            text=text.replace("{", "_").replace("}", "_"),
        )


def _turn(pair: tuple[Client, list[Command]]) -> tuple[int, int]:
    """Players first, in the order they joined; then the others in the order they connected."""
    client = pair[0]
    if isinstance(client, BotClient) and client.player is not None:
        return 0, client.player.number
    return 1, client.number
