"""``python -m kingdomino`` is the command ``kingdomino``."""

from kingdomino.command import main

if __name__ == "__main__":
    main()
