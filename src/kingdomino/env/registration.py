"""The names under which Gymnasium and PettingZoo know the environments.

``import kingdomino.env`` is enough. Without it, ``kingdomino.env:kingdomino/Kingdomino-v0`` is a
name by which ``gymnasium.make`` imports it first.
"""

from __future__ import annotations

import gymnasium
import pettingzoo

ENV_ID = "kingdomino/Kingdomino-v0"
AEC_ID = "kingdomino/kingdomino-v0"


def register() -> None:
    """Make the environments known, once."""
    if ENV_ID not in gymnasium.registry:
        gymnasium.register(
            ENV_ID,
            entry_point="kingdomino.env.single:KingdominoEnv",
            vector_entry_point="kingdomino.env.batch:KingdominoVectorEnv",
        )
    # PettingZoo has had a registry since 1.27.
    if AEC_ID not in getattr(pettingzoo, "aec_registry", {AEC_ID}):
        pettingzoo.register("aec", AEC_ID, entry_point="kingdomino.env.aec:env")
