"""A training run for the learned evaluation: generations of self-play, steps, checkpoints."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np

from kingdomino.players.features import FEATURES
from kingdomino.players.network import Network, WeightsError
from kingdomino.players.optimiser import Optimiser
from kingdomino.players.selfplay import play_chunk, practised_rules
from kingdomino.players.shipped import TABLES
from kingdomino.players.trial import try_network

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

CHUNK = 50  # games that one thread plays at a time
CAPACITY = 1_500_000  # samples kept: the newest replace the oldest
BATCH = 2048
TRIAL_GAMES = 400
QUICK = 0.15  # the share of the time in which games are played by quick judgement
THINKING = 80  # how many actions of a hundred are thought through after that
CURIOSITY = 0.6
"""How far judgements are disturbed at least, of what they are at first: without it the games grow
alike, and the network forgets how other players' games go."""


@dataclass(frozen=True, slots=True)
class Generation:
    """What happened in one generation: games of the newest network, then steps on the samples."""

    number: int
    seconds: float
    games: int
    samples: int
    error: float
    """The root of the mean squared error of predicted final scores, in points."""
    mean_score: float
    wins: float
    """The share of victories without search against full-greedy players, bonuses on."""
    points: float
    """And the points made in those games."""


class Store:
    """The newest samples, each the features of a kingdom and its final score."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        # Half precision holds what a feature has to say in half the room.
        self.samples = np.zeros((capacity, FEATURES), dtype=np.float16)
        self.scores = np.zeros(capacity, dtype=np.float32)
        self.added = 0

    @property
    def size(self) -> int:
        """How many samples there are."""
        return min(self.added, len(self.scores))

    def add(self, samples: Floats, scores: Floats) -> None:
        """Add samples in place of the oldest."""
        rows = (self.added + np.arange(len(scores))) % len(self.scores)
        self.samples[rows] = samples
        self.scores[rows] = scores
        self.added += len(scores)

    def draw(self, count: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Samples at random."""
        rows = rng.integers(self.size, size=count)
        return self.samples[rows].astype(np.float32), self.scores[rows]


class Training:
    """A training run for one kind of table, to be stopped at any time and taken up again.

    Everything it needs to go on is in ``folder``: the weights of the newest generation with the
    optimiser's state, and a line for each generation in ``history.jsonl``. The samples are made
    anew.
    """

    def __init__(
        self,
        table: str,
        folder: Path,
        *,
        minutes: float,
        threads: int = 2,
        generation_seconds: float = 20.0,
    ) -> None:
        """Begin a run, or take up the one in ``folder``; ``WeightsError`` if that is damaged.

        A generation's games take ``generation_seconds``, its steps and trial a little more.
        """
        self.table = table
        self.folder = folder
        self.minutes = minutes
        self.threads = threads
        self.generation_seconds = generation_seconds
        self.rules = practised_rules(table)
        self.store = Store()
        self.optimiser = Optimiser(Network.new(seed=TABLES.index(table)))
        self.history: list[Generation] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._resume()

    @property
    def spent(self) -> float:
        """The share of the time that has been used."""
        return min(self.history[-1].seconds / (60 * self.minutes), 1.0) if self.history else 0.0

    def run(self, report: Callable[[Generation], None] = lambda _: None) -> Network:
        """Train until the time is used up; ``report`` is told of every generation."""
        with ThreadPoolExecutor(self.threads) as pool:
            while self.spent < 1.0:
                report(self._run_generation(pool))
        return self.optimiser.network

    def _run_generation(self, pool: ThreadPoolExecutor) -> Generation:
        number = len(self.history)
        before = self.history[-1].seconds if self.history else 0.0
        start = time.perf_counter()
        rng = np.random.default_rng([TABLES.index(self.table), number])
        games = samples = 0
        network = self.optimiser.network
        width = max(1.0 - self.spent, CURIOSITY)
        # Quick games teach the most at first; later the network learns to bear being thought with.
        thinking = 0 if self.spent < QUICK else THINKING
        while games == 0 or time.perf_counter() - start < self.generation_seconds:
            chosen = [self.rules[rng.integers(len(self.rules))] for _ in range(self.threads)]
            seeds = rng.integers(2**62, size=self.threads).tolist()
            jobs = [
                pool.submit(play_chunk, rules, seed, network, CHUNK, width=width, thinking=thinking)
                for rules, seed in zip(chosen, seeds, strict=True)
            ]
            for features, scores in (job.result() for job in jobs):
                self.store.add(features, scores)
                games += CHUNK
                samples += len(scores)
        rate = 3e-5 + 1e-3 * (1 - self.spent)
        steps = min(3 * samples // BATCH + 100, 1200)
        errors = [
            self.optimiser.step(*self.store.draw(BATCH, rng), rate=rate) for _ in range(steps)
        ]
        seconds = round(before + time.perf_counter() - start, 1)
        trial = try_network(self.optimiser.network, self.rules[0], TRIAL_GAMES, seed=number)
        generation = Generation(
            number=number,
            seconds=seconds,
            games=games,
            samples=samples,
            error=round(float(np.mean(errors)) ** 0.5, 3),
            mean_score=round(float(self.store.scores[: self.store.size].mean()), 2),
            wins=round(trial.wins, 3),
            points=round(trial.points, 1),
        )
        self.history.append(generation)
        self._save()
        return generation

    # --- checkpoints

    @property
    def weights(self) -> Path:
        """The file with the newest weights."""
        return self.folder / "weights.npz"

    def _save(self) -> None:
        """Write a checkpoint; an interruption leaves the last one whole."""
        self.optimiser.save(self.folder / "optimiser.new")
        self.optimiser.network.save(self.folder / "weights.new")
        (self.folder / "optimiser.new").replace(self.folder / "optimiser.npz")
        (self.folder / "weights.new").replace(self.weights)
        text = "".join(json.dumps(asdict(generation)) + "\n" for generation in self.history)
        (self.folder / "history.new").write_text(text)
        (self.folder / "history.new").replace(self.folder / "history.jsonl")

    def _resume(self) -> None:
        history = self.folder / "history.jsonl"
        if not history.exists():
            return
        try:
            lines = history.read_text().splitlines()
            self.history = [Generation(**json.loads(line)) for line in lines]
            self.optimiser = Optimiser.load(self.folder / "optimiser.npz")
        except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
            raise WeightsError(
                f"the training in {self.folder} cannot be resumed: {error}"
            ) from error
