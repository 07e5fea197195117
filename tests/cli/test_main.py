from __future__ import annotations

import pytest

import agentfw
from agentfw.cli import main
from agentfw.errors import UsageError
from tests.support.command_line import called
from tests.support.programs import run_python

COMMANDS = ["decode", "dialects", "probe"]
SHOWN = ["arena", "decode", "explain", "init", "probe", "run"]


def test_help_fits_on_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "--help")
    lines = output.out.splitlines()
    assert (output.code, output.err) == (0, "")
    assert len(lines) <= 23  # and the prompt below
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_names_every_command_and_an_example(capsys: pytest.CaptureFixture[str], word: str) -> None:
    text = called(capsys, word).out
    assert all(f"\n  {command} " in text for command in SHOWN)
    assert "Lists of all there is to play with: characters, dialects, maps, plans, skills." in text
    assert "examples with --help: agentfw run --help" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_shows_an_example_on_one_screen(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    output = called(capsys, command, "--help")
    lines = output.out.splitlines()
    assert (output.code, output.err) == (0, "")
    assert f"Example: agentfw {command}" in output.out
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("command", ["check", "decode", "explain", "probe", "schema"])
def test_the_overview_says_what_the_command_says_of_itself(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    overview = called(capsys, "--help").out
    summary = called(capsys, command, "--help").out.splitlines()[2].strip()
    assert summary in overview


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "--version")
    assert (output.code, output.out) == (0, f"agentfw, version {agentfw.__version__}\n")


def test_without_words_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys)
    assert output.code == 2
    assert "Commands:" in output.out + output.err


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("decod", "Error: No such command 'decod', did you mean \"decode\"?"),
        ("PROBE", "Error: No such command 'PROBE', did you mean \"probe\"?"),
        ("xyz", "Error: No such command 'xyz'"),
    ],
)
def test_unknown_command_is_told_with_the_nearest(
    capsys: pytest.CaptureFixture[str], word: str, told: str
) -> None:
    output = called(capsys, word)
    assert (output.code, output.out) == (2, "")
    assert output.err.splitlines()[-1] == told


def test_a_mistake_ends_with_one_line_and_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "decode", "--dialect", "gamebots", "/dev/null")
    assert (output.code, output.out) == (2, "")
    assert output.err == (
        'agentfw: there is no dialect "gamebots", did you mean "gamebots-ut99"? '
        "(known: gamebots-2004, gamebots-ut99, or a file)\n"
    )


def test_debug_lets_the_error_through(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UsageError, match='there is no dialect "gamebots"'):
        main(["--debug", "decode", "--dialect", "gamebots", "/dev/null"])
    assert capsys.readouterr().err == ""


def test_an_unknown_option_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "dialects", "--colour")
    assert output.code == 2
    assert "--colour" in output.err.splitlines()[-1]


def test_the_console_script_works() -> None:
    result = run_python("from agentfw.cli import main; main()", "--version")
    assert (result.returncode, result.stdout) == (0, f"agentfw, version {agentfw.__version__}\n")


def test_the_console_script_ends_with_the_code_of_the_mistake() -> None:
    result = run_python("from agentfw.cli import main; main()", "probe", "host:port")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        'agentfw: "host:port" is not an address: expected HOST or HOST:PORT, as in localhost:3000\n'
    )


def test_the_overview_loads_no_command() -> None:
    program = (
        "import sys\n"
        "from agentfw.cli import main\n"
        "try:\n"
        "    main(['--help'])\n"
        "except SystemExit:\n"
        "    print(sorted(name for name in sys.modules if name in ('trio', 'agentfw.cli.probe')))\n"
    )
    assert run_python(program).stdout.splitlines()[-1] == "[]"


def test_an_interrupt_is_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupted(*_: object) -> None:
        raise BaseExceptionGroup("from a nursery", [KeyboardInterrupt()])

    monkeypatch.setattr("trio.open_tcp_stream", interrupted)
    with pytest.raises(SystemExit) as exit_info:
        main(["probe", "localhost:1"])
    assert exit_info.value.code == 130
    assert capsys.readouterr().err == "agentfw: interrupted\n"
