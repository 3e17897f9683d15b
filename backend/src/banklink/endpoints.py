"""Where a bank is and how it wants to be spoken to.

What no public source settles about the protocols is a setting here, with the
most likely value as its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from banklink.values import Environment, FileKind

MEGABYTE = 1024 * 1024


class AgreementPlace(StrEnum):
    """Where Nordea's agreement number is written, which no public source says."""

    NOWHERE = "nowhere"
    RECEIVER_ID = "receiver_id"
    SERVICE_ID = "service_id"


class DataCentre(StrEnum):
    """Who runs Bank Connect for a bank."""

    BANKDATA = "BANKDATA"
    SDC = "SDC"
    BEC = "BEC"


class HmacHash(StrEnum):
    """The hash under which an activation code seals a certificate request."""

    SHA1 = "SHA1"
    SHA256 = "SHA256"


class KeyNaming(StrEnum):
    """How the certificate that a message key is wrapped for is told."""

    TOKEN = "token"  # noqa: S105 - a kind of name
    KEY_IDENTIFIER = "key_identifier"


NORDEA_SENDS = MappingProxyType(
    {FileKind.PAYMENT: "NDCAPXMLI", FileKind.CANCELLATION: "NDCAPCANXMLI"}
)
NORDEA_RECEIVES = MappingProxyType(
    {
        FileKind.STATUS: ("NDCAPXMLO",),
        FileKind.RESOLUTION: ("NDCAPCANXMLO",),
        FileKind.STATEMENT: ("NDARSTXMLO",),
        FileKind.REPORT: ("NDAREXXMLO",),
        FileKind.NOTIFICATION: ("NDCAPXMLD54O",),
    }
)
"""Outgoing types by their names; the bank's agreement paper has the last word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """What the ways over the network have in common.

    `roots` are the only certificates, PEM, that anything a bank signs may lead to.
    `bank_names` are the common names a bank signs under: customers' certificates
    may come from the same root, so that the root alone does not tell the bank.
    `tls_roots` replace the system's for the connection itself.
    """

    environment: Environment
    roots: tuple[bytes, ...]
    bank_names: tuple[str, ...] = ()
    tls_roots: tuple[bytes, ...] = ()
    accept_sha1: bool = False
    """Believe answers of banks that still sign with SHA-1. We never do."""
    software_id: str = "Giroscope"
    software_version: str = "1"
    clock_skew: timedelta = timedelta(minutes=5)
    largest_reply: int = 100 * MEGABYTE
    connect_seconds: float = 10.0
    read_seconds: float = 60.0
    """The longest silence; an answer has four times as long in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NordeaEndpoint(Endpoint):
    """Nordea Corporate Access over web services."""

    file_service: str
    certificate_service: str
    receiver_id: str = "NDEADKKK"
    language: str = "EN"
    agreement_place: AgreementPlace = AgreementPlace.NOWHERE
    hmac_hash: HmacHash = HmacHash.SHA1
    sends: Mapping[FileKind, str] = field(default_factory=lambda: NORDEA_SENDS)
    receives: Mapping[FileKind, tuple[str, ...]] = field(
        default_factory=lambda: NORDEA_RECEIVES
    )
    compress_from: int | None = None
    """Files of at least so many bytes are sent compressed; None never compresses."""
    largest_file: int = 50 * MEGABYTE
    name_pattern: str = (
        r"[\"'«“„]([^\"'»”“]+)[\"'»”“]"
        r"|(?::|\b(?:is|be))\s+([^:\s\"'«“„][^:]*?)\.?\s*$"
    )
    """Finds the right name in the text of a refusal; its first group that matched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BankConnectEndpoint(Endpoint):
    """Bank Connect at one data centre."""

    address: str
    data_centre: DataCentre
    signs_before_encrypting: bool | None = None
    """None does as the data centre does: BEC signs first, the others encrypt first."""
    key_naming: KeyNaming = KeyNaming.TOKEN
    service_format: str = "ISO20022"
    echoes_id: bool = True
    """Whether the header of an answer repeats the id of the request."""
    refusal_codes: frozenset[str] = frozenset()
    """Codes by which this bank certainly refuses a file. 200 takes it in; what any
    other code means is not published, so that a person has to look."""
    compress_from: int | None = 5 * MEGABYTE
    largest_file: int = 50 * MEGABYTE
    most_messages: int = 100
    """How often a bank may say that it has several messages before we stop asking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderEndpoint:
    """Two folders that another program carries to a bank and back.

    `memory` keeps what was taken already, by hash; default is a hidden folder
    inside the inbox.
    """

    outbox: Path
    inbox: Path
    memory: Path | None = None
    settled_seconds: float = 2.0
    """A file that changed within this time may still be being written."""
    largest_file: int = 500 * MEGABYTE
