"""What hatchling runs before it packs or links the package: the catalogues are built."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Builds the catalogues, for wheels, source archives and editable installs alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build them in the source tree; ``pyproject.toml`` says that they are packed."""
        runpy.run_path(str(Path(self.root) / "tools" / "catalogues.py"))["build"]()
