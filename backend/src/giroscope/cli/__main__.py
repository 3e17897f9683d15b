"""`python -m giroscope.cli`: the command line, for processes that start others."""

import sys

from giroscope.cli import main

# Web processes are spawned and load this file again under another name.
if __name__ == "__main__":
    sys.exit(main())
