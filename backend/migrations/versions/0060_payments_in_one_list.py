"""How far each payment is, kept with it, so that all of them are one list."""

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_EPOCH = "1970-01-01"
# What people and the queue say, frozen as it was decided when this was written.
_OF_FILE = """
    UPDATE payment_batches SET progress = COALESCE(
        (SELECT CASE s.state
            WHEN 'WAITING' THEN 'SENDING' WHEN 'LEAVING' THEN 'SENDING'
            WHEN 'NOT_TAKEN' THEN 'APPROVED' WHEN 'REFUSED' THEN 'REJECTED'
            ELSE s.state END
         FROM sendings s WHERE s.correlation_id = payment_batches.correlation_id
            AND s.kind = 'pain.001' ORDER BY s.id DESC LIMIT 1),
        (SELECT CASE c.state
            WHEN 'OPEN' THEN 'AWAITING_APPROVAL' WHEN 'APPROVED' THEN 'APPROVED'
            WHEN 'RELEASED' THEN 'SENDING' WHEN 'REJECTED' THEN 'CANCELLED'
            WHEN 'EXPIRED' THEN 'CANCELLED' ELSE 'RECEIVED' END
         FROM approval_cases c WHERE c.correlation_id = payment_batches.correlation_id
            ORDER BY c.id DESC LIMIT 1),
        CASE WHEN EXISTS (SELECT 1 FROM payment_checks k
            WHERE k.document_id = payment_batches.document_id
            AND k.standing = 'INVALID') THEN 'INVALID' ELSE 'RECEIVED' END)
"""
_OWN = """
    CASE WHEN return_id IS NOT NULL THEN 'RETURNED'
        WHEN transaction_id IS NOT NULL THEN 'BOOKED'
        WHEN status IN ('RJCT', 'BLCK') THEN 'REJECTED'
        WHEN status = 'CANC' THEN 'CANCELLED'
        WHEN correlation_id IN (SELECT subject FROM alarms
            WHERE kind = 'alarm.execution_missing' AND cleared IS NULL) THEN 'OVERDUE'
        WHEN status IN ({accepted}) THEN 'ACCEPTED'
        WHEN status IS NOT NULL THEN 'PENDING'
        ELSE COALESCE((SELECT b.progress FROM payment_batches b
            WHERE b.id = payments.batch_id
            AND b.progress IN ('REJECTED', 'CANCELLED', 'INVALID')), 'RECEIVED') END
"""
_ACCEPTED = (
    "ACTC", "ACCP", "ACFC", "ACWC", "ACSP", "ACIS", "ACPD", "ACWP", "ACSC", "CPUC",
    "ACCC",
)  # fmt: skip
_OUTCOME = """
    UPDATE payments SET outcome = CASE
        WHEN progress = 'BOOKED' THEN 'PAID'
        WHEN progress IN ('REJECTED', 'RETURNED', 'OVERDUE') THEN 'UNPAID'
        WHEN progress IN ('CANCELLED', 'INVALID') THEN 'STOPPED'
        ELSE 'IN_FLIGHT' END
"""
_DAY = """
    UPDATE payments SET execution_day = COALESCE(execution_date,
        (SELECT {day} FROM documents d WHERE d.id = payments.document_id))
"""


def upgrade() -> None:
    """Places for it, and what is known of the payments that are here."""
    op.add_column(
        "payment_batches",
        sa.Column("progress", sa.String(20), nullable=False, server_default=""),
    )
    op.add_column(
        "journals",
        sa.Column("payments_kept_at", sa.DateTime(timezone=True), nullable=True),
    )
    for name, kind, default in (
        ("execution_day", sa.Date(), _EPOCH),
        ("progress", sa.String(20), "RECEIVED"),
        ("outcome", sa.String(10), "IN_FLIGHT"),
    ):
        op.add_column(
            "payments",
            sa.Column(name, kind, nullable=False, server_default=default),
        )
    op.create_table(
        "payment_sums",
        sa.Column("id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(36), nullable=False),
        sa.Column("progress", sa.String(20), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column(
            "amount",
            sa.Numeric(28, 0).with_variant(sa.BigInteger(), "sqlite"),
            nullable=False,
        ),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    _fill()
    op.create_index(
        "ux_payment_sums",
        "payment_sums",
        ["correlation_id", "progress", "currency"],
        unique=True,
    )
    op.create_index("ix_payments_day", "payments", ["execution_day", "id"])
    op.create_index(
        "ix_payments_outcome", "payments", ["outcome", "execution_day", "id"]
    )


def _fill() -> None:
    connection = op.get_bind()
    is_sqlite = connection.dialect.name == "sqlite"
    accepted = ", ".join(f"'{code}'" for code in _ACCEPTED)
    connection.execute(sa.text(_OF_FILE))
    connection.execute(
        sa.text(f"UPDATE payments SET progress = {_OWN.format(accepted=accepted)}")
    )
    connection.execute(sa.text(_OUTCOME))
    day = "date(d.received)" if is_sqlite else "CAST(d.received AS DATE)"
    connection.execute(sa.text(_DAY.format(day=day)))
    if is_sqlite:
        driver: sa.PoolProxiedConnection = connection.connection
        driver.driver_connection.create_aggregate("kept_sum", 1, _KeptSum)  # type: ignore[union-attr]
    connection.execute(
        sa.text(
            "INSERT INTO payment_sums"
            " (correlation_id, progress, currency, amount, count)"
            " SELECT p.correlation_id,"
            " CASE WHEN p.progress = 'RECEIVED' THEN b.progress ELSE p.progress END,"
            f" p.currency, {'kept_sum' if is_sqlite else 'sum'}(p.amount), count(*)"
            " FROM payments p JOIN payment_batches b ON b.id = p.batch_id"
            " GROUP BY 1, 2, 3"
        )
    )
    # What only a file goes through stays with its batches.
    connection.execute(
        sa.text(
            "UPDATE payment_batches SET progress = 'RECEIVED' WHERE progress IN"
            " ('REJECTED', 'CANCELLED', 'INVALID')"
        )
    )
    connection.execute(sa.text("UPDATE journals SET payments_kept_at = updated"))


class _KeptSum:
    """The sum of amounts as SQLite keeps them: beyond 64 bits they are bytes."""

    def __init__(self) -> None:
        self._units = 0

    def step(self, kept: int | bytes) -> None:
        """One amount."""
        self._units += int(kept[1:]) if isinstance(kept, bytes) else kept

    def finalize(self) -> int | bytes:
        """All of them."""
        is_long = self._units >= 2**63
        return b"P%028d" % self._units if is_long else self._units


def downgrade() -> None:
    """Forget it."""
    op.drop_table("payment_sums")
    op.drop_index("ix_payments_outcome", "payments")
    op.drop_index("ix_payments_day", "payments")
    for name in ("outcome", "progress", "execution_day"):
        op.drop_column("payments", name)
    op.drop_column("journals", "payments_kept_at")
    op.drop_column("payment_batches", "progress")
