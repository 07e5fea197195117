"""Clients from the time of the games, reduced to how they talk: bytes in, bytes out, nothing shared.

Each reads and writes the way the program it is named after does, mistakes included, and knows nothing
of agentfw. All of them want the same: join, go somewhere, shoot at somebody, and get a path.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.guests import Guest

__all__ = [
    "BodBot",
    "HomeMade",
    "JavaBot",
    "OldClient",
    "Pogamut",
    "PogamutControl",
    "PoshBot",
    "SpyseBot",
]

_FLAT = re.compile(r"\{(.*?)\}")


class OldClient:
    """A client that is fed bytes and says bytes. It raises where the original would have broken."""

    def __init__(self, goal: tuple[float, float, float] = (500.0, 500.0, 40.0)) -> None:
        self.goal = goal
        self.seen_words: list[str] = []
        self.batches = 0
        self.is_in = False
        self.path: list[str] = []
        self.enemy = ""
        self.location = (0.0, 0.0, 0.0)
        self._rest = b""
        self._out: list[bytes] = []

    def feed(self, data: bytes) -> bytes:
        """What the client says after it has read these bytes."""
        self._rest += data
        *lines, self._rest = self._rest.split(b"\n")
        for line in lines:
            self.read(line.decode("latin-1").rstrip("\r").replace("\0", ""))
        said, self._out = b"".join(self._out), []
        return said

    def read(self, line: str) -> None:
        """Understand one line."""
        raise NotImplementedError

    def say(self, line: str) -> None:
        """Send a line in the usual way."""
        self._out.append(f"{line}\r\n".encode("latin-1"))

    def play(self, guest: Guest, seconds: float, *, each: Callable[[], None] | None = None) -> None:
        """Talk with an arena for a while."""
        for _ in range(round(seconds / 0.05)):
            guest.send(self.feed(guest.hear_bytes()))
            guest.arena.tick()
            if each is not None:
                each()


class JavaBot(OldClient):
    """The ISI client: words end at the first blank, places have blanks, two blanks before braces."""

    def read(self, line: str) -> None:
        end = line.index(" ")  # the original throws away lines without one
        word, values = line[:end], self._values(line[end:])
        self.seen_words.append(word)
        if word.upper() == "NFO":
            self.say("Init  {Name JavaBot}  {Team 255}")
        elif word == "BEG":
            self.is_in = True
        elif word == "SLF":
            self.location = self._place(values["location"])
        elif word in ("PLR", "SEE"):
            self.enemy = values["id"]
        elif word == "PTH":
            self.path = [values[str(number)] for number in range(len(values) - 1)]
        elif word == "END":
            self._decide()

    def _values(self, text: str) -> dict[str, str]:
        """Splits at braces by hand; names in any case."""
        values, depth, start = {}, 0, 0
        for number, char in enumerate(text):
            if char == "{":
                depth += 1
                start = number + 1 if depth == 1 else start
            elif char == "}":
                depth -= 1
                if depth == 0:
                    name, _, value = text[start:number].partition(" ")
                    values[name.lower()] = value
        return values

    def _place(self, text: str) -> tuple[float, float, float]:
        x, y, z = (float(part) for part in text.split(","))
        return x, y, z

    def _decide(self) -> None:
        self.batches += 1
        place = "{} {} {}".format(*self.goal)
        if self.batches == 1:
            self.say(f"GetPath  {{Location {place}}}  {{Id way home}}")
        self.say(f"RunTo  {{Location {place}}}")
        if self.enemy:
            self.say(f"Shoot  {{Target {self.enemy}}}")
        if self.batches % 20 == 0:
            self.say("Ping")


class BodBot(OldClient):
    """The Bath client in Python: a flat expression for attributes, ID in replies, commas in places."""

    def __init__(self, goal: tuple[float, float, float] = (500.0, 500.0, 40.0)) -> None:
        super().__init__(goal)
        self.reachable: str | None = None

    def read(self, line: str) -> None:
        if not line:
            return
        word, _, rest = line.partition(" ")
        self.seen_words.append(word)
        values = {}
        for found in _FLAT.findall(rest):
            name, _, value = found.partition(" ")
            values[name] = value
        if word == "NFO":
            self.say("INIT {Name BODbot} {Team -1}")
        elif word == "SLF":
            self.is_in = True
            x, y, z = re.split(r"[,\s]+", values["Location"])
            self.location = float(x), float(y), float(z)
        elif word == "PLR":
            self.enemy = values["Id"]
        elif word == "PTH":
            assert values["ID"] == "toThere"
            self.path = [values[str(number)] for number in range(len(values) - 1)]
        elif word == "RCH":
            assert values["ID"] == "canI"
            self.reachable = values["Reachable"]
        elif word == "END":
            self._decide()

    def _decide(self) -> None:
        self.batches += 1
        place = "{},{},{}".format(*self.goal)
        if self.batches == 1:
            self.say(f"GETPATH {{Location {place}}} {{Id toThere}}")
            self.say(f"CHECKREACH {{Location {place}}} {{Id canI}} {{From {place}}}")
        self.say(f"RUNTO {{Location {place}}}")
        if self.enemy:
            self.say(f"SHOOT {{Target {self.enemy}}} {{Location 0,0,0}} {{Alt False}}")


class SpyseBot(BodBot):
    """Another Python client, whose places come in parentheses and quotes."""

    def _decide(self) -> None:
        self.batches += 1
        place = '("{} {} {}")'.format(*self.goal)
        if self.batches == 1:
            self.say(f"GETPATH {{Location {place}}} {{Id toThere}}")
        self.say(f"RUNTO {{Location {place}}}")
        if self.enemy:
            self.say(f"SHOOT {{Target {self.enemy}}}")


class HomeMade(OldClient):
    """What somebody wrote in an evening in 2005: lower case, bare LF, splitting at blanks."""

    def say(self, line: str) -> None:
        self._out.append(f"{line}\n".encode("latin-1"))

    def read(self, line: str) -> None:
        parts = line.split(" ")
        self.seen_words.append(parts[0])
        if parts[0] == "NFO":
            self.say("init {name homemade}")
        elif parts[0] == "SLF":
            self.is_in = True
            x, y, z = parts[parts.index("{Location") + 1].rstrip("}").split(",")
            self.location = float(x), float(y), float(z)
        elif parts[0] == "PLR":
            self.enemy = parts[parts.index("{Id") + 1].rstrip("}")
        elif parts[0] == "PTH":
            self.path = re.findall(r"\{\d+ ([^}]*)\}", line)
        elif parts[0] == "END":
            self.batches += 1
            if self.batches == 1:
                self.say("getpath {{id 1}} {{location {:.0f},{:.0f},{:.0f}}}".format(*self.goal))
            self.say("runto {{location {:.0f} {:.0f} {:.0f}}}".format(*self.goal))
            if self.enemy:
                self.say(f"shoot {{target {self.enemy}}}")


class Pogamut(OldClient):
    """Pogamut 3: the full handshake, CONF before INIT, exactly one CONFCH, INITED; MOVE every batch."""

    def __init__(
        self, goal: tuple[float, float, float] = (500.0, 500.0, 40.0), name: str = "Hunter"
    ) -> None:
        super().__init__(goal)
        self.name = name
        self.state = "hello"
        self.level = ""
        self.links: dict[str, list[str]] = {}
        self.ammo_types: dict[str, str] = {}
        self.messages_per_batch = 0
        self._node = ""
        self._lists: list[str] = []

    def read(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        values = {name: value for name, _, value in (a.partition(" ") for a in _FLAT.findall(rest))}
        self.seen_words.append(word)
        if self.state != "playing":
            self._shake_hands(word, values)
        else:
            self._live(word, values)

    def _shake_hands(self, word: str, values: dict[str, str]) -> None:
        if word == "HELLO_BOT":
            assert self.state == "hello"
            self.state = "world"
            self.say("READY")
        elif word == "NFO":
            self.level = values["Level"]
        elif word == "NAV":
            self._node = values["Id"]
            assert self._node.startswith(self.level + ".")
            self.links[self._node] = []
        elif word == "INGP":
            self.links[self._node].append(values["Id"])
        elif word == "ITC" and values["ItemCategory"] == "Weapon":
            self.ammo_types[values["InventoryType"]] = values.get("PriAmmoType", "None")
        elif word == "EHS":
            assert self.state == "world"
            self.state = "confch"
            self.say(f"CONF {{Name {self.name}}}")
            self.say(
                f"INIT {{Name {self.name}}} {{Team 255}} {{ManualSpawn False}} {{DesiredSkill 5.0}}"
            )
        elif word == "CONFCH":
            assert self.state == "confch", f"CONFCH while {self.state}: the original shuts down"
            self.state = "inited"
        elif word == "INITED":
            assert self.state == "inited", f"INITED while {self.state}: the original shuts down"
            self.state = "playing"
            self.is_in = True

    def _live(self, word: str, values: dict[str, str]) -> None:
        if word == "SLF":
            x, y, z = values["Location"].split(",")
            self.location = float(x), float(y), float(z)
        elif word == "PLR":
            self.enemy = values["Id"]
        elif word == "SPTH":
            assert values["MessageId"] == "path-1"
            self.path = []
        elif word == "IPTH":
            self.path.append(values["RouteId"])
        elif word == "END":
            self._decide()

    def _decide(self) -> None:
        self.batches += 1
        x, y, z = self.goal
        beyond = f"{x + 50.0},{y + 50.0},{z}"
        if self.batches == 1:
            self.say(f"GETPATH {{Id path-1}} {{Location {x},{y},{z}}}")
        focus = f"{{SecondLocation {beyond}}} {{FocusLocation {beyond}}}"
        for _ in range(2):
            self.say(f"MOVE {{FirstLocation {x},{y},{z}}} {focus}")
        if self.enemy:
            self.say(f"SHOOT {{Target {self.enemy}}} {{Alt False}}")
        for number in range(self.messages_per_batch):
            self.say(f"MESSAGE {{Text remark {number}}} {{Global True}} {{FadeOut 0.0}}")


class PogamutControl(OldClient):
    """The control connection of Pogamut, which counts as started when the maps were listed, twice."""

    def __init__(self) -> None:
        super().__init__()
        self.maps: list[str] = []
        self.lists = 0
        self.is_started = False

    def read(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        values = {name: value for name, _, value in (a.partition(" ") for a in _FLAT.findall(rest))}
        self.seen_words.append(word)
        if word == "HELLO_CONTROL_SERVER":
            self.say("READY")
        elif word == "EHS":
            self.say("GETMAPS")
        elif word == "SMAP":
            self.maps = []
        elif word == "IMAP":
            self.maps.append(values["Name"])
        elif word == "EMAP":
            self.lists += 1
            self.is_started = self.lists >= 2
            if self.lists == 1:
                self.say("GETMAPS")


class PoshBot(OldClient):
    """POSHBot: the newer handshake of an early build; INIT as soon as the places are told; RUNTO."""

    def __init__(self, goal: tuple[float, float, float] = (500.0, 500.0, 40.0)) -> None:
        super().__init__(goal)
        self.reach: dict[str, str] = {}
        self.flags: list[dict[str, str]] = []

    def read(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        values = {name: value for name, _, value in (a.partition(" ") for a in _FLAT.findall(rest))}
        self.seen_words.append(word)
        if word == "HELLO_BOT":
            self.say("READY")
        elif word == "ENAV":
            self.say("INIT {Name POSHBot} {Team 1}")
        elif word == "SLF":
            self.is_in = True
            x, y, z = values["Location"].split(",")
            self.location = float(x), float(y), float(z)
        elif word == "PLR" and self.is_in:
            self.enemy = values["Id"]
        elif word == "IPTH":
            self.path.append(values["RouteId"])
        elif word == "RCH":
            self.reach = {"From": values["From"], "To": values["To"], "Reachable": values["Reachable"]}
        elif word == "FLG":
            self.flags.append(values)
        elif word == "END":
            self._decide()

    def _decide(self) -> None:
        self.batches += 1
        x, y, z = self.goal
        if self.batches == 1:
            self.say(f"GETPATH {{Id 0}} {{Location {x},{y},{z}}}")
        self.say(f"RUNTO {{Location {x},{y},{z}}}")
        if self.enemy:
            self.say(f"SHOOT {{Target {self.enemy}}} {{Alt False}}")
            self.say(f"CHECKREACH {{Target {self.enemy}}} {{Id 1}}")
