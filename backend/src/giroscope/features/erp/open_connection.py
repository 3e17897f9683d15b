"""Opens the way to an ERP: which configuration, its secrets, its surroundings.

The one place where a secret is decrypted. It goes into the connector, which shows it
nowhere, and is forgotten with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.ext.asyncio import AsyncSession

from erplink import Call, Connector, Description, Maker, SettingKind, Witness
from erplink.registry import makers as every_maker
from giroscope.features.erp.configuration import secret_storage
from giroscope.features.erp.configuration.effective import (
    Effective,
    Given,
    SecretFacts,
    effective,
    values_of,
)
from giroscope.features.erp.configuration.own import OwnSettings
from giroscope.features.erp.errors import (
    NoConfiguration,
    NoConnector,
    NotComplete,
)
from giroscope.features.erp.operator_settings import Operating
from giroscope.features.erp.tables import (
    BooksState,
    ErpConnection,
    ErpVersion,
    VersionState,
)
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.secrets import load_master_key
from giroscope.settings import Settings


@dataclass(frozen=True, slots=True)
class Opened:
    """A way to an ERP, and the configuration it was opened with."""

    connection_id: int | None
    """The books; None for a draft whose books were never in use."""
    version_id: int
    revision: int
    kind: str
    connector: Connector
    description: Description
    values: Mapping[str, str]
    """Effective, the connector's and the product's own; never a secret."""
    own: OwnSettings


def _nobody(realm: str, kind: str) -> Witness:
    del realm, kind
    return lambda _call: None


class Erp:
    """The ways to the ERPs of one installation."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        clock: Clock = system_clock,
        witness_of: Callable[[str, str], Witness] = _nobody,
        makers: Mapping[str, Maker] | None = None,
    ) -> None:
        self.database = database
        self.clock = clock
        self.operating = Operating(settings)
        known = every_maker() if makers is None else makers
        self.makers = {
            kind: maker for kind, maker in known.items() if self.operating.offers(kind)
        }
        self._witness_of = witness_of
        self._master_key = partial(load_master_key, settings)

    def description(self, kind: str) -> Description:
        """What a connector is, needs and can do.

        Raises:
            NoConnector: There is none of that kind.
        """
        maker = self.makers.get(kind)
        if maker is None:
            raise NoConnector(f"There is no connector “{kind[:40]}” here", path="kind")
        return maker.description

    def effective(
        self, kind: str, values: Mapping[str, str], secrets: Mapping[str, SecretFacts]
    ) -> list[Effective]:
        """Every setting of a configuration as it counts.

        Raises:
            NoConnector: There is no connector of that kind.
        """
        given = Given(kind, values, secrets)
        operator = self.operating.values(kind)
        return list(effective(self.description(kind), given, operator))

    def key_of(self, realm: str) -> bytes:
        """The realm's key, which its secrets are encrypted with."""
        return realm_key(self.database, realm, self._master_key())

    def opened(
        self,
        realm: str,
        connection_id: int | None = None,
        watch: Witness | None = None,
    ) -> Opened:
        """The way to the ERP of the configuration in use.

        With an id, the way to that connection, also where its books are no longer
        those in use: what was taken from them is still told to them.

        Raises:
            NoConfiguration: Nothing is in use, or there never was such a connection.
            NoConnector: Its connector is no longer installed.
            NotComplete: It lacks something the ERP needs.
            SecretGone: Its secret was destroyed.
            erplink.NotConfigured: A value cannot be right.
        """
        chosen = select(ErpVersion)
        if connection_id is None:
            chosen = chosen.where(ErpVersion.state == VersionState.ACTIVE.value)
        else:
            chosen = (
                chosen.where(ErpVersion.connection_id == connection_id)
                .where(ErpVersion.state != VersionState.DRAFT.value)
                .order_by(ErpVersion.number.desc())
                .limit(1)
            )
        return self._opened(realm, chosen, watch)

    def opened_version(
        self, realm: str, version_id: int, watch: Witness | None = None
    ) -> Opened:
        """The way to the ERP of one version, to look at it before it is in use.

        Raises: As `opened`.
        """
        chosen = select(ErpVersion).where(ErpVersion.id == version_id)
        return self._opened(realm, chosen, watch)

    def _opened(self, realm: str, chosen: Any, watch: Witness | None) -> Opened:
        with self.database.snapshot(realm) as connection:
            row = connection.execute(chosen).one_or_none()
            if row is None:
                raise NoConfiguration
            secrets = secret_storage.opened(connection, self.key_of(realm), row.id)
        maker = self.makers.get(row.kind)
        if maker is None:
            raise NoConnector(f"The connector “{row.kind}” is not installed any more")
        settings = effective(
            maker.description,
            Given(row.kind, row.values, {}),
            self.operating.values(row.kind),
        )
        values = values_of(settings)
        secret = self._secrets(maker.description, row.kind, realm, secrets)
        lacking = [
            one.setting
            for one in settings
            if one.is_missing and one.setting.name not in secret
        ]
        if lacking:
            label = lacking[0].label
            raise NotComplete(path=lacking[0].name, en=label.en, da=label.da)
        witness = _both(self._witness_of(realm, row.kind), watch)
        own_names = {setting.name for setting in maker.description.settings}
        told = {name: value for name, value in values.items() if name in own_names}
        return Opened(
            connection_id=row.connection_id,
            version_id=row.id,
            revision=row.revision,
            kind=row.kind,
            connector=maker.open(
                {**told, **secret},
                self.operating.surroundings(realm, row.kind, witness, self.clock),
            ),
            description=maker.description,
            values=values,
            own=OwnSettings.of(values),
        )

    def _secrets(
        self, description: Description, kind: str, realm: str, given: Mapping[str, str]
    ) -> dict[str, str]:
        """The tenant's secrets before the operator's."""
        names = {
            one.name for one in description.settings if one.kind is SettingKind.SECRET
        }
        of_operator = self.operating.secrets(kind, realm)
        return {
            name: value
            for name, value in {**of_operator, **given}.items()
            if name in names
        }


def active_connection(connection: Connection) -> Row[Any] | None:
    """The books in use, if there are any."""
    return connection.execute(
        select(ErpConnection).where(ErpConnection.state == BooksState.ACTIVE.value)
    ).one_or_none()


async def active_connection_of(session: AsyncSession) -> ErpConnection | None:
    """The same for a question or a change."""
    found = await session.execute(
        select(ErpConnection).where(ErpConnection.state == BooksState.ACTIVE.value)
    )
    return found.scalar_one_or_none()


def _both(first: Witness, second: Witness | None) -> Witness:
    if second is None:
        return first
    also = second

    def see(call: Call) -> None:
        first(call)
        also(call)

    return see
