"""What this room says where a connection, a test or a job keeps it as a text.

Its sentences and those of the library, each with its Danish, found again in the text.
"""

from typing import Any, Self

import strawberry

import banklink
from banklink import Sayings

SAYINGS = Sayings(
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
        "Another tenant of this installation uses this certificate or key. Each would"
        " fetch files that the other then never sees: ask the bank for a certificate of"
        " your own": (
            "En anden virksomhed på denne installation bruger dette certifikat eller"
            " denne nøgle. Hver af jer ville hente filer, som den anden så aldrig ser:"
            " bed banken om et certifikat til jer selv"
        ),
        "Another connection here uses this certificate or key, perhaps in the other"
        " environment: order one for each": (
            "En anden forbindelse her bruger dette certifikat eller denne nøgle, måske"
            " i det andet miljø: bestil ét til hver"
        ),
        "A fault in the product stopped this (incident {incident})": (
            "En fejl i produktet standsede dette (hændelse {incident})"
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


@strawberry.type(description="What was said of a bank, in both languages.")
class BankSaid:
    """What was said of a bank, in both languages."""

    en: str
    da: str

    @classmethod
    def of(cls, text: str | None, sayings: Sayings = SAYINGS) -> Self | None:
        """What was kept as a text, where there is one."""
        return cls(**sayings.in_both(text)._asdict()) if text else None
