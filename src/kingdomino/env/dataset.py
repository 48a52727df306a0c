"""Self-play games as Parquet files: written part by part, taken up again, and streamed.

A dataset is a folder: ``_dataset.json`` says what it is, and every ``part-NNNNN.parquet`` has the
decisions of some whole games, a row for each. A part appears under its name only when it is
complete, so whatever interrupts the writing, the folder is a dataset and the same call goes on with
it. ``docs/environments.md`` has the schema.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, fields
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from kingdomino import __version__
from kingdomino.cores import count_cores
from kingdomino.env.errors import SettingError
from kingdomino.env.observation import MASK_SPAN, SKETCH_SPAN, Layout, observe, write_mask
from kingdomino.env.selfplay import Decision, play_game
from kingdomino.errors import Phrase
from kingdomino.players.registry import PlayerLike, create_player, invite
from kingdomino.rules.compiled import WORDS, WORDS_2D, compiled
from kingdomino.rules.kernel import ACTIONS, new_state
from kingdomino.rules.ruleset import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.rules.compiled import Words

SCHEMA_VERSION = 1
DESCRIPTION = "_dataset.json"
"""The underscore hides it from those who read all Parquet files of a folder."""
_OLD_DESCRIPTION = "dataset.json"


_SETTINGS = {
    "player": Phrase("player"),
    "rules": Phrase("rules"),
    "games": Phrase("games"),
    "seed": Phrase("seed"),
    "playouts": Phrase("playouts"),
    "games_a_part": Phrase("games per part"),
}
"""What the settings of a recipe are called."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a dataset is made by. The same recipe makes the same games."""

    player: PlayerLike
    """Who plays all seats. One that is given must be fit to be sent to other processes."""
    rules: str = "classic 2p"
    games: int = 1000
    seed: int = 2026
    playouts: int = 8
    """How many playouts value each position; 0 leaves all values 0."""
    games_a_part: int = 50

    def __post_init__(self) -> None:
        for name, least in (("games", 1), ("playouts", 0), ("games_a_part", 1), ("seed", 0)):
            number = getattr(self, name)
            if number < least:
                raise SettingError(
                    "{setting}: {least} or more, not {number}",
                    setting=_SETTINGS.get(name, name),
                    least=least,
                    number=number,
                )
        Rules.from_text(self.rules)

    def describe(self) -> dict[str, object]:
        """The recipe as a dataset's folder tells it: a player that was given by module and class.

        Raises ``PlayerError`` if there is no such player.
        """
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        return told | {"player": invite(self.player).name}

    @property
    def parts(self) -> list[range]:
        """The numbers of the games in each part."""
        step = self.games_a_part
        return [range(first, min(first + step, self.games)) for first in range(0, self.games, step)]


def make_schema(rules: Rules) -> pa.Schema:
    """The columns of every part."""
    words = len(new_state(rules))
    return pa.schema(
        [
            pa.field("game", pa.int64(), nullable=False),
            pa.field("step", pa.int16(), nullable=False),
            pa.field("seat", pa.int8(), nullable=False),
            pa.field("state", pa.binary(8 * words), nullable=False),
            pa.field("action", pa.int16(), nullable=False),
            pa.field("value", pa.float32(), nullable=False),
            pa.field("outcome", pa.float32(), nullable=False),
            pa.field("margin", pa.int16(), nullable=False),
            pa.field("points", pa.int16(), nullable=False),
        ]
    )


# --- Writing -----------------------------------------------------------------------------------


