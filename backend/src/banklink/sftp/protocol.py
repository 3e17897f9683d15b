"""What file exchange over SFTP asks for; any bank that offers it is connected so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from banklink import operator_settings as told
from banklink.channels import Enrolment
from banklink.errors import NotReady
from banklink.protocol import (
    FILES,
    Activation,
    Agreement,
    BankProfile,
    BankProtocol,
    Capability,
    Description,
    Field,
    References,
    SimulatedPlace,
    Surroundings,
)
from banklink.sftp.channel import SftpChannel
from banklink.sftp.endpoint import SftpEndpoint

KIND = "SFTP"
_PORT = 22
_KEY_BITS = 3072
_FOLDER = r"(?!.*\.\.)/?[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)*"

_FIELDS = (
    Field(
        "host", r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?", 120,
        "sftp.bank.dk", mask=False, chosen_from="hosts",
    ),
    Field("user", r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}", 64, "HAVNEN01"),
    Field("hostFingerprint", r"SHA256:[A-Za-z0-9+/]{43}", 50,
          "SHA256:uNiVztksCsDhcc0u9e8BrrJXVhrZsSgLYrBoF1Qh7lE", mask=False),
    Field("outbox", _FOLDER, 200, "to-bank", mask=False),
    Field("inbox", _FOLDER, 200, "from-bank", mask=False),
    Field("archive", _FOLDER, 200, "archive", mask=False),
)  # fmt: skip


class _Sftp:
    description = Description(
        kind=KIND,
        texts=Path(__file__).parent / "texts",
        banks=(
            BankProfile(
                key="sftp",
                name="SFTP",
                kind=KIND,
                country="DK",
                capabilities=FILES | {Capability.RECALL},
                starts={
                    "outbox": "to-bank", "inbox": "from-bank", "archive": "archive",
                },
                is_generic=True,
            ),
        ),
        activation=Activation.CONFIRMATION,
        references=References.PASSING,
        fields=_FIELDS,
        identity=("host", "user"),
        settings={
            "hosts": told.texts,
            "connect_seconds": told.seconds,
            "read_seconds": told.seconds,
            "settled_seconds": told.seconds,
            "largest_file": told.number,
        },
        needed=("hosts",),
        icon="server",
    )  # fmt: skip

    def new_key(self) -> bytes:
        """An RSA key: banks take it that know no other kind yet."""
        key = rsa.generate_private_key(public_exponent=65537, key_size=_KEY_BITS)
        return key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )

    def public_key(self, private_key: bytes) -> str:
        """The public half as OpenSSH writes it, which the bank is given."""
        key = serialization.load_pem_private_key(private_key, None)
        line = key.public_key().public_bytes(
            serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH
        )
        return f"{line.decode()} giroscope"

    def channel(self, agreement: Agreement, around: Surroundings) -> SftpChannel:
        """The way to the server."""
        return SftpChannel(
            endpoint(agreement, around), witness=around.witness, clock=around.clock
        )

    def enrolment(self, agreement: Agreement, around: Surroundings) -> Enrolment:
        """There is none: the bank is given the public key by people.

        Raises:
            NotReady: Always.
        """
        del agreement, around
        raise NotReady("File exchange over SFTP has no certificates.")

    def simulated(self, bank: BankProfile, place: SimulatedPlace) -> dict[str, Any]:
        """The simulated bank has no SFTP server."""
        del bank, place
        return {}


SFTP: BankProtocol = _Sftp()


def endpoint(agreement: Agreement, around: Surroundings) -> SftpEndpoint:
    """The server, as operator and agreement say.

    Raises:
        NotReady: The operator does not allow this server any more.
    """
    letter, said = agreement.parameters, dict(around.settings)
    if letter["host"] not in said.pop("hosts", ()):
        raise NotReady(f"The operator does not allow {letter['host']}.")
    host, _, port = letter["host"].partition(":")
    return SftpEndpoint(
        host=host,
        port=int(port or _PORT),
        user=letter["user"],
        host_key=letter["hostFingerprint"],
        outbox=letter["outbox"],
        inbox=letter["inbox"],
        archive=letter["archive"],
        private_key=agreement.private_key,
        **said,
    )
