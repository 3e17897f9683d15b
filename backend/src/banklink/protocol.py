"""What a bank protocol tells of itself, and how it is opened.

A protocol is a folder: what it asks for, what its banks can do, how it speaks, and its
texts. Whoever offers protocols knows this shape and `banklink.registry`, and no
protocol by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from banklink.channels import Channel, Enrolment
from banklink.safe import Safe
from banklink.values import Clock, Environment, Witness, no_witness, utc_now
from localization import Message


class Capability(StrEnum):
    """What a bank can do over a connection."""

    PAYMENT = "PAYMENT"
    """Takes pain.001."""
    STATUS = "STATUS"
    """Gives pain.002."""
    REPORT = "REPORT"
    """Gives camt.052."""
    STATEMENT = "STATEMENT"
    """Gives camt.053."""
    NOTIFICATION = "NOTIFICATION"
    """Gives camt.054."""
    RECALL = "RECALL"
    """Takes camt.055 and answers with camt.029."""
    PAYEE_CHECK = "PAYEE_CHECK"
    """Verifies payees (VoP)."""
    INSTANT = "INSTANT"


FILES = frozenset(
    {
        Capability.PAYMENT,
        Capability.STATUS,
        Capability.STATEMENT,
        Capability.REPORT,
        Capability.NOTIFICATION,
    }
)
"""What every bank does that exchanges files at all."""


class Product(StrEnum):
    """A kind of payment that has its own cut-off."""

    DOMESTIC = "DOMESTIC"
    SAME_DAY = "SAME_DAY"
    INSTANT = "INSTANT"
    SEPA = "SEPA"
    CROSS_BORDER = "CROSS_BORDER"


@dataclass(frozen=True, slots=True)
class CutOff:
    """The time of day, in Copenhagen, until which a bank takes a payment for the day.

    An agreement may say otherwise; these are for telling people, not for refusing.
    """

    product: Product
    time: str


DANISH_TIMES = (
    CutOff(Product.DOMESTIC, "23:00"),
    CutOff(Product.SAME_DAY, "13:30"),
    CutOff(Product.INSTANT, "24:00"),
    CutOff(Product.SEPA, "15:00"),
    CutOff(Product.CROSS_BORDER, "14:00"),
)
NORDIC_TIMES = (
    CutOff(Product.DOMESTIC, "17:00"),
    CutOff(Product.SEPA, "15:00"),
    CutOff(Product.CROSS_BORDER, "14:00"),
)


class LetterPlace(StrEnum):
    """Where a number stands on the picture of a bank's letter."""

    HEAD = "head"
    ADDRESS = "address"
    CORNER = "corner"
    FIRST = "first"
    SECOND = "second"
    FOOT = "foot"
    PHONE = "phone"
    """In a text message beside the letter."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that a connection asks for: how it is written and recognised.

    Its label is the text `name` of the protocol's catalogue, and the help beside it
    `name_help`.
    """

    name: str
    """As in the bank's own words of the specification, such as `senderId`."""
    pattern: str
    longest: int
    example: str
    mask: bool = True
    """Whether it is shown in part only to those who may not change it."""
    place: LetterPlace | None = None
    keeps_blanks: bool = False
    """Blanks inside it count; elsewhere people may group what they type."""
    chosen_from: str | None = None
    """The setting of the operator's file that lists what it may be."""


@dataclass(frozen=True, slots=True)
class BankProfile:
    """A bank, or a family of banks, that is connected in one way."""

    key: str
    name: str
    kind: str
    """The protocol it speaks."""
    country: str
    capabilities: frozenset[Capability]
    cut_offs: tuple[CutOff, ...] = ()
    variant: str = ""
    """What sets it apart from other banks of its protocol, which alone reads it."""
    starts: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What fields begin with."""
    fixed: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What fields are at this bank and nothing else."""
    is_generic: bool = False
    """Whether it stands for any bank, so that the protocol's title says more."""
    is_simulated: bool = False


