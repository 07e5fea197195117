"""Finding brains by what people write, and refusing those that cannot work, with the reason."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from agentfw.brains import Brain, BrainSetup, known_brains, load_brain
from agentfw.brains.hunter import Hunter
from agentfw.brains.loading import GROUP
from agentfw.errors import AgentError, PluginError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD = "from agentfw.brains import *\n"
GOOD = HEAD + "class Mine(Brain):\n    def decide(self, view):\n        return Decision()\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to write brains to: the current one, and one that modules are found in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def write(folder: Path, text: str, name: str = "mine.py") -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def refusal(text: str, kind: type[AgentError] = PluginError) -> str:
    """What is said about a brain that is refused."""
    with pytest.raises(kind) as caught:
        load_brain(text)
    assert type(caught.value) is kind
    return str(caught.value)


def install(folder: Path, value: str, name: str = "theirs") -> None:
    """A package foo-bots that names a brain."""
    meta = "Metadata-Version: 2.1\nName: foo-bots\nVersion: 1.0\n"
    write(folder, meta, "foo_bots-1.0.dist-info/METADATA")
    write(folder, f"[{GROUP}]\n{name} = {value}\n", "foo_bots-1.0.dist-info/entry_points.txt")


# Found


def test_brains_of_ours_are_known_by_name() -> None:
    assert load_brain("hunter") is Hunter
    assert "hunter" in known_brains()


@pytest.mark.parametrize("text", ["agentfw.brains.hunter:Hunter", "agentfw.brains.hunter.Hunter"])
def test_brain_is_found_by_its_dotted_path(text: str) -> None:
    assert load_brain(text) is Hunter


def test_brain_is_found_in_a_file(folder: Path) -> None:
    write(folder, GOOD)
    assert isinstance(load_brain("mine.py:Mine")(BrainSetup(name="Bob")), Brain)


def test_file_may_lie_elsewhere(folder: Path) -> None:
    write(folder, GOOD, "deep/er/my brain.py")
    assert load_brain(f"{folder}/deep/er/my brain.py:Mine")(BrainSetup()).__class__.__name__ == "Mine"


def test_files_of_the_same_name_are_not_mixed_up(folder: Path) -> None:
    write(folder, GOOD, "a/mine.py")
    write(folder, GOOD.replace("Mine", "Other"), "b/mine.py")
    first, second = load_brain("a/mine.py:Mine"), load_brain("b/mine.py:Other")
    made = [type(factory(BrainSetup())).__name__ for factory in (first, second)]
    assert made == ["Mine", "Other"]


def test_changed_file_is_read_again(folder: Path) -> None:
    write(folder, GOOD)
    load_brain("mine.py:Mine")
    write(folder, GOOD + "    def added(self):\n        return 1\n")
    assert hasattr(load_brain("mine.py:Mine"), "added")


def test_structs_in_a_file_find_their_module(folder: Path) -> None:
    state = (
        "from __future__ import annotations\nimport msgspec\nclass State(msgspec.Struct):\n    a: int\n"
    )
    write(folder, state + GOOD + "STATE = msgspec.convert({'a': 1}, State)\n")
    assert callable(load_brain("mine.py:Mine"))


def test_brain_of_an_installed_package_is_found_by_name(folder: Path) -> None:
    write(folder, GOOD, "foo_bots.py")
    install(folder, "foo_bots:Mine")
    assert type(load_brain("theirs")(BrainSetup())).__name__ == "Mine"


def test_function_may_make_the_brain(folder: Path) -> None:
    write(folder, GOOD + "def make(setup):\n    return Mine(setup)\n")
    assert type(load_brain("mine.py:make")(BrainSetup())).__name__ == "Mine"


def test_deriving_from_brain_is_not_required(folder: Path) -> None:
    body = "class Own:\n    def __init__(self, setup):\n        self.seed = setup.seed\n"
    write(folder, body + "    def decide(self, view):\n        return None\n")
    made = load_brain("mine.py:Own")(BrainSetup(seed=5))
    assert vars(made) == {"seed": 5}


@pytest.mark.parametrize("parameters", ["self, view", "self, seen, more=1", "self, *views", "*all"])
def test_decide_may_be_written_in_any_way_that_takes_a_view(folder: Path, parameters: str) -> None:
    write(folder, HEAD + f"class Mine(Brain):\n    def decide({parameters}):\n        return 1\n")
    assert callable(load_brain("mine.py:Mine"))


@pytest.mark.parametrize(
    "method", ["@staticmethod\n    def decide(view):", "@classmethod\n    def decide(cls, view):"]
)
def test_decide_may_be_a_static_or_class_method(folder: Path, method: str) -> None:
    write(folder, HEAD + f"class Mine(Brain):\n    {method}\n        return Decision()\n")
    assert callable(load_brain("mine.py:Mine"))


# Not found

_WRITTEN = "; a class in a file is written my_brain.py:MyBrain"


def test_unknown_name_is_told_with_the_nearest(folder: Path) -> None:
    write(folder, GOOD, "foo_bots.py")
    install(folder, "foo_bots:Mine", "patrol")
    known = ", ".join(known_brains())
    assert "hunter, patrol" in known
    assert refusal("huntr", UsageError) == (
        f'brain "huntr" is not known (known: {known}, and what agentfw plans lists), '
        f'did you mean "hunter"?{_WRITTEN}'
    )


@pytest.mark.parametrize("name", ["xyz", ""])
def test_name_that_resembles_nothing_gets_no_suggestion(name: str) -> None:
    known = ", ".join(known_brains())
    assert (
        refusal(name, UsageError)
        == f'brain "{name}" is not known (known: {known}, and what agentfw plans lists){_WRITTEN}'
    )


def test_missing_file_is_told() -> None:
    told = 'brain "no/such.py:Mine": there is no file no/such.py'
    assert refusal("no/such.py:Mine", UsageError) == told


def test_folder_is_no_file(folder: Path) -> None:
    (folder / "mine.py").mkdir()
    assert refusal("mine.py:Mine", UsageError) == 'brain "mine.py:Mine": there is no file mine.py'


def test_file_without_a_class_is_told() -> None:
    told = 'brain "mine.py": say which class, as in mine.py:MyBrain'
    assert refusal("mine.py", UsageError) == told


def test_missing_module_is_told() -> None:
    assert refusal("nosuch:Mine", UsageError) == 'brain "nosuch:Mine": there is no module nosuch'
    told = 'brain "agentfw.nosuch.Mine": there is no module agentfw.nosuch'
    assert refusal("agentfw.nosuch.Mine", UsageError) == told


def test_missing_class_is_told_with_those_that_are_there() -> None:
    assert refusal("agentfw.brains.hunter:Huntr", UsageError) == (
        'brain "agentfw.brains.hunter:Huntr": agentfw.brains.hunter has no Huntr '
        '(found: Hunter), did you mean "Hunter"?'
    )


def test_missing_class_in_a_module_without_brains_is_told() -> None:
    assert refusal("json:Mine", UsageError) == 'brain "json:Mine": json has no Mine'


def test_missing_class_in_a_file_is_told_with_the_nearest(folder: Path) -> None:
    write(folder, GOOD)
    told = refusal("mine.py:Mien", UsageError)
    assert told.startswith('brain "mine.py:Mien": ')
    assert told.endswith(' has no Mien (found: Mine), did you mean "Mine"?')


def test_missing_class_in_a_file_is_told_with_the_file(folder: Path) -> None:
    write(folder, GOOD)
    assert 'brain "mine.py:Mien": mine.py has no Mien' in refusal("mine.py:Mien", UsageError)


@pytest.mark.parametrize("text", [":Mine", ".", "..x:Mine", "a..b:Mine", "mine.py:", ":", "x:y:z"])
def test_nonsense_is_refused(folder: Path, text: str) -> None:
    write(folder, GOOD)
    with pytest.raises((UsageError, PluginError)) as caught:
        load_brain(text)
    assert str(caught.value).startswith(f'brain "{text}": ')


# Found, and cannot work


def test_syntax_error_is_told_with_its_place(folder: Path) -> None:
    write(folder, "x = 1\nclass Mine(:\n    pass\n")
    assert refusal("mine.py:Mine") == "mine.py:2:12: invalid syntax"


@pytest.mark.parametrize("data", [b"x = 1\0", b"x = '\xff\xfe'\n"], ids=["nul", "no utf-8"])
def test_file_that_is_no_text_is_told(folder: Path, data: bytes) -> None:
    (folder / "mine.py").write_bytes(data)
    assert refusal("mine.py:Mine").startswith("mine.py:1:")


def test_error_while_a_file_is_read_is_told(folder: Path) -> None:
    write(folder, "import nosuch\n")
    told = "brain \"mine.py:Mine\": ModuleNotFoundError: No module named 'nosuch'"
    assert refusal("mine.py:Mine") == told


def test_error_while_a_module_is_read_is_told(folder: Path) -> None:
    write(folder, "1 // 0\n")
    told = 'brain "mine:Mine": ZeroDivisionError: integer division or modulo by zero'
    assert refusal("mine:Mine") == told


def test_missing_import_of_a_module_is_not_taken_for_the_module(folder: Path) -> None:
    write(folder, "import nosuch\n")
    told = "brain \"mine:Mine\": ModuleNotFoundError: No module named 'nosuch'"
    assert refusal("mine:Mine") == told


def test_broken_brain_of_an_installed_package_is_told_with_the_package(folder: Path) -> None:
    install(folder, "foo_bots:Mine")
    told = "brain \"theirs\" from package foo-bots: ModuleNotFoundError: No module named 'foo_bots'"
    assert refusal("theirs") == told


def test_file_that_exits_does_not_end_the_program(folder: Path) -> None:
    write(folder, "raise SystemExit(3)\n")
    assert refusal("mine.py:Mine").startswith('brain "mine.py:Mine": ')


def test_thing_that_cannot_be_called_is_told(folder: Path) -> None:
    write(folder, "thing = 5\n")
    told = 'brain "mine.py:thing": expected a class or a function, found 5'
    assert refusal("mine.py:thing") == told


def test_class_without_decide_is_told(folder: Path) -> None:
    write(folder, "class Mine:\n    def __init__(self, setup):\n        pass\n")
    assert refusal("mine.py:Mine") == 'brain "mine.py:Mine": Mine has no decide(self, view)'


@pytest.mark.parametrize(
    ("base", "lacks"),
    [
        ("Brain", "decide(self, view)"),
        ("Decides", "decide(self, view)"),
        ("SkilledBrain", "think(self, now, trace)"),
    ],
)
def test_class_that_leaves_it_to_others_to_decide_is_told(folder: Path, base: str, lacks: str) -> None:
    write(folder, f"from agentfw.brains import {base}\nclass Mine({base}):\n    pass\n")
    assert refusal("mine.py:Mine") == f'brain "mine.py:Mine": Mine has no {lacks}'


def test_class_may_decide_by_what_another_one_of_yours_does(folder: Path) -> None:
    write(folder, GOOD + "class Other(Mine):\n    pass\n")
    assert callable(load_brain("mine.py:Other"))


def test_misspelled_language_is_told_with_the_nearest() -> None:
    assert 'did you mean "htn"?' in refusal("htnn", UsageError)


def test_language_alone_is_told_to_need_a_plan() -> None:
    told = 'brain "posh" is a language: name a plan in it, as in my.lap'
    assert refusal("posh", UsageError) == told


@pytest.mark.parametrize(
    ("parameters", "names"),
    [
        ("self", "self"),
        ("self, view, mood", "self, view, mood"),
        ("self, view, *, mood", "self, view, mood"),
        ("", ""),
    ],
)
def test_decide_with_another_signature_is_told(folder: Path, parameters: str, names: str) -> None:
    write(folder, HEAD + f"class Mine(Brain):\n    def decide({parameters}):\n        return 1\n")
    told = f'brain "mine.py:Mine": decide() takes ({names}), expected (self, view)'
    assert refusal("mine.py:Mine") == told


@pytest.mark.parametrize("line", ["decide = max", "__signature__ = 5"])
def test_what_does_not_tell_how_it_is_called_is_believed(folder: Path, line: str) -> None:
    write(folder, GOOD + f"    {line}\n")
    assert callable(load_brain("mine.py:Mine"))


def test_async_decide_is_told(folder: Path) -> None:
    write(folder, GOOD.replace("def decide", "async def decide"))
    told = 'brain "mine.py:Mine": decide() is async, expected a plain decide(self, view)'
    assert refusal("mine.py:Mine") == told


@pytest.mark.parametrize(
    ("definition", "shown"),
    [
        ("def make():", "make()"),
        ("def make(setup, plan):", "make(setup, plan)"),
        ("def make(setup, *, plan):", "make(setup, *, plan)"),
    ],
)
def test_factory_with_another_signature_is_told(folder: Path, definition: str, shown: str) -> None:
    write(folder, f"{definition}\n    return None\n")
    assert refusal("mine.py:make") == (
        f'brain "mine.py:make": {shown} cannot be called with one argument, expected make(setup)'
    )


def test_class_that_takes_no_setup_is_told(folder: Path) -> None:
    write(folder, "class Mine:\n    def decide(self, view):\n        return None\n")
    assert refusal("mine.py:Mine") == (
        'brain "mine.py:Mine": Mine() cannot be called with one argument, expected Mine(setup)'
    )
