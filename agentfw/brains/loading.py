"""Finding a brain by what people write: a known name, a dotted path, or a class in a file.

A brain that cannot work is refused when it is loaded, with the reason, not at its first think.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from agentfw.brains.brain import Brain, Decides
from agentfw.brains.planfiles import LANGUAGE_OF, shipped_plans
from agentfw.brains.planned import PlanBrain, is_plan
from agentfw.brains.skilled import SkilledBrain
from agentfw.errors import AgentError, PluginError, UsageError
from agentfw.modules import importable_from, module_from_file
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint
    from types import ModuleType

    from agentfw.brains.brain import BrainSetup

__all__ = [
    "GROUP",
    "BrainFactory",
    "is_own_brain",
    "is_own_file",
    "known_brains",
    "load_brain",
    "made_by",
    "make_brain",
]

GROUP: Final = "agentfw.brains"
"""The entry-point group in which packages name their brains."""


class BrainFactory(Protocol):
    """Makes a brain for one bot."""

    def __call__(self, setup: BrainSetup) -> Decides:
        """A new brain."""


def known_brains() -> Mapping[str, EntryPoint]:
    """The brains that installed packages name, by name."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda one: one.name)}


def load_brain(text: str) -> BrainFactory:
    """The brain that a text names: ``hunter``, ``my.package:Brain``, ``my_brain.py:Brain``, ``my.htn``.

    Raises `UsageError` when there is none, and `PluginError` when there is one that cannot work.
    """
    if is_plan(text):
        return functools.partial(PlanBrain, text)
    name, colon, attribute = text.rpartition(":")
    if colon and name.endswith(".py"):
        return _checked(
            text, _attribute(text, module_from_file(f'brain "{text}"', Path(name)), attribute)
        )
    if colon:
        return _checked(text, _attribute(text, _module(text, name), attribute))
    if text.endswith(".py"):
        raise UsageError(f'brain "{text}": say which class, as in {text}:MyBrain')
    if "." in text:
        module, _, attribute = text.rpartition(".")
        return _checked(text, _attribute(text, _module(text, module), attribute))
    return _checked(text, _known(text))


def make_brain(text: str, setup: BrainSetup) -> Decides:
    """The brain that a text names, made for one bot; raises like `load_brain`."""
    return made_by(load_brain(text), text, setup)


def made_by(factory: BrainFactory, text: str, setup: BrainSetup) -> Decides:
    """The brain that a factory makes; raises `PluginError` naming it as people wrote it."""
    try:
        brain = factory(setup)
    except AgentError:
        raise
    except (Exception, SystemExit) as error:
        raise PluginError(f'brain "{text}": making it raised {_told(error)}') from error
    if not callable(getattr(brain, "decide", None)):
        raise PluginError(f'brain "{text}": made {brain!r}, which has no decide(view)')
    return brain


def is_own_brain(text: str) -> bool:
    """Whether a name that came out of a file may be loaded without asking.

    Brains that installed packages name may, brains of modules that this program uses already, and
    classes in files of the working directory and below. Anything else would let a file decide which
    code is run.
    """
    if text in known_brains() or is_plan(text):
        return True  # plans are data
    name, colon, attribute = text.rpartition(":")
    if colon and name in sys.modules:
        found = getattr(sys.modules[name], attribute, None)
        return inspect.isclass(found) and hasattr(found, "decide")
    if not colon or not name.endswith(".py"):
        return False
    return is_own_file(name)


def is_own_file(name: str) -> bool:
    """Whether a file lies in the working directory or below, and is named from there."""
    try:
        return not Path(name).is_absolute() and Path(name).resolve().is_relative_to(Path.cwd())
    except (OSError, ValueError):
        return False  # nobody's file is called so


