"""Which bank's agreement covers which account: profile and cut-off times."""

from collections.abc import Mapping

from sqlalchemy import Connection, select

from banklink.protocol import BankProfile, Product
from giroscope.features.banks import BankConnection
from giroscope.features.banks.directory import PROFILES
from giroscope.features.banks.served_accounts import AT_WORK
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.payments.checks.case import Case
from giroscope.features.payments.checks.kinds import Kind
from giroscope.kernel.clock import Clock

_KINDS = {
    Product.DOMESTIC: (Kind.DANISH, Kind.SLIP, Kind.SWEDISH, Kind.NORWEGIAN),
    Product.SAME_DAY: (Kind.SAME_DAY,),
    Product.INSTANT: (Kind.INSTANT,),
    Product.SEPA: (Kind.SEPA,),
    Product.CROSS_BORDER: (Kind.CROSS_BORDER,),
}


def case_at(connection: Connection, clock: Clock) -> Case:
    """A check against the realm's agreements as they are now."""
    served = connection.execute(
        select(ServedAccount.number, BankConnection.profile)
        .join(BankConnection, BankConnection.id == ServedAccount.connection_id)
        .where(
            ServedAccount.pays.is_(True),
            BankConnection.state.in_([state.value for state in AT_WORK]),
        )
    )
    connections = {row.number: row.profile for row in served}
    used = {key: PROFILES[key] for key in connections.values() if key in PROFILES}
    times = {key: _times(profile) for key, profile in used.items()}
    return Case(clock(), connections, times)


def _times(profile: BankProfile) -> Mapping[Kind, str]:
    return {
        kind: told.time for told in profile.cut_offs for kind in _KINDS[told.product]
    }
