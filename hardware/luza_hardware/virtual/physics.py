"""One stroke's physics: balls struck, rolling, colliding, falling, until all rest.

pymunk resolves the collisions. Between them balls run straight, since friction is applied only every FRICTION_S; so the
next contact of two balls is known in advance, and the balls are moved to exactly there. That keeps long ways cheap and
cut angles true (a contact found 2 mm late would send the ball a degree astray). pymunk itself always steps by the same
tiny CONTACT_S: impulses that it carries over from one step to the next are only right for steps of one length.

Each ball carries a rolling velocity beside its own: what its rotation would carry it along with. Sliding friction draws
both together (a struck ball slides, then rolls at 5/7 of its speed; a rolling cue ball follows), rolling friction
slows both. The same positions, shot and random generator always give the same motion.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

import pymunk

from luza_hardware.virtual.bed import NOSE_RADIUS_MM, Ball, Bed, Point
from luza_hardware.virtual.motion import Click, Fall, Jump, Motion, Shot, Touch

GRAVITY = 9810.0
SLIDING = 0.2 * GRAVITY
ROLLING = 0.0125 * GRAVITY
FRICTION_S = 0.02

# pymunk multiplies the elasticities of the two that meet
BALL_BOUNCE = 0.975
CUSHION_BOUNCE = 0.78 / BALL_BOUNCE
JAW_BOUNCE = 0.42 / BALL_BOUNCE
CUSHION_GRIP = 0.12
ROLL_AFTER_CUSHION = 0.6
"""The nose brakes a ball's rotation; this much of its new velocity it rolls with at once."""

STEP_MM = 4.0
"""How far a ball at the cushions and in the jaws may run in one step."""

CONTACT_S = 5e-6
LEANING = 6.0
"""mm/s: balls that close more slowly lean on one another; their contact may be found a tenth of a millimetre late."""

AT_REST = 4.0
SOFT_TOUCH = 20.0
"""mm/s: a ball that meets a cushion slower than this leans on it rather than touches it."""

JUMP_SPEED = 3000.0
JUMP_CHANCE = 0.05
"""A ball driven into a cushion faster than JUMP_SPEED (mm/s) leaves the table in so many cases."""

LONGEST_S = 60.0

_BALL, _WALL = 1, 2


def simulate(bed: Bed, positions: Mapping[Ball, Point], shot: Shot, rng: random.Random) -> Motion:
    """Play one shot out from `positions`. Refused (ValueError): a ball that isn't there, a speed that is no speed."""
    if shot.ball not in positions:
        raise ValueError(f"ball {shot.ball!r} is not on the table: {', '.join(map(str, positions))}")
    if not (0 < shot.speed < 20_000 and math.isfinite(shot.angle)):
        raise ValueError(f"a shot needs a speed between 0 and 20 m/s and an angle, not {shot.speed} mm/s, {shot.angle}")
    return _Run(bed, positions, shot, rng).play()


