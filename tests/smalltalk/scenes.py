"""Scenes that somebody lives through who says of everything what it was."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from agentfw.characters import TENDENCIES, Traits
from agentfw.decisions import NOTHING
from agentfw.smalltalk import SmallTalk
from agentfw.talk import OCCASIONS
from agentfw.vocabulary import NO_TEAM, EntityId, GameInfo, PlayerSeen
from tests.support.seeing import Watch, at, enemy, me, snap
from tests.talk.trees import talk_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.decisions import Decision
    from agentfw.perception import View
    from agentfw.talk import Talk
    from agentfw.vocabulary import Percept

__all__ = ["ALL", "CPM", "OTHER", "XAN", "Scene", "met", "plain_talk"]

CPM: Final = 4000
"""So fast that everything is said within half a second."""
ALL: Final = dict.fromkeys(TENDENCIES, 1.0)
XAN: Final[PlayerSeen] = replace(enemy("xan"), player_name="Xan", team=NO_TEAM)
"""Somebody in sight, with a name."""
OTHER: Final[PlayerSeen] = replace(XAN, id=EntityId("other"), player_name=None, location=at(300.0))
"""Somebody else, whose name nobody knows."""
_REPLIES: Final = """
["camp"] = 3 { "less"; }
["camp", "hide"] = 8 { "most, ", speaker; }
["camp", &"you"] = 5 { "more"; }
"""


@functools.cache
def plain_talk() -> Talk:
    """For every occasion three lines that tell which it is, and all that can be told of it."""
    types = ""
    for occasion, one in OCCASIONS.items():
        told = "".join(f', [" {name}=", {name}]' for name in one.variables)
        rows = " ".join(f'"{number}. {occasion}"{told};' for number in (1, 2, 3))
        types += f'    type "{occasion}" {{ {rows} }}\n'
    return talk_in(f'chat "me" {{\n{types}}}\n{_REPLIES}')


class Scene:
    """Somebody with a mouth, who sees and hears what a test wants; asked ten times a second."""

    def __init__(
        self,
        tendencies: dict[str, float],
        *,
        cpm: int = CPM,
        seed: int = 1,
        game: str = "BotDeathMatch",
        minutes: float = 10.0,
        **more: Any,
    ) -> None:
        traits = Traits(chat="me", characters_per_minute=cpm, tendencies=tendencies)
        self.mouth = SmallTalk(traits, plain_talk(), name="Ada", character="me", seed=seed)
        info = GameInfo(game_type=game, level="DM-Test", time_limit_min=minutes, **more)
        self.watch = Watch().hear(info)
        self.now = 0.0
        self.body: dict[str, Any] = {"team": NO_TEAM}
        self.decision: Decision = NOTHING
        self._typed = False

    def step(self, *sights: Percept) -> str:
        """One look; gives back what is said."""
        body = () if self.body.get("health") == 0 else (me(**self.body),)
        view = self.watch.hear(snap(*body, *sights, time=self.now), now=self.now).view()
        return self.takes(view)

    def takes(self, view: View) -> str:
        """The mouth is asked once."""
        spoken = self.mouth.step(view, self.decision)
        self._typed = spoken.is_typing
        self.now = round(self.now + 0.1, 1)
        return "; ".join(line.text for line in spoken.lines)

    def types(self) -> bool:
        """Whether the hands were on the keyboard at the last look."""
        return self._typed

    def happens(self, *percepts: Percept) -> None:
        """Something happens before the next look."""
        self.watch.hear(*percepts, now=self.now)

    def lasts(self, seconds: float, *sights: Percept) -> list[tuple[float, str]]:
        """Time goes by; gives back what is said, and when."""
        return [one for one in self._lasts(seconds, sights) if one[1]]

    def said(self, seconds: float, *sights: Percept) -> list[str]:
        """Time goes by; gives back what is said, without the number of the line."""
        return [text.partition(". ")[2] or text for _, text in self.lasts(seconds, *sights)]

    def _lasts(self, seconds: float, sights: tuple[Percept, ...]) -> Iterator[tuple[float, str]]:
        end = self.now + seconds - 0.05
        while self.now < end:
            now = self.now
            yield now, self.step(*sights)


def met(
    tendencies: dict[str, float], *, seed: int = 1, cpm: int = CPM, game: str = "BotDeathMatch"
) -> Scene:
    """A scene in the middle of a match, in which Xan was seen a while ago."""
    scene = Scene(tendencies, seed=seed, cpm=cpm, game=game)
    scene.now = 100.0
    scene.lasts(0.5, XAN)
    scene.lasts(30.0)
    return scene
