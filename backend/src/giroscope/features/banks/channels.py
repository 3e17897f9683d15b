"""Opens the way to a bank for a connection: key, certificates, address, witness.

The one place where a private key is decrypted. It goes into the channel, which
shows it nowhere, and is forgotten with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import assert_never

from sqlalchemy import select

from banklink import (
    BankConnectChannel,
    BankConnectEnrolment,
    BankConnectParameters,
    Channel,
    Enrolment,
    Environment,
    Exchange,
    FolderChannel,
    NordeaCAParameters,
    NordeaChannel,
    NordeaEnrolment,
    NotReady,
    Safe,
    Witness,
)
from giroscope.features.banks.addresses import Addresses
from giroscope.features.banks.directory import BankProfile, profile_of
from giroscope.features.banks.errors import NotPossibleNow
from giroscope.features.banks.keys import opened_secret
from giroscope.features.banks.tables import (
    BankCertificate,
    BankConnection,
    BankKey,
    CertificateKind,
    ConnectionState,
    ConnectionType,
    KeyState,
)
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import NotFound
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.secrets import load_master_key
from giroscope.settings import Settings


@dataclass(frozen=True, slots=True)
class Agreement:
    """A connection as a channel needs it; keys never appear in a representation."""

    id: int
    realm: str
    type: ConnectionType
    profile: BankProfile
    environment: Environment
    parameters: Mapping[str, str]
    private_key: bytes = field(default=b"", repr=False)
    certificates: tuple[bytes, ...] = ()


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
        """
        agreement = self.agreement(realm, connection_id)
        witness = _both(self._witness_of(realm, connection_id), watch)
        profile, environment = agreement.profile, agreement.environment
        match agreement.type:
            case ConnectionType.FOLDER:
                folder = self.addresses.folder(realm, connection_id)
                return FolderChannel(folder, witness=witness, clock=self.clock)
            case ConnectionType.NORDEA_CA:
                nordea = self.addresses.nordea(profile, environment)
                return NordeaChannel(
                    _nordea(agreement), nordea, witness=witness, clock=self.clock
                )
            case ConnectionType.BANK_CONNECT:
                centre = self.addresses.bank_connect(profile, environment)
                # The bank's own certificate is asked for anew: it may have been
                # exchanged.
                channel = BankConnectChannel(
                    _bank_connect(agreement), centre, witness=witness, clock=self.clock
                )
                if safe is not None:
                    channel.keep_in(safe)
                return channel
            case unknown:
                assert_never(unknown)

    def open_enrolment(self, realm: str, connection_id: int) -> Enrolment:
        """The way to a certificate for this connection's agreement.

        Raises:
            NotFound: There is no such connection.
            NotPossibleNow: It has ended for good.
            NoAddress: The operator has not said where the bank is.
            SecretDamaged: The key was changed, or is another realm's.
            NotReady: There are no certificates on this way.
        """
        agreement = self.agreement(realm, connection_id)
        witness = self._witness_of(realm, connection_id)
        profile, environment = agreement.profile, agreement.environment
        match agreement.type:
            case ConnectionType.FOLDER:
                raise NotReady("A folder has no certificates.")
            case ConnectionType.NORDEA_CA:
                nordea = self.addresses.nordea(profile, environment)
                return NordeaEnrolment(
                    _nordea(agreement), nordea, witness=witness, clock=self.clock
                )
            case ConnectionType.BANK_CONNECT:
                centre = self.addresses.bank_connect(profile, environment)
                return BankConnectEnrolment(
                    _bank_connect(agreement), centre, witness=witness, clock=self.clock
                )
            case unknown:
                assert_never(unknown)

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
            id=connection_id,
            realm=realm,
            type=ConnectionType(row.type),
            profile=profile_of(row.profile),
            environment=Environment(row.environment),
            parameters=row.parameters,
            private_key=private,
            certificates=certificates,
        )


def _nordea(agreement: Agreement) -> NordeaCAParameters:
    told = agreement.parameters
    return NordeaCAParameters(
        private_key=agreement.private_key,
        certificates=agreement.certificates,
        agreement_id=told["agreementId"],
        sender_id=told["senderId"],
        signer_id=told["signerId"],
        name=told["name"],
        country_code=told["countryCode"],
    )


def _bank_connect(agreement: Agreement) -> BankConnectParameters:
    told = agreement.parameters
    return BankConnectParameters(
        private_key=agreement.private_key,
        certificates=agreement.certificates,
        function_id=told["functionId"],
        reg_no=told["regNo"],
        country_code=told["countryCode"],
    )


def _both(first: Witness, second: Witness | None) -> Witness:
    if second is None:
        return first
    also = second

    def see(exchange: Exchange) -> None:
        first(exchange)
        also(exchange)

    return see