class _Run:
    """The state of one simulation. Balls are indices into parallel lists, which are read back after every step."""

    def __init__(self, bed: Bed, positions: Mapping[Ball, Point], shot: Shot, rng: random.Random) -> None:
        self.bed, self.shot, self.rng = bed, shot, rng
        self.start = dict(positions)
        self.names = list(positions)
        self.x = [positions[name][0] for name in self.names]
        self.y = [positions[name][1] for name in self.names]
        count = len(self.names)
        self.vx, self.vy, self.wx, self.wy = ([0.0] * count for _ in range(4))
        self.moving: set[int] = set()
        self.present = set(range(count))
        self.t = 0.0
        self.events: list[Click | Touch | Fall | Jump] = []
        self.paths: list[list[tuple[float, float, float]]] = [[] for _ in range(count)]
        self.energies: list[float] = []
        self.met: set[int] = set()
        self.bounced: set[int] = set()
        self.flown: set[int] = set()
        self._build()

    def _build(self) -> None:
        space = self.space = pymunk.Space(threaded=False)
        space.iterations = 12
        space.collision_slop = 0.05
        space.collision_persistence = 1
        self.cushion_of: dict[pymunk.Shape, str] = {}
        for wall in self.bed.walls:
            segment = pymunk.Segment(space.static_body, wall.start, wall.end, NOSE_RADIUS_MM)
            segment.elasticity = JAW_BOUNCE if wall.jaw else CUSHION_BOUNCE
            segment.friction = CUSHION_GRIP
            segment.collision_type = _WALL
            self.cushion_of[segment] = wall.cushion
            space.add(segment)
        self.bodies: list[pymunk.Body] = []
        self.index_of: dict[pymunk.Body, int] = {}
        for index in range(len(self.names)):
            # rotation about the vertical is left out: it changes nothing that a sensor sees
            body = pymunk.Body(1.0, 1e12)
            body.position = self.x[index], self.y[index]
            circle = pymunk.Circle(body, self.bed.radius)
            circle.elasticity = BALL_BOUNCE
            # a ball's grip on a cushion is the product of both, on another ball it is as good as none
            circle.friction = 1.0
            circle.collision_type = _BALL
            space.add(body, circle)
            self.bodies.append(body)
            self.index_of[body] = index
        space.on_collision(_BALL, _BALL, pre_solve=_frictionless, post_solve=self._balls_met)
        space.on_collision(_BALL, _WALL, post_solve=self._cushion_met)

    def _balls_met(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
        impulse = arbiter.total_impulse.length
        if impulse < 0.5:
            return
        first, second = (self.index_of[body] for body in arbiter.bodies)
        self.met |= {first, second}
        # two equal balls exchange half of (1 + e) times the speed at which they closed
        speed = impulse * 2 / (1 + BALL_BOUNCE**2)
        self.events.append(Click(self.t, self.names[first], self.names[second], speed))

    def _cushion_met(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
        ball_shape, wall = arbiter.shapes
        body = ball_shape.body
        assert body is not None
        index = self.index_of[body]
        normal = arbiter.normal
        across = abs(arbiter.total_impulse.dot(normal))
        if across < 0.5:
            return  # it is on its way out
        self.bounced.add(index)
        speed = across / (1 + wall.elasticity * BALL_BOUNCE)
        if speed < SOFT_TOUCH:
            return
        point = arbiter.contact_point_set.points[0].point_b
        touch = Touch(self.t, self.names[index], self.cushion_of[wall], point.x, point.y, speed)
        last = self.events[-1] if self.events else None
        if isinstance(last, Touch) and last[:3] == touch[:3]:
            # where a cushion turns into its jaw both pieces are met: that is one touch
            self.events[-1] = max(last, touch, key=lambda one: one.speed)
        else:
            self.events.append(touch)
        if speed > JUMP_SPEED and self.rng.random() < JUMP_CHANCE:
            self.flown.add(index)

    def play(self) -> Motion:
        """Run until all balls rest."""
        struck = self.names.index(self.shot.ball)
        self.moving.add(struck)
        across, along = math.sin(self.shot.angle), math.cos(self.shot.angle)
        vx, vy = self.shot.speed * along, self.shot.speed * across
        self.wx[struck], self.wy[struck] = self.shot.roll * vx, self.shot.roll * vy
        self._set_velocity(struck, vx, vy)
        self._note({struck})
        while self.moving and self.t < LONGEST_S:
            self._run(FRICTION_S)
            self._friction(FRICTION_S)
        named = {self.names[i]: (self.x[i], self.y[i]) for i in sorted(self.present)}
        paths = {self.names[i]: tuple(path) for i, path in enumerate(self.paths) if path}
        events, energies = tuple(self.events), tuple(self.energies)
        return Motion(self.bed, self.shot, self.start, events, paths, named, self.t, energies)

    def _run(self, duration: float) -> None:
        """Move for `duration` without friction, stopping at every contact of two balls."""
        left = duration
        while left > 1e-9 and self.moving:
            way = self._next_contact(min(left, self._free_run()))
            for i in self.moving:
                self.x[i] += self.vx[i] * way
                self.y[i] += self.vy[i] * way
                self.bodies[i].position = self.x[i], self.y[i]
            self.space.step(CONTACT_S)
            self.t += way + CONTACT_S
            left -= way + CONTACT_S
            self._read()

    def _free_run(self) -> float:
        """Seconds that all may run before one is at a cushion; at the cushions and in the jaws, a short step."""
        near, far_x, far_y = self.bed.radius, self.bed.length - self.bed.radius, self.bed.width - self.bed.radius
        soonest = FRICTION_S
        for i in self.moving:
            x, y, vx, vy = self.x[i], self.y[i], self.vx[i], self.vy[i]
            to_x = (far_x - x) / vx if vx > 0 else (near - x) / vx if vx < 0 else FRICTION_S
            to_y = (far_y - y) / vy if vy > 0 else (near - y) / vy if vy < 0 else FRICTION_S
            free = min(to_x, to_y)
            step = free + CONTACT_S if free > 0 else STEP_MM / max(math.hypot(vx, vy), 1.0)
            soonest = min(soonest, step)
        return soonest

    def _next_contact(self, limit: float) -> float:
        """Seconds until two balls touch, if that is before `limit` (else `limit`): straight runs, so a quadratic."""
        x, y, vx, vy = self.x, self.y, self.vx, self.vy
        ball = self.bed.ball
        soonest = limit
        for i in self.moving:
            xi, yi, vxi, vyi = x[i], y[i], vx[i], vy[i]
            for j in self.present:
                if j == i or (j < i and j in self.moving):
                    continue
                dx, dy = x[j] - xi, y[j] - yi
                dvx, dvy = vx[j] - vxi, vy[j] - vyi
                closing = dx * dvx + dy * dvy
                if closing > -LEANING * ball:
                    continue
                gap = dx * dx + dy * dy - ball * ball
                if gap <= 0:
                    return 0.0
                speed = dvx * dvx + dvy * dvy
                root = closing * closing - speed * gap
                if root <= 0:
                    continue
                # the smaller root, in the form that doesn't cancel for balls nearly touching
                when = gap / (-closing + math.sqrt(root))
                soonest = min(soonest, when)
        return soonest

    def _read(self) -> None:
        """Take over what the step changed, and note the path where it did."""
        changed = self.met | self.bounced
        self.moving |= self.met
        for i in self.moving:
            body = self.bodies[i]
            self.x[i], self.y[i] = body.position
        for i in changed:
            self.vx[i], self.vy[i] = self.bodies[i].velocity
        for i in self.bounced:
            self.wx[i], self.wy[i] = self.vx[i] * ROLL_AFTER_CUSHION, self.vy[i] * ROLL_AFTER_CUSHION
        if changed:
            self._note(changed)
            self.met, self.bounced = set(), set()
        for i in list(self.moving):
            self._may_leave(i)

    def _may_leave(self, i: int) -> None:
        x, y, bed = self.x[i], self.y[i], self.bed
        if i in self.flown:
            self.events.append(Jump(self.t, self.names[i]))
            self._remove(i)
        elif not (bed.radius / 2 < x < bed.length - bed.radius / 2 and bed.radius / 2 < y < bed.width - bed.radius / 2):
            for pocket in bed.pockets.values():
                if abs(pocket.aside(x, y)) < bed.ball and pocket.lip <= pocket.depth(x, y) < 4 * bed.ball:
                    speed = self.vx[i] * pocket.into_x + self.vy[i] * pocket.into_y
                    self.events.append(Fall(self.t, self.names[i], pocket.name, speed))
                    self._remove(i)
                    return

    def _remove(self, i: int) -> None:
        self._note({i})
        body = self.bodies[i]
        self.space.remove(body, *body.shapes)
        self.present.discard(i)
        self.moving.discard(i)
        self.flown.discard(i)

    def _friction(self, seconds: float) -> None:
        """What the cloth does to the moving balls in `seconds`: slip draws velocity and roll together, both slow."""
        energy = 0.0
        slip_loss, roll_loss = SLIDING * seconds, ROLLING * seconds
        self._note(self.moving)
        for i in list(self.moving):
            vx, vy, wx, wy = self.vx[i], self.vy[i], self.wx[i], self.wy[i]
            energy += (vx * vx + vy * vy) / 2 + (wx * wx + wy * wy) / 5
            ux, uy = vx - wx, vy - wy
            slip = math.hypot(ux, uy)
            if slip <= 3.5 * slip_loss:
                vx, vy = (5 * vx + 2 * wx) / 7, (5 * vy + 2 * wy) / 7
                speed = math.hypot(vx, vy)
                if speed < AT_REST + roll_loss:
                    vx = vy = 0.0
                    self.moving.discard(i)
                else:
                    vx, vy = vx * (1 - roll_loss / speed), vy * (1 - roll_loss / speed)
                wx, wy = vx, vy
            else:
                vx, vy = vx - slip_loss * ux / slip, vy - slip_loss * uy / slip
                wx, wy = wx + 2.5 * slip_loss * ux / slip, wy + 2.5 * slip_loss * uy / slip
            self.wx[i], self.wy[i] = wx, wy
            self._set_velocity(i, vx, vy)
        self.energies.append(energy)

    def _set_velocity(self, i: int, vx: float, vy: float) -> None:
        self.vx[i], self.vy[i] = vx, vy
        self.bodies[i].velocity = vx, vy

    def _note(self, balls: set[int]) -> None:
        for i in balls:
            path = self.paths[i]
            if not path:
                # it lay where it is now until this moment
                path.append((0.0, *self.start[self.names[i]]))
            if path[-1][0] < self.t:
                path.append((self.t, self.x[i], self.y[i]))


def _frictionless(arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
    arbiter.friction = 0.0