def _known(name: str) -> object:
    known = known_brains()
    ending = next((end for end, language in LANGUAGE_OF.items() if language == name), None)
    if name not in known and ending is not None:
        raise UsageError(f'brain "{name}" is a language: name a plan in it, as in my{ending}')
    if name not in known:
        listed = ", ".join(known) or "none are installed"
        hint = nearest(name, (*known, *LANGUAGE_OF.values(), *shipped_plans()))
        raise UsageError(
            f'brain "{name}" is not known (known: {listed}, and what agentfw plans lists){hint}; '
            f"a class in a file is written my_brain.py:MyBrain"
        )
    point = known[name]
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        package = point.dist.name if point.dist is not None else point.value
        raise PluginError(f'brain "{name}" from package {package}: {_told(error)}') from error


def _module(text: str, name: str) -> ModuleType:
    if not name:
        raise UsageError(f'brain "{text}": say which module, as in my.package:MyBrain')
    try:
        with importable_from(Path()):
            return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            hint = nearest(text, (*known_brains(), *shipped_plans()))
            raise UsageError(f'brain "{text}": there is no module {error.name}{hint}') from None
        raise PluginError(f'brain "{text}": {_told(error)}') from error
    except (Exception, SystemExit) as error:
        raise PluginError(f'brain "{text}": {_told(error)}') from error


def _attribute(text: str, module: ModuleType, name: str) -> object:
    found = getattr(module, name, None) if name else None
    if found is None:
        own = (key for key, value in vars(module).items() if _is_brain_of(module, value))
        brains = sorted(own)
        listed = f" (found: {', '.join(brains)})" if brains else ""
        where = text.rpartition(":")[0] if ".py:" in text else module.__name__
        what = f"{where} has no {name}" if name else f"say which class of {where}"
        raise UsageError(f'brain "{text}": {what}{listed}{nearest(name, brains) if name else ""}')
    return found


def _is_brain_of(module: ModuleType, value: object) -> bool:
    return hasattr(value, "decide") and getattr(value, "__module__", "") == module.__name__


def _checked(text: str, found: Any) -> BrainFactory:
    """The factory, if it can be called with a setup and makes something that decides."""
    if not callable(found):
        raise PluginError(f'brain "{text}": expected a class or a function, found {found!r}')
    _check_call(text, found)
    if inspect.isclass(found):
        decide = _own_decide(text, found)
        is_bound = isinstance(inspect.getattr_static(found, "decide"), staticmethod | classmethod)
        _check_decide(text, decide, (None,) if is_bound else (None, None))
    factory: BrainFactory = found
    return factory


def _own_decide(text: str, found: Any) -> Any:
    """How a class decides; one that leaves it to others is refused."""
    decide = getattr(found, "decide", None)
    if not callable(decide) or decide in (Brain.decide, Decides.decide):
        raise PluginError(f'brain "{text}": {found.__name__} has no decide(self, view)')
    if decide is SkilledBrain.decide and found.think is SkilledBrain.think:
        raise PluginError(f'brain "{text}": {found.__name__} has no think(self, now, trace)')
    return decide


def _check_call(text: str, found: Any) -> None:
    signature = _signature(found)
    try:
        if signature is not None:
            signature.bind(None)
    except TypeError:
        name = getattr(found, "__name__", text)
        raise PluginError(
            f'brain "{text}": {name}{signature} cannot be called with one argument, '
            f"expected {name}(setup)"
        ) from None


def _check_decide(text: str, decide: Any, arguments: tuple[None, ...]) -> None:
    if inspect.iscoroutinefunction(decide):
        raise PluginError(f'brain "{text}": decide() is async, expected a plain decide(self, view)')
    signature = _signature(decide)
    if signature is None:
        return
    try:
        signature.bind(*arguments)
    except TypeError:
        names = ", ".join(signature.parameters)
        raise PluginError(f'brain "{text}": decide() takes ({names}), expected (self, view)') from None


def _signature(found: Any) -> inspect.Signature | None:
    """What can be called with what; None for what does not tell, as some that are built in."""
    try:
        return inspect.signature(found)
    except (TypeError, ValueError):
        return None


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
