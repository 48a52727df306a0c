"""The PettingZoo environment under the name that PettingZoo's users expect.

>>> from kingdomino.env import kingdomino_v0
>>> env = kingdomino_v0.env(players=3, render_mode="ansi")
"""

from __future__ import annotations

from kingdomino.env.aec import KingdominoAEC, env, raw_env

__all__ = ["KingdominoAEC", "env", "raw_env"]
