"""Every set of rules that can be played."""

import itertools

import kingdomino as kd

RULES = [
    kd.Rules(
        players=players,
        edition=edition,
        mighty_duel=mighty_duel,
        middle_kingdom=middle_kingdom,
        harmony=harmony,
    )
    for edition, players, mighty_duel in [
        ("classic", 2, False),
        ("classic", 2, True),
        ("classic", 3, False),
        ("classic", 4, False),
        ("revised", 2, False),
        ("revised", 3, False),
        ("revised", 4, False),
    ]
    for middle_kingdom, harmony in itertools.product([False, True], repeat=2)
]
