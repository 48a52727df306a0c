"""Learning environments: PettingZoo, Gymnasium, thousands of games at once, and OpenSpiel.

Importing this registers ``kingdomino/Kingdomino-v0`` with Gymnasium. ``docs/environments.md`` has
the spaces, byte by byte. What is not loaded with it, because it needs extras of its own:
``kingdomino.env.open_spiel`` and ``kingdomino.env.dataset``.
"""

from __future__ import annotations

try:
    import gymnasium as gymnasium
    import pettingzoo as pettingzoo
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f'kingdomino.env needs {error.name}, which is not installed: pip install "kingdomino[env]"',
        name=error.name,
    ) from None

from kingdomino.env import kingdomino_v0
from kingdomino.env.batch import KingdominoVectorEnv
from kingdomino.env.errors import SettingError
from kingdomino.env.observation import Layout
from kingdomino.env.registration import AEC_ID, ENV_ID, register
from kingdomino.env.single import KingdominoEnv

__all__ = [
    "AEC_ID",
    "ENV_ID",
    "KingdominoEnv",
    "KingdominoVectorEnv",
    "Layout",
    "SettingError",
    "kingdomino_v0",
]

register()
