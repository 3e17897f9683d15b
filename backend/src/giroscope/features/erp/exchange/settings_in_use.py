"""What the books of a connection are set to, as they were last in use."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, select

from erplink import Description, Record
from erplink.pages import page_of
from giroscope.features.erp.configuration.effective import values_of
from giroscope.features.erp.configuration.own import OwnSettings
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.tables import ErpVersion, VersionState


@dataclass(frozen=True, slots=True)
class InUse:
    """A connector and its effective settings, without any secret."""

    description: Description
    values: Mapping[str, str]

    def page(self, record: Record, native_id: str) -> str | None:
        """Where the ERP's own screens show a record, where it has such an address."""
        return page_of(self.description, self.values, record, native_id)


def in_use(erp: Erp, connection: Connection, books: int) -> InUse | None:
    """None where these books never were in use, or their connector is gone."""
    version = connection.execute(
        select(ErpVersion)
        .where(
            ErpVersion.connection_id == books,
            ErpVersion.state != VersionState.DRAFT.value,
        )
        .order_by(ErpVersion.number.desc())
        .limit(1)
    ).one_or_none()
    if version is None or version.kind not in erp.makers:
        return None
    values = values_of(erp.effective(version.kind, version.values, {}))
    return InUse(erp.description(version.kind), values)


def own_settings(erp: Erp, connection: Connection, books: int) -> OwnSettings | None:
    """The product's own settings of the books."""
    found = in_use(erp, connection, books)
    return OwnSettings.of(found.values) if found else None
