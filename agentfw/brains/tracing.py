"""What is kept of one think while somebody wants to know why, and how it becomes a `Reason`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentfw.decisions import Reading, Reason, Rejected
from agentfw.language import Binary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agentfw.language import Condition
    from agentfw.language.types import Key
    from agentfw.skills import Moment

__all__ = ["Trace", "shown"]

_MAX_SHOWN = 120


class Trace:
    """Collects what an engine looked at; nothing is put into words before somebody reads it."""

    def __init__(self) -> None:
        self._rejected: list[tuple[str, Condition | str, Sequence[Any]]] = []
        self.because: list[tuple[Condition, Sequence[Any]]] = []
        """The conditions that held for what was chosen."""
        self._done: list[tuple[str, ...]] = []

    def reject(self, option: str, why: Condition | str, bound: Sequence[Any] = ()) -> None:
        """An option was not taken: its first condition that failed, or a sentence."""
        self._rejected.append((option, why, bound))

    def hold(self, conditions: Sequence[Condition], bound: Sequence[Any] = ()) -> None:
        """Conditions held for something that was chosen."""
        self.because += [(condition, bound) for condition in conditions]

    def finish(self, *paths: tuple[str, ...]) -> None:
        """What these lead to was done, and is over: it may have been begun in this very think."""
        self._done += paths

    def reason(self, path: tuple[str, ...], now: Moment, spent_us: float | None) -> Reason:
        """Everything in words."""
        values = now.values
        return Reason(
            chosen=path[-1] if path else "",
            because=" and ".join(_joined(condition) for condition, _ in self.because),
            path=path,
            rejected=tuple(
                _rejected(option, why, bound, values) for option, why, bound in self._rejected
            ),
            readings=tuple(Reading(told(key), shown(value)) for key, value in values.items()),
            done=tuple(dict.fromkeys(self._done)),
            spent_us=spent_us,
        )


def _joined(condition: Condition) -> str:
    """A condition as it stands among others."""
    node = condition.node
    is_loose = isinstance(node, Binary) and node.operator == "or"
    return f"({condition.text})" if is_loose else condition.text


def _rejected(
    option: str, why: Condition | str, bound: Sequence[Any], values: Mapping[Key, Any]
) -> Rejected:
    if isinstance(why, str):
        return Rejected(option, why=why)
    found = [(told(key), shown(values[key])) for key in why.keys(bound, values) if key in values]
    return Rejected(option, why.text, ", ".join(f"{name} = {value}" for name, value in found))


def told(key: Key) -> str:
    """A reading as a plan writes it."""
    name, *arguments = key
    return f"{name}({', '.join(shown(one) for one in arguments)})" if arguments else str(name)


def shown(value: Any) -> str:
    """A value as a plan author would write it, cut where it gets long."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, str):
        text = f'"{value}"'
    elif isinstance(value, tuple | list) and type(value) in (tuple, list):
        text = f"[{', '.join(shown(one) for one in value)}]"
    else:
        text = str(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 1]}…"
