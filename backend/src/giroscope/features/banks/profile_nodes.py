"""The directory of banks in the graph."""

import strawberry

from banklink import Environment
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.directory import (
    CODES,
    FIELDS,
    BankProfile,
    Capability,
    Field,
    Product,
)
from giroscope.features.banks.tables import ConnectionType

strawberry.enum(ConnectionType, name="BankConnectionType")
strawberry.enum(Environment, name="BankEnvironment")
strawberry.enum(Capability, name="BankCapability")
strawberry.enum(Product, name="PaymentProduct")


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

    @classmethod
    def of(cls, field: Field) -> "BankField":
        """From the directory."""
        return cls(
            name=field.name,
            pattern=field.pattern,
            longest=field.longest,
            example=field.example,
        )


@strawberry.type(name="BankProfile")
class BankProfileNode:
    """A bank that can be connected."""

    key: strawberry.ID
    name: str
    type: ConnectionType
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
        code = CODES.get(profile.type)
        return cls(
            key=strawberry.ID(profile.key),
            name=profile.name,
            type=profile.type,
            country=profile.country,
            reg_no=profile.reg_no,
            is_simulated=profile.is_simulated,
            capabilities=[one for one in Capability if one in profile.capabilities],
            cut_offs=[
                BankCutOff(product=one.product, time=one.time)
                for one in profile.cut_offs
            ],
            fields=[BankField.of(one) for one in FIELDS[profile.type]],
            code=BankField.of(code) if code else None,
            letter_page=banks.addresses.letter_page(profile),
            environments=[
                one for one in Environment if banks.addresses.has(profile, one)
            ],
        )
