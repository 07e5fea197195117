"""A client that runs the match: it adds and kicks players, sets rules, and is told everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.arena.server import answers, modern
from agentfw.arena.server.bot_commands import configure
from agentfw.arena.server.clients import Client
from agentfw.arena.server.listing import full_player, players
from agentfw.arena.world.world import TICK_S
from agentfw.engines.gamebots import orders, wire
from agentfw.geometry import ORIGIN
from agentfw.vocabulary import (
    NO_TEAM,
    AskTrace,
    ChangeTeam,
    ChatChannel,
    ChatHeard,
    DominationPoint,
    EntityId,
    FlagSeen,
    FlagState,
    Listing,
    PlaceKind,
    Respawn,
    Say,
    TeamChanged,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.arena.server.arena import Arena
    from agentfw.arena.server.bots import BotClient
    from agentfw.arena.world.players import Player
    from agentfw.vocabulary import Command, Percept

__all__ = ["ControlClient"]

_UPDATE_S: Final = 0.1
_ALIVE_S: Final = 1.0


class ControlClient(Client):
    """An operator's connection. Commands are heard before READY, too."""

    role = "control"

    def __init__(self, arena: Arena, number: int, address: str) -> None:
        super().__init__(arena, number, address)
        self.name = f"ControlConnection{number}"
        self._reports = True
        self._wants = {"native": True, "client": True}
        self._next_tick = 0

    def apply(self, command: Command) -> None:
        """Do what an operator asks for."""
        act = _COMMANDS.get(type(command))
        if act is not None and self.may_act():
            act(self, command)

    def ready(self) -> None:
        """Tell the world, then report regularly."""
        if self.is_gone():
            return
        self.tell_world(is_full=True, has_places=False)
        if not self.is_in:
            self.session.let_in()

    def report(self) -> None:
        """A sign of life and all players, ten times a second; or only the former, once a second."""
        arena = self.arena
        if not self.is_in or self.is_gone() or arena.ticks < self._next_tick:
            return
        interval = _UPDATE_S if self._reports else _ALIVE_S
        self._next_tick = arena.ticks + round(interval / TICK_S)
        time = arena.world.time
        self.session.send(wire.Alive(time))
        if self._reports:
            self.session.send_batch(time, self._batch())

    def _batch(self) -> Iterator[Percept]:
        world = self.arena.world
        yield from modern.scores(world)
        for flag in world.rules.flags:
            held = flag.state is FlagState.HELD and flag.holder is not None
            holder = flag.holder.id if held and flag.holder is not None else None
            yield FlagSeen(
                id=flag.id, team=flag.team, state=flag.state, location=flag.location, holder=holder
            )
        for point in world.rules.points:
            yield DominationPoint(
                id=point.id,
                location=point.location,
                kind=PlaceKind.DOMINATION_POINT,
                owner=point.owner,
            )
        for player in world.players:
            if self._wants["native" if player.is_native else "client"]:
                yield full_player(player)

    def start_reports(self, command: orders.StartReports) -> None:
        """Report again, perhaps only some kinds of players."""
        self._reports = True
        if command.native_bots is not None:
            self._wants["native"] = command.native_bots
        if command.bots is not None:
            self._wants["client"] = command.bots

    def end_reports(self) -> None:
        """Only give signs of life."""
        self._reports = False

    def player(self, entity: EntityId | None) -> Player | None:
        """The player an operator speaks of."""
        return self.arena.world.player_of(entity)

    def bot(self, entity: EntityId | None) -> BotClient | None:
        """The client of the player an operator speaks of."""
        player = self.player(entity)
        return self.arena.client_of(player) if player is not None else None


def _add_bot(control: ControlClient, command: orders.AddBot) -> None:
    skill = command.skill if command.skill is not None and 0 < command.skill <= 7 else None
    team = command.team if command.team is not None else NO_TEAM
    location = command.location if command.location not in (None, ORIGIN) else None
    control.arena.add_native(
        command.player_name, skill, team=team, location=location, rotation=command.rotation
    )


def _kick(control: ControlClient, command: orders.Kick) -> None:
    player = control.player(command.id)
    if player is not None:
        control.arena.kick(player)


def _kill(control: ControlClient, command: orders.Kill) -> None:
    player = control.player(command.id)
    if player is not None:
        world = control.arena.world
        world.kill(player, None, world.game.world_damage["suicide"])


def _respawn(control: ControlClient, command: Respawn) -> None:
    player = control.player(command.id)
    if player is not None:
        control.arena.respawn(player, command)


def _spawn_item(control: ControlClient, command: orders.SpawnItem) -> None:
    player = control.player(command.id)
    if player is not None:
        control.arena.world.stock.give(player, command.pickup_class)


def _change_attributes(control: ControlClient, command: orders.ChangeAttributes) -> None:
    player = control.player(command.id)
    if player is not None:
        control.arena.set_attributes(player, command.health, command.adrenaline)


def _configure(control: ControlClient, command: orders.Configure) -> None:
    bot = control.bot(command.id)
    if bot is not None:
        configure(bot, command, shortest_vision_s=0.1)


def _configure_game(control: ControlClient, command: orders.ConfigureGame) -> None:
    control.arena.configure_game(command)


