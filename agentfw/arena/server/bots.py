"""A client that plays: its player, its settings, and when it is told what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.server import classic, modern
from agentfw.arena.server.bot_commands import BOT_COMMANDS, WITHOUT_PLAYER
from agentfw.arena.server.clients import Client
from agentfw.arena.server.rays import DEFAULT_RAYS
from agentfw.arena.world.world import TICK_S
from agentfw.engines.gamebots import wire
from agentfw.geometry import ORIGIN, Rotation
from agentfw.vocabulary import (
    DamageTaken,
    Died,
    EntityId,
    Join,
    PlayerDied,
    SoundHeard,
)

if TYPE_CHECKING:
    from agentfw.arena.server.arena import Arena
    from agentfw.arena.server.rays import Ray
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.vocabulary import Command, Percept

__all__ = ["BotClient", "BotSettings"]

_SCORES_EVERY: Final = 5
_WEAPON_HIDDEN: Final = (DamageTaken, Died, PlayerDied)
"""Bots are not told by which weapon; observers are."""
_DEFAULT_NAME: Final = "RemoteBot"
_ROUNDING: Final = 1e-6
_CROWD: Final = 8
"""So many players are told what they see in the same tick."""


class BotSettings(msgspec.Struct, kw_only=True):
    """What a bot may set about how it is told things."""

    vision_time_s: float = 0.25
    location_update_multiplier: int = 5
    auto_trace: bool = False
    show_debug: bool = False
    show_focal_point: bool = False
    draw_trace_lines: bool = False
    synchronous_off: bool = False
    sync_places: bool = True
    vision_fov_deg: float = 85.0


class BotClient(Client):
    """A client with a player of its own."""

    role = "bot"

    def __init__(self, arena: Arena, number: int, address: str) -> None:
        super().__init__(arena, number, address)
        self.player: Player | None = None
        self.settings = BotSettings()
        self.rays: tuple[Ray, ...] = ()
        self._batches = 0
        self._next_batch_at = self._next_step_at = 0.0
        self._next_step_tick = 0
        self._in_sight: set[EntityId] = set()
        self._body: Pawn | None = None
        """The body that was told of last; another one is told of at once."""

    # Joining and leaving

    def join(self, join: Join) -> None:
        """Enter the game."""
        arena, world = self.arena, self.arena.world
        if self.player is not None or self.is_gone():
            return
        if arena.is_full():
            return  # the real server says nothing, and the client stays outside
        honored = arena.options.honors_init or not arena.is_classic
        name = (join.player_name or _DEFAULT_NAME) if honored else _DEFAULT_NAME
        team = join.team if join.team is not None and honored else -1
        player = world.add_player(name[:64], team)
        self.player = player
        player.listens = True
        self._take_settings(player, join)
        limits = modern.body_limits(world, player) if not arena.is_classic else None
        self.session.let_in(limits, self.config() if not arena.is_classic else None)
        arena.tell_controls(self.config())
        arena.log("arena.joined", client=self.number, player=player.name, team=player.team)
        has_place = join.location is not None and join.location != ORIGIN
        if join.rotation is not None or has_place or not player.settings.manual_spawn:
            location = join.location if has_place else None
            if not world.spawning.spawn(player, location, join.rotation if has_place else None):
                player.respawn_at = world.time

    def _take_settings(self, player: Player, join: Join) -> None:
        settings = player.settings
        settings.manual_spawn = bool(join.manual_spawn)
        settings.manual_pickup = bool(join.manual_pickup)
        settings.leads_target = bool(join.lead_target)
        if join.skill is not None and 0 < join.skill <= 7:
            settings.skill = join.skill
        if join.accuracy is not None and 0 < join.accuracy <= 1:
            settings.accuracy = join.accuracy
        settings.skin = join.skin or settings.skin
        settings.management_address = join.management_address or ""
        if join.auto_trace:
            self.settings.auto_trace = True
            self.rays = self.rays or DEFAULT_RAYS

    def config(self) -> wire.ConfigChanged:
        """All settings of this bot, as they are told after every change."""
        player, own = self.player, self.settings
        if player is None:
            return wire.ConfigChanged()
        rate = player.settings.rotation_rate or _ROTATION_RATE
        return wire.ConfigChanged(
            id=EntityId(f"{player.id}_CONFCH"),
            bot=player.id,
            manual_spawn=player.settings.manual_spawn,
            auto_trace=own.auto_trace,
            invulnerable=player.settings.invulnerable,
            player_name=player.name,
            speed_multiplier=player.settings.speed_multiplier,
            rotation_rate=rate,
            vision_time_s=own.vision_time_s,
            location_update_multiplier=own.location_update_multiplier,
            show_debug=own.show_debug,
            show_focal_point=own.show_focal_point,
            draw_trace_lines=own.draw_trace_lines,
            synchronous_off=own.synchronous_off,
            manual_pickup=player.settings.manual_pickup,
            sync_places=own.sync_places,
            vision_fov_deg=own.vision_fov_deg,
        )

    def close(self) -> None:
        """The connection is gone, and the body with it."""
        super().close()
        self.leave()

    def leave(self) -> None:
        """Take the player out of the game."""
        player, self.player = self.player, None
        if player is not None:
            self.arena.world.remove_player(player)

    def end(self, *messages: Percept) -> None:
        """The match is over for this client; what happened last is told first."""
        self._tell_events()
        super().end(*messages)
        if self.player is not None:
            self.player.listens = False

    # Commands

    def apply(self, command: Command) -> None:
        """Do what a command asks for; unknown ones are ignored, as the real servers do."""
        act = BOT_COMMANDS.get(type(command))
        is_early = self.player is None and not isinstance(command, WITHOUT_PLAYER)
        if act is not None and self.may_act() and not is_early:
            act(self, command)

    # Telling

    def announce(self, percept: Percept) -> None:
        """Players are told by the world itself."""

    def report(self) -> None:
        """What happened, then, when it is time, what is perceived."""
        if self.player is None or self.is_gone():
            return
        self._tell_events()
        if self.arena.is_paused or self.arena.world.rules.is_over:
            return
        if self.arena.is_classic:
            self._report_classic(self.player)
        else:
            self._report_modern(self.player)

    def _tell_events(self) -> None:
        player = self.player
        if player is None or not player.told:
            return
        told = player.take_told()
        self.arena.observe(player, told)
        for percept in told:
            if isinstance(percept, SoundHeard):
                continue  # for those who watch; the bot itself hears it with what it sees
            is_shy = isinstance(percept, _WEAPON_HIDDEN)
            shown = msgspec.structs.replace(percept, weapon_name=None) if is_shy else percept
            self.session.send_what_fits(shown)

    def _report_modern(self, player: Player) -> None:
        settings, pawn, now = self.settings, player.pawn, self.arena.world.time
        if pawn is None:
            return
        is_new, self._body = pawn is not self._body, pawn
        if settings.synchronous_off:
            return
        if is_new:
            self._next_batch_at = self._next_step_at = now
        self._next_batch_at = min(self._next_batch_at, now + settings.vision_time_s)
        if now >= self._next_batch_at - _ROUNDING:
            # In a crowd not everybody is told in the same tick: the load spreads over all ticks.
            shift = player.number // _CROWD % 5 * TICK_S if is_new else 0.0
            self._next_batch_at = _next(self._next_batch_at, now, settings.vision_time_s) + shift
            self._send_batch(player, pawn)
        if now >= self._next_step_at - _ROUNDING:
            step_s = max(TICK_S, settings.vision_time_s / settings.location_update_multiplier)
            self._next_step_at = _next(self._next_step_at, now, step_s)
            self.session.send(modern.motion(pawn))

    def _send_batch(self, player: Player, pawn: Pawn) -> None:
        settings, world = self.settings, self.arena.world
        self._batches += 1
        told = modern.batch(
            world,
            player,
            pawn,
            with_scores=self._batches > 1 and (self._batches - 1) % _SCORES_EVERY == 0,
            with_places=settings.sync_places,
            rays=self.rays if settings.auto_trace else (),
        )
        self.session.send_batch(world.time, told)

    def _report_classic(self, player: Player) -> None:
        arena, pawn = self.arena, player.pawn
        if pawn is None:
            self._in_sight.clear()
            return
        world = arena.world
        for sound in player.sounds:
            self.session.send_what_fits(sound)
        player.sounds.clear()
        for warning in classic.incoming(world, player, pawn):
            self.session.send_what_fits(warning)
        is_new, self._body = pawn is not self._body, pawn
        if arena.ticks < self._next_step_tick and not is_new:
            return
        interval = max(1, round(arena.options.classic_interval_s / TICK_S))
        waits = player.number // _CROWD % interval if is_new else 0
        self._next_step_tick = arena.ticks + interval + waits
        in_sight = classic.players_in_sight(world, player)
        for seen in classic.appeared(world, pawn, in_sight, self._in_sight):
            self.session.send_what_fits(seen)
        self.session.send_batch(world.time, classic.batch(world, player, pawn, in_sight))


_ROTATION_RATE: Final = Rotation(3072, 60000, 2048)


def _next(due: float, now: float, interval_s: float) -> float:
    """When it is time again: in rhythm, unless the last time was missed by far."""
    return (due if now - due < interval_s else now) + interval_s
