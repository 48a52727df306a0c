"""Teach an agent Kingdomino by self-play: PPO with action masks, in one file.

    pip install "kingdomino[env,plot]" -r examples/requirements.txt
    python examples/train_ppo.py --minutes 30 --out ppo

It plays the classic game for two with Middle Kingdom and Harmony, both seats with the same network,
in the batched environment, and is tried against full-greedy as it goes. The curve is written to
OUT/curve.json and OUT/curve.svg, the network to OUT/network.pt.

Two things are made for this game:

- Both seats act in one stream of decisions. The game is zero-sum, so what the next decision is
  worth to whoever takes it counts negatively when that is the other seat (see ``advantages``).
- The network looks at terrains by how they match a domino, not by their names (see ``Network``).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # a busy machine is no reason to spin

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 (as everybody writes it)

from kingdomino.env import KingdominoVectorEnv, Layout

RULES = {"players": 2, "middle_kingdom": True, "harmony": True}
LAYOUT = Layout(2)
OWN, OTHER = slice(0, 10), slice(10, 20)  # the planes of the two kingdoms; plane 20 is the castle
HIGHEST = torch.tensor(LAYOUT.highest, dtype=torch.float32)
POINTS = 20.0  # a lead of so many points is a return of 1

GAMES, STEPS = 512, 32  # decisions between two updates: GAMES * STEPS
EPOCHS, MINIBATCH = 2, 2048
LEARNING_RATE = 1.5e-3
GAMMA, LAMBDA = 1.0, 0.9
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5


# --- The network -------------------------------------------------------------------------------


def around(planes: Tensor) -> Tensor:
    """For every cell, the sum of its four neighbours; the board is a torus."""
    return sum(planes.roll(step, dims=axis) for axis in (-1, -2) for step in (1, -1))


def survey(kingdom: Tensor) -> Tensor:
    """For each of the six terrains, what a domino would find of it: (games, 6, 7)."""
    land, squares, crowns = kingdom[:, :6], kingdom[:, 7:8], kingdom[:, 8:9]
    room = kingdom[:, 9:10]
    beside = room * around(land)
    measures = [
        land.sum((2, 3)) / 5,
        (land * squares).amax((2, 3)),
        (land * crowns).amax((2, 3)),
        (land * squares * crowns).amax((2, 3)),
        beside.clamp(max=1).sum((2, 3)) / 5,
        (room * around(land * squares)).amax((2, 3)),
        (room * around(land * crowns)).amax((2, 3)),
    ]
    return torch.stack(measures, dim=2)


def matched(terrains: Tensor, features: Tensor) -> Tensor:
    """The features of the one terrain that is set in ``terrains``."""
    return torch.einsum("...t,...tf->...f", terrains, features)


class Network(nn.Module):
    """A policy and a value for whoever's turn it is.

    A domino's half is the same to the network whatever terrain it is: what it sees of the kingdom
    is the land that matches the half, and the territories there. Placements are four planes of
    logits from two convolutions that wrap round the torus; every free domino of the next line gets
    one logit from a small network of its own.
    """

    def __init__(self, channels: int = 32, width: int = 128) -> None:
        super().__init__()
        table = HIGHEST.numel() - 64 * LAYOUT.planes
        self.context = nn.Sequential(
            nn.Linear(table + 2 * 6 * 7, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.value = nn.Linear(width, 1)
        self.near = nn.Conv2d(17, channels, 3)
        self.moment = nn.Linear(width, channels)
        self.far = nn.Conv2d(channels, channels, 3)
        self.ways = nn.Conv2d(channels, 4, 1)
        self.slot = nn.Linear(24 + 2 * 2 * 7, 64)
        self.slot_moment = nn.Linear(width, 64)
        self.claim = nn.Linear(64, 1)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logits for all 305 actions, with illegal ones at minus infinity, and the value."""
        scaled = observation.float() / HIGHEST
        planes, table = LAYOUT.split(scaled)
        # Territories of a 5×5 kingdom stay far below the 48 squares that they are scaled by.
        planes = planes * PLANE_SCALE
        surveys = survey(planes[:, OWN]), survey(planes[:, OTHER])
        context = self.context(torch.cat([table, *(each.flatten(1) for each in surveys)], 1))
        logits = torch.zeros(mask.shape)
        placing = table[:, MOMENT.start + 2] > 0
        rows = placing.nonzero()[:, 0]
        logits[rows, :256] = self.place(planes[rows], table[rows], context[rows])
        rows = (~placing).nonzero()[:, 0]
        own, other = surveys[0][rows], surveys[1][rows]
        claims, numbers = self.weigh(table[rows], own, other, context[rows])
        logits[rows] = logits[rows].scatter(1, 256 + numbers, claims)
        return logits.masked_fill(mask == 0, -torch.inf), self.value(context)[:, 0]

    def place(self, planes: Tensor, table: Tensor, context: Tensor) -> Tensor:
        """Logits for the 256 placements of the acting king's domino."""
        halves = table[:, :6], table[:, 8:14]
        own = planes[:, OWN]
        matching = []
        for terrains in halves:
            land = torch.einsum("bt,btyx->byx", terrains, own[:, :6]).unsqueeze(1)
            matching += [land, land * own[:, 7:8], land * own[:, 8:9]]
        board = F.pad(torch.cat([own, planes[:, 20:], *matching], 1), (2, 2, 2, 2), "circular")
        board = board.contiguous(memory_format=torch.channels_last)
        hidden = F.relu(self.near(board) + self.moment(context)[:, :, None, None])
        return self.ways(F.relu(self.far(hidden))).flatten(1)

    def weigh(
        self, table: Tensor, own: Tensor, other: Tensor, context: Tensor
    ) -> tuple[Tensor, Tensor]:
        """A logit for each domino of the next line, and their numbers."""
        slots = table[:, 96:192].unflatten(1, (4, 24))
        halves = slots[..., :6], slots[..., 8:14]
        fits = [
            matched(terrains, kingdom.unsqueeze(1).expand(-1, 4, -1, -1))
            for terrains in halves
            for kingdom in (own, other)
        ]
        hidden = self.slot(torch.cat([slots, *fits], 2)) + self.slot_moment(context).unsqueeze(1)
        numbers = (slots[..., 7] * 48).round().long()
        return self.claim(F.relu(hidden))[..., 0], numbers


