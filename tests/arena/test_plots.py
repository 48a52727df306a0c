from pathlib import Path

import pytest

from kingdomino import words
from kingdomino.arena.summary import summarise
from tests.arena.contests import make_contest
from tests.arena.test_summary import CONTEST, play


@pytest.mark.parametrize(("suffix", "begin"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_results_become_a_picture(tmp_path: Path, suffix: str, begin: bytes) -> None:
    from kingdomino.arena.plots import draw_summary

    games = [play(deal, rotation, (20, 30, 40, 50)) for deal in (1, 2) for rotation in range(4)]
    pictures = []
    for name in ("first", "second"):
        path = tmp_path / (name + suffix)
        draw_summary(summarise(CONTEST, games), path)
        pictures.append(path.read_bytes())
    assert pictures[0].startswith(begin)
    assert pictures[0] == pictures[1]


def test_nothing_played_becomes_an_empty_picture(tmp_path: Path) -> None:
    from kingdomino.arena.plots import draw_summary

    draw_summary(summarise(make_contest("random"), []), tmp_path / "empty.png")
    assert (tmp_path / "empty.png").stat().st_size > 0


def test_a_picture_is_labelled_in_the_language_that_is_spoken(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    from kingdomino.arena.plots import draw_summary

    request.addfinalizer(lambda: words.speak("en"))
    words.speak("pl")
    draw_summary(summarise(CONTEST, [play(1, 0, (20, 30, 40, 50))]), tmp_path / "results.svg")
    picture = (tmp_path / "results.svg").read_text(encoding="utf-8")
    # Letters are drawn; what they say stands beside them as a comment.
    assert all(label in picture for label in ("odsetek zwycięstw", "gry (%)", "gier 1, rozdań 1"))
    assert "games" not in picture
