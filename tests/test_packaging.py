"""The wheel, built and installed as a user gets it: no checkout, no inherited environment."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import os
import re
import site
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import agentfw
from tests.support.programs import run

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = sorted(path for path in (ROOT / "scripts").iterdir() if path.is_file())
EXTRAS = ("board", "plots", "cluster")
"""Whose packages are imported by name, where they are used; planners of others come by way of text."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    result = run(*command)
    assert result.returncode == 0, result.stdout + result.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with agentfw in it; its dependencies are borrowed from ours.

    They come last on the path and their own .pth files are not read, so agentfw itself can only be
    the one from the wheel, even where ours is a checkout.
    """
    folder = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(folder, with_pip=False)
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python")
    result = run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel)
    assert result.returncode == 0, result.stdout + result.stderr
    packages = sysconfig.get_path("purelib", vars={"base": str(folder)})
    (Path(packages) / "borrowed.pth").write_text("\n".join(site.getsitepackages()) + "\n")
    return folder


def files_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def metadata_in(wheel: Path, name: str) -> str:
    with zipfile.ZipFile(wheel) as archive:
        (path,) = (path for path in archive.namelist() if path.endswith(f".dist-info/{name}"))
        return archive.read(path).decode()


def test_protocols_and_plans_travel_inside(wheel: Path) -> None:
    expected = {
        f"agentfw/data/{path.relative_to(ROOT)}"
        for folder in ("protocols", "plans")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    assert {
        "agentfw/data/protocols/gamebots-2004.yaml",
        "agentfw/data/protocols/gamebots-ut99.yaml",
    } <= expected
    assert expected <= set(files_in(wheel))


def test_the_types_travel_inside(wheel: Path) -> None:
    assert "agentfw/py.typed" in files_in(wheel)


def test_every_module_travels_inside_and_nothing_else_does(wheel: Path) -> None:
    modules = {str(path.relative_to(ROOT)) for path in (ROOT / "agentfw").rglob("*.py")}
    data = {f"agentfw/data/{path.relative_to(ROOT)}" for path in (ROOT / "plans").rglob("*.py")}
    travelling = {path for path in files_in(wheel) if path.endswith(".py")}
    assert travelling == modules | data
    assert not [path for path in files_in(wheel) if path.startswith(("tests/", "scripts/"))]


def test_the_wheel_tells_version_license_and_command(wheel: Path) -> None:
    assert f"\nVersion: {agentfw.__version__}\n" in metadata_in(wheel, "METADATA")
    assert "\nLicense-Expression: MIT\n" in metadata_in(wheel, "METADATA")
    assert "agentfw = agentfw.cli:main" in metadata_in(wheel, "entry_points.txt").splitlines()


def test_an_installed_agentfw_uses_its_own_protocols(installed: Path, tmp_path: Path) -> None:
    result = run(installed / "bin" / "agentfw", "dialects", cwd=tmp_path, env={})
    assert (result.returncode, result.stderr) == (0, "")
    shown = [Path(path) for path in re.findall(r"built in: (.+\.yaml)$", result.stdout, re.MULTILINE)]
    assert sorted(path.name for path in shown) == ["gamebots-2004.yaml", "gamebots-ut99.yaml"]
    assert all(path.is_relative_to(installed.resolve()) and path.is_file() for path in shown)


def test_an_installed_agentfw_decodes(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "session.log").write_bytes(b"NFO {Gametype BotDeathMatch} {Level DM-\xc4}\r\nFIN \r\n")
    result = run(installed / "bin" / "agentfw", "decode", "session.log", cwd=tmp_path, env={})
    assert result.returncode == 0, result.stderr
    assert [json.loads(line)["type"] for line in result.stdout.splitlines()] == [
        "GameInfo",
        "MatchEnded",
    ]


def test_the_installed_module_is_not_the_checkout(installed: Path, tmp_path: Path) -> None:
    program = "import agentfw, msgspec; print(agentfw.__file__)"
    result = run(installed / "bin" / "python", "-c", program, cwd=tmp_path, env={})
    assert Path(result.stdout.strip()).is_relative_to(installed)


def test_every_import_is_of_the_standard_library_or_a_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    texts = [*project["dependencies"], *(text for name in EXTRAS for text in extras[name])]
    declared = {re.split(r"[^\w-]", text)[0].casefold() for text in texts}
    owners = importlib.metadata.packages_distributions()
    for file in (ROOT / "agentfw").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
            )
            for top in (
                {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"agentfw"}
            ):
                assert {owner.casefold() for owner in owners[top]} & declared, f"{file}: {top}"


def test_the_version_is_the_newest_of_the_changelog() -> None:
    entries = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert entries[0] == agentfw.__version__


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_programs_and_what_they_share_is_not(script: Path) -> None:
    is_program = script.name != "_env"
    first = script.read_text(encoding="utf-8").splitlines()[0]
    assert os.access(script, os.X_OK) == is_program
    assert (first == "#!/usr/bin/env bash") == is_program
