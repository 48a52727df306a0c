"""Gradient steps for the learned evaluation: Adam on plain arrays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kingdomino.players.network import SCORE_SCALE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MEMORY = 2000
"""Over how many of the last steps, about, weights are averaged."""


class Optimiser:
    """Adam on the weights of two hidden layers: batch after batch towards the samples' scores.

    ``layers`` go back and forth with every batch; ``mean`` is where they have been lately, which is
    what a network should be made of.
    """

    def __init__(self, layers: Sequence[Floats]) -> None:
        self.layers: list[Floats] = [layer.copy() for layer in layers]
        self.mean = [layer.copy() for layer in self.layers]
        self.first = [np.zeros_like(layer) for layer in self.layers]
        self.second = [np.zeros_like(layer) for layer in self.layers]
        self.steps = 0

    def step(self, samples: Floats, scores: Floats, rate: float) -> float:
        """One step on a batch; returns its mean squared error in points."""
        weights_1, bias_1, weights_2, bias_2, weights_3, bias_3 = self.layers
        hidden_1 = np.maximum(samples @ weights_1 + bias_1, 0)
        hidden_2 = np.maximum(hidden_1 @ weights_2 + bias_2, 0)
        outputs = hidden_2 @ weights_3 + bias_3
        spread = np.exp(np.clip(outputs[:, 1], -3, 2))
        error = outputs[:, 0] - scores / np.float32(SCORE_SCALE)
        # The likelihood of a normal distribution, weighted by its spread so that the openings,
        # where little is certain, are not forgotten for the endings.
        slope = np.empty_like(outputs)
        ratio = np.clip(error / spread, -4, 4)
        slope[:, 0] = ratio
        slope[:, 1] = spread * (1 - ratio**2)
        slope /= len(samples)
        slope_2 = (slope @ weights_3.T) * (hidden_2 > 0)
        slope_1 = (slope_2 @ weights_2.T) * (hidden_1 > 0)
        gradients = [
            samples.T @ slope_1,
            slope_1.sum(0),
            hidden_1.T @ slope_2,
            slope_2.sum(0),
            hidden_2.T @ slope,
            slope.sum(0),
        ]
        self._descend(gradients, rate)
        return float(np.mean(error**2)) * SCORE_SCALE**2

    def save(self, path: Path) -> None:
        """Write the weights and all that the next step needs."""
        arrays: dict[str, Any] = {
            f"{name}_{number}": array
            for name, group in (
                ("l", self.layers),
                ("m", self.mean),
                ("f", self.first),
                ("s", self.second),
            )
            for number, array in enumerate(group)
        }
        arrays["steps"] = np.array(self.steps)
        with path.open("wb") as file:
            np.savez(file, **arrays)

    @classmethod
    def load(cls, path: Path) -> Optimiser:
        """Go on where ``save`` left off."""
        with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
            optimiser = cls([data[f"l_{n}"] for n in range(6)])
            optimiser.mean = [data[f"m_{n}"] for n in range(6)]
            optimiser.first = [data[f"f_{n}"] for n in range(6)]
            optimiser.second = [data[f"s_{n}"] for n in range(6)]
            optimiser.steps = int(data["steps"])
        return optimiser

    def _descend(self, gradients: list[Floats], rate: float) -> None:
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        memory = np.float32(1 / min(self.steps, MEMORY))
        for layer, mean, gradient, first, second in zip(
            self.layers, self.mean, gradients, self.first, self.second, strict=True
        ):
            first *= 0.9
            first += 0.1 * gradient
            second *= 0.999
            second += 0.001 * gradient**2
            layer -= (scale * first / (np.sqrt(second) + 1e-8)).astype(np.float32)
            mean += memory * (layer - mean)
