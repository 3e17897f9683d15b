"""What this library says of a failure or a look, in both languages.

Errors and steps carry English sentences, which are kept as texts. Here each stands
once with its Danish; `sayings` finds it again in such a text. What a bank says itself,
in its own words, stays word for word.
"""

from banklink.sayings.answers import ANSWERS
from banklink.sayings.ways import WAYS
from sayings import MACHINE, Sayings

SAYINGS = Sayings(ANSWERS, WAYS, MACHINE)
"""All that this library says, and the system below it."""
