"""Plays the same games on a Ray cluster, or on a Ray of its own on this machine."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from itertools import islice

import ray

from kingdomino.arena.contest import Contest
from kingdomino.arena.game_runner import play_fixture
from kingdomino.arena.pairing import Fixture
from kingdomino.arena.results import GameResult
from kingdomino.arena.workers import Games, lose_game


def play_on_ray(contest: Contest, fixtures: Iterable[Fixture], jobs: int | None = None) -> Games:
    """Play games on the cluster that ``RAY_ADDRESS`` names, else on a Ray started for it here.

    Results come in the order in which games end. ``jobs`` is how many games are played at once, by
    default as many as the cluster has cores.
    """
    started = not ray.is_initialized()
    if started:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    waiting = iter(fixtures)
    playing: dict[ray.ObjectRef[GameResult], Fixture] = {}
    try:
        # Some of Ray's functions have no types.
        resources = ray.cluster_resources()  # type: ignore[no-untyped-call]
        at_once = jobs or max(1, int(resources.get("CPU", 1)))
        play = ray.remote(_play).options(num_cpus=1, max_retries=0)
        shared = ray.put(contest)
        path = list(sys.path)
        for fixture in islice(waiting, at_once):
            playing[play.remote(shared, fixture, path)] = fixture
        while playing:
            done, _ = ray.wait(list(playing), num_returns=1)
            for reference in done:
                fixture = playing.pop(reference)
                for following in islice(waiting, 1):
                    playing[play.remote(shared, following, path)] = following
                try:
                    yield ray.get(reference)
                except ray.exceptions.RayError as error:
                    yield lose_game(contest, fixture, type(error).__name__)
    finally:
        for reference in playing:
            ray.cancel(reference, force=True)
        if started:
            ray.shutdown()


def _play(contest: Contest, fixture: Fixture, path: list[str]) -> GameResult:
    sys.path += [folder for folder in path if folder not in sys.path]
    return play_fixture(contest, fixture)
