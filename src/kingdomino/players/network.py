"""The network behind the learned evaluation: from features to a final score and its spread."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from kingdomino.players.features import FEATURES, PER_TERRAIN, SHAPE
from kingdomino.players.vectors import make_adder, make_layer
from kingdomino.rules.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FIRST, SECOND = 64, 32  # the widths of the hidden layers
OUTPUTS = 2  # the final score and the logarithm of its spread, both scaled
UNITS = FIRST + SECOND + OUTPUTS
SCORE_SCALE = 20.0

Layers = tuple["Floats", "Floats", "Floats", "Floats", "Floats", "Floats"]
_NAMES = ("weights_1", "bias_1", "weights_2", "bias_2", "weights_3", "bias_3")


class WeightsError(ValueError):
    """A file of weights that is damaged or of another make; the message says how."""


@dataclass(frozen=True, slots=True)
class Network:
    """Weights of two hidden layers, as the compiled code takes them."""

    layers: Layers

    @classmethod
    def new(cls, seed: int = 0) -> Network:
        """A network that knows nothing but to count the points a kingdom has."""
        rng = np.random.default_rng(seed)
        shapes = [(FEATURES, FIRST), (FIRST, SECOND), (SECOND, OUTPUTS)]
        layers: list[Floats] = []
        for rows, columns in shapes:
            scale = np.sqrt(2 / rows) * 0.5
            layers.append((rng.standard_normal((rows, columns)) * scale).astype(np.float32))
            layers.append(np.zeros(columns, dtype=np.float32))
        first, _, second, _, third, _ = layers
        first[:, 0] = 0.0
        first[: 6 * PER_TERRAIN : PER_TERRAIN, 0] = 20 / SCORE_SCALE
        first[SHAPE + 10, 0] = 10 / SCORE_SCALE
        first[SHAPE + 11, 0] = 5 / SCORE_SCALE
        second[0, :] = 0.0
        second[:, 0] = 0.0
        second[0, 0] = 1.0
        third *= 0.05
        third[0] = (1.0, 0.0)
        return cls(tuple(layers))  # type: ignore[arg-type]

    def save(self, path: Path) -> None:
        """Write the weights with a checksum."""
        note = json.dumps({"sha256": self.checksum, "features": FEATURES})
        arrays: dict[str, Any] = dict(zip(_NAMES, self.layers, strict=True))
        arrays["note"] = np.frombuffer(note.encode(), dtype=np.uint8)
        with path.open("wb") as file:
            np.savez(file, **arrays)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read weights; ``WeightsError`` if they are damaged or made for other features."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
                note = json.loads(bytes(data["note"]))
                network = cls._from_arrays({name: data[name] for name in _NAMES})
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise WeightsError(f"the weights in {path.name} cannot be read: {error}") from error
        if note["features"] != FEATURES or network.layers[0].shape[0] != FEATURES:
            raise WeightsError(f"the weights in {path.name} are made for another version")
        if note["sha256"] != network.checksum:
            raise WeightsError(f"the weights in {path.name} are damaged: their checksum is wrong")
        return network

    @classmethod
    def _from_arrays(cls, arrays: Mapping[str, Floats]) -> Network:
        layers = tuple(np.ascontiguousarray(arrays[name], dtype=np.float32) for name in _NAMES)
        return cls(layers)  # type: ignore[arg-type]

    @property
    def checksum(self) -> str:
        """The SHA-256 of all weights."""
        digest = hashlib.sha256()
        for layer in self.layers:
            digest.update(layer.tobytes())
        return digest.hexdigest()


add_changes = make_adder(FEATURES, FIRST)
pass_to_second = make_layer(FIRST, SECOND)
pass_to_last = make_layer(SECOND, OUTPUTS)


@compiled
def begin(layers: Layers, seen: Floats, units: Floats) -> None:
    """Make ready for ``evaluate``: the first layer's sums are those of features that are all 0."""
    for feature in range(FEATURES):
        seen[feature] = 0.0
    for unit in range(FIRST):
        units[unit] = layers[1][unit]


@compiled
def evaluate(features: Floats, layers: Layers, seen: Floats, units: Floats) -> tuple[float, float]:
    """The final score that these features promise, and its spread (standard deviation).

    ``units`` is room for the sums of all layers. Those of the first are kept for the features
    ``seen`` last, and only what has changed since is added: kingdoms that differ by a domino share
    most features. ``begin`` starts anew, which should be done now and then, for sums of many
    changes are less exact.
    """
    weights_1, _, weights_2, bias_2, weights_3, bias_3 = layers
    add_changes(features, seen, weights_1, units)
    pass_to_second(units, 0, weights_2, bias_2, FIRST)
    pass_to_last(units, FIRST, weights_3, bias_3, FIRST + SECOND)
    score = units[FIRST + SECOND]
    spread = min(max(units[FIRST + SECOND + 1], np.float32(-3.0)), np.float32(2.0))
    return score * SCORE_SCALE, np.exp(spread) * SCORE_SCALE