class Activation(StrEnum):
    """How a connection comes to work."""

    CODE = "CODE"
    """The bank issues a certificate for the code of its letter."""
    CONFIRMATION = "CONFIRMATION"
    """The bank is given our public key; a second person confirms its own."""
    NONE = "NONE"
    """At once: there is no key."""


class References(StrEnum):
    """What the bank's names of files are worth."""

    LASTING = "LASTING"
    """The same name is the same file for ever."""
    CONTENT = "CONTENT"
    """The bank gives none: a file is named by what is in it."""
    PASSING = "PASSING"
    """Names come again, and all kinds are listed at once."""


Read = Callable[[Any], object]
"""Reads a setting of the operator's file.

Raises:
    ValueError: It cannot be one; the text says what it has to be.
"""


class FileNames(tuple[str, ...]):
    """Files that a setting names; whoever opens a protocol reads them."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a protocol is, asks for and leaves open; known without any call."""

    kind: str
    """Stable key, as it is kept with every connection: `NORDEA_CA`, …"""
    texts: Path
    """Its catalogues, as `<language>/<area>.ftl`; those of `area` are for screens."""
    banks: tuple[BankProfile, ...]
    activation: Activation
    references: References
    fields: tuple[Field, ...] = ()
    """In the order of the bank's letter."""
    code: Field | None = None
    """How an activation code is written."""
    identity: tuple[str, ...] = ()
    """The fields that make two agreements the same one."""
    signatory: str | None = None
    """The field that names the initiating party in a file."""
    parameters: str | None = None
    """What the graph calls the agreement's numbers, where it has a type for them."""
    settings: Mapping[str, Read] = field(default_factory=dict, hash=False)
    """What the operator says of a bank of this protocol, and how it is read."""
    needed: tuple[str, ...] = ()
    """The settings without which a bank cannot be reached."""
    folders: tuple[str, ...] = ()
    """Folders of this machine that a connection has for itself."""
    icon: str = "building-columns"

    @property
    def area(self) -> str:
        """The catalogue of its labels."""
        return self.kind.lower()

    @property
    def has_key(self) -> bool:
        """Whether a connection has a private key of its own."""
        return self.activation is not Activation.NONE

    @property
    def has_certificate(self) -> bool:
        """Whether that key has a certificate, which ends and is renewed."""
        return self.activation is Activation.CODE

    def text(self, name: str) -> Message:
        """One of its labels."""
        return Message(f"{self.area}.{name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Who we are at a bank; keys never appear in a representation."""

    kind: str
    bank: BankProfile
    environment: Environment
    parameters: Mapping[str, str]
    private_key: bytes = field(default=b"", repr=False)
    certificates: tuple[bytes, ...] = ()
    """PEM, the leaf first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What is there when a way is opened: the operator's word, and who looks on."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    """Values of the protocol's settings, files read."""
    folder: Path = field(default=Path())
    """A folder of the connection's own, with the protocol's folders in it."""
    witness: Witness = no_witness
    clock: Clock = utc_now
    safe: Safe | None = None
    """Keeps what a bank gives only once."""


@dataclass(frozen=True, slots=True)
class SimulatedPlace:
    """Where the simulated bank of this machine listens and lays out its roots."""

    address: str
    roots: Path
    is_test: bool


class BankProtocol(Protocol):
    """What a plug-in offers: a description, and ways made for agreements."""

    @property
    def description(self) -> Description:
        """What it is and asks for."""

    def new_key(self) -> bytes:
        """A private key as its banks want it, PEM, not encrypted.

        Raises:
            NotReady: There are no keys on this way.
        """

    def public_key(self, private_key: bytes) -> str | None:
        """The public half as people give it to the bank, where they do."""

    def channel(self, agreement: Agreement, around: Surroundings) -> Channel:
        """The way to the bank, nothing asked yet."""

    def enrolment(self, agreement: Agreement, around: Surroundings) -> Enrolment:
        """The way to a certificate.

        Raises:
            NotReady: There are no certificates on this way.
        """

    def simulated(self, bank: BankProfile, place: SimulatedPlace) -> dict[str, Any]:
        """The settings by which the simulated bank is reached."""
