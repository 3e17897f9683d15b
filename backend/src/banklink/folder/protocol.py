"""What two folders ask for, which is nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banklink.channels import Enrolment
from banklink.endpoints import FolderEndpoint
from banklink.errors import NotReady
from banklink.folder.channel import FolderChannel
from banklink.protocol import (
    FILES,
    Activation,
    Agreement,
    BankProfile,
    BankProtocol,
    Capability,
    Description,
    References,
    SimulatedPlace,
    Surroundings,
)

KIND = "FOLDER"
_OUTBOX, _INBOX = "outbox", "inbox"


class _Folder:
    description = Description(
        kind=KIND,
        texts=Path(__file__).parent / "texts",
        banks=(
            BankProfile(
                key="folder",
                name="Folder",
                kind=KIND,
                country="DK",
                capabilities=FILES | {Capability.RECALL},
                is_generic=True,
            ),
        ),
        activation=Activation.NONE,
        references=References.PASSING,
        folders=(_OUTBOX, _INBOX),
        icon="folder",
    )

    def new_key(self) -> bytes:
        """There is none.

        Raises:
            NotReady: Always.
        """
        raise NotReady("A folder has no certificates.")

    def public_key(self, private_key: bytes) -> None:
        """There is none."""
        del private_key

    def channel(self, agreement: Agreement, around: Surroundings) -> FolderChannel:
        """The two folders of a connection."""
        del agreement
        endpoint = FolderEndpoint(
            outbox=around.folder / _OUTBOX, inbox=around.folder / _INBOX
        )
        return FolderChannel(endpoint, witness=around.witness, clock=around.clock)

    def enrolment(self, agreement: Agreement, around: Surroundings) -> Enrolment:
        """There is none.

        Raises:
            NotReady: Always.
        """
        del agreement, around
        raise NotReady("A folder has no certificates.")

    def simulated(self, bank: BankProfile, place: SimulatedPlace) -> dict[str, Any]:
        """A folder is what it is."""
        del bank, place
        return {}


FOLDER: BankProtocol = _Folder()
