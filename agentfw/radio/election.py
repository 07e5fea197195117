"""Who leads a team that has nobody to say so: one of them, and another one when that one is gone.

Pure, and the same for everybody who hears the same: each bot keeps who has claimed to lead, and so all
come to the same leader. Whoever finds nobody leading waits a while by chance, and claims to lead unless
somebody else was faster. Newcomers ask first. Bots that lead say so to whoever asks: a leader whom
others have to name is a person, who is kept until he resigns or leaves, whoever claims to lead.
"""

from __future__ import annotations

import enum
import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

__all__ = ["Election", "Step"]

_NEW_S: Final = 10.0
"""So long somebody is a newcomer."""
_WAITS_S: Final = (5.0, 15.0)
_HEARS_S: Final = (8.0, 18.0)
"""So long a newcomer waits for an answer."""
_RACE_S: Final = 3.0
"""Claims that are no farther apart were made without knowing of each other."""
_STRANGER_S: Final = 60.0
"""So long the first claim of somebody whom nobody knows yet keeps others from claiming."""
_MAX_STRANGERS: Final = 4
"""So many of them do: a fifth one is no bot of this team that nobody has met."""
_MAX_CLAIMS: Final = 32
_KEPT_S: Final = 600.0
"""So long it is kept who claimed to lead and is not known yet."""
_INSISTS_S: Final = 5.0
_UNSURE_S: Final = 10.0
"""So long whoever has said to lead believes those who say that somebody else does."""
_RESTS_S: Final = 60.0
"""Who has failed as a leader does not stand again so soon."""


class Step(enum.Enum):
    """What to do about who leads."""

    NOTHING = "nothing"
    ASK = "ask"
    CLAIM = "claim"
    """To say to lead, and to do it from now on."""
    INSIST = "insist"
    """To say it again, since somebody else has claimed to."""
    YIELD = "yield"
    """To lead no longer."""


class Election:
    """One bot's share in the election of a leader; `stands` tells whether it can lead itself."""

    def __init__(self, rng: Random, *, stands: bool) -> None:
        self.me = ""
        self.leader = ""
        """Who leads, as far as known; empty for nobody."""
        self.stands = stands
        self._rng = rng
        self.begin(0.0)

    def begin(self, now: float) -> None:
        """The bot has come into the game, and knows nothing."""
        self.leader = ""
        self._joined_at = now
        self._claims: dict[str, float] = {}
        self._strangers: dict[str, float] = {}
        """When somebody who was not known has claimed to lead for the first time."""
        self._asks_at = self._claims_at = math.inf
        self._is_waiting = self._has_asked = False
        self._rests_until = -math.inf
        self._insisted_at = -math.inf
        self._kept = ""
        self.claimed_at = -math.inf
        """When this bot has said last that it leads."""

    @property
    def leads(self) -> bool:
        """Whether this bot leads."""
        return bool(self.me) and self.leader == self.me

    @property
    def is_kept(self) -> bool:
        """Whether a person leads, whom no claim takes the lead from."""
        return bool(self.leader) and self.leader == self._kept

    def is_unsure(self, now: float) -> bool:
        """Whether this bot has just asked who leads, or has just claimed to."""
        is_new = self.leads and now - self.claimed_at < _UNSURE_S
        return is_new or (self._is_waiting and self._has_asked)

    # What is heard

    def claim(self, name: str, now: float, *, is_led: bool = True) -> bool:
        """Somebody says to lead; False where a person does, who is kept.

        Who says so again has led all the time. Where it is not sure that the team `is_led`, since others
        have named a leader whom this bot does not know to be in the game, nobody is kept.
        """
        if name == self.leader:
            self._kept = ""
        elif self.is_kept and is_led:
            return False
        else:
            self._forget(now)
            self._claims[name] = now
        return True

    def keep(self) -> None:
        """Somebody else has had to say who leads: that is a person."""
        if not self.leads:
            self._kept = self.leader

    def _forget(self, now: float) -> None:
        """Drop claims that are old, and the oldest ones where there are too many."""
        others = {one: at for one, at in self._claims.items() if one not in (self.me, self.leader)}
        for one in sorted(others, key=others.__getitem__):
            if now - others[one] < _KEPT_S and len(self._claims) < _MAX_CLAIMS:
                return
            del self._claims[one]

    def appoint(self, name: str, now: float) -> None:
        """Somebody is made the leader by the others."""
        self._claims = {name: now}
        if name == self.me:
            self._rests_until = -math.inf

    def stop(self, name: str, now: float) -> None:
        """Somebody leads no longer."""
        self._claims.pop(name, None)
        if name == self.leader:
            self.leader = ""
        if name == self.me:
            self._rests_until = now + _RESTS_S

    def hear_question(self, now: float) -> None:
        """Somebody else has asked who leads: there is no need to ask once more."""
        if self._is_waiting and not self._has_asked and math.isfinite(self._asks_at):
            self._has_asked = True
            self._claims_at = now + self._rng.uniform(*_HEARS_S)

    # What follows

    def step(self, now: float, is_here: Callable[[str], bool]) -> Step:
        """What to do now; `is_here` tells who is known to be in the team."""
        was_leading = self.leads
        before = self.leader
        self.leader = self._winner(is_here)
        if was_leading and not self.leads:
            return Step.YIELD
        if self.leader:
            self._is_waiting = False
            return self._settle(now, is_here)
        if before or not self._is_waiting:
            self._wait(now)
        return self._go_on(now)

    def _winner(self, is_here: Callable[[str], bool]) -> str:
        """Of claims one after the other the last counts; of those made at once, the first name."""
        known = [(at, name) for name, at in self._claims.items() if name == self.me or is_here(name)]
        best: tuple[float, str] | None = None
        for at, name in sorted(known):
            if best is None or at - best[0] > _RACE_S:
                best = (at, name)
            else:
                best = (best[0], min(best[1], name))
        return best[1] if best is not None else ""

    def _settle(self, now: float, is_here: Callable[[str], bool]) -> Step:
        """Forget the claims that came to nothing; a leader says once more that it leads."""
        beaten = [one for one in self._claims if one != self.leader and (one == self.me or is_here(one))]
        for name in beaten:
            del self._claims[name]
        if beaten and self.leads and now - self._insisted_at >= _INSISTS_S:
            self._insisted_at = now
            return Step.INSIST
        return Step.NOTHING

    def _wait(self, now: float) -> None:
        """Nobody leads: wait a while, and then ask or claim."""
        self._is_waiting, self._has_asked = True, False
        waits_until = now + self._rng.uniform(*_WAITS_S)
        is_new = now - self._joined_at < _NEW_S
        self._asks_at = waits_until if is_new else math.inf
        self._claims_at = math.inf if is_new else waits_until

    def _go_on(self, now: float) -> Step:
        if now >= self._asks_at and not self._has_asked:
            self._has_asked = True
            self._claims_at = now + self._rng.uniform(*_HEARS_S)
            return Step.ASK
        may = self.stands and now >= self._rests_until and not self._hears_stranger(now)
        if now < self._claims_at or not may:
            return Step.NOTHING
        self._is_waiting = False
        self._claims[self.me] = now
        self.leader = self.me
        return Step.CLAIM

    def _hears_stranger(self, now: float) -> bool:
        """Whether somebody leads, perhaps, who is not known yet; nobody can make others wait twice."""
        for name, at in self._claims.items():
            if name not in self._strangers and len(self._strangers) < _MAX_STRANGERS:
                self._strangers[name] = at
        waits = (self._strangers.get(name, -math.inf) for name in self._claims)
        return any(now - at < _STRANGER_S for at in waits)
