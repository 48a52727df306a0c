"""What the environments say when they are set up in a way that cannot be."""

from __future__ import annotations


class SettingError(ValueError):
    """A setting that no environment has; the message says what was wrong and what would be right.

    Rules that cannot be played raise ``RulesError``, actions that are not legal ``IllegalAction``,
    and players that are not there ``UnknownPlayer``, as everywhere in this library.
    """
