"""Matches between players: fair pairings, ratings with error bars, many cores."""

from __future__ import annotations
