from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agentfw import resources
from agentfw.errors import UsageError
from agentfw.resources import resource_dir

if TYPE_CHECKING:
    from types import ModuleType

_CHECKOUT = Path(__file__).resolve().parent.parent


def moved_to(folder: Path) -> ModuleType:
    """The module as it behaves in a package that lies elsewhere."""
    target = folder / "agentfw" / "resources.py"
    target.parent.mkdir(parents=True)
    shutil.copy(str(resources.__file__), target)
    spec = importlib.util.spec_from_file_location("moved_resources", target)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["protocols", "plans"])
def test_a_checkout_has_its_data_beside_the_package(name: str) -> None:
    assert resource_dir(name) == _CHECKOUT / name


def test_data_inside_the_package_wins_over_data_beside_it(tmp_path: Path) -> None:
    module = moved_to(tmp_path)
    inside, beside = tmp_path / "agentfw" / "data" / "protocols", tmp_path / "protocols"
    beside.mkdir()
    assert module.resource_dir("protocols") == beside
    inside.mkdir(parents=True)
    assert module.resource_dir("protocols") == inside


def test_a_file_of_that_name_is_not_a_folder(tmp_path: Path) -> None:
    module = moved_to(tmp_path)
    (tmp_path / "protocols").write_text("not a folder")
    with pytest.raises(UsageError):
        module.resource_dir("protocols")


def test_missing_folder_is_told_with_the_way_out() -> None:
    with pytest.raises(UsageError) as caught:
        resource_dir("tournaments")
    assert str(caught.value) == (
        'the folder "tournaments" is missing: reinstall agentfw, or run it from its checkout'
    )
