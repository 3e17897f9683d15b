"""A number of work is given once, also on SQLite and after work was forgotten.

The engine that does the work knows it by that number, and does nothing twice that it
has heard of: new work under an old number would wait for ever.
"""

from alembic import op

revision = "0045"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Count on from the highest number there is; PostgreSQL does so anyway."""
    _rebuild(counts_on=True)


def downgrade() -> None:
    """Count on from whichever is the highest when work is added."""
    _rebuild(counts_on=False)


def _rebuild(*, counts_on: bool) -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    told = {"sqlite_autoincrement": counts_on}
    with op.batch_alter_table("jobs", recreate="always", table_kwargs=told):
        """Only the table's own kind of counting changes."""
