"""A channel and an enrolment of Nordea towards a server of this machine."""

from collections.abc import Iterator
from contextlib import contextmanager

from banklink import (
    Environment,
    Exchange,
    FileKind,
    Ids,
    NordeaCAParameters,
    NordeaChannel,
    NordeaEndpoint,
    NordeaEnrolment,
    OutgoingFile,
)
from tests.banklink.link_authority import NOW, Authority
from tests.banklink.link_nordea import NordeaBank, NordeaCertificates
from tests.banklink.link_server import Server, answering, http, serving

IDS = Ids("request-1", NOW)
ORDER = OutgoingFile(FileKind.PAYMENT, "<Document>løn</Document>".encode(), "løn.xml")


class Town:
    """A channel and an enrolment towards one server."""

    def __init__(
        self,
        server: Server,
        parameters: NordeaCAParameters,
        root: Authority,
        seen: list[Exchange],
        **settings: object,
    ) -> None:
        self.server = server
        values = {
            "environment": Environment.TEST,
            "roots": (root.pem,),
            "file_service": server.address,
            "certificate_service": server.address,
            "read_seconds": 60.0,
        }
        self.endpoint = NordeaEndpoint(**(values | settings))
        self.channel = NordeaChannel(
            parameters, self.endpoint, witness=seen.append, clock=lambda: NOW
        )
        self.enrolment = NordeaEnrolment(
            parameters, self.endpoint, witness=seen.append, clock=lambda: NOW
        )

    def deliver(self, order: OutgoingFile = ORDER) -> object:
        return self.channel.deliver(self.channel.seal(order, IDS))


@contextmanager
def town(
    bank_side: NordeaBank | NordeaCertificates,
    parameters: NordeaCAParameters,
    root: Authority,
    seen: list[Exchange],
    **settings: object,
) -> Iterator[Town]:
    with serving(answering(lambda data: http(bank_side.answer(data)))) as server:
        yield Town(server, parameters, root, seen, **settings)
