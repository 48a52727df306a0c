"""The commands and their options. What they do is imported only when one is called."""

from __future__ import annotations

from typing import Annotated

import typer
from typer.core import TyperGroup

WELCOME = "Kingdomino in your terminal: play, keep, replay and score games of castles and dominoes."

DEFAULT_RULES = "classic 2p"
"""What is played where nothing else is said, here as in the environments."""

RULES_HELP = (
    "The rules in short: 2p, 3p or 4p, classic or revised, "
    "and any of duel, dynasty, harmony, middle."
)
SEED_HELP = "What the deal comes from: a whole number, or x and hexadecimal digits."

FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A file, or - for stdin.", show_default=False)
]
RulesOption = Annotated[str, typer.Option("--rules", "-r", help=RULES_HELP)]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
GameOption = Annotated[
    int | None,
    typer.Option("--game", help="Which game of several in the file; the last by default."),
]

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Options and arguments that do not make a command. Typer gives its base class no public name."""


class Commands(TyperGroup):
    """All commands, of which one is called.

    Typer converts values with a library that takes longer to load than a command's help to print,
    except for a flag that is a plain ``bool``. So ``--help`` is one, whether given here or not.
    """

    # The parser's own type is Typer's secret.
    def make_parser(self, ctx: typer.Context) -> object:  # type: ignore[override]
        parser = super().make_parser(ctx)
        for option in self.get_params(ctx):
            if option.name == "help":
                option.default = False
        return parser


# Help is printed without Rich: loading that takes half the time a person is willing to wait.
app = typer.Typer(
    cls=Commands,
    help=WELCOME,
    epilog="Begin with: kingdomino play",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from kingdomino import __version__

        print(f"kingdomino {__version__}")
        raise typer.Exit


@app.callback()
def kingdomino(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def play(
    rules: Annotated[
        str | None, typer.Option("--rules", "-r", help=f"{RULES_HELP} Asked for if left out.")
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            "--name",
            "-n",
            help="Who plays, seat by seat: a person's name, or a computer as bot:page, bot:squire, "
            "bot:knight, bot:duke or bot:monarch, from easy to hard, or any player of the arena, "
            "such as bot:champion@0.1s or your own bot:module:Class.",
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option("--seed", "-s", help=SEED_HELP)] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Write the finished record here.")
    ] = None,
) -> None:
    """Play a game here, against people or the computer.

    Type help during the game to see what you can do.

    For example: kingdomino play --rules "classic 2p" --seat Ann --seat bot:knight
    """
    from kingdomino.cli.session import play

    raise typer.Exit(play(rules, seed, seat or [], resume, record))


@app.command()
def new(
    rules: RulesOption = DEFAULT_RULES,
    seed: Annotated[
        str | None, typer.Option("--seed", "-s", help=f"{SEED_HELP} Drawn afresh if left out.")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", "-n", help="A player's name, seat by seat.")
    ] = None,
    board: Annotated[
        bool | None,
        typer.Option(
            "--board/--no-board", help="Draw the table too; by default only in a terminal."
        ),
    ] = None,
    commit: Annotated[
        bool,
        typer.Option(
            "--commit", help="Write the seed's SHA-256 into the record, the seed to stderr."
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Deal a game and print its record.

    For example: kingdomino new --rules "revised 3p middle" --seed 2026 | kingdomino show -
    """
    from kingdomino.cli.dealing import deal_game

    deal_game(rules, seed, name or [], board=board, commit=commit, as_json=json)


@app.command()
def show(
    file: FileArgument,
    at: Annotated[
        int | None, typer.Option("--at", help="After how many actions; by default all of them.")
    ] = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> None:
    """Draw the table of a record or a position.

    That is: the lines with their kings, every kingdom, and what it is worth.
    """
    from kingdomino.cli.playback import show

    show(file, at=at, game=game, as_json=json)


@app.command()
def replay(
    file: FileArgument,
    every: Annotated[bool, typer.Option("--all", help="Print every step at once.")] = False,
    game: GameOption = None,
    json: JsonOption = False,
) -> None:
    """Step through a record, action by action.

    In a terminal Enter or → goes on, p or ← back, q quits; elsewhere every step is printed.
    """
    from kingdomino.cli.playback import replay

    replay(file, game=game, every=every, as_json=json)


@app.command()
def score(
    kingdom: Annotated[
        str | None,
        typer.Argument(
            metavar="KINGDOM",
            help="Rows from north to south with / between them, a file, or - for stdin. "
            "Asked for if left out.",
            show_default=False,
        ),
    ] = None,
    grid: Annotated[
        int | None,
        typer.Option("--grid", help="5 or 7; by default 5, or 7 if the kingdom is larger."),
    ] = None,
    middle: Annotated[
        bool, typer.Option("--middle", help="Count the Middle Kingdom bonus.")
    ] = False,
    harmony: Annotated[bool, typer.Option("--harmony", help="Count the Harmony bonus.")] = False,
    json: JsonOption = False,
) -> None:
    """Score a kingdom, as at the end of a game on a real table.

    A square is a letter, w wheat, f forest, l lake, g grassland, s swamp, m mine, with its crowns
    after it if any; a dot is an empty cell, C the castle. Blanks do not count.

    For example: kingdomino score "w w1 f f1 s/w w C f s1/l l1 g2 g s"
    """
    from kingdomino.cli.scorecard import score_kingdom

    score_kingdom(kingdom, grid=grid, middle=middle, harmony=harmony, as_json=json)


@app.command()
def verify(file: FileArgument, json: JsonOption = False) -> None:
    """Check a record: legal actions, right scores, a fair deal.

    Exits with 0 if nothing is wrong, 1 if something is, 2 if the record cannot be read.
    """
    from kingdomino.cli.verification import verify

    raise typer.Exit(0 if verify(file, as_json=json) else 1)


@app.command()
def perft(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="A record or position to start from, - for stdin; a new game if left out.",
            show_default=False,
        ),
    ] = None,
    rules: RulesOption = DEFAULT_RULES,
    seed: Annotated[str, typer.Option("--seed", "-s", help=SEED_HELP)] = "2026",
    depth: Annotated[int, typer.Option("--depth", "-d", help="How many actions ahead.")] = 9,
    json: JsonOption = False,
) -> None:
    """Count all ways to play the next actions.

    The numbers check the rules, and the speed of the engine.
    """
    from kingdomino.cli.figures import print_perft

    print_perft(file, rules, seed, depth, as_json=json)


