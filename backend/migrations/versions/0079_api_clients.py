"""Programs of the tenant's own that may call."""

import sqlalchemy as sa
from alembic import op

revision = "0079"
down_revision = "0077"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """A place of their own; the previous release refuses their tokens."""
    op.create_table(
        "api_clients",
        sa.Column("id", _ID, nullable=False),
        sa.Column("client_id", sa.String(64), nullable=False),
        sa.Column("provider_id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("sort_name", sa.String(100), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("expires", sa.Date(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.String(64), nullable=False),
        sa.Column("created_by_name", sa.String(200), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_by", sa.String(64), nullable=False),
        sa.Column("changed_by_name", sa.String(200), nullable=False),
        sa.Column("secret_since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used", sa.Date(), nullable=True),
        sa.Column("deleted", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("client_id"),
    )


def downgrade() -> None:
    """Forget them; the provider keeps what it has."""
    op.drop_table("api_clients")
