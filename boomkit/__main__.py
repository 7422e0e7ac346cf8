"""`python -m boomkit` is the command line."""

from boomkit.cli import main

if __name__ == "__main__":
    main()
