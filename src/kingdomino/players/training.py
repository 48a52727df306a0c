"""Training the learned evaluation by self-play: games, samples, gradient steps, checkpoints."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from kingdomino.players.features import FEATURES, UNKNOWN_RANK, describe_kingdom
from kingdomino.players.judgement import (
    SETTLED,
    judge_claim,
    judge_placement,
    look_at_table,
    new_bench,
    settle,
)
from kingdomino.players.network import SCORE_SCALE, Layers, Network, WeightsError
from kingdomino.players.trial import try_network
from kingdomino.rules.chance import below, stream
from kingdomino.rules.compiled import compiled
from kingdomino.rules.kernel import (
    DRAW,
    GRID,
    OVER,
    PHASE,
    PLACE,
    acting_seat,
    apply,
    clear,
    draw_kings,
    draw_line,
    kingdom_of,
    legal_actions,
    new_state,
    redeal,
)
from kingdomino.rules.ruleset import Rules
from kingdomino.rules.territories import total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.players.judgement import Bench
    from kingdomino.rules.compiled import Words

    Floats = NDArray[np.float32]

SAMPLES_A_GAME = 100
"""No game gives more samples than this: two for each of at most 48 dominoes."""


@compiled
def play_sampled(
    state: Words,
    duel_opening: bool,
    layers: Layers,
    bench: Bench,
    width: float,
    blunders: int,
    pile: Words,
    actions: Words,
    rng: Words,
    samples: Floats,
    scores: Floats,
    first: int,
) -> int:
    """Play a game of the network against itself; write samples from row ``first`` on.

    A sample is what a kingdom looked like after a placement or a claim, and the seat's final score.
    Judgements are disturbed by ``width``; one action in ``blunders`` is random. Returns the row
    after the last one written.
    """
    clear(state)
    draw_kings(state, duel_opening, rng)
    redeal(state, pile, rng)
    drawn = 0
    row = first
    context = bench[1]
    while state[PHASE] != OVER:
        if state[PHASE] == DRAW:
            drawn = draw_line(state, pile, drawn)
            continue
        available = look_at_table(state, bench)
        seat = acting_seat(state)
        placing = state[PHASE] == PLACE
        if below(rng, blunders) == 0:
            action = int(actions[below(rng, legal_actions(state, actions))])
        elif placing:
            action = judge_placement(state, available, layers, bench, width, rng)
        else:
            action = judge_claim(state, available, layers, bench, width, rng)
        apply(state, action)
        available = look_at_table(state, bench)
        if placing:
            describe_kingdom(
                state,
                kingdom_of(seat),
                state[GRID],
                available,
                context,
                UNKNOWN_RANK,
                samples[row],
            )
        else:
            ranks, kings = settle(state, seat, available, layers, bench, rng)
            describe_kingdom(
                bench[0],
                SETTLED,
                state[GRID],
                available,
                context,
                ranks / kings,
                samples[row],
            )
        scores[row] = seat
        row += 1
    for sample in range(first, row):
        scores[sample] = total(state, int(scores[sample]))
    return row


@compiled
def play_samples(
    state: Words,
    duel_opening: bool,
    layers: Layers,
    bench: Bench,
    width: float,
    blunders: int,
    pile: Words,
    actions: Words,
    rng: Words,
    samples: Floats,
    scores: Floats,
    games: int,
) -> int:
    """Play games of the network against itself; returns how many samples were written."""
    row = 0
    for _ in range(games):
        row = play_sampled(
            state,
            duel_opening,
            layers,
            bench,
            width,
            blunders,
            pile,
            actions,
            rng,
            samples,
            scores,
            row,
        )
    return row


# --- the rules that are practised ----------------------------------------------------------------

LARGE = 7  # the duel's grid


def practised_rules(grid: int) -> list[Rules]:
    """The rules that self-play goes through, the more often the more they are played."""
    bonuses = [(True, True), (True, True), (False, False), (True, False), (False, True)]
    if grid == LARGE:
        tables = [Rules(players=2, mighty_duel=True)]
    else:
        tables = [Rules(players=players) for players in (4, 4, 3, 2, 2)]
        tables.append(Rules(players=3, edition="revised"))
    return [
        replace(table, middle_kingdom=middle, harmony=harmony)
        for table in tables
        for middle, harmony in bonuses
    ]


# --- gradient steps ------------------------------------------------------------------------------


class Optimiser:
    """Adam on a network's weights: batch after batch towards the samples' final scores."""

    def __init__(self, network: Network) -> None:
        self.layers: list[Floats] = [layer.copy() for layer in network.layers]
        self.first = [np.zeros_like(layer) for layer in self.layers]
        self.second = [np.zeros_like(layer) for layer in self.layers]
        self.steps = 0

    @property
    def network(self) -> Network:
        """The network as it is now."""
        return Network(tuple(layer.copy() for layer in self.layers))  # type: ignore[arg-type]

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
            for name, group in (("l", self.layers), ("f", self.first), ("s", self.second))
            for number, array in enumerate(group)
        }
        arrays["steps"] = np.array(self.steps)
        with path.open("wb") as file:
            np.savez(file, **arrays)

    @classmethod
    def load(cls, path: Path) -> Optimiser:
        """Go on where ``save`` left off."""
        with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
            optimiser = cls(Network(tuple(data[f"l_{n}"] for n in range(6))))
            optimiser.first = [data[f"f_{n}"] for n in range(6)]
            optimiser.second = [data[f"s_{n}"] for n in range(6)]
            optimiser.steps = int(data["steps"])
        return optimiser

    def _descend(self, gradients: list[Floats], rate: float) -> None:
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for layer, gradient, first, second in zip(
            self.layers, gradients, self.first, self.second, strict=True
        ):
            first *= 0.9
            first += 0.1 * gradient
            second *= 0.999
            second += 0.001 * gradient**2
            layer -= (scale * first / (np.sqrt(second) + 1e-8)).astype(np.float32)


# --- the run --------------------------------------------------------------------------------------

CHUNK = 50  # games that one thread plays at a time
CAPACITY = 3_000_000  # samples kept: the newest replace the oldest
BATCH = 2048
TRIAL_GAMES = 200


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
    """A training run for one grid, which can be stopped at any time and taken up again.

    Everything it needs to go on is in ``folder``: the weights of the newest generation with the
    optimiser's state, and a line for each generation in ``history.jsonl``. The samples are made
    anew.
    """

    def __init__(
        self,
        grid: int,
        folder: Path,
        *,
        minutes: float,
        threads: int = 2,
        generation_seconds: float = 20.0,
    ) -> None:
        """Begin a run, or take up the one in ``folder``; ``WeightsError`` if that is damaged.

        A generation's games take ``generation_seconds``, its steps and trial a little more.
        """
        self.grid = grid
        self.folder = folder
        self.minutes = minutes
        self.threads = threads
        self.generation_seconds = generation_seconds
        self.rules = practised_rules(grid)
        self.store = Store()
        self.optimiser = Optimiser(Network.new(seed=grid))
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
        rng = np.random.default_rng([self.grid, number])
        games = samples = 0
        network = self.optimiser.network
        # Little is forgotten at first, when there is nothing to forget, and little learned at last.
        width = 0.3 + 2.0 * (1 - self.spent)
        while games == 0 or time.perf_counter() - start < self.generation_seconds:
            chosen = [self.rules[rng.integers(len(self.rules))] for _ in range(self.threads)]
            seeds = rng.integers(2**62, size=self.threads).tolist()
            jobs = [
                pool.submit(play_chunk, rules, seed, network, width)
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


def play_chunk(rules: Rules, seed: int, network: Network, width: float) -> tuple[Floats, Floats]:
    """Samples from a chunk of games of a network against itself."""
    samples = np.zeros((CHUNK * SAMPLES_A_GAME, FEATURES), dtype=np.float32)
    scores = np.zeros(CHUNK * SAMPLES_A_GAME, dtype=np.float32)
    count = play_samples(
        new_state(rules),
        rules.duel_opening,
        network.layers,
        new_bench(),
        width,
        40,
        np.zeros(48, dtype=np.int64),
        np.zeros(256, dtype=np.int64),
        stream(seed),
        samples,
        scores,
        CHUNK,
    )
    return samples[:count], scores[:count]
