"""A training run for the learned evaluation: generations of self-play, steps, checkpoints."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np

from kingdomino.players.features import FEATURES
from kingdomino.players.network import (
    OUTLOOK_FEATURES,
    Hidden,
    Layers,
    Network,
    WeightsError,
)
from kingdomino.players.optimiser import Optimiser
from kingdomino.players.selfplay import (
    fit_glance,
    play_chunk,
    play_outlook_chunk,
    practised_rules,
)
from kingdomino.players.shipped import TABLES
from kingdomino.players.trial import try_network

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

CHUNK = 50  # games that one thread plays at a time
CAPACITY = 1_500_000  # samples kept: the newest replace the oldest
BATCH = 2048
TRIAL_GAMES = 400
TRIALS = 8  # generations whose trials together tell how strong the judgement has been
JUDGING = 0.7  # the share of the time in which kingdoms are learned to be judged, before outlooks
QUICK = 0.15  # the part of that in which games are played by quick judgement
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
    """The root of the mean squared error of predicted final scores, later of leads, in points."""
    mean_score: float
    wins: float
    """The share of victories without search against full-greedy players, bonuses on."""
    points: float
    """And the points made in those games."""
    lead: float
    """Over the best opponent in each."""


class Store:
    """The newest samples, each the features of a kingdom and its final score, or of an outlook and
    the lead in the end."""

    def __init__(self, features: int, capacity: int = CAPACITY) -> None:
        # Half precision holds what a feature has to say in half the room.
        self.samples = np.zeros((capacity, features), dtype=np.float16)
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

    First it learns to judge kingdoms from games that it thinks through; then, the judgement being
    what it was at its best, to foresee the end between two rounds of the games that a search plays.
    (At tables of more than two the longest training is not the best: the games of a network
    against itself drift away from those it meets elsewhere.)

    Everything it needs to go on is in ``folder``: the weights of the newest generation with the
    optimisers' states, and a line for each generation in ``history.jsonl``. The samples are made
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
        self.network = Network.new(seed=TABLES.index(table))
        self.judgement = Optimiser(self.network.layers.judgement)
        self.outlook = Optimiser(self.network.layers.outlook)
        self.glance = self.network.layers.glance
        self.store = Store(0, capacity=1)
        self.history: list[Generation] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._resume()

    @property
    def spent(self) -> float:
        """The share of the time that has been used."""
        return min(self.history[-1].seconds / (60 * self.minutes), 1.0) if self.history else 0.0

    @property
    def foreseeing(self) -> bool:
        """Whether outlooks are learned by now."""
        return self.spent >= JUDGING

    def run(self, report: Callable[[Generation], None] = lambda _: None) -> Network:
        """Train until the time is used up; ``report`` is told of every generation."""
        with ThreadPoolExecutor(self.threads) as pool:
            while self.spent < 1.0:
                report(self._run_generation(pool))
        return self.network

    def _run_generation(self, pool: ThreadPoolExecutor) -> Generation:
        number = len(self.history)
        before = self.history[-1].seconds if self.history else 0.0
        start = time.perf_counter()
        rng = np.random.default_rng([TABLES.index(self.table), number])
        features = OUTLOOK_FEATURES if self.foreseeing else FEATURES
        if self.store.samples.shape[1] != features:
            self.store = Store(features)
            if self.foreseeing:
                self._take_best()
        games, samples = self._play_games(pool, rng, start)
        errors = self._learn(min(3 * samples // BATCH + 100, 1200), rng)
        trial = try_network(self.network, self.rules[0], TRIAL_GAMES, seed=number)
        generation = Generation(
            number=number,
            seconds=round(before + time.perf_counter() - start, 1),
            games=games,
            samples=samples,
            error=round(float(np.mean(errors)) ** 0.5, 3),
            mean_score=round(float(self.store.scores[: self.store.size].mean()), 2),
            wins=round(trial.wins, 3),
            points=round(trial.points, 1),
            lead=round(trial.points - trial.best_opponent, 2),
        )
        if not self.foreseeing:
            self._keep_best(generation)
        self.history.append(generation)
        self._save()
        return generation

    @property
    def _progress(self) -> float:
        """The share of the time for what is learned now that has been used."""
        if self.foreseeing:
            return (self.spent - JUDGING) / (1 - JUDGING)
        return self.spent / JUDGING

    def _play_games(
        self, pool: ThreadPoolExecutor, rng: np.random.Generator, start: float
    ) -> tuple[int, int]:
        """Play the games of a generation into the store; returns how many, and their samples."""
        if self.foreseeing:
            play = partial(play_outlook_chunk, games=CHUNK)
        else:
            # Quick games teach the most at first; later it learns to bear being thought with.
            thinking = 0 if self._progress < QUICK else THINKING
            width = max(1.0 - self._progress, CURIOSITY)
            play = partial(play_chunk, games=CHUNK, width=width, thinking=thinking)
        games = samples = 0
        while games == 0 or time.perf_counter() - start < self.generation_seconds:
            chosen = [self.rules[rng.integers(len(self.rules))] for _ in range(self.threads)]
            seeds = rng.integers(2**62, size=self.threads).tolist()
            jobs = [
                pool.submit(play, rules, seed, self.network)
                for rules, seed in zip(chosen, seeds, strict=True)
            ]
            for features, scores in (job.result() for job in jobs):
                self.store.add(features, scores)
                games += CHUNK
                samples += len(scores)
        return games, samples

    def _learn(self, steps: int, rng: np.random.Generator) -> list[float]:
        """Take so many steps on the samples in store; returns the mean squared error of each."""
        optimiser = self.outlook if self.foreseeing else self.judgement
        rate = 3e-5 + 1e-3 * (1 - self._progress)
        errors = [optimiser.step(*self.store.draw(BATCH, rng), rate=rate) for _ in range(steps)]
        self._renew_network()
        if not self.foreseeing:
            self.glance = fit_glance(self.network, self.rules, seed=int(rng.integers(2**62)))
            self._renew_network()
        return errors

    def _renew_network(self) -> None:
        """Take over what the optimisers have learned."""
        judgement, outlook = (
            Hidden(*(layer.copy() for layer in optimiser.mean))
            for optimiser in (self.judgement, self.outlook)
        )
        self.network = Network(Layers(judgement, self.glance, outlook))

    # --- the best judgement

    @property
    def best(self) -> Path:
        """The file with the weights of the strongest judgement so far."""
        return self.folder / "best.npz"

    def _keep_best(self, newest: Generation) -> None:
        """Keep the present weights if the last few generations were the strongest of all."""
        leads = [generation.lead for generation in [*self.history, newest]]
        if len(leads) >= TRIALS:
            means = np.convolve(leads, np.ones(TRIALS), "valid")
            if means[-1] == means.max():
                self.network.save(self.folder / "best.new")
                (self.folder / "best.new").replace(self.best)

    def _take_best(self) -> None:
        """Go back to the strongest judgement. A run too short to tell goes on with the newest."""
        if self.best.exists():
            layers = Network.load(self.best).layers
            self.judgement = Optimiser(layers.judgement)
            self.glance = layers.glance
            self._renew_network()

    # --- checkpoints

    @property
    def weights(self) -> Path:
        """The file with the newest weights."""
        return self.folder / "weights.npz"

    def _save(self) -> None:
        """Write a checkpoint; an interruption leaves the last one whole."""
        self.judgement.save(self.folder / "judgement.new")
        self.outlook.save(self.folder / "outlook.new")
        self.network.save(self.folder / "weights.new")
        for name in ("judgement", "outlook", "weights"):
            (self.folder / f"{name}.new").replace(self.folder / f"{name}.npz")
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
            self.judgement = Optimiser.load(self.folder / "judgement.npz")
            self.outlook = Optimiser.load(self.folder / "outlook.npz")
            self.glance = Network.load(self.weights).layers.glance
            self._renew_network()
        except (KeyError, TypeError) as error:
            raise WeightsError(
                "the training in {folder} cannot be resumed: "
                "another version wrote it; choose another folder",
                folder=self.folder,
            ) from error
        except (OSError, ValueError, BadZipFile) as error:
            raise WeightsError(
                "the training in {folder} cannot be resumed: {reason}",
                folder=self.folder,
                reason=error,
            ) from error
