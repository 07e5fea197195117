"""The game's own bots: simple opponents that know the map, want things, and shoot.

Each thinks a few times a second: is somebody to fight in sight, what is worth going for, and is the way
still right. In between it only follows its way. Skill goes from 1 to 7 and changes how well it aims,
how soon it reacts, how far it looks around, and whether it dodges.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.games.specs import Trigger
from agentfw.arena.maps.passages import PassageKind
from agentfw.arena.world.natives_goals import choose_goal, loose_flag_near
from agentfw.arena.world.players import Course
from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from agentfw.arena.maps.navgraph import NavLink
    from agentfw.arena.world.players import HeldWeapon, Pawn, Player
    from agentfw.arena.world.world import World

__all__ = ["NATIVE_NAMES", "Native", "Natives"]

NATIVE_NAMES: Final = (
    "Brock", "Lauren", "Gorge", "Malcolm", "Othello", "Rylisa", "Satin", "Tamika",
    "Torch", "Ophelia", "Remus", "Romulus", "Zarina", "Jackyl", "Kane", "Lexa",
)  # fmt: skip
_THINK_TICKS: Final = 6
_REACHED: Final = 48.0
_STUCK_S: Final = 1.2
_GIVES_UP_S: Final = 2.0
_ERRAND: Final = 0.6
"""From this value on a goal is something the team needs."""
_DODGE_REACH: Final = 290.0
_RADIANS: Final = math.pi / 32768.0


class Natives:
    """All bots of the game itself in one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._minds: dict[int, Native] = {}

    def add(self, player: Player, skill: float) -> None:
        """Give a player a mind of the game's own."""
        player.settings.skill = min(7.0, max(1.0, skill))
        self._minds[player.number] = Native(self._world, player)

    def forget(self, player: Player) -> None:
        """The player left."""
        self._minds.pop(player.number, None)

    def mind_of(self, player: Player) -> Native | None:
        """What moves a player, if it is one of the game's own."""
        return self._minds.get(player.number)

    def think(self) -> None:
        """Let everybody whose turn it is think, and all others go on."""
        ticks = self._world.ticks
        for number, mind in self._minds.items():
            pawn = mind.player.pawn
            if pawn is not None:
                if pawn is not mind.pawn:
                    mind.begin(pawn)
                if (ticks + number) % _THINK_TICKS == 0:
                    mind.think()
                mind.go_on()


