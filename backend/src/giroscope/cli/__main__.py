"""`python -m giroscope.cli`: the command line, for processes that start others."""

import sys

from giroscope.cli import main

sys.exit(main())
