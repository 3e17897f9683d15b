"""Opens the way to a bank for a connection: key, certificates, address, witness.

The one place where a private key is decrypted. It goes into the channel, which
shows it nowhere, and is forgotten with it.
"""

from collections.abc import Callable
from functools import partial

from sqlalchemy import select

from banklink import Channel, Enrolment, Environment, Exchange, Safe, Witness
from banklink.protocol import Agreement, Surroundings
from banklink.registry import protocol_of
from giroscope.features.banks.addresses import Addresses
from giroscope.features.banks.directory import profile_of
from giroscope.features.banks.errors import NotPossibleNow
from giroscope.features.banks.keys import opened_secret
from giroscope.features.banks.tables import (
    BankCertificate,
    BankConnection,
    BankKey,
    CertificateKind,
    ConnectionState,
    KeyState,
)
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import NotFound
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.secrets import load_master_key
from giroscope.settings import Settings


def _nobody(realm: str, connection_id: int) -> Witness:
    del realm, connection_id
    return lambda _exchange: None


class Banks:
    """The ways to all banks of one installation."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        clock: Clock = system_clock,
        witness_of: Callable[[str, int], Witness] = _nobody,
    ) -> None:
        self.addresses = Addresses(settings)
        self.database = database
        self.clock = clock
        self._witness_of = witness_of
        self._master_key = partial(load_master_key, settings)

    def key_of(self, realm: str) -> bytes:
        """The realm's key, which secrets of its banks are encrypted with."""
        return realm_key(self.database, realm, self._master_key())

    def open_channel(
        self,
        realm: str,
        connection_id: int,
        watch: Witness | None = None,
        safe: Safe | None = None,
    ) -> Channel:
        """The way to the bank under this connection's agreement.

        `watch` sees each exchange beside the communication log; `safe` keeps what a
        bank gives only once. A connection that has no certificate yet can be opened,
        to be looked at; sending says so.

        Raises:
            NotFound: There is no such connection.
            NotPossibleNow: It has ended for good.
            NoAddress: The operator has not said where the bank is.
            SecretDamaged: The key was changed, or is another realm's.
            UnknownProtocol: Nothing here speaks the connection's protocol any more.
        """
        agreement = self.agreement(realm, connection_id)
        protocol = protocol_of(agreement.kind)
        witness = _both(self._witness_of(realm, connection_id), watch)
        around = self._around(realm, connection_id, agreement, witness, safe)
        return protocol.channel(agreement, around)

    def open_enrolment(self, realm: str, connection_id: int) -> Enrolment:
        """The way to a certificate for this connection's agreement.

        Raises:
            NotFound: There is no such connection.
            NotPossibleNow: It has ended for good.
            NoAddress: The operator has not said where the bank is.
            SecretDamaged: The key was changed, or is another realm's.
            NotReady: There are no certificates on this way, or nothing here speaks the
                connection's protocol any more.
        """
        agreement = self.agreement(realm, connection_id)
        protocol = protocol_of(agreement.kind)
        witness = self._witness_of(realm, connection_id)
        around = self._around(realm, connection_id, agreement, witness)
        return protocol.enrolment(agreement, around)

    def _around(
        self,
        realm: str,
        connection_id: int,
        agreement: Agreement,
        witness: Witness,
        safe: Safe | None = None,
    ) -> Surroundings:
        return Surroundings(
            settings=self.addresses.settings(agreement.bank, agreement.environment),
            folder=self.addresses.folder(realm, connection_id, agreement.bank),
            witness=witness,
            clock=self.clock,
            safe=safe,
        )

    def agreement(self, realm: str, connection_id: int) -> Agreement:
        """The connection with its current key and certificates.

        Raises:
            NotFound: There is no such connection.
            NotPossibleNow: It has ended for good.
            SecretDamaged: The key was changed, or is another realm's.
        """
        with self.database.snapshot(realm) as connection:
            row = connection.execute(
                select(
                    BankConnection.type,
                    BankConnection.profile,
                    BankConnection.environment,
                    BankConnection.parameters,
                    BankConnection.state,
                ).where(BankConnection.id == connection_id)
            ).one_or_none()
            if row is None:
                raise NotFound
            if row.state == ConnectionState.REVOKED:
                # Folders need no key, and would still take what waits.
                raise NotPossibleNow("This connection has ended")
            key = connection.execute(
                select(BankKey.id, BankKey.wrapped, BankKey.fingerprint).where(
                    BankKey.connection_id == connection_id,
                    BankKey.state == KeyState.CURRENT.value,
                )
            ).one_or_none()
            own = connection.execute(
                select(BankCertificate.pem)
                .where(
                    BankCertificate.connection_id == connection_id,
                    BankCertificate.state == "CURRENT",
                    BankCertificate.kind != CertificateKind.BANK.value,
                )
                # The connection's own comes first; OWN stands after CHAIN.
                .order_by(BankCertificate.kind.desc(), BankCertificate.id)
            ).scalars()
            certificates = tuple(pem.encode() for pem in own)
        private = b""
        if key is not None and key.wrapped is not None:
            private = opened_secret(self.key_of(realm), key.wrapped, key.fingerprint)
        return Agreement(
            kind=row.type,
            bank=profile_of(row.profile),
            environment=Environment(row.environment),
            parameters=row.parameters,
            private_key=private,
            certificates=certificates,
        )


def _both(first: Witness, second: Witness | None) -> Witness:
    if second is None:
        return first
    also = second

    def see(exchange: Exchange) -> None:
        first(exchange)
        also(exchange)

    return see
