"""The table for people's eyes."""

import re

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.env import KingdominoEnv, kingdomino_v0
from kingdomino.env.rendering import BANNER, GROUND, paint, write
from tests.env.description import SETTINGS, name_setting


def midgame(rules: kd.Rules) -> kd.Game:
    game = kd.Game.new(rules, 3)
    for _ in range(2 * rules.kings + 3):
        game.play(game.legal_actions()[-1])
    return game


@pytest.mark.parametrize("setting", SETTINGS[::2], ids=name_setting)
def test_a_picture_has_every_kingdom_and_its_size_depends_on_the_rules(
    setting: dict[str, object],
) -> None:
    game = midgame(kd.Rules(**setting))
    picture = paint(game)
    assert picture.shape == paint(kd.Game.new(game.rules, 1)).shape
    colours = {tuple(pixel) for pixel in np.unique(picture.reshape(-1, 3), axis=0).tolist()}
    assert {BANNER[colour] for colour in game.colours} <= colours
    land = {square.terrain for kingdom in game.kingdoms for square in kingdom.cells.values()}
    assert {GROUND[terrain] for terrain in land} <= colours


def test_the_text_says_what_lies_on_the_table() -> None:
    game = midgame(kd.Rules(players=3))
    text = write(game, colour=False)
    assert text.startswith("classic 3p, round 2 of 12: ")
    for slot in (*game.line, *game.next_line):
        assert re.search(rf"\b{slot.domino} ", text)
    for colour in game.colours:
        assert f"{colour}: " in text
    assert "\x1b" not in text
    coloured = write(game)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).split() == text.split()


def test_the_end_names_the_winner() -> None:
    game = midgame(kd.Rules(players=2))
    while not game.over:
        game.play(game.legal_actions()[0])
    winners = " and ".join(game.colours[seat] for seat in game.winners())
    assert write(game).startswith(f"classic 2p: the game is over, won by {winners}")
    assert paint(game).any()


def test_human_mode_prints_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = kingdomino_v0.env(render_mode="human")
    env.reset(seed=1)
    env.step(env.unwrapped.game.legal_numbers()[0])
    assert capsys.readouterr().out.count("has to claim") == 2
    single = KingdominoEnv(opponents="random", render_mode="human")
    single.reset(seed=1)
    assert "has to claim" in capsys.readouterr().out
    assert single.render() is None


def test_without_a_mode_nothing_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    env = KingdominoEnv(opponents="random")
    env.reset(seed=1)
    assert env.render() is None
    assert capsys.readouterr().out == ""
