"""What this room says where a connection, a test or a job keeps it as a text.

Its sentences and those of the library, each with its Danish, found again in the text.
"""

from typing import Any

import banklink
from giroscope.kernel.sayings import KERNEL
from sayings import Sayings

SAYINGS = Sayings(
    KERNEL,
    banklink.SAYINGS.danish,
    {
        "A folder has no certificates.": "En mappe har ingen certifikater.",
        "This connection has ended": "Denne forbindelse er afsluttet",
        "The operator has not said where this bank is reached; docs/banks.md says"
        " how.": (
            "Driften har ikke angivet, hvor denne bank nås; docs/banks.md beskriver"
            " hvordan."
        ),
        "The root certificate {file} is missing": "Rodcertifikatet {file} mangler",
        "The bank's certificate belongs to another key than the one made here.": (
            "Bankens certifikat hører til en anden nøgle end den, der er lavet her."
        ),
        "Another realm of this installation uses this certificate or key. Each would"
        " fetch files that the other then never sees: ask the bank for a certificate of"
        " your own": (
            "Et andet område på denne installation bruger dette certifikat eller denne"
            " nøgle. Hvert af dem ville hente filer, som det andet så aldrig ser: bed"
            " banken om jeres eget certifikat"
        ),
        "Another connection here uses this certificate or key, perhaps in the other"
        " environment: order one for each": (
            "En anden forbindelse her bruger dette certifikat eller denne nøgle, måske"
            " i det andet miljø: bestil ét til hver"
        ),
        "It is about accounts this connection does not serve: {accounts}": (
            "Den gælder konti, som denne forbindelse ikke betjener: {accounts}"
        ),
        "{name}: {days} days left, until {day}.": (
            "{name}: {days} dage tilbage, til {day}."
        ),
        "A new RSA key of 2048 bits can be made. It was thrown away.": (
            "Der kan laves en ny RSA-nøgle på 2048 bit. Den er smidt væk igen."
        ),
        "The request can be signed: {bytes} bytes, which were not sent.": (
            "Anmodningen kan underskrives: {bytes} byte, som ikke blev sendt."
        ),
    },
)
"""All that is kept of a bank."""


def reasons(sentence: str, sayings: Sayings = SAYINGS) -> dict[str, Any]:
    """Why something is so, as a message's values hold it for both languages."""
    return {"reason": sentence, "reason_da": sayings.in_both(sentence).da}
