"""Python files of the user, loaded as modules."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from agentfw.errors import PluginError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

__all__ = ["importable_from", "module_from_file"]


@contextlib.contextmanager
def importable_from(folder: Path) -> Iterator[None]:
    """Let a module import what lies beside it, as it could if Python had been started there."""
    sys.path.insert(0, str(folder.resolve()))
    try:
        yield
    finally:
        sys.path.remove(str(folder.resolve()))


def module_from_file(what: str, path: Path) -> ModuleType:
    """The module in a file of the user; `what` says in messages what it is wanted for.

    Raises `UsageError` when there is no such file, and `PluginError` when it cannot be loaded.
    """
    if not path.is_file():
        raise UsageError(f"{what}: there is no file {path}")
    name = f"agentfw_file_{path.stem}_{zlib.crc32(str(path.resolve()).encode()):08x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{what}: {path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # structs and dataclasses look their module up there
    try:
        with importable_from(path.parent):
            spec.loader.exec_module(module)
    except SyntaxError as error:
        del sys.modules[name]
        is_helper = error.filename is not None and Path(error.filename).resolve() != path.resolve()
        where = f"{error.filename if is_helper else path}:{error.lineno or 1}:{error.offset or 1}"
        raise PluginError(f"{where}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise PluginError(f"{what}: {type(error).__name__}: {error}") from error
    return module