def _change_team(control: ControlClient, command: ChangeTeam) -> None:
    player = control.player(command.id)
    if player is None:
        return
    success = control.arena.world.change_team(player, command.team)
    player.tell(TeamChanged(success=success, team=command.team))
    control.arena.tell_controls(TeamChanged(success=success, team=command.team, id=player.id))


def _change_map(control: ControlClient, command: orders.ChangeMap) -> None:
    control.arena.change_map(command.level)


def _ask_maps(control: ControlClient, _command: orders.AskMaps) -> None:
    maps = tuple(wire.MapListed(name) for name in control.arena.map_names())
    control.session.send_listing(Listing("maps", maps))


def _ask_players(control: ControlClient, _command: orders.AskPlayers) -> None:
    listed = tuple(players(control.arena.world, is_full=True))
    control.session.send_listing(Listing("players", listed))


def _ask_places(control: ControlClient, _command: orders.AskPlaces) -> None:
    control.tell_places()


def _ask_items(control: ControlClient, _command: orders.AskItems) -> None:
    control.session.send_listing(answers.item_list(control.arena.world))


def _pause(control: ControlClient, command: orders.Pause) -> None:
    control.arena.pause(command)


def _set_speed(control: ControlClient, command: orders.SetSpeed) -> None:
    if 0.01 <= command.speed <= 50.0:
        control.arena.speed = command.speed


def _set_lock(control: ControlClient, command: orders.SetLock) -> None:
    for role, lock in (("bot", command.bot_server), ("control", command.control_server)):
        if lock is not None:
            control.arena.locks[role] = lock


def _set_password(control: ControlClient, command: orders.SetPassword) -> None:
    control.arena.set_password(command.password, control.address)


def _say(control: ControlClient, command: Say) -> None:
    arena = control.arena
    heard = ChatHeard(
        channel=ChatChannel.PUBLIC,
        id=EntityId(control.name),
        player_name=control.name,
        from_operator=True,
        text=command.text,
    )
    if command.to:
        player = control.player(command.to)
        if player is not None:
            private = f"Private: {command.text}"
            player.tell(_for_team(heard, private))
    elif command.public:
        arena.world.announce(heard)
    elif arena.world.has_teams:
        for player in arena.world.players:
            if player.team == (command.team or 0):
                player.tell(_for_team(heard, command.text))


def _for_team(heard: ChatHeard, text: str) -> ChatHeard:
    return ChatHeard(
        channel=ChatChannel.TEAM,
        id=heard.id,
        player_name=heard.player_name,
        from_operator=True,
        text=text,
    )


def _send_control(control: ControlClient, command: orders.SendControlMessage) -> None:
    message = answers.control_message(command)
    for player in control.arena.world.players:
        if command.to_all or player.id == command.bot:
            player.tell(message)


def _spawn_actor(control: ControlClient, command: orders.SpawnActor) -> None:
    if command.location is not None:
        world = control.arena.world
        if world.terrain.is_inside(command.location):
            world.stock.put(command.actor_class, world.floor_below(command.location))


def _ask_trace(control: ControlClient, command: AskTrace) -> None:
    if command.start is not None:
        control.session.send(answers.trace(control.arena.world, command, command.start))


def _ready(control: ControlClient, _command: orders.Ready) -> None:
    control.ready()


def _start_recording(control: ControlClient, _command: orders.StartRecording) -> None:
    control.session.send(wire.RecordingStarted())


def _stop_recording(control: ControlClient, _command: orders.StopRecording) -> None:
    control.session.send(wire.RecordingEnded())


def _clear(control: ControlClient, _command: orders.Clear) -> None:
    control.arena.kick_clients()


def _start_reports(control: ControlClient, command: orders.StartReports) -> None:
    control.start_reports(command)


def _end_reports(control: ControlClient, _command: orders.EndReports) -> None:
    control.end_reports()


_COMMANDS: Final[dict[type[Command], Callable[[ControlClient, Any], None]]] = {
    orders.Ready: _ready,
    orders.AddBot: _add_bot,
    orders.Kick: _kick,
    orders.Kill: _kill,
    Respawn: _respawn,
    orders.SpawnItem: _spawn_item,
    orders.ChangeAttributes: _change_attributes,
    orders.Configure: _configure,
    orders.ConfigureGame: _configure_game,
    ChangeTeam: _change_team,
    orders.ChangeMap: _change_map,
    orders.AskMaps: _ask_maps,
    orders.AskPlayers: _ask_players,
    orders.AskPlaces: _ask_places,
    orders.AskItems: _ask_items,
    orders.Pause: _pause,
    orders.SetSpeed: _set_speed,
    orders.SetLock: _set_lock,
    orders.SetPassword: _set_password,
    Say: _say,
    orders.SendControlMessage: _send_control,
    orders.SpawnActor: _spawn_actor,
    AskTrace: _ask_trace,
    orders.StartRecording: _start_recording,
    orders.StopRecording: _stop_recording,
    orders.Clear: _clear,
    orders.StartReports: _start_reports,
    orders.EndReports: _end_reports,
}
"""By the kind of command. What is missing here (the console, drawing) has no effect."""
