"""The name under which Gymnasium knows the environment.

``import kingdomino.env`` is enough. Without it, ``kingdomino.env:kingdomino/Kingdomino-v0`` is a
name by which ``gymnasium.make`` imports it first.
"""

from __future__ import annotations

import gymnasium

ENV_ID = "kingdomino/Kingdomino-v0"


def register() -> None:
    """Make the environment known to Gymnasium, once."""
    if ENV_ID not in gymnasium.registry:
        gymnasium.register(
            ENV_ID,
            entry_point="kingdomino.env.single:KingdominoEnv",
            vector_entry_point="kingdomino.env.batch:KingdominoVectorEnv",
        )