def write_dataset(
    folder: Path,
    recipe: Recipe,
    *,
    jobs: int | None = None,
    report: Callable[[int], None] = lambda games: None,
) -> int:
    """Write what is missing of a dataset; returns how many games were played for it now.

    ``report`` is told the number of games that are there, first and after every part. ``jobs``
    processes play at once, one for each core by default. Raises ``SettingError`` if the folder
    holds a dataset by another recipe, and ``PlayerError`` if the player cannot be had.
    """
    if jobs is not None and jobs < 1:
        raise SettingError("the number of jobs is 1 or more, not {jobs}", jobs=jobs)
    create_player(recipe.player)
    _open_folder(folder, recipe)
    missing = [
        (number, games)
        for number, games in enumerate(recipe.parts)
        if not _part_path(folder, number).exists()
    ]
    there = recipe.games - sum(len(games) for _, games in missing)
    played = 0
    report(there)
    jobs = min(jobs or count_cores(), len(missing))
    if jobs <= 1:
        for number, games in missing:
            played += write_part(folder, recipe, number, games)
            report(there + played)
        return played
    bystanders = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts_alone) as pool:
        parts = [
            pool.submit(write_part, folder, recipe, number, games) for number, games in missing
        ]
        try:
            for part in as_completed(parts):
                played += part.result()
                report(there + played)
        except BaseException:
            # Nobody is to wait for games that will be played again anyway.
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(active_children()) - bystanders:
                worker.terminate()
            raise
    return played


