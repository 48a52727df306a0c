"""Plays a contest: what is left of its schedule, where it is to be played."""

from __future__ import annotations

from collections.abc import Collection

from kingdomino.arena.contest import Contest
from kingdomino.arena.pairing import schedule
from kingdomino.arena.results import GameResult
from kingdomino.arena.workers import Games, play_here, play_in_processes
from kingdomino.cores import count_cores


def play_contest(
    contest: Contest,
    *,
    jobs: int | None = None,
    on_ray: bool = False,
    known: Collection[GameResult] = (),
) -> Games:
    """The results of all games that are not known yet, as they end.

    They are played in ``jobs`` processes, by default one for each core, or on Ray. Where and in
    which order makes no difference to a result, except for decisions that are cut short by time.
    Close the iterator to stop early.
    """
    played = {game.key for game in known}
    left = [fixture for fixture in schedule(contest) if fixture.key not in played]
    if on_ray and left:
        from kingdomino.arena.ray_workers import play_on_ray

        return play_on_ray(contest, left, jobs)
    jobs = min(jobs or count_cores(), len(left))
    if jobs <= 1:
        return play_here(contest, left)
    return play_in_processes(contest, left, jobs)


def pick_scheduled(contest: Contest, games: Collection[GameResult]) -> list[GameResult]:
    """Those of the games that belong to the contest, which may now be shorter than before."""
    keys = {fixture.key for fixture in schedule(contest)}
    return [game for game in games if game.key in keys]
