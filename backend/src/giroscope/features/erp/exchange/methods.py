"""Which payment method of the ERP a payment came with, for rules that ask about it."""

from collections.abc import Mapping

from sqlalchemy import Connection, and_, select

from giroscope.features.erp.mapping.tables import ErpMethod
from giroscope.features.erp.open_payments import ErpPayment


def method_by_end_to_end_id(connection: Connection) -> Mapping[str, str]:
    """The method's id for each end-to-end id that was given to a payment of the ERP."""
    rows = connection.execute(
        select(ErpPayment.end_to_end_id, ErpMethod.id).join(
            ErpMethod,
            and_(
                ErpMethod.connection_id == ErpPayment.connection_id,
                ErpMethod.native_id == ErpPayment.method,
            ),
        )
        .where(ErpPayment.end_to_end_id.is_not(None))
    )  # fmt: skip
    return {str(end_to_end_id): str(method_id) for end_to_end_id, method_id in rows}