def _leave_interrupts_alone() -> None:
    """Ctrl-C goes to all processes of a terminal; the first one sees to the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def write_part(folder: Path, recipe: Recipe, number: int, games: range) -> int:
    """Play the games of one part and write it; returns how many they are."""
    rules = Rules.from_text(recipe.rules)
    player = create_player(recipe.player)
    rows = [
        decision
        for game in games
        for decision in play_game(rules, player, recipe.seed, game, recipe.playouts)
    ]
    path = _part_path(folder, number)
    unfinished = path.with_name(f"_{path.stem}.{os.getpid()}.unfinished")
    pq.write_table(_tabulate(rows, rules), unfinished, compression="zstd")
    unfinished.replace(path)
    return len(games)


def _tabulate(rows: list[Decision], rules: Rules) -> pa.Table:
    schema = make_schema(rules)
    columns = []
    for field in schema:
        if field.name == "state":
            cells = [row.state.astype("<i8").tobytes() for row in rows]
        else:
            cells = [getattr(row, field.name) for row in rows]
        columns.append(pa.array(cells, field.type))
    return pa.Table.from_arrays(columns, schema=schema)


def _part_path(folder: Path, number: int) -> Path:
    return folder / f"part-{number:05}.parquet"


def _open_folder(folder: Path, recipe: Recipe) -> None:
    """Make the folder, or see that it is by the same recipe."""
    wanted = recipe.describe()
    description = folder / DESCRIPTION
    with suppress(FileNotFoundError):
        (folder / _OLD_DESCRIPTION).rename(description)
    if description.exists():
        there, _ = read_recipe(folder)
        different = [
            _SETTINGS.get(name, name)
            for name, value in wanted.items()
            if name != "games" and getattr(there, name) != value
        ]
        if different:
            raise SettingError(
                "{folder} holds a dataset with another {settings}: name another folder, or the "
                "same settings to go on",
                folder=folder,
                settings=different,
            )
        if recipe.games < there.games:
            raise SettingError(
                "{folder} is to hold {games} games already: ask for as many or more",
                folder=folder,
                games=there.games,
            )
        if recipe.games > there.games and there.games % there.games_a_part:
            # The last part was cut short; with more games it is to be played to its full length.
            _part_path(folder, len(there.parts) - 1).unlink(missing_ok=True)
    elif folder.exists() and any(folder.iterdir()):
        raise SettingError(
            "{folder} is not empty, and not a dataset: name another folder", folder=folder
        )
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob("*.unfinished"):
        leftover.unlink(missing_ok=True)
    text = json.dumps({"schema": SCHEMA_VERSION, "kingdomino": __version__, **wanted}, indent=2)
    unfinished = description.with_suffix(".unfinished")
    unfinished.write_text(text + "\n", encoding="utf-8")
    unfinished.replace(description)


# --- Reading -----------------------------------------------------------------------------------


def read_recipe(folder: Path) -> tuple[Recipe, str]:
    """What a dataset was made by, and the version of kingdomino that made it.

    Raises ``SettingError`` if the folder is no dataset.
    """
    description = folder / DESCRIPTION
    if not description.exists():
        description = folder / _OLD_DESCRIPTION
    try:
        told = json.loads(description.read_text(encoding="utf-8"))
        schema, version = told.pop("schema"), told.pop("kingdomino")
        recipe = Recipe(**told)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise SettingError(
            "{folder} is not a dataset: it has no readable {file}", folder=folder, file=DESCRIPTION
        ) from None
    if schema != SCHEMA_VERSION:
        raise SettingError(
            "{folder} is a dataset of schema {schema}: this kingdomino reads {known}",
            folder=folder,
            schema=schema,
            known=SCHEMA_VERSION,
        )
    return recipe, version


class Batch(NamedTuple):
    """Some decisions, a row for each in every array."""

    observations: NDArray[np.uint8]
    action_masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    values: NDArray[np.float32]
    outcomes: NDArray[np.float32]
    margins: NDArray[np.int64]
    points: NDArray[np.int64]
    seats: NDArray[np.int64]
    games: NDArray[np.int64]
    steps: NDArray[np.int64]
    states: Words


def stream_dataset(
    folder: Path | str, batch_size: int = 4096, *, shuffle: int | None = None
) -> Iterator[Batch]:
    """The decisions of a dataset, in batches; only a part is ever in memory.

    In order, or with ``shuffle``, a seed, the parts in random order and the rows of each part
    shuffled. Batches do not reach across parts. Raises ``SettingError`` if it is no dataset.
    """
    folder = Path(folder)
    rules = Rules.from_text(read_recipe(folder)[0].rules)
    if batch_size < 1:
        raise SettingError("a batch has 1 row or more, not {batch_size}", batch_size=batch_size)
    paths = sorted(folder.glob("part-*.parquet"))
    generator = None if shuffle is None else np.random.default_rng(shuffle)
    if generator is not None:
        generator.shuffle(paths)
    schema = make_schema(rules)
    for path in paths:
        try:
            table = pq.read_table(path, schema=schema)
        except (OSError, pa.ArrowException) as error:
            raise SettingError("{name} cannot be read: {reason}", name=path, reason=error) from None
        rows = np.arange(len(table))
        if generator is not None:
            generator.shuffle(rows)
        for first in range(0, len(rows), batch_size):
            yield _read_batch(table.take(rows[first : first + batch_size]), rules)


def _read_batch(table: pa.Table, rules: Rules) -> Batch:
    cells = b"".join(table["state"].to_pylist())
    states = np.frombuffer(cells, dtype="<i8").astype(np.int64).reshape(len(table), -1)
    columns = {
        name: table[name].to_numpy()
        for name in ("action", "value", "outcome", "margin", "points", "seat", "game", "step")
    }
    whole = {name: column.astype(np.int64) for name, column in columns.items()}
    observations, masks = observe_states(states, whole["seat"], rules.players)
    return Batch(
        observations,
        masks,
        whole["action"],
        columns["value"],
        columns["outcome"],
        whole["margin"],
        whole["points"],
        whole["seat"],
        whole["game"],
        whole["step"],
        states,
    )


def observe_states(
    states: Words, seats: Words, players: int
) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """The observations of many states, each by a seat, and the masks of legal actions."""
    observations = np.empty((len(states), Layout(players).size // 8), dtype=np.int64)
    masks = np.empty((len(states), MASK_SPAN), dtype=np.int64)
    sketches = np.empty((players, SKETCH_SPAN), dtype=np.int64)
    _observe_all(states, seats, sketches, observations, masks)
    return observations.view(np.uint8), masks.view(np.int8)[:, :ACTIONS]


@compiled(WORDS_2D, WORDS, WORDS_2D, WORDS_2D, WORDS_2D)
def _observe_all(
    states: Words, seats: Words, sketches: Words, observations: Words, masks: Words
) -> None:
    for row in range(len(states)):
        observe(states[row], seats[row], sketches, observations[row])
        write_mask(states[row], masks[row])
