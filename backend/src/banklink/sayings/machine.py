"""What the operating system says of a line that does not come about.

It stands as a value in a sentence of ours. What is not here stays in English.
"""

from collections.abc import Mapping
from typing import Final

MACHINE: Final[Mapping[str, str]] = {
    "[Errno {number}] Connection refused": "forbindelsen blev afvist (fejl {number})",
    "[Errno {number}] Connection reset by peer": (
        "modparten afbrød forbindelsen (fejl {number})"
    ),
    "[Errno {number}] Connection timed out": "der kom intet svar (fejl {number})",
    "[Errno {number}] Name or service not known": (
        "adressens navn kendes ikke (fejl {number})"
    ),
    "[Errno {number}] Temporary failure in name resolution": (
        "adressens navn kan ikke slås op lige nu (fejl {number})"
    ),
    "[Errno {number}] Network is unreachable": (
        "netværket kan ikke nås (fejl {number})"
    ),
    "[Errno {number}] No route to host": (
        "der er ingen vej til adressen (fejl {number})"
    ),
    "Server disconnected without sending a response": (
        "modparten lukkede forbindelsen uden at svare"
    ),
    "timed out": "der kom intet svar i tide",
}
"""Danish by English."""