@app.command()
def bench(
    seconds: Annotated[float, typer.Option("--seconds", help="How long each measure takes.")] = 1.0,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also start with nothing compiled: takes a while.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Measure how fast the engine plays.

    The signature is a checksum over the games played: it changes only when a rule does.
    """
    from kingdomino.cli.figures import print_bench

    print_bench(seconds, cold=cold, as_json=json)


@app.command()
def arena(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="Names such as full-greedy, or your own module:Class; with a budget of its own "
            "after @, in seconds (champion@0.1s) or units of work (mc-random@500).",
            show_default=False,
        ),
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", "-p", help="Another player, as above.")
    ] = None,
    rules: RulesOption = DEFAULT_RULES,
    games: Annotated[
        int, typer.Option("--games", "-g", help="How many games, rounded up to whole deals.")
    ] = 100,
    seconds: Annotated[
        float | None,
        typer.Option("--time", "-t", help="Seconds for each decision.", show_default=False),
    ] = None,
    work: Annotated[
        int | None,
        typer.Option(
            "--work", "-w", help="Playouts or the like for each decision.", show_default=False
        ),
    ] = None,
    seed: Annotated[str, typer.Option("--seed", "-s", help="What all chance comes from.")] = "2026",
    field: Annotated[
        bool,
        typer.Option(
            "--one-against-field", help="The first player against a table full of the second."
        ),
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", help="How many processes; one for each core by default."),
    ] = None,
    ray: Annotated[
        bool, typer.Option("--ray", help="Play on the Ray cluster of RAY_ADDRESS, or a local one.")
    ] = False,
    json: JsonOption = False,
    csv: Annotated[
        str | None, typer.Option("--csv", metavar="FILE", help="Write a row for each player.")
    ] = None,
    records: Annotated[
        str | None, typer.Option("--records", metavar="DIR", help="Write all games' records here.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw the results: .png or .svg.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="DIR", help="Keep every game here, and go on with what is there."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where the same command was interrupted.")
    ] = False,
    stop_on_failure: Annotated[
        bool,
        typer.Option("--stop-on-failure", help="Stop when a player crashes or plays illegally."),
    ] = False,
) -> None:
    """Let players play each other and measure who is stronger.

    Everyone plays everyone; every deal is played again with the seats rotated. Ctrl-C stops it.

    For example: kingdomino arena full-greedy random --rules "classic 4p middle"
    """
    from kingdomino.cli.arena import Wishes, run_arena

    wishes = Wishes(jobs, ray, json, csv, records, plot, out, resume, stop_on_failure)
    everyone = [*(players or []), *(player or [])]
    raise typer.Exit(run_arena(everyone, rules, games, seconds, work, seed, field, wishes))


@app.command()
def train(
    tables: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TABLE",
            help="What to train for: two, three, four (players), duel; all by default.",
            show_default=False,
        ),
    ] = None,
    minutes: Annotated[
        float, typer.Option("--minutes", help="How long all tables take together.")
    ] = 70.0,
    out: Annotated[
        str, typer.Option("--out", help="The folder for checkpoints; a run in it is taken up.")
    ] = "training",
    threads: Annotated[int, typer.Option("--threads", help="How many cores to use.")] = 2,
) -> None:
    """Train the learned evaluation from nothing, by self-play.

    Ctrl-C stops it at any time; the same command takes it up again.
    """
    from pathlib import Path

    from kingdomino.cli.training import run_training

    run_training(tables or [], minutes, Path(out), threads)
