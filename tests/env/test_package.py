"""What importing the environments costs, and says when something is missing."""

import subprocess
import sys


def ask(code: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_the_game_loads_no_environment() -> None:
    heavy = "sorted({'gymnasium', 'pettingzoo', 'pyarrow', 'kingdomino.env'} & set(sys.modules))"
    assert ask(f"import sys, kingdomino; kingdomino.Game; print({heavy})") == "[]"
    assert ask(f"import sys, kingdomino.command; print({heavy})") == "[]"


def test_the_environments_load_neither_open_spiel_nor_parquet() -> None:
    extras = "sorted({'pyspiel', 'pyarrow', 'torch'} & set(sys.modules))"
    assert ask(f"import sys, kingdomino.env; print({extras})") == "[]"


def test_a_missing_library_is_named_with_what_brings_it() -> None:
    code = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "try: import kingdomino.env\n"
        "except ImportError as error: print(error)"
    )
    assert ask(code) == (
        'kingdomino.env needs pettingzoo, which is not installed: pip install "kingdomino[env]"'
    )


def test_the_command_says_which_extra_is_missing() -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from kingdomino.command import main\n"
        "sys.stderr = sys.stdout\n"
        "try: main(['dataset', 'random', '--out', 'nowhere'])\n"
        "except SystemExit as end: print(end.code)"
    )
    said = " ".join(ask(code).split())
    assert said == (
        'this command needs pyarrow, which is not installed: pip install "kingdomino[dataset]" 2'
    )
