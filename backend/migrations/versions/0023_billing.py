"""Billing: the subscription, what was used, invoices that nobody can change."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0029"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)
_TABLES = (
    "billing_account", "subscriptions", "subscription_events", "usage_units",
    "invoice_series", "invoices", "invoice_lines", "invoice_papers",
    "invoice_payments", "invoice_reminders", "invoice_mailings", "invoice_questions",
)  # fmt: skip
# What an invoice says; what became of it afterwards stands in other columns.
_FROZEN = (
    "subscription_id", "occasion", "kind", "series", "sequence", "number", "reference",
    "credits_id", "reason", "drafted", "finalised", "issued", "due", "from_date",
    "to_date", "currency", "net", "vat_treatment", "vat_rate", "vat", "total",
    "language", "seller", "buyer",
)  # fmt: skip
_IS_FINAL = (
    "EXISTS (SELECT 1 FROM invoices i WHERE i.id = {row}.invoice_id"
    " AND i.finalised IS NOT NULL)"
)


def upgrade() -> None:
    _subscriptions()
    _invoices()
    _afterwards()
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgres()


def _subscriptions() -> None:
    op.create_table(
        "billing_account",
        sa.Column("id", _ID, nullable=False),
        sa.Column("payer", sa.String(length=7), nullable=False),
        sa.Column("name", sa.String(length=140), nullable=False),
        sa.Column("address", sa.String(length=200), nullable=False),
        sa.Column("postcode", sa.String(length=16), nullable=False),
        sa.Column("city", sa.String(length=80), nullable=False),
        sa.Column("country", sa.String(length=2), nullable=False),
        sa.Column("company_number", sa.String(length=20), nullable=False),
        sa.Column("vat_number", sa.String(length=16), nullable=False),
        sa.Column("order_number", sa.String(length=60), nullable=False),
        sa.Column("ean", sa.String(length=13), nullable=False),
        sa.Column("contact", sa.String(length=140), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("metered_to", _ID, nullable=False),
        sa.Column("metered", _INSTANT, nullable=True),
        sa.Column("next_look", _INSTANT, nullable=False),
        sa.Column("changed", _INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("plan", sa.String(length=40), nullable=False),
        sa.Column("interval", sa.String(length=5), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("started", sa.Date(), nullable=False),
        sa.Column("anchor", sa.Integer(), nullable=False),
        sa.Column("period_start", sa.Date(), nullable=False),
        sa.Column("period_end", sa.Date(), nullable=True),
        sa.Column("next_terms", sa.JSON(), nullable=True),
        sa.Column("cancelled", _INSTANT, nullable=True),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "subscription_events",
        sa.Column("id", _ID, nullable=False),
        sa.Column("subscription_id", _ID, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("by_name", sa.String(length=200), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["subscription_id"], ["subscriptions.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_subscription_events_subscription_id",
        "subscription_events",
        ["subscription_id"],
    )
    op.create_table(
        "usage_units",
        sa.Column("id", _ID, nullable=False),
        sa.Column("subscription_id", _ID, nullable=False),
        sa.Column("period_start", sa.Date(), nullable=False),
        sa.Column("meter", sa.String(length=8), nullable=False),
        sa.Column("key", sa.String(length=220), nullable=False),
        sa.Column("event", _ID, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("subject_kind", sa.String(length=40), nullable=False),
        sa.Column("subject_id", sa.String(length=200), nullable=False),
        sa.Column("label", sa.String(length=300), nullable=False),
        sa.Column("free", sa.String(length=10), nullable=True),
        sa.Column("line_id", _ID, nullable=True),
        sa.ForeignKeyConstraint(["subscription_id"], ["subscriptions.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("ix_usage_units_line_id", "usage_units", ["line_id"])
    op.create_index(
        "ix_usage_units_period",
        "usage_units",
        ["subscription_id", "period_start", "meter"],
    )
    op.create_index(
        "ix_usage_units_subject", "usage_units", ["subject_kind", "subject_id"]
    )


def _invoices() -> None:
    op.create_table(
        "invoice_series",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("last", _ID, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "invoices",
        sa.Column("id", _ID, nullable=False),
        sa.Column("subscription_id", _ID, nullable=False),
        sa.Column("occasion", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=11), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("series", sa.String(length=40), nullable=True),
        sa.Column("sequence", _ID, nullable=True),
        sa.Column("number", sa.String(length=60), nullable=True),
        sa.Column("reference", sa.String(length=25), nullable=True),
        sa.Column("credits_id", _ID, nullable=True),
        sa.Column("reason", sa.String(length=300), nullable=True),
        sa.Column("drafted", _INSTANT, nullable=False),
        sa.Column("finalised", _INSTANT, nullable=True),
        sa.Column("issued", sa.Date(), nullable=False),
        sa.Column("due", sa.Date(), nullable=False),
        sa.Column("from_date", sa.Date(), nullable=False),
        sa.Column("to_date", sa.Date(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("vat_treatment", sa.String(length=14), nullable=False),
        sa.Column("vat_rate", sa.BigInteger(), nullable=False),
        sa.Column("vat", sa.BigInteger(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("seller", sa.JSON(), nullable=False),
        sa.Column("buyer", sa.JSON(), nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("credited", sa.BigInteger(), nullable=False),
        sa.Column("fees", sa.BigInteger(), nullable=False),
        sa.Column("settled", _INSTANT, nullable=True),
        sa.Column("questioned", _INSTANT, nullable=True),
        sa.ForeignKeyConstraint(["subscription_id"], ["subscriptions.id"]),
        sa.ForeignKeyConstraint(["credits_id"], ["invoices.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("number"),
        sa.UniqueConstraint("reference"),
        sa.UniqueConstraint("series", "sequence"),
        sa.UniqueConstraint("subscription_id", "occasion"),
    )
    op.create_index("ix_invoices_credits_id", "invoices", ["credits_id"])
    op.create_index("ix_invoices_due", "invoices", ["due", "id"])
    op.create_index("ix_invoices_issued", "invoices", ["issued", "id"])
    op.create_index("ix_invoices_state", "invoices", ["state", "id"])
    op.create_table(
        "invoice_lines",
        sa.Column("id", _ID, nullable=False),
        sa.Column("invoice_id", _ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("text", sa.String(length=300), nullable=False),
        sa.Column("from_date", sa.Date(), nullable=False),
        sa.Column("to_date", sa.Date(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("unit", sa.String(length=20), nullable=False),
        sa.Column("unit_price", sa.BigInteger(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("meter", sa.String(length=8), nullable=True),
        sa.Column("used", sa.Integer(), nullable=True),
        sa.Column("included", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoices.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_invoice_lines_invoice_id", "invoice_lines", ["invoice_id"])
    op.create_table(
        "invoice_papers",
        sa.Column("invoice_id", _ID, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("made", _INSTANT, nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoices.id"]),
        sa.PrimaryKeyConstraint("invoice_id"),
    )


def _afterwards() -> None:
    op.create_table(
        "invoice_payments",
        sa.Column("id", _ID, nullable=False),
        sa.Column("invoice_id", _ID, nullable=False),
        sa.Column("entry", sa.String(length=80), nullable=False),
        sa.Column("booked", sa.Date(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("payer", sa.String(length=140), nullable=False),
        sa.Column("method", sa.String(length=10), nullable=False),
        sa.Column("found", _INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoices.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("entry"),
    )
    op.create_index(
        "ix_invoice_payments_invoice_id", "invoice_payments", ["invoice_id"]
    )
    op.create_table(
        "invoice_reminders",
        sa.Column("id", _ID, nullable=False),
        sa.Column("invoice_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("fee", sa.BigInteger(), nullable=False),
        sa.Column("pay_by", sa.Date(), nullable=False),
        sa.Column("mailed", _INSTANT, nullable=True),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoices.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("invoice_id", "number"),
    )
    op.create_table(
        "invoice_mailings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("invoice_id", _ID, nullable=False),
        sa.Column("recipient", sa.String(length=254), nullable=False),
        sa.Column("asked", _INSTANT, nullable=False),
        sa.Column("asked_by_name", sa.String(length=200), nullable=False),
        sa.Column("mailed", _INSTANT, nullable=True),
        sa.Column("refused", sa.String(length=300), nullable=True),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoices.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_invoice_mailings_invoice_id", "invoice_mailings", ["invoice_id"]
    )
    op.create_table(
        "invoice_questions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("invoice_id", _ID, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("by_name", sa.String(length=200), nullable=False),
        sa.Column("text", sa.String(length=2000), nullable=False),
        sa.Column("answer", sa.String(length=2000), nullable=True),
        sa.Column("answered", _INSTANT, nullable=True),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoices.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_invoice_questions_invoice_id", "invoice_questions", ["invoice_id"]
    )


def _guard_sqlite() -> None:
    """Refuse what would change an invoice that has its number, or take it away."""
    refuse = "BEGIN SELECT RAISE(ABORT, 'an issued invoice is never changed'); END"
    frozen = ", ".join(_FROZEN)
    op.execute(
        f"CREATE TRIGGER invoices_change BEFORE UPDATE OF {frozen} ON invoices"
        f" WHEN OLD.finalised IS NOT NULL {refuse}"
    )
    op.execute(
        "CREATE TRIGGER invoices_delete BEFORE DELETE ON invoices"
        f" WHEN OLD.finalised IS NOT NULL {refuse}"
    )
    for act, row in (("UPDATE", "OLD"), ("DELETE", "OLD"), ("INSERT", "NEW")):
        op.execute(
            f"CREATE TRIGGER invoice_lines_{act.lower()} BEFORE {act} ON invoice_lines"
            f" WHEN {_IS_FINAL.format(row=row)} {refuse}"
        )
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER invoice_papers_{act.lower()} BEFORE {act} ON"
            f" invoice_papers {refuse}"
        )
    op.execute(
        "CREATE TRIGGER invoice_series_back BEFORE UPDATE ON invoice_series"
        f" WHEN NEW.last < OLD.last {refuse}"
    )


def _guard_postgres() -> None:
    """The same; a trigger's condition cannot look into another table here."""
    op.execute(
        "CREATE FUNCTION refuse_invoice_change() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'an issued invoice is never changed'; END $$"
    )
    op.execute(
        "CREATE FUNCTION refuse_line_change() RETURNS trigger LANGUAGE plpgsql AS $$"
        " DECLARE wanted bigint; BEGIN"
        " IF TG_OP = 'INSERT' THEN wanted := NEW.invoice_id;"
        " ELSE wanted := OLD.invoice_id; END IF;"
        " IF EXISTS (SELECT 1 FROM invoices i WHERE i.id = wanted"
        " AND i.finalised IS NOT NULL) THEN"
        " RAISE EXCEPTION 'an issued invoice is never changed'; END IF;"
        " IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
    )
    refuse = "EXECUTE FUNCTION refuse_invoice_change()"
    frozen = ", ".join(_FROZEN)
    op.execute(
        f"CREATE TRIGGER invoices_change BEFORE UPDATE OF {frozen} ON invoices"
        f" FOR EACH ROW WHEN (OLD.finalised IS NOT NULL) {refuse}"
    )
    op.execute(
        "CREATE TRIGGER invoices_delete BEFORE DELETE ON invoices"
        f" FOR EACH ROW WHEN (OLD.finalised IS NOT NULL) {refuse}"
    )
    op.execute(
        "CREATE TRIGGER invoice_lines_change BEFORE INSERT OR UPDATE OR DELETE ON"
        " invoice_lines FOR EACH ROW EXECUTE FUNCTION refuse_line_change()"
    )
    op.execute(
        "CREATE TRIGGER invoice_papers_change BEFORE UPDATE OR DELETE ON"
        f" invoice_papers FOR EACH ROW {refuse}"
    )
    op.execute(
        "CREATE TRIGGER invoice_series_back BEFORE UPDATE ON invoice_series"
        f" FOR EACH ROW WHEN (NEW.last < OLD.last) {refuse}"
    )
    for table in ("invoices", "invoice_lines", "invoice_papers"):
        op.execute(
            f"CREATE TRIGGER {table}_truncate BEFORE TRUNCATE ON {table}"
            f" FOR EACH STATEMENT {refuse}"
        )


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_line_change()")
        op.execute("DROP FUNCTION refuse_invoice_change()")
