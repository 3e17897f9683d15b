"""What the tests of Bank Connect send there and are given."""

from banklink import (
    BankConnectChannel,
    FileKind,
    Ids,
    OutgoingFile,
)
from tests.banklink.link_authority import NOW

IDS = Ids("request-1", NOW)
ORDER = OutgoingFile(FileKind.PAYMENT, "<Document>løn</Document>".encode(), "løn.xml")
STATUS = b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"/>'


def deliver(channel: BankConnectChannel) -> object:
    return channel.deliver(channel.seal(ORDER, IDS))
