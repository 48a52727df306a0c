"""Games on disk: a match as text, written so that nothing is ever half saved."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from kingdomino.cli.errors import InputError, explained
from kingdomino.cli.sources import name_of, read_records
from kingdomino.errors import Phrase
from kingdomino.game.deal import Deal
from kingdomino.game.game import Game
from kingdomino.game.match import Match
from kingdomino.words.system import find_cause

# The tag for the seeds of a Dynasty's games to come.
NEXT_SEEDS = "NextSeeds"


def write_match(match: Match) -> str:
    """The records of all games of a match, seeds revealed, so that it can go on from them."""
    records = [game.record(reveal=True) for game in match.games]
    if match.deals and not match.over:
        records[-1].tags[NEXT_SEEDS] = " ".join(deal.secret for deal in match.deals)
    return "\n".join(map(str, records))


def read_match(source: str) -> Match:
    """The match that was saved in a file, ready to go on; ``InputError`` if it cannot."""
    name = name_of(source)
    with explained(name):
        games = [record.replay() for record in read_records(source)]
        deals = [Deal(secret) for secret in games[-1].tags.pop(NEXT_SEEDS, "").split()]
        match = Match(games, deals)
    if match.over:
        raise InputError(
            "{source}: {reason}",
            source=name,
            reason=Phrase(
                "this game is over; see it with: {command}", command=f"kingdomino show {source}"
            ),
        )
    if match.game.over:
        last = match.game
        deal = match.deals.pop(0) if match.deals else Deal.from_seed()
        following = Game.from_deal(match.rules, deal, colours=last.colours, names=last.names)
        return Match([*games, following], match.deals)
    return match


def write_file(path: Path, text: str, *, replace: bool) -> None:
    """Write a file whole or not at all; ``InputError`` if that cannot be done.

    A file that is there already is only replaced if that is asked for.
    """
    if path.exists() and not replace:
        raise InputError("{path} is there already: choose another name.", path=path)
    try:
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".kingdomino-")
        try:
            with open(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(draft, 0o644)
            os.replace(draft, path)
        except BaseException:
            os.unlink(draft)
            raise
    except OSError as error:
        raise InputError(
            "{path} cannot be written: {reason}.",
            path=path,
            reason=find_cause(error),
        ) from None


def autosave(text: str, path: Path | None) -> Path:
    """Save where the game was saved before, or under a name of its own; returns where."""
    fresh = time.strftime("kingdomino-%Y%m%d-%H%M%S.txt")
    places = [(Path.cwd() / fresh, False), (Path(tempfile.gettempdir()) / fresh, False)]
    if path is not None:
        places.insert(0, (path, True))
    for place, replace in places[:-1]:
        try:
            write_file(place, text, replace=replace)
        except InputError:
            continue
        return place
    write_file(places[-1][0], text, replace=True)
    return places[-1][0]
