"""The command as a process: exit codes, pipes, encodings."""

import subprocess
import sys

import kingdomino as kd
from tests.cli.command import run, run_process

COMMANDS = ("serve", "backup", "play", "new", "show", "replay", "score", "verify", "perft", "bench")


def test_help_lists_every_command():
    outcome = run("--help")
    assert outcome.code == 0
    for command in COMMANDS:
        assert f"  {command} " in outcome.out


def test_every_command_has_help_that_fits_the_screen():
    for command in COMMANDS:
        outcome = run(command, "--help")
        assert outcome.code == 0
        assert outcome.out.startswith(f"Usage: kingdomino {command}")
        assert max(map(len, outcome.out.split("\n"))) <= 80
    assert "..." not in run("--help").out.replace("ARGS]...", "")


def test_the_version():
    assert run("--version").out == f"kingdomino {kd.__version__}\n"


def test_help_loads_nothing_heavy():
    program = (
        "import sys\nfrom kingdomino.command import main\n"
        "try: main(['score', '--help'])\n"
        "except SystemExit: pass\n"
        "print({'numba', 'numpy', 'rich', 'pydantic'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr.strip() == b"set()"


def test_a_closed_pipe_is_quiet():
    program = "import sys; sys.stdin.readline()"
    writer = subprocess.Popen(
        [sys.executable, "-m", "kingdomino", "new", "--rules", "2p", "--board"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    subprocess.run([sys.executable, "-c", program], stdin=writer.stdout, check=True)
    assert writer.stdout is not None
    writer.stdout.close()
    assert writer.stderr is not None
    assert writer.stderr.read() == b""
    writer.stderr.close()
    writer.wait()


def test_a_terminal_without_unicode_sees_ascii():
    done = run_process(
        "score", "w1f/Cs", environment={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    )
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b" *" in done.stdout
    assert b"##" in done.stdout


def test_a_fault_goes_to_stderr_with_exit_code_2():
    done = run_process("show", "missing")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"There is no file 'missing'.\n"


def test_closed_stdin_is_no_traceback():
    for command in ("show -", "score", "play --rules 2p"):
        done = subprocess.run(
            f"{sys.executable} -m kingdomino {command} <&-",
            shell=True,
            capture_output=True,
            check=False,
        )
        assert b"Traceback" not in done.stderr
        assert done.returncode in (0, 2)
        assert (done.stdout + done.stderr).strip()


def run_in_shell(arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        f"{sys.executable} -m kingdomino {arguments}", shell=True, capture_output=True, check=False
    )


def test_a_full_disk_behind_stdout_is_told_in_a_sentence():
    for command in ("new --seed 1", "--version", "perft --depth 2 --json"):
        done = run_in_shell(f"{command} >/dev/full")
        assert done.stderr == b"The output cannot be written: No space left on device.\n"
        assert done.returncode == 1


def test_a_closed_stdout_is_told_in_a_sentence():
    for command in ("new --seed 1", "--version"):
        done = run_in_shell(f"{command} >&-")
        assert done.stderr == b"stdout is closed, so nothing could be printed.\n"
        assert done.returncode == 1
