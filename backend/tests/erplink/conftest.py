"""What tests of connectors stand on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID
from tryton_server import Books, Tryton

from erplink import Call, Connector, Surroundings
from erplink.tryton import TrytonMaker
from tests.erplink.line_told import Told

TlsIdentity = Callable[[str], tuple[bytes, Path, Path]]


@pytest.fixture
def tls_identity(tmp_path: Path) -> TlsIdentity:
    """Makes a certificate of one host that is its own authority."""

    def made(host: str) -> tuple[bytes, Path, Path]:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        names = x509.SubjectAlternativeName([x509.DNSName(host)])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(names, critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(key, SHA256())
        )
        pem = certificate.public_bytes(Encoding.PEM)
        files = tmp_path / f"{host}.crt", tmp_path / f"{host}.key"
        files[0].write_bytes(pem)
        files[1].write_bytes(
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        )
        return pem, *files

    return made


@pytest.fixture
def told() -> Told:
    """What lines have said, and how long they have waited."""
    return Told()


@pytest.fixture(scope="session")
def books(tryton: Tryton) -> Books:
    """A company's books in a real Tryton; every test works with payments of its own."""
    return tryton.books()


@pytest.fixture
def calls() -> list[Call]:
    """What a connector has said and heard."""
    return []


@pytest.fixture
def opened(calls: list[Call]) -> Callable[..., Connector]:
    """Opens a connector to a Tryton, with other settings where they are given."""

    def open_(books: Books, **other: str) -> Connector:
        surroundings = Surroundings(
            witness=calls.append,
            clock=lambda: datetime.now(UTC),
            allowed_hosts=frozenset({"127.0.0.1"}),
        )
        return TrytonMaker().open({**books.settings, **other}, surroundings)

    return open_


@pytest.fixture
def connector(books: Books, opened: Callable[..., Connector]) -> Connector:
    """A connector to these books."""
    return opened(books)
