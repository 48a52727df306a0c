"""The network behind the learned evaluation: from features to a final score and its spread."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from kingdomino.errors import KingdominoError
from kingdomino.players.features import CONTEXT, FEATURES, PER_TERRAIN, SHAPE
from kingdomino.players.glance import GLANCES
from kingdomino.players.vectors import make_adder, make_layer
from kingdomino.rules.compiled import Like, compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FIRST, SECOND = 64, 32  # the widths of the hidden layers
OUTPUTS = 2  # the final score and the logarithm of its spread, both scaled
UNITS = FIRST + SECOND + OUTPUTS
SCORE_SCALE = 20.0

OUTLOOK_FEATURES = FEATURES + CONTEXT + FEATURES - SHAPE + 8  # see ``players.outlook``


class Hidden(NamedTuple):
    """The weights of two hidden layers and of the outputs."""

    weights_1: Floats
    bias_1: Floats
    weights_2: Floats
    bias_2: Floats
    weights_3: Floats
    bias_3: Floats


class Layers(NamedTuple):
    """All weights, as compiled code takes them."""

    judgement: Hidden
    """Of a kingdom: see ``players.judgement``."""
    glance: Floats
    """Of a placement: see ``players.glance``."""
    outlook: Hidden
    """Of a seat: see ``players.outlook``."""


class WeightsError(KingdominoError, ValueError):
    """A file of weights that is damaged or of another make; the message says how."""

    code = "weights"


@dataclass(frozen=True, slots=True)
class Network:
    """What one kind of table has learned."""

    layers: Layers

    @classmethod
    def new(cls, seed: int = 0) -> Network:
        """A network that knows nothing but to count the points a kingdom has."""
        rng = np.random.default_rng(seed)
        judgement = _draw_layers(FEATURES, rng)
        first, _, second, _, third, _ = judgement
        first[:, 0] = 0.0
        first[: 6 * PER_TERRAIN : PER_TERRAIN, 0] = 20 / SCORE_SCALE
        first[SHAPE + 10, 0] = 10 / SCORE_SCALE
        first[SHAPE + 11, 0] = 5 / SCORE_SCALE
        second[0, :] = 0.0
        second[:, 0] = 0.0
        second[0, 0] = 1.0
        third *= 0.05
        third[0] = (1.0, 0.0)
        glance = np.zeros(GLANCES, dtype=np.float32)
        glance[0] = 1.0
        outlook = _draw_layers(OUTLOOK_FEATURES, rng)
        outlook.weights_3[:] *= 0.05
        return cls(Layers(judgement, glance, outlook))

    def save(self, path: Path) -> None:
        """Write the weights with a checksum."""
        note = json.dumps({"sha256": self.checksum, "features": FEATURES})
        arrays: dict[str, Any] = self._named_arrays()
        arrays["note"] = np.frombuffer(note.encode(), dtype=np.uint8)
        with path.open("wb") as file:
            np.savez(file, **arrays)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read weights; ``WeightsError`` if they are damaged or made for other features."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
                note = json.loads(bytes(data["note"]))
                network = cls._from_arrays(data)
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise WeightsError(
                "the weights in {file} cannot be read: {reason}", file=path.name, reason=error
            ) from error
        if note["features"] != FEATURES or len(network.layers.judgement.weights_1) != FEATURES:
            raise WeightsError("the weights in {file} are made for another version", file=path.name)
        if note["sha256"] != network.checksum:
            raise WeightsError(
                "the weights in {file} are damaged: their checksum is wrong", file=path.name
            )
        return network

    @classmethod
    def _from_arrays(cls, arrays: Mapping[str, Floats]) -> Network:
        def read(name: str) -> Floats:
            return np.ascontiguousarray(arrays[name], dtype=np.float32)

        judgement = Hidden(*(read(name) for name in Hidden._fields))
        outlook = Hidden(*(read(f"outlook_{name}") for name in Hidden._fields))
        return cls(Layers(judgement, read("glance"), outlook))

    def _named_arrays(self) -> dict[str, Floats]:
        named = self.layers.judgement._asdict()
        named["glance"] = self.layers.glance
        named |= {f"outlook_{name}": each for name, each in self.layers.outlook._asdict().items()}
        return named

    @property
    def checksum(self) -> str:
        """The SHA-256 of all weights."""
        digest = hashlib.sha256()
        for layer in self._named_arrays().values():
            digest.update(layer.tobytes())
        return digest.hexdigest()


def _draw_layers(inputs: int, rng: np.random.Generator) -> Hidden:
    """Small random weights, no biases."""
    layers: list[Floats] = []
    for rows, columns in [(inputs, FIRST), (FIRST, SECOND), (SECOND, OUTPUTS)]:
        scale = np.sqrt(2 / rows) * 0.5
        layers.append((rng.standard_normal((rows, columns)) * scale).astype(np.float32))
        layers.append(np.zeros(columns, dtype=np.float32))
    return Hidden(*layers)


LAYERS = Like(lambda: Network.new().layers)
"""The type of all weights, for functions that Python calls."""

add_changes = make_adder(FEATURES, FIRST)
add_outlook = make_adder(OUTLOOK_FEATURES, FIRST)
pass_to_second = make_layer(FIRST, SECOND)
pass_to_last = make_layer(SECOND, OUTPUTS)


@compiled
def begin(layers: Layers, seen: Floats, units: Floats) -> None:
    """Make ready for ``evaluate``: the first layer's sums are those of features that are all 0."""
    for feature in range(FEATURES):
        seen[feature] = 0.0
    for unit in range(FIRST):
        units[unit] = layers.judgement.bias_1[unit]


@compiled
def evaluate(features: Floats, layers: Layers, seen: Floats, units: Floats) -> tuple[float, float]:
    """The final score that these features promise, and its spread (standard deviation).

    ``units`` is room for the sums of all layers. Those of the first are kept for the features
    ``seen`` last, and only what has changed since is added: kingdoms that differ by a domino share
    most features. ``begin`` starts anew, which should be done now and then, for sums of many
    changes are less exact.
    """
    add_changes(features, seen, layers.judgement.weights_1, units)
    return finish(units, layers.judgement)


@compiled
def evaluate_outlook(features: Floats, layers: Layers, units: Floats) -> tuple[float, float]:
    """The lead that these features of an outlook promise, and its spread."""
    units[:FIRST] = layers.outlook.bias_1
    seen = units[UNITS:]
    seen[:] = 0.0
    add_outlook(features, seen, layers.outlook.weights_1, units)
    return finish(units, layers.outlook)


@compiled
def finish(units: Floats, hidden: Hidden) -> tuple[float, float]:
    """What the sums of the first layer come to."""
    pass_to_second(units, 0, hidden.weights_2, hidden.bias_2, FIRST)
    pass_to_last(units, FIRST, hidden.weights_3, hidden.bias_3, FIRST + SECOND)
    score = units[FIRST + SECOND]
    spread = min(max(units[FIRST + SECOND + 1], np.float32(-3.0)), np.float32(2.0))
    return score * SCORE_SCALE, np.exp(spread) * SCORE_SCALE
