"""A label on a record tells which version of its rule put it there, and when."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0044"
branch_labels = None
depends_on = None

# The first time the rule fitted the record, which is when it gave the label.
_FILL = """
UPDATE rule_marks SET
    version = COALESCE((SELECT MIN(version) FROM rule_firings AS fired WHERE {same}),
                       1),
    at = COALESCE((SELECT MIN(at) FROM rule_firings AS fired WHERE {same}),
                  CURRENT_TIMESTAMP)
""".format(
    same="fired.rule_id = rule_marks.rule_id AND NOT fired.is_shadow"
    " AND fired.subject = rule_marks.subject AND fired.record_id = rule_marks.record_id"
)


def upgrade() -> None:
    """Add the columns, filled from what rules fitted.

    The previous release goes on labelling without them, so that they fill themselves.
    """
    op.add_column("rule_marks", sa.Column("version", sa.Integer()))
    op.add_column("rule_marks", sa.Column("at", sa.DateTime(timezone=True)))
    op.execute(_FILL)
    with op.batch_alter_table("rule_marks") as marks:
        marks.alter_column("version", nullable=False, server_default="1")
        marks.alter_column(
            "at", nullable=False, server_default=sa.func.current_timestamp()
        )


def downgrade() -> None:
    """Drop them."""
    with op.batch_alter_table("rule_marks") as marks:
        marks.drop_column("at")
        marks.drop_column("version")