def _plane_scale() -> Tensor:
    scale = torch.ones(LAYOUT.planes, 1, 1)
    for kingdom in range(2):
        scale[10 * kingdom + 7] = 4.0  # squares of a territory, in twelves
        scale[10 * kingdom + 8] = 8.0  # crowns of a territory, in sixes
    return scale


PLANE_SCALE = _plane_scale()
_moment = LAYOUT.fields["moment"]
MOMENT = slice(_moment.start - 64 * LAYOUT.planes, _moment.stop - 64 * LAYOUT.planes)


# --- Playing -----------------------------------------------------------------------------------


class Rollout:
    """What happened in ``STEPS`` decisions of ``GAMES`` games."""

    def __init__(self) -> None:
        self.observations = torch.zeros(STEPS, GAMES, LAYOUT.size, dtype=torch.uint8)
        self.masks = torch.zeros(STEPS, GAMES, 305, dtype=torch.int8)
        self.actions = torch.zeros(STEPS, GAMES, dtype=torch.long)
        self.likelihoods = torch.zeros(STEPS, GAMES)
        self.values = torch.zeros(STEPS + 1, GAMES)
        self.seats = torch.zeros(STEPS + 1, GAMES, dtype=torch.int8)
        self.rewards = torch.zeros(STEPS, GAMES)
        self.ends = torch.zeros(STEPS, GAMES)


@torch.no_grad()
def play(
    env: KingdominoVectorEnv, network: Network, rollout: Rollout, chance: torch.Generator
) -> None:
    """Fill a rollout, going on from where the games stand."""
    # These arrays are the environment's own: every step writes to them.
    observation, mask = torch.from_numpy(env.observations), torch.from_numpy(env.action_masks)
    seats = torch.from_numpy(env.seats)
    for step in range(STEPS):
        rollout.observations[step] = observation
        rollout.masks[step] = mask
        rollout.seats[step] = seats
        logits, rollout.values[step] = network(observation, mask)
        odds = F.log_softmax(logits, 1)
        actions = torch.multinomial(odds.exp(), 1, generator=chance)
        rollout.actions[step] = actions[:, 0]
        rollout.likelihoods[step] = odds.gather(1, actions)[:, 0]
        _, rewards, ends, _, _ = env.step(rollout.actions[step].numpy())
        rollout.rewards[step] = torch.from_numpy(rewards) / POINTS
        rollout.ends[step] = torch.from_numpy(ends)
    rollout.seats[STEPS] = seats
    rollout.values[STEPS] = network(observation, mask)[1]


def advantages(rollout: Rollout) -> Tensor:
    """Generalised advantage estimates, each from the acting seat's side.

    What follows is the other seat's gain wherever the turn passes: then it counts negatively.
    """
    found = torch.zeros(STEPS, GAMES)
    following = torch.zeros(GAMES)
    for step in reversed(range(STEPS)):
        side = torch.where(rollout.seats[step + 1] == rollout.seats[step], 1.0, -1.0)
        side = side * (1 - rollout.ends[step])
        surprise = rollout.rewards[step] + GAMMA * side * rollout.values[step + 1]
        surprise = surprise - rollout.values[step]
        following = surprise + GAMMA * LAMBDA * side * following
        found[step] = following
    return found


# --- Learning ----------------------------------------------------------------------------------


