"""What a bank's letter says, in the graph: as lines for screens, and by protocol.

A type is made for each protocol that names one; nothing here knows which there are.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import strawberry

from banklink.protocol import Description
from banklink.registry import descriptions
from giroscope.features.banks import policy
from giroscope.features.banks.directory import described
from giroscope.features.banks.tables import BankConnection
from giroscope.kernel.text import LocalizedText

_KEY = "`privateKey` is the key's fingerprint; the key itself is never shown."


@strawberry.type
class BankLetterLine:
    """One thing the bank's letter says, as far as the reader may see it."""

    name: str
    label: LocalizedText
    value: str


def _snake(name: str) -> str:
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name)


def _parameters_type(protocol: Description) -> type:
    """The type of the protocol's agreements: their numbers, and whose key it is."""
    own = {_snake(one.name): str for one in protocol.fields}
    shown: dict[str, Any] = {"certificates": list[str], "private_key": str | None}
    bare = type(f"{protocol.parameters}Node", (), {"__annotations__": own | shown})
    made: type = strawberry.type(bare, name=protocol.parameters, description=_KEY)
    return made


_TYPES = {
    one.kind: (one, _parameters_type(one)) for one in descriptions() if one.parameters
}


def _place(protocol: Description) -> str:
    """The field of the configuration that the protocol's agreements stand in."""
    name = protocol.parameters or ""
    return f"{name[:1].lower()}{name[1:]}"


def _configuration_type() -> type:
    annotations: dict[str, Any] = {"letter": list[BankLetterLine]}
    members: dict[str, Any] = {}
    for protocol, own in _TYPES.values():
        name = f"of_{protocol.area}"
        annotations[name] = own | None
        members[name] = strawberry.field(name=_place(protocol), default=None)
    bare = type("BankConfiguration", (), {"__annotations__": annotations} | members)
    made: type = strawberry.type(bare)
    return made


if TYPE_CHECKING:
    BankConfiguration: TypeAlias = object
else:
    BankConfiguration = _configuration_type()


def configuration_of(
    row: BankConnection,
    *,
    certificates: list[str],
    key: str | None,
    is_masked: bool,
) -> BankConfiguration:
    """The agreement's numbers under their own names."""
    protocol = described(row.type)
    told: Mapping[str, str] = row.parameters
    if is_masked:
        told = masked_numbers(protocol, told)
    values: dict[str, Any] = {"letter": letter_lines(protocol, told)}
    if row.type in _TYPES:
        numbers = {_snake(one.name): told.get(one.name, "") for one in protocol.fields}
        values[f"of_{protocol.area}"] = _TYPES[row.type][1](
            **numbers, certificates=certificates, private_key=key
        )
    made: Any = BankConfiguration
    return made(**values)


def letter_lines(
    protocol: Description, told: Mapping[str, str]
) -> list[BankLetterLine]:
    """Each thing that was told, under its label, in the order of the letter."""
    return [
        BankLetterLine(
            name=one.name,
            label=LocalizedText.of(protocol.text(one.name)),
            value=told[one.name],
        )
        for one in protocol.fields
        if told.get(one.name)
    ]


def masked_numbers(protocol: Description, told: Mapping[str, str]) -> dict[str, str]:
    """The numbers as those see them who may not change them."""
    secret = {one.name for one in protocol.fields if one.mask}
    return {
        name: policy.masked(value) if name in secret else value
        for name, value in told.items()
    }
