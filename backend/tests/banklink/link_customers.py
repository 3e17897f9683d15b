"""Customers of the simulated bank, and what they send it."""

from dataclasses import dataclass, replace

import banksim
from banklink import (
    BankConnectChannel,
    BankConnectEndpoint,
    BankConnectEnrolment,
    BankConnectParameters,
    Channel,
    DataCentre,
    Environment,
    FileKind,
    NordeaCAParameters,
    NordeaChannel,
    NordeaEndpoint,
    NordeaEnrolment,
    OutgoingFile,
    fresh_ids,
)
from banksim import Running
from banksim.bank import accounts

NORDEA = "nordea"
CENTRES = {
    "bankdata": (DataCentre.BANKDATA, banksim.BANKDATA_DEMO),
    "sdc": (DataCentre.SDC, banksim.SDC_DEMO),
    "bec": (DataCentre.BEC, banksim.BEC_DEMO),
}
_NORDEA_KINDS = {
    FileKind.STATUS: ("NDCAPXMLO",),
    FileKind.STATEMENT: ("NDARSTXMLO",),
    FileKind.NOTIFICATION: ("NDCAPXMLD54O", "NDARCRAXMLO"),
}


def root(there: Running, issuer: str) -> bytes:
    name = banksim.root_file(issuer, banksim.Environment.PRODUCTION)
    return (there.roots / name).read_bytes()


@dataclass
class Customer:
    """Who has an agreement, with the way to the bank."""

    id: str
    channel: Channel
    enrolment: NordeaEnrolment | BankConnectEnrolment
    parameters: NordeaCAParameters | BankConnectParameters
    endpoint: NordeaEndpoint | BankConnectEndpoint
    bank_certificates: tuple[bytes, ...] = ()

    def renewed(self) -> "Customer":
        key = self.enrolment.new_key()
        issued = self.enrolment.obtain(self.enrolment.renewal(key, fresh_ids()), key)
        # A lost answer loses nothing: asked again for the same key, the bank gives
        # the same certificate.
        again = self.enrolment.renewal(key, fresh_ids())
        assert self.enrolment.obtain(again, key).certificates == issued.certificates
        parameters = replace(
            self.parameters, private_key=key, certificates=issued.certificates
        )
        return customer(self.id, parameters, self.endpoint)


def customer(
    name: str,
    parameters: NordeaCAParameters | BankConnectParameters,
    endpoint: NordeaEndpoint | BankConnectEndpoint,
) -> Customer:
    if isinstance(parameters, NordeaCAParameters):
        return Customer(
            name,
            NordeaChannel(parameters, endpoint),
            NordeaEnrolment(parameters, endpoint),
            parameters,
            endpoint,
        )
    return Customer(
        name,
        BankConnectChannel(parameters, endpoint),
        BankConnectEnrolment(parameters, endpoint),
        parameters,
        endpoint,
    )


def nordea_endpoint(there: Running) -> NordeaEndpoint:
    return NordeaEndpoint(
        environment=Environment.PRODUCTION,
        roots=(root(there, NORDEA),),
        bank_names=("nordea File Transfer (simulated)",),
        file_service=there.url + banksim.NORDEA_FILES,
        certificate_service=there.url + banksim.NORDEA_CERTIFICATES,
        receives=_NORDEA_KINDS,
        read_seconds=60.0,
    )


def nordea_parameters() -> NordeaCAParameters:
    demo = banksim.NORDEA_DEMO
    return NordeaCAParameters(
        private_key=b"",
        certificates=(),
        agreement_id=demo.agreement_id,
        sender_id=demo.sender_id,
        signer_id=demo.signer_id,
        name="Havnens Handel",
        country_code=demo.country_code,
    )


def order(there: Running, we: Customer) -> OutgoingFile:
    bank = there.bank
    account = accounts.of_agreement(bank.store, we.id)[0]
    content = banksim.payment_file(
        account, "Havnens Handel ApS", "03", 2, bank.today(), bank.now()
    )
    return OutgoingFile(FileKind.PAYMENT, content, "løn.xml")


def taken_in(there: Running, we: Customer) -> int:
    """How many payment files the bank has of us."""
    row = there.bank.store.row(
        "SELECT count(*) AS many FROM uploads WHERE agreement = ?", we.id
    )
    return int(row["many"])


def deliver(there: Running, we: Customer) -> object:
    return we.channel.deliver(we.channel.seal(order(there, we), fresh_ids()))
