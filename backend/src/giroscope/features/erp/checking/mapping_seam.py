"""Where the mapping of payment methods joins the checks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection

from erplink import ErpAccount, PaymentMethod, Words


@dataclass(frozen=True, slots=True)
class MappingFlaw:
    """What is wrong with the mapping of one method of the ERP."""

    native_id: str
    code: str
    """The ERP's own code of the method."""
    text: Words


@dataclass(frozen=True, slots=True)
class MappingFindings:
    """What a check of the mapping has looked at, and what is wrong."""

    checked: int
    flaws: tuple[MappingFlaw, ...] = ()


class MappingChecks(Protocol):
    """What the mapping lends to the checks."""

    def unmapped(
        self,
        connection: Connection,
        connection_id: int,
        methods: Sequence[PaymentMethod],
    ) -> MappingFindings:
        """Active outbound methods without a mapping, and mappings without a method."""

    def illegal(
        self,
        connection: Connection,
        connection_id: int,
        methods: Sequence[PaymentMethod],
        accounts: Sequence[ErpAccount],
    ) -> MappingFindings:
        """Mappings that no bank would take as they are."""
