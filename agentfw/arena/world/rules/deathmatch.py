"""Deathmatch, alone and in teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.arena.world.rules.base import Rules

if TYPE_CHECKING:
    from agentfw.arena.games.specs import DamageSpec
    from agentfw.arena.world.players import Player

__all__ = ["Deathmatch", "TeamDeathmatch"]


class Deathmatch(Rules):
    """A kill is a point; whoever dies by own fault loses one."""

    def on_kill(self, victim: Player, killer: Player | None, spec: DamageSpec) -> None:
        """A point for the killer."""
        if killer is None or killer is victim:
            victim.score -= 1
        else:
            killer.score += 1


class TeamDeathmatch(Rules):
    """Kills count for the team as well."""

    has_teams = True

    def on_kill(self, victim: Player, killer: Player | None, spec: DamageSpec) -> None:
        """A point for the killer and its team; a lost one for harming the own side."""
        if killer is None or killer is victim:
            victim.score -= 1
            self._count(victim.team, -1)
        elif not self.are_friends(victim, killer):
            killer.score += 1
            self._count(killer.team, 1)
            self.on_enemy_killed(victim, killer)
        elif self.world.settings.friendly_fire or not self.world.game.is_modern:
            killer.score -= 1
            self._count(killer.team, -1)
            self.world.give_adrenaline(killer, -5)

    def on_enemy_killed(self, victim: Player, killer: Player) -> None:
        """More points for killing somebody who matters."""

    def _count(self, team: int, points: float) -> None:
        self.add_team_score(team, points)
