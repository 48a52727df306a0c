"""The package as a whole: its public names, and what importing it costs."""

import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import mypy.api
import pytest

import kingdomino as kd

# The names that other programs lean on.
MEMBERS = {
    "Rules": "grid deck_size line_length rounds kings_each players edition middle_kingdom harmony "
    "dynasty mighty_duel",
    "Game": "new seat phase line next_line legal_actions play undo copy over scores winners "
    "kingdoms view record from_record",
    "Kingdom": "placements place discards score cells",
    "Score": "total territories bonuses largest crowns",
    "Claim": "domino",
    "Place": "domino a b",
    "Discard": "domino",
    "Square": "terrain crowns",
    "View": "legal_actions",
    "KingdominoError": "code template values describe",
    "IllegalAction": "",
    "NotationError": "",
}


@pytest.mark.parametrize("name", MEMBERS)
def test_the_names_that_others_lean_on_are_there(name: str) -> None:
    found = getattr(kd, name)
    for member in MEMBERS[name].split():
        assert hasattr(found, member), f"{name}.{member}"


def test_every_public_name_can_be_had_and_is_listed() -> None:
    for name in kd.__all__:
        assert getattr(kd, name) is not None
        assert name in dir(kd)
    assert "__version__" in dir(kd)
    assert len(set(kd.__all__)) == len(kd.__all__)


def test_a_name_that_is_not_there_is_missed() -> None:
    with pytest.raises(AttributeError, match="module 'kingdomino' has no attribute 'Chess'"):
        _ = kd.Chess


def ask(code: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_the_package_loads_neither_numba_nor_numpy() -> None:
    heavy = "sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules))"
    assert ask(f"import sys, kingdomino; print({heavy})") == "[]"
    assert ask(f"import sys, kingdomino; kingdomino.Rules(); print({heavy})") == "[]"
    assert "numba" in ask(f"import sys, kingdomino; kingdomino.Game; print({heavy})")


def test_all_names_are_listed_before_any_is_loaded() -> None:
    assert ask("import kingdomino; print('Game' in dir(kingdomino))") == "True"
    assert ask("from kingdomino import *; print(Rules(players=3))") == "classic 3p"


def test_a_type_checker_misses_a_name_that_is_not_there(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("from kingdomino import Game, Gmae\n")
    package = Path(kd.__file__)
    told, _, _ = mypy.api.run(
        [str(program), str(package), "--follow-imports=skip", f"--cache-dir={tmp_path}"]
    )
    assert 'Module "kingdomino" has no attribute "Gmae"' in told


def test_a_phase_is_one_of_three_words_to_a_type_checker() -> None:
    phase = get_type_hints(kd.Position.phase.fget)["return"]
    assert set(get_args(phase)) == {"claim", "place", "over"}
