"""Tryton's server, with passwords that cost little to check. Never imported by tests.

Runs in Tryton's own environment. A password that is checked at its full price takes a
fifth of a second of a processor, and every connector of a test signs in anew.
"""

import sys
from functools import partial

import pwdlib.hashers.argon2

# Before Tryton makes its own of it.
pwdlib.hashers.argon2.Argon2Hasher = partial(
    pwdlib.hashers.argon2.Argon2Hasher, time_cost=1, memory_cost=8, parallelism=1
)

if __name__ == "__main__":
    from trytond.cli import main

    sys.exit(main())
