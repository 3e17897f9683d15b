"""The company as it was when its books were put to use; what a check met, by code."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The next run of the checks learns both.
    op.add_column("erp_connections", sa.Column("company_name", sa.String(length=200)))
    op.add_column("erp_connections", sa.Column("company_number", sa.String(length=40)))
    op.add_column("erp_check_results", sa.Column("said", sa.JSON()))


def downgrade() -> None:
    op.drop_column("erp_check_results", "said")
    op.drop_column("erp_connections", "company_number")
    op.drop_column("erp_connections", "company_name")
