"""The players' colours."""

import pytest

import kingdomino as kd
from kingdomino.game.seats import check_colours


def test_seats_take_the_colours_in_their_usual_order() -> None:
    assert check_colours(None, 3) == (kd.Colour.PINK, kd.Colour.YELLOW, kd.Colour.GREEN)
    assert [colour.letter for colour in kd.Colour] == ["P", "Y", "G", "B"]


def test_colours_may_be_chosen_and_named_by_text() -> None:
    assert check_colours(("Blue", "Pink"), 2) == (kd.Colour.BLUE, kd.Colour.PINK)


def test_every_player_has_one_colour() -> None:
    with pytest.raises(ValueError, match="3 players need 3 colours, not 2"):
        check_colours((kd.Colour.BLUE, kd.Colour.PINK), 3)


def test_no_two_players_have_the_same_colour() -> None:
    with pytest.raises(ValueError, match="no two players can have the same colour"):
        check_colours((kd.Colour.BLUE, kd.Colour.BLUE), 2)


def test_there_are_four_colours() -> None:
    with pytest.raises(ValueError, match="Red"):
        check_colours(("Blue", "Red"), 2)
