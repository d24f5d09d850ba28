"""``python -m seaway`` is ``seaway``."""

from seaway.cli import main

if __name__ == "__main__":
    main()
