"""Who did what: events that only grow, and the sealed heads of chains."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "chain_heads",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("length", _ID, nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("key_id", _ID, nullable=False),
        sa.Column("seal", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "audit_events",
        sa.Column("sequence", _ID, autoincrement=False, nullable=False),
        sa.Column("instant", sa.DateTime(timezone=True), nullable=False),
        sa.Column("recorded", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.String(length=64), nullable=False),
        sa.Column("actor_name", sa.String(length=200), nullable=False),
        sa.Column("actor_kind", sa.String(length=8), nullable=False),
        sa.Column("address", sa.String(length=45), nullable=True),
        sa.Column("agent", sa.String(length=80), nullable=True),
        sa.Column("trace", sa.String(length=64), nullable=True),
        sa.Column("verb", sa.String(length=60), nullable=False),
        sa.Column("subject_kind", sa.String(length=40), nullable=True),
        sa.Column("subject_id", sa.String(length=200), nullable=True),
        sa.Column("subject_name", sa.String(length=300), nullable=True),
        sa.Column("was", sa.String(), nullable=True),
        sa.Column("now", sa.String(), nullable=True),
        sa.Column("outcome", sa.String(length=8), nullable=False),
        sa.Column("outside_id", sa.String(length=200), nullable=True),
        sa.Column("key_id", _ID, nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("sequence"),
        sa.UniqueConstraint("outside_id"),
    )
    for name, first in (
        ("instant", ["instant"]),
        ("actor", ["actor_id"]),
        ("verb", ["verb"]),
        ("subject", ["subject_kind", "subject_id"]),
    ):
        op.create_index(f"ix_audit_events_{name}", "audit_events", [*first, "sequence"])
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgres()


def _guard_sqlite() -> None:
    """Refuse what would change an event or take one away."""
    refuse = "BEGIN SELECT RAISE(ABORT, 'audit events are append-only'); END"
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER audit_events_{act.lower()} BEFORE {act} ON audit_events"
            f" {refuse}"
        )
    # INSERT OR REPLACE deletes the row in its way without asking the trigger above.
    op.execute(
        "CREATE TRIGGER audit_events_replace BEFORE INSERT ON audit_events"
        " WHEN EXISTS (SELECT 1 FROM audit_events WHERE sequence = NEW.sequence"
        f" OR outside_id = NEW.outside_id) {refuse}"
    )
    op.execute(
        f"CREATE TRIGGER chain_heads_delete BEFORE DELETE ON chain_heads {refuse}"
    )
    op.execute(
        "CREATE TRIGGER chain_heads_update BEFORE UPDATE ON chain_heads"
        f" WHEN NEW.length <= OLD.length OR NEW.name <> OLD.name {refuse}"
    )
    op.execute(
        "CREATE TRIGGER chain_heads_replace BEFORE INSERT ON chain_heads"
        f" WHEN EXISTS (SELECT 1 FROM chain_heads WHERE name = NEW.name) {refuse}"
    )


def _guard_postgres() -> None:
    """The same, and against emptying the tables at one stroke."""
    op.execute(
        "CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'audit events are append-only'; END $$"
    )
    refuse = "EXECUTE FUNCTION refuse_audit_change()"
    op.execute(
        "CREATE TRIGGER audit_events_change BEFORE UPDATE OR DELETE ON audit_events"
        f" FOR EACH ROW {refuse}"
    )
    op.execute(
        f"CREATE TRIGGER chain_heads_delete BEFORE DELETE ON chain_heads"
        f" FOR EACH ROW {refuse}"
    )
    op.execute(
        "CREATE TRIGGER chain_heads_update BEFORE UPDATE ON chain_heads FOR EACH ROW"
        f" WHEN (NEW.length <= OLD.length OR NEW.name <> OLD.name) {refuse}"
    )
    for table in ("audit_events", "chain_heads"):
        op.execute(
            f"CREATE TRIGGER {table}_truncate BEFORE TRUNCATE ON {table}"
            f" FOR EACH STATEMENT {refuse}"
        )


def downgrade() -> None:
    op.drop_table("audit_events")
    op.drop_table("chain_heads")
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_audit_change()")
