"""What belongs to a connection, in the graph: accounts, certificates, keys, tests.

Of a key there is its fingerprint and nothing else.
"""

from datetime import datetime
from enum import Enum

import strawberry

from banklink.protocol import Description
from giroscope.features.banks.configuration_nodes import (
    BankLetterLine,
    letter_lines,
    masked_numbers,
)
from giroscope.features.banks.keys import shown
from giroscope.features.banks.tables import (
    BankCertificate,
    BankKey,
    BankKeyRequest,
    BankTest,
    ServedAccount,
)
from giroscope.kernel.graph import Info
from giroscope.kernel.text import LocalizedText
from localization import DEFAULT
from localization.catalogue import texts_of


@strawberry.enum(name="BankCertificateKind")
class CertificateKindNode(Enum):
    """Whose certificate it is."""

    OWN = "OWN"
    BANK = "BANK"
    CHAIN = "CHAIN"


@strawberry.type
class BankServedAccount:
    """An account that a connection serves."""

    number: str
    name: str | None
    pays: bool = strawberry.field(description="Whether payments leave over it.")

    @classmethod
    def of(cls, row: ServedAccount) -> "BankServedAccount":
        """From its row."""
        return cls(number=row.number, name=row.name, pays=row.pays)


@strawberry.type(name="BankCertificate")
class BankCertificateNode:
    """A certificate in use or used before."""

    id: strawberry.ID
    kind: CertificateKindNode
    purpose: str
    current: bool
    subject: str
    issuer: str
    serial: str
    fingerprint: str = strawberry.field(description="SHA-256, in pairs.")
    valid_from: datetime
    valid_to: datetime
    obtained: datetime
    replaced: datetime | None

    @classmethod
    def of(cls, row: BankCertificate) -> "BankCertificateNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            kind=CertificateKindNode(row.kind),
            purpose=row.purpose,
            current=row.state == "CURRENT",
            subject=row.subject,
            issuer=row.issuer,
            serial=row.serial,
            fingerprint=shown(row.fingerprint),
            valid_from=row.valid_from,
            valid_to=row.valid_to,
            obtained=row.obtained,
            replaced=row.replaced,
        )


@strawberry.type(name="BankKey")
class BankKeyNode:
    """What may be told of a private key, which is never shown itself."""

    fingerprint: str
    algorithm: str
    public: str | None = strawberry.field(
        description="Its public half as the bank is given it, where people give it."
    )
    created: datetime
    created_by: str
    asked: datetime | None = strawberry.field(
        description="When a certificate was last asked for with it."
    )

    @classmethod
    def of(cls, row: BankKey) -> "BankKeyNode":
        """From its row."""
        return cls(
            fingerprint=shown(row.fingerprint),
            algorithm=row.algorithm,
            public=row.public,
            created=row.created,
            created_by=row.created_by_name,
            asked=row.asked,
        )


@strawberry.type
class BankTestStep:
    """One step of a test: what was looked at, how it went, what was seen."""

    stage: str
    outcome: str
    seconds: float
    found: str
    label: LocalizedText | None = strawberry.field(
        default=None, description="What the protocol calls it, where it is its own."
    )

    @strawberry.field
    def said(self) -> LocalizedText | None:
        """What was seen, in words."""
        return LocalizedText.of_text(self.found)


def _label(protocol: Description, stage: str) -> LocalizedText | None:
    """The protocol's own word for a step, where it has one."""
    name = f"stage_{stage.replace(' ', '_').replace('-', '_')}"
    if name not in texts_of(protocol.area, DEFAULT):
        return None
    return LocalizedText.of(protocol.text(name))


@strawberry.type(name="BankTest")
class BankTestNode:
    """A test of a connection, or a dry run of its renewal."""

    id: strawberry.ID
    kind: str
    started: datetime
    started_by: str
    finished: datetime | None
    steps: list[BankTestStep]

    @classmethod
    def of(cls, row: BankTest, protocol: Description) -> "BankTestNode":
        """From its row, of a connection of that protocol."""
        return cls(
            id=strawberry.ID(str(row.id)),
            kind=row.kind,
            started=row.started,
            started_by=row.started_by_name,
            finished=row.finished,
            steps=[
                BankTestStep(**one, label=_label(protocol, one["stage"]))
                for one in row.steps
            ],
        )


@strawberry.type(name="BankKeyRequest")
class BankKeyRequestNode:
    """A new key that waits for a second account manager."""

    id: strawberry.ID
    reason: str
    created: datetime
    expires: datetime
    requested_by: str
    is_own: bool
    letter: list[BankLetterLine] = strawberry.field(
        description="What is to be confirmed; empty where a key is replaced."
    )

    @classmethod
    def of(
        cls, row: BankKeyRequest, info: Info, protocol: Description
    ) -> "BankKeyRequestNode":
        """From its row, for the person who asks."""
        told = row.parameters or {}
        if not info.context.actor.may("banks.change"):
            told = masked_numbers(protocol, told)
        return cls(
            id=strawberry.ID(str(row.id)),
            reason=row.reason,
            created=row.created,
            expires=row.expires,
            requested_by=row.requested_by_name,
            is_own=row.requested_by == info.context.actor.id,
            letter=letter_lines(protocol, told),
        )
