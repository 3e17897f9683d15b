"""The directory of banks in the graph, and what their protocols ask for."""

from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

import strawberry

from banklink import Environment
from banklink.protocol import (
    Activation,
    BankProfile,
    Capability,
    Description,
    Field,
    LetterPlace,
    Product,
)
from banklink.registry import descriptions
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.directory import described
from giroscope.kernel.text import LocalizedText
from localization import verbatim

__all__ = [
    "BankField",
    "BankProfileNode",
    "BankProtocolNode",
    "ConnectionType",
    "Environment",
]

if TYPE_CHECKING:
    ConnectionType: TypeAlias = StrEnum
else:
    # One value for each protocol there is.
    ConnectionType = strawberry.enum(
        StrEnum("ConnectionType", {one.kind: one.kind for one in descriptions()}),
        name="BankConnectionType",
        description="Which protocol a connection speaks.",
    )

# Others import it from here, so that it has this name before they speak of it.
strawberry.enum(Environment, name="BankEnvironment")
strawberry.enum(Capability, name="BankCapability")
strawberry.enum(Product, name="PaymentProduct")
strawberry.enum(Activation, name="BankActivation")
strawberry.enum(LetterPlace, name="BankLetterPlace")


@strawberry.type
class BankCutOff:
    """Until when a bank takes a kind of payment for the day, in Copenhagen."""

    product: Product
    time: str


@strawberry.type
class BankField:
    """A number of the bank's letter: how it is written."""

    name: str
    pattern: str
    longest: int
    example: str
    label: LocalizedText
    help: LocalizedText
    place: LetterPlace | None = strawberry.field(
        description="Where it stands on the bank's letter."
    )
    keeps_blanks: bool = strawberry.field(description="Whether blanks inside it count.")
    starts_as: str = strawberry.field(description="What it begins with.")
    is_fixed: bool = strawberry.field(
        description="Whether it is the same for every customer of this bank."
    )
    choices: list[str] = strawberry.field(
        description="What it may be, where the operator lists it."
    )

    @classmethod
    def of(
        cls, field: Field, protocol: Description, profile: BankProfile, banks: Banks
    ) -> "BankField":
        """From the protocol, for one of its banks."""
        fixed = profile.fixed.get(field.name)
        return cls(
            name=field.name,
            pattern=field.pattern,
            longest=field.longest,
            example=field.example,
            label=LocalizedText.of(protocol.text(field.name)),
            help=LocalizedText.of(protocol.text(f"{field.name}_help")),
            place=field.place,
            keeps_blanks=field.keeps_blanks,
            starts_as=fixed or profile.starts.get(field.name, ""),
            is_fixed=fixed is not None,
            choices=banks.addresses.choices(profile, field),
        )


@strawberry.type(name="BankProtocol")
class BankProtocolNode:
    """How a bank is spoken to, as far as people meet it."""

    kind: ConnectionType
    title: LocalizedText
    summary: LocalizedText
    icon: str
    activation: Activation = strawberry.field(
        description="How a connection comes to work."
    )
    has_key: bool
    has_certificate: bool = strawberry.field(
        description="Whether its key has a certificate, which ends and is renewed."
    )

    @classmethod
    def of(cls, protocol: Description) -> "BankProtocolNode":
        """From what it tells of itself."""
        return cls(
            kind=ConnectionType(protocol.kind),
            title=LocalizedText.of(protocol.text("title")),
            summary=LocalizedText.of(protocol.text("summary")),
            icon=protocol.icon,
            activation=protocol.activation,
            has_key=protocol.has_key,
            has_certificate=protocol.has_certificate,
        )


@strawberry.type(name="BankProfile")
class BankProfileNode:
    """A bank that can be connected."""

    key: strawberry.ID
    name: str
    title: LocalizedText = strawberry.field(description="The name as people read it.")
    is_generic: bool = strawberry.field(
        description="Whether it stands for any bank of its protocol."
    )
    type: ConnectionType
    protocol: BankProtocolNode
    country: str
    reg_no: str | None
    is_simulated: bool
    capabilities: list[Capability]
    cut_offs: list[BankCutOff]
    fields: list[BankField]
    code: BankField | None = strawberry.field(
        description="How its activation code is written; none where it takes no code."
    )
    letter_page: str | None = strawberry.field(
        description="Where a simulated bank shows its letters; real ones post them."
    )
    environments: list[Environment] = strawberry.field(
        description="Where the operator has said how the bank is reached."
    )

    @classmethod
    def of(cls, profile: BankProfile, banks: Banks) -> "BankProfileNode":
        """From the directory."""
        protocol = described(profile.kind)
        code = protocol.code
        return cls(
            key=strawberry.ID(profile.key),
            name=profile.name,
            title=LocalizedText.of(
                protocol.text("title") if profile.is_generic else verbatim(profile.name)
            ),
            is_generic=profile.is_generic,
            type=ConnectionType(profile.kind),
            protocol=BankProtocolNode.of(protocol),
            country=profile.country,
            reg_no=profile.fixed.get("regNo"),
            is_simulated=profile.is_simulated,
            capabilities=[one for one in Capability if one in profile.capabilities],
            cut_offs=[
                BankCutOff(product=one.product, time=one.time)
                for one in profile.cut_offs
            ],
            fields=[
                BankField.of(one, protocol, profile, banks) for one in protocol.fields
            ],
            code=BankField.of(code, protocol, profile, banks) if code else None,
            letter_page=banks.addresses.letter_page(profile),
            environments=[
                one for one in Environment if banks.addresses.has(profile, one)
            ],
        )