class Native:
    """The mind of one bot."""

    def __init__(self, world: World, player: Player) -> None:
        self.player = player
        self.pawn: Pawn | None = None
        self.enemy: Player | None = None
        self.goal: int | None = None
        """The navigation point it wants to get to."""
        self.goal_value = 0.0
        self._is_bold = False
        """Whether it runs on through fights for the sake of its goal."""
        self._world = world
        self._link: NavLink | None = None
        self._goal_until = 0.0
        self._seen_at = -10.0
        self._noticed_at = -10.0
        self._moved_at = 0.0
        self._last_place = (0.0, 0.0)
        self._strafe_until = 0.0
        self._avoid: dict[int, float] = {}

    # Thinking

    def begin(self, pawn: Pawn) -> None:
        """A new body: nothing of the old life matters."""
        self.pawn, self.enemy, self.goal, self._link = pawn, None, None, None
        self._goal_until, self._moved_at = 0.0, self._world.time
        self._avoid.clear()

    def think(self) -> None:
        """Look for enemies, then for something to do."""
        pawn = self.pawn
        if pawn is None:
            return
        self._look(pawn)
        self._choose_weapon(pawn)
        self._use_trigger(pawn)
        self._choose_goal(pawn)
        self._notice_stuck(pawn)
        if self.enemy is not None and not self._presses_on():
            self._dance(pawn, self.enemy)

    def is_avoided(self, place: int) -> bool:
        """Whether it gave that place up a moment ago."""
        return self._avoid.get(place, 0.0) > self._world.time

    def _presses_on(self) -> bool:
        """Whether what it is after matters more than the fight: it shoots, but runs on."""
        return self.goal_value >= 0.9 or (self.goal_value >= _ERRAND and self._is_bold)

    def _look(self, pawn: Pawn) -> None:
        """Keep the enemy while it can be seen, else take the nearest one in sight."""
        now = self._world.time
        if self.enemy is not None:
            if self.enemy.pawn is None:
                self.enemy = None
            elif self._sees(pawn, self.enemy):
                self._seen_at = now
                return
            elif now - self._seen_at > _GIVES_UP_S:
                self.enemy = None
        nearest, found = math.inf, None
        for other in self._world.living():
            if other.pawn is None or self._world.rules.are_friends(self.player, other):
                continue
            body = other.pawn.body
            far = math.hypot(body.x - pawn.body.x, body.y - pawn.body.y)
            if far < nearest and self._sees(pawn, other):
                nearest, found = far, other
        if found is None and self.enemy is not None:
            return  # nobody else in sight: go on after the one that was lost
        if found is None and pawn.last_hurt_by is not None:
            found = pawn.last_hurt_by  # turn round to whoever shoots
            if found.pawn is None or self._world.rules.are_friends(self.player, found):
                found = None
        pawn.last_hurt_by = None
        if found is not None:
            self.enemy, self._seen_at, self._noticed_at = found, now, now

    def _sees(self, pawn: Pawn, other: Player) -> bool:
        theirs = other.pawn
        if theirs is None:
            return False
        body, seen = pawn.body, theirs.body
        dx, dy = seen.x - body.x, seen.y - body.y
        far = math.hypot(dx, dy)
        if far > body.spec.sight_radius:
            return False
        if theirs.invisible_until > self._world.time and far > 500.0:
            return False
        cosine = 0.7 - self.player.settings.skill * 0.13
        yaw = body.yaw * _RADIANS
        if far > 300.0 and dx * math.cos(yaw) + dy * math.sin(yaw) < far * cosine:
            return False
        return self._world.terrain.is_clear(body.eyes, seen.location)

    # Weapons

    def _choose_weapon(self, pawn: Pawn) -> None:
        far = self._enemy_distance(pawn)
        best: HeldWeapon | None = None
        rating = -math.inf
        for weapon in pawn.weapons.values():
            if not pawn.is_loaded(weapon) or weapon.spec.primary.trigger is Trigger.BEACON:
                continue
            low, high = weapon.spec.best_range
            value = weapon.spec.rating - (1.0 if not low <= far <= high else 0.0)
            if not pawn.can_fire(weapon.spec.primary):
                value -= 0.5
            if weapon.spec.melee and far > 400.0:
                value -= 2.0
            if weapon is pawn.hand:
                value += 0.2  # switching takes time
            if value > rating:
                best, rating = weapon, value
        if best is not None:
            self._world.change_weapon(self.player, best)

    def _enemy_distance(self, pawn: Pawn) -> float:
        if self.enemy is None or self.enemy.pawn is None:
            return 1000.0
        return pawn.body.location.distance_to(self.enemy.pawn.body.location)

    def _use_trigger(self, pawn: Pawn) -> None:
        world, skill = self._world, self.player.settings.skill
        reaction = 0.9 - 0.12 * skill
        is_seen = self.enemy is not None and world.time - self._seen_at < 0.6
        if not is_seen or world.time - self._noticed_at < reaction or pawn.hand is None:
            if pawn.firing:
                world.combat.release(self.player)
            return
        hand, enemy = pawn.hand.spec, self.enemy
        if enemy is None:
            return
        alt = not pawn.can_fire(hand.primary) and pawn.can_fire(hand.secondary)
        if pawn.charging_since is not None and world.time - pawn.charging_since > 0.5:
            world.combat.release(self.player)
        if not self._would_hurt_itself(pawn, enemy, alt=alt):
            world.combat.pull(self.player, alt=alt, target=enemy.id)
        elif pawn.firing:
            world.combat.drop_trigger(self.player)

    def _would_hurt_itself(self, pawn: Pawn, enemy: Player, *, alt: bool) -> bool:
        """Whether a blast would go off too near: on the enemy, or on a wall before it."""
        if pawn.hand is None or enemy.pawn is None:
            return False
        spec = pawn.hand.spec.secondary.projectile if alt else pawn.hand.spec.primary.projectile
        if spec is None or spec.radius <= 100.0:
            return False
        there = enemy.pawn.body.location
        is_near = self._enemy_distance(pawn) < spec.radius * 0.6
        return is_near or not self._world.terrain.is_clear(pawn.body.eyes, there)

    # Where to

    def _choose_goal(self, pawn: Pawn) -> None:
        world = self._world
        if self.goal is not None and world.time < self._goal_until:
            return
        here = world.routes.nearest(pawn.body.ground) if pawn.body.ground is not None else None
        if here is None:
            return
        goal, value = choose_goal(world, self, here)
        self._goal_until = world.time + 1.0 + world.rng.random()
        is_better = value >= _ERRAND or value > self.goal_value + 0.05
        if self.goal is not None and not is_better:
            return  # what was begun is finished, unless something better comes up
        if goal != self.goal:
            self.goal, self._link = goal, None
            self._is_bold = world.rng.random() < 0.75
        self.goal_value = value

    def _notice_stuck(self, pawn: Pawn) -> None:
        """Nothing moves for a while though there is somewhere to go: jump, and try something else."""
        world, body = self._world, pawn.body
        if math.hypot(body.x - self._last_place[0], body.y - self._last_place[1]) > 40.0:
            self._last_place, self._moved_at = (body.x, body.y), world.time
        waits = self._link is not None and self._link.kind is PassageKind.LIFT
        if world.time - self._moved_at > (_STUCK_S if not waits else 8.0) and not pawn.course.is_still:
            self._moved_at = world.time
            body.jump()
            if self.goal is not None:
                self._avoid[self.goal] = world.time + 5.0
            self.goal, self._link, self._goal_until = None, None, 0.0

    def _dance(self, pawn: Pawn, enemy: Player) -> None:
        """Move about while fighting, so as to be hard to hit."""
        world, theirs = self._world, enemy.pawn
        if theirs is None or world.time < self._strafe_until or pawn.body.is_falling:
            return
        skill, rng = self.player.settings.skill, world.rng
        if rng.random() > 0.25 + 0.1 * skill:
            return
        body = pawn.body
        dx, dy = theirs.body.x - body.x, theirs.body.y - body.y
        far = math.hypot(dx, dy) or 1.0
        side = 1.0 if rng.random() < 0.5 else -1.0
        wanted = 250.0 if pawn.hand is not None and pawn.hand.spec.melee else 700.0
        ahead = max(-1.0, min(1.0, (far - wanted) / 400.0))
        x = body.x + (-dy * side + dx * ahead) / far * 200.0
        y = body.y + (dx * side + dy * ahead) / far * 200.0
        if self._is_safe(pawn, x, y):
            aside = _DODGE_REACH * side / far
            lands = body.x - dy * aside, body.y + dx * aside
            if skill >= 4.0 and rng.random() < 0.08 * (skill - 3.0) and self._is_safe(pawn, *lands):
                world.movement.dodge(self.player, -dy * side, dx * side, double=False)
            self._strafe_until = world.time + 0.4 + rng.random() * 0.4
            pawn.course = Course((Vec3(x, y, body.z),), focus_target=enemy.id)
            self._link = None

    def _is_safe(self, pawn: Pawn, x: float, y: float) -> bool:
        """Whether a few steps aside end neither in a wall nor in a fall."""
        body = pawn.body
        ground = self._world.terrain.ground_below(x, y, body.z + body.spec.step)
        if ground is None or ground.is_lava or abs(ground.height(x, y) - body.z) > 64.0:
            return False
        there = Vec3(x, y, ground.height(x, y))
        return self._world.terrain.can_run(body.feet, there, 1.0, 80.0, body.spec.step)

    # Following the way

    def go_on(self) -> None:
        """One tick along the way."""
        pawn = self.pawn
        if pawn is None or self.goal is None or self._world.time < self._strafe_until:
            return
        body, points = pawn.body, self._world.graph.points
        link = self._link
        if link is None:
            self._find_way(pawn)
            return
        if link.kind is PassageKind.WALK or link.kind is PassageKind.DROP:
            end = points[link.end].location
            if abs(end.x - body.x) < _REACHED and abs(end.y - body.y) < _REACHED:
                if abs(end.z - body.z) < 80.0:
                    self._take_next(pawn, link.end)
            elif pawn.course.is_still and not body.is_falling:
                self._link = None  # it fell or ran past the point: look for the way anew
            elif body.wall_x or body.wall_y:
                self._mind_wall(pawn)
            return
        self._go_special(pawn, link)

    def _go_special(self, pawn: Pawn, link: NavLink) -> None:
        body, points = pawn.body, self._world.graph.points
        start, end = points[link.start].location, points[link.end].location
        is_there = math.hypot(end.x - body.x, end.y - body.y) < _REACHED and abs(end.z - body.z) < 60.0
        if is_there and not body.is_falling:
            self._take_next(pawn, link.end)
        elif link.kind is PassageKind.JUMP:
            near = math.hypot(end.x - body.x, end.y - body.y) < 1.4 * self._world.terrain.cell
            if near and end.z > body.z + body.spec.step and not body.is_falling:
                self._world.movement.jump(self.player, None, None, 0.0)
        elif link.kind is PassageKind.LIFT:
            is_up = abs(body.z - end.z) < body.spec.step + 5.0
            self._head_for(pawn, end if is_up else start)
        elif link.kind is PassageKind.PAD:
            self._head_for(pawn, end if body.is_falling else start)
        else:
            self._head_for(pawn, start)
            if pawn.just_teleported:
                self._link = None

    def _mind_wall(self, pawn: Pawn) -> None:
        if self._world.time - self._moved_at > 0.5:
            self._moved_at = self._world.time - 0.2
            pawn.body.jump()

    def _find_way(self, pawn: Pawn) -> None:
        """Go to the nearest point first, then from link to link."""
        world, body = self._world, pawn.body
        if body.ground is None or self.goal is None or body.is_falling:
            return
        here = world.routes.nearest(body.ground)
        first = world.graph.points[here].location
        is_there = math.hypot(first.x - body.x, first.y - body.y) < _REACHED
        if is_there or self._can_skip(pawn, here):
            self._take_next(pawn, here)
        else:
            self._head_for(pawn, first)

    def _can_skip(self, pawn: Pawn, here: int) -> bool:
        """Whether the point after the nearest one can be run to straight away."""
        link = self._world.routes.next_link(here, self.goal if self.goal is not None else here)
        if link is None or link.kind is not PassageKind.WALK:
            return False
        end, body = self._world.graph.points[link.end].location, pawn.body
        return self._world.terrain.can_run(body.feet, end, body.spec.radius, 80.0, body.spec.step)

    def _take_next(self, pawn: Pawn, at: int) -> None:
        if at == self.goal:
            self._arrive(pawn)
            return
        link = self._world.routes.next_link(at, self.goal if self.goal is not None else at)
        self._link = link
        if link is None:
            self.goal, self._goal_until = None, 0.0
        else:
            points = self._world.graph.points
            self._head_for(pawn, points[link.end if link.kind in _RUN else link.start].location)

    def _arrive(self, pawn: Pawn) -> None:
        self.goal, self._link, self._goal_until = None, None, 0.0
        flag = loose_flag_near(self._world, pawn)
        if flag is not None:
            self._head_for(pawn, flag.feet)  # the point is only near it
        elif self.goal_value < 0.9 or self.enemy is None:
            pawn.course = Course(focus_target=self.enemy.id if self.enemy is not None else None)

    def _head_for(self, pawn: Pawn, where: Vec3) -> None:
        focus = self.enemy.id if self.enemy is not None else None
        course, body = pawn.course, pawn.body
        if body.is_swimming and body.ground is not None:
            where = Vec3(where.x, where.y, body.ground.water_top)  # with the head above the water
        if not course.points or course.points[0] != where or course.focus_target != focus:
            pawn.course = Course((where,), focus_target=focus)


_RUN: Final = (PassageKind.WALK, PassageKind.DROP, PassageKind.JUMP)
