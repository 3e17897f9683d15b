"""What the ERP should mend, by code: sentences of one language are found anew."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The next reading of the ERP finds again whatever still stands.
    op.execute("DELETE FROM erp_findings")
    op.drop_column("erp_findings", "message")
    op.add_column(
        "erp_findings",
        sa.Column("doubt", sa.String(length=24), nullable=False, server_default=""),
    )
    op.add_column(
        "erp_findings",
        sa.Column("values", sa.JSON(), nullable=False, server_default="{}"),
    )


def downgrade() -> None:
    op.drop_column("erp_findings", "values")
    op.drop_column("erp_findings", "doubt")
    op.add_column(
        "erp_findings",
        sa.Column("message", sa.String(length=500), nullable=False, server_default=""),
    )
