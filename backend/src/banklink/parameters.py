"""Who we are to a bank: the agreement's numbers, the key and its certificates.

The names of the fields are those of the two protocols' agreements. Keys never
appear in a representation.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class NordeaCAParameters:
    """An agreement on Nordea Corporate Access.

    `private_key` is PEM, `certificates` PEM with the leaf first; both may be empty
    before activation. `name` is as in the agreement's text.
    """

    private_key: bytes = field(repr=False)
    certificates: tuple[bytes, ...]
    agreement_id: str
    sender_id: str
    signer_id: str
    name: str
    country_code: str


@dataclass(frozen=True, slots=True)
class BankConnectParameters:
    """An agreement on Bank Connect.

    `reg_no` is the bank's own four-digit main registration number.
    """

    private_key: bytes = field(repr=False)
    certificates: tuple[bytes, ...]
    function_id: str
    reg_no: str
    country_code: str
