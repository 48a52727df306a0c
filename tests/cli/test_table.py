"""The table in words: what is played, whatever it was called when it was chosen."""

import kingdomino as kd
from kingdomino.cli.table import describe_rules


def test_the_two_player_game_of_the_revised_edition_is_named_for_what_it_is() -> None:
    revised = kd.Rules(players=2, edition="revised", harmony=True)
    assert describe_rules(revised) == "revised edition, 2 players, Mighty Duel, Harmony"
    assert "Duel" not in describe_rules(kd.Rules(players=3, edition="revised"))
    assert "Duel" not in describe_rules(kd.Rules(players=2))
