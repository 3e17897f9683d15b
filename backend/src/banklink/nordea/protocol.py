"""What Nordea Corporate Access asks for, and its banks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banklink import _certificates
from banklink import operator_settings as told
from banklink.endpoints import AgreementPlace, HmacHash, NordeaEndpoint
from banklink.nordea.channel import NordeaChannel
from banklink.nordea.enrolment import NordeaEnrolment
from banklink.parameters import NordeaCAParameters
from banklink.protocol import (
    DANISH_TIMES,
    FILES,
    NORDIC_TIMES,
    Activation,
    Agreement,
    BankProfile,
    BankProtocol,
    Capability,
    Description,
    Field,
    FileNames,
    LetterPlace,
    References,
    SimulatedPlace,
    Surroundings,
)
from banklink.values import FileKind

KIND = "NORDEA_CA"
_PATH = "nordea/{}/sha2"
_SIMULATED_TYPES = {
    FileKind.STATUS: ("NDCAPXMLO",),
    FileKind.RESOLUTION: ("NDCAPCANXMLO",),
    FileKind.STATEMENT: ("NDARSTXMLO",),
    FileKind.NOTIFICATION: ("NDCAPXMLD54O", "NDARCRAXMLO"),
}
"""The names of kinds on the simulated Nordea's agreement."""

# Signer ID and Sender ID have 10 or 11 digits on the agreement's paper.
_FIELDS = (
    Field("agreementId", r"\d{5,20}", 20, "5300048211", place=LetterPlace.CORNER),
    Field("senderId", r"\d{10,11}", 11, "10428836015", place=LetterPlace.FIRST),
    Field("signerId", r"\d{10,11}", 11, "20931174406", place=LetterPlace.SECOND),
    Field(
        "name", r"[^/<>&\"']{2,70}", 70, "Havnens Handel ApS", mask=False,
        place=LetterPlace.HEAD, keeps_blanks=True,
    ),
    Field("countryCode", r"[A-Z]{2}", 2, "DK", mask=False, place=LetterPlace.ADDRESS),
)  # fmt: skip


def _bank(country: str, name: str, *, is_simulated: bool = False) -> BankProfile:
    own = "simulated" if is_simulated else country.lower()
    return BankProfile(
        key=f"nordea-{own}",
        name=name,
        kind=KIND,
        country=country,
        capabilities=FILES | {Capability.RECALL},
        cut_offs=DANISH_TIMES if country == "DK" else NORDIC_TIMES,
        starts={"countryCode": country},
        is_simulated=is_simulated,
    )


class _NordeaCA:
    description = Description(
        kind=KIND,
        texts=Path(__file__).parent / "texts",
        banks=(
            _bank("DK", "Nordea Danmark"),
            _bank("SE", "Nordea Sverige"),
            _bank("NO", "Nordea Norge"),
            _bank("FI", "Nordea Suomi"),
            _bank("DK", "Nordea (simulated)", is_simulated=True),
        ),
        activation=Activation.CODE,
        references=References.LASTING,
        fields=_FIELDS,
        code=Field(
            "activationCode", r"\d{10}", 10, "7392051846", place=LetterPlace.PHONE
        ),
        identity=("senderId", "signerId"),
        signatory="signerId",
        parameters="NordeaCAParameters",
        settings={
            **told.OVER_HTTPS,
            "file_service": told.address,
            "certificate_service": told.address,
            "receiver_id": told.text,
            "language": told.text,
            "agreement_place": AgreementPlace,
            "hmac_hash": HmacHash,
            "sends": told.by_kind(told.text),
            "receives": told.by_kind(told.texts),
            "name_pattern": told.pattern,
        },
        needed=("file_service", "certificate_service", "roots"),
    )

    def new_key(self) -> bytes:
        """A key as Nordea signs certificates for."""
        return _certificates.new_key()

    def public_key(self, private_key: bytes) -> None:
        """The bank has it from our request."""
        del private_key

    def channel(self, agreement: Agreement, around: Surroundings) -> NordeaChannel:
        """The way to Nordea's file service."""
        return NordeaChannel(
            _parameters(agreement), endpoint(agreement, around),
            witness=around.witness, clock=around.clock,
        )  # fmt: skip

    def enrolment(self, agreement: Agreement, around: Surroundings) -> NordeaEnrolment:
        """The way to Nordea's certificate service."""
        return NordeaEnrolment(
            _parameters(agreement), endpoint(agreement, around),
            witness=around.witness, clock=around.clock,
        )  # fmt: skip

    def simulated(self, bank: BankProfile, place: SimulatedPlace) -> dict[str, Any]:
        """The simulated Nordea of this machine."""
        del bank
        test = "-test" if place.is_test else ""
        return {
            "roots": FileNames([str(place.roots / f"nordea{test}.pem")]),
            # Its customers' certificates lead to the same root as its own.
            "bank_names": (
                f"nordea File Transfer{' test' * place.is_test} (simulated)",
            ),
            "file_service": place.address + _PATH.format("CorporateFileService"),
            "certificate_service": place.address + _PATH.format("CertificateService"),
            "receives": _SIMULATED_TYPES,
            "name_pattern": r"Name is (.+?)\.?$",
        }


NORDEA_CA: BankProtocol = _NordeaCA()


def endpoint(agreement: Agreement, around: Surroundings) -> NordeaEndpoint:
    """Where Nordea is, as the operator says."""
    return NordeaEndpoint(environment=agreement.environment, **around.settings)


def _parameters(agreement: Agreement) -> NordeaCAParameters:
    letter = agreement.parameters
    return NordeaCAParameters(
        private_key=agreement.private_key,
        certificates=agreement.certificates,
        agreement_id=letter["agreementId"],
        sender_id=letter["senderId"],
        signer_id=letter["signerId"],
        name=letter["name"],
        country_code=letter["countryCode"],
    )