def learn(network: Network, optimiser: torch.optim.Optimizer, rollout: Rollout) -> None:
    """Some epochs of clipped policy gradient on a rollout."""
    gains = advantages(rollout)
    returns = (gains + rollout.values[:-1]).flatten()
    gains = ((gains - gains.mean()) / (gains.std() + 1e-8)).flatten()
    observations, masks = rollout.observations.flatten(0, 1), rollout.masks.flatten(0, 1)
    actions, likelihoods = rollout.actions.flatten(), rollout.likelihoods.flatten()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(actions)).split(MINIBATCH):
            logits, values = network(observations[rows], masks[rows])
            odds = F.log_softmax(logits, 1)
            ratio = (odds.gather(1, actions[rows, None])[:, 0] - likelihoods[rows]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy = -torch.min(ratio * gains[rows], clipped * gains[rows]).mean()
            value = F.mse_loss(values, returns[rows])
            entropy = -(odds.exp() * odds.masked_fill(masks[rows] == 0, 0)).sum(1).mean()
            optimiser.zero_grad()
            (policy + VALUE * value - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def evaluate(network: Network, games: int, seed: int) -> tuple[float, float, float]:
    """The share of games won against full-greedy, half a win for a tie, and both sides' points.

    The network takes its likeliest action. Every game that is begun is counted, so long ones are
    not left out.
    """
    env = KingdominoVectorEnv(games, **RULES, reward="sparse", opponents="full-greedy")
    env.reset(seed=seed)
    observation, mask = torch.from_numpy(env.observations), torch.from_numpy(env.action_masks)
    wins, points, played = np.zeros(games), np.zeros((games, 2)), np.zeros(games, dtype=bool)
    while not played.all():
        learner = env.seats.copy()
        logits, _ = network(observation, mask)
        _, rewards, ends, _, infos = env.step(logits.argmax(1).numpy())
        first = ends & ~played
        wins[first] = rewards[first]
        own = infos["final_points"][np.arange(games), learner]
        other = infos["final_points"].sum(1) - own
        points[first] = np.stack([own, other], 1)[first]
        played |= first
    env.close()
    return wins.mean(), *points.mean(0)


def draw(curve: list[dict[str, float]], path: Path) -> None:
    """Draw the share of games won against the time."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams |= {"svg.hashsalt": "kingdomino", "svg.fonttype": "none"}
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.4), layout="constrained")
    axes.plot(
        [each["minutes"] for each in curve], [100 * each["wins"] for each in curve], "o-", ms=3
    )
    axes.axhline(60, color="grey", lw=0.8, ls="--")
    axes.set(xlabel="minutes of training", ylabel="% won against full-greedy", ylim=(0, 100))
    axes.grid(alpha=0.3)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def report(network: Network, wishes: argparse.Namespace, curve: list[dict[str, float]]) -> None:
    """Try the network, print how it does, and keep it."""
    wins, own, other = evaluate(network, wishes.games, seed=2026)
    curve[-1] |= {"wins": wins, "own points": own, "their points": other}
    print(
        f"{curve[-1]['minutes']:5.1f} min  {curve[-1]['decisions'] / 1e6:6.2f} M decisions  "
        f"{wins:6.1%} won against full-greedy, {own:.1f} to {other:.1f} points",
        flush=True,
    )
    (wishes.out / "curve.json").write_text(json.dumps(curve))
    torch.save(network.state_dict(), wishes.out / "network.pt")


def main() -> None:
    """Train for a time, and keep the curve and the network."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30.0, help="how long to train")
    parser.add_argument("--out", type=Path, default=Path("ppo"), help="where to write")
    parser.add_argument("--seed", type=int, default=1, help="what all chance comes from")
    parser.add_argument("--games", type=int, default=1000, help="games in each trial")
    parser.add_argument("--trials", type=int, default=30, help="how many trials on the way")
    wishes = parser.parse_args()
    wishes.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(wishes.seed)
    chance = torch.Generator().manual_seed(wishes.seed)

    env = KingdominoVectorEnv(GAMES, **RULES, reward="score")
    env.reset(seed=wishes.seed)
    network, rollout = Network(), Rollout()
    optimiser = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE, eps=1e-5)
    evaluate(network, 8, seed=0)  # compiles what full-greedy needs, before the clock runs
    curve: list[dict[str, float]] = []
    start, due, decisions = time.monotonic(), 0.0, 0
    while True:
        spent = (time.monotonic() - start) / 60
        over = spent >= wishes.minutes
        if over or spent >= due:
            curve.append({"minutes": round(spent, 2), "decisions": decisions})
            report(network, wishes, curve)
            due = spent + wishes.minutes / wishes.trials
        if over:
            break
        for group in optimiser.param_groups:
            group["lr"] = LEARNING_RATE * max(1 - spent / wishes.minutes, 0.02)
        play(env, network, rollout, chance)
        learn(network, optimiser, rollout)
        decisions += GAMES * STEPS
    env.close()
    draw(curve, wishes.out / "curve.svg")
    # The trials on the way are all of the same deals: the last word is had on others.
    wins, own, other = evaluate(network, 10 * wishes.games, seed=wishes.seed)
    print(f"on {10 * wishes.games} new deals: {wins:.1%} won, {own:.1f} to {other:.1f} points")


if __name__ == "__main__":
    main()
