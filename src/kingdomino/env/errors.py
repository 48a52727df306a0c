"""What the environments say when they are set up in a way that cannot be.

Rules that cannot be played raise ``RulesError``, actions that are not legal ``IllegalAction``,
and players that are not there ``UnknownPlayer``, as everywhere in this library.
"""

from kingdomino.errors import SettingError as SettingError
