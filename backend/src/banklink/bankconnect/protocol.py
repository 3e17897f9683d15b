"""What Bank Connect asks for, and the data centres and banks that speak it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banklink import _certificates
from banklink import operator_settings as told
from banklink.bankconnect.channel import BankConnectChannel
from banklink.bankconnect.enrolment import BankConnectEnrolment
from banklink.endpoints import BankConnectEndpoint, DataCentre, KeyNaming
from banklink.parameters import BankConnectParameters
from banklink.protocol import (
    DANISH_TIMES,
    FILES,
    Activation,
    Agreement,
    BankProfile,
    BankProtocol,
    Description,
    Field,
    FileNames,
    LetterPlace,
    References,
    SimulatedPlace,
    Surroundings,
)

KIND = "BANK_CONNECT"
_PATH = "bank-connect/{}/2019/04/04/CorporateService"

_FIELDS = (
    Field(
        "functionId", r"[A-Za-z0-9]{4,35}", 35, "FI48210975", place=LetterPlace.FIRST
    ),
    Field("regNo", r"\d{4}", 4, "7998", mask=False, place=LetterPlace.SECOND),
    Field("countryCode", r"[A-Z]{2}", 2, "DK", mask=False, place=LetterPlace.ADDRESS),
)


def _bank(centre: DataCentre, name: str, *, reg_no: str | None = None) -> BankProfile:
    """A data centre, or the simulated bank of that number at it."""
    own = f"bank-connect-{centre.value.lower()}"
    return BankProfile(
        key=own if reg_no is None else f"{own}-simulated",
        name=name,
        kind=KIND,
        country="DK",
        # It has no operation that is published as one for a camt.055.
        capabilities=FILES,
        cut_offs=DANISH_TIMES,
        variant=centre.value,
        starts={"countryCode": "DK"},
        fixed={} if reg_no is None else {"regNo": reg_no},
        is_simulated=reg_no is not None,
    )


class _BankConnect:
    description = Description(
        kind=KIND,
        texts=Path(__file__).parent / "texts",
        banks=(
            _bank(DataCentre.BANKDATA, "Bank Connect · Bankdata"),
            _bank(DataCentre.SDC, "Bank Connect · SDC"),
            _bank(DataCentre.BEC, "Bank Connect · BEC"),
            _bank(DataCentre.BANKDATA, "Kystbanken (simulated)", reg_no="7998"),
            _bank(DataCentre.SDC, "Landsparekassen (simulated)", reg_no="9798"),
            _bank(DataCentre.BEC, "Broens Bank (simulated)", reg_no="5998"),
        ),
        activation=Activation.CODE,
        references=References.CONTENT,
        fields=_FIELDS,
        code=Field(
            "activationCode", r"[A-Za-z0-9]{4}(?:-?[A-Za-z0-9]{2,8}){1,5}", 48,
            "4K7M-92QX-RT51", place=LetterPlace.FOOT,
        ),
        identity=("regNo", "functionId"),
        signatory="functionId",
        parameters="BankConnectParameters",
        settings={
            **told.OVER_HTTPS,
            "address": told.address,
            "signs_before_encrypting": told.flag,
            "key_naming": KeyNaming,
            "service_format": told.text,
            "echoes_id": told.flag,
            "refusal_codes": lambda value: frozenset(told.texts(value)),
            "most_messages": told.number,
        },
        needed=("address", "roots"),
    )  # fmt: skip

    def new_key(self) -> bytes:
        """A key as Bank Connect signs certificates for."""
        return _certificates.new_key()

    def public_key(self, private_key: bytes) -> None:
        """The bank has it from our request."""
        del private_key

    def channel(self, agreement: Agreement, around: Surroundings) -> BankConnectChannel:
        """The way to a data centre.

        The bank's own certificate is asked for anew: it may have been exchanged.
        """
        channel = BankConnectChannel(
            _parameters(agreement), endpoint(agreement, around),
            witness=around.witness, clock=around.clock,
        )  # fmt: skip
        if around.safe is not None:
            channel.keep_in(around.safe)
        return channel

    def enrolment(
        self, agreement: Agreement, around: Surroundings
    ) -> BankConnectEnrolment:
        """The way to a certificate."""
        return BankConnectEnrolment(
            _parameters(agreement), endpoint(agreement, around),
            witness=around.witness, clock=around.clock,
        )  # fmt: skip

    def simulated(self, bank: BankProfile, place: SimulatedPlace) -> dict[str, Any]:
        """The simulated data centre of this machine."""
        centre = bank.variant.lower()
        issuer, test = f"bank-connect-{centre}", "-test" if place.is_test else ""
        return {
            "roots": FileNames([str(place.roots / f"{issuer}{test}.pem")]),
            # Its customers' certificates lead to the same root as its own.
            "bank_names": (
                f"{issuer} File Transfer{' test' * place.is_test} (simulated)",
            ),
            "address": place.address + _PATH.format(centre),
        }


BANK_CONNECT: BankProtocol = _BankConnect()


def endpoint(agreement: Agreement, around: Surroundings) -> BankConnectEndpoint:
    """Where the data centre is, as the operator says."""
    return BankConnectEndpoint(
        environment=agreement.environment,
        data_centre=DataCentre(agreement.bank.variant),
        **around.settings,
    )


def _parameters(agreement: Agreement) -> BankConnectParameters:
    letter = agreement.parameters
    return BankConnectParameters(
        private_key=agreement.private_key,
        certificates=agreement.certificates,
        function_id=letter["functionId"],
        reg_no=letter["regNo"],
        country_code=letter["countryCode"],
    )
