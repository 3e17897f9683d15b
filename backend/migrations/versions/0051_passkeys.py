"""Passkeys, what their devices were asked to sign, and what they signed."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Keep keys and proofs beside the approvals."""
    op.create_table(
        "passkeys",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("person_name", sa.String(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("credential_id", sa.String(1400), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", _ID, nullable=False),
        sa.Column("rp_id", sa.String(255), nullable=False),
        sa.Column("aaguid", sa.String(36), nullable=False),
        sa.Column("is_synced", sa.Boolean(), nullable=False),
        sa.Column("transports", sa.JSON(), nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("confirmed_at", _INSTANT, nullable=True),
        sa.Column("confirmed_by", sa.String(64), nullable=True),
        sa.Column("confirmed_by_name", sa.String(), nullable=True),
        sa.Column("used_at", _INSTANT, nullable=True),
        sa.Column("removed_at", _INSTANT, nullable=True),
        sa.Column("removed_by", sa.String(64), nullable=True),
        sa.Column("removed_by_name", sa.String(), nullable=True),
        sa.Column("reason", sa.String(500), nullable=True),
        sa.Column("seal", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("credential_id"),
    )
    op.create_index(op.f("ix_passkeys_person_id"), "passkeys", ["person_id"])
    op.create_table(
        "passkey_challenges",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("challenge", sa.String(64), nullable=False),
        sa.Column("statement", sa.Text(), nullable=True),
        sa.Column("expires_at", _INSTANT, nullable=False),
        sa.Column("used_at", _INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("challenge"),
    )
    op.create_index(
        op.f("ix_passkey_challenges_person_id"), "passkey_challenges", ["person_id"]
    )
    op.create_table(
        "passkey_proofs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("passkey_id", _ID, nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("statement", sa.Text(), nullable=False),
        sa.Column("client_data", sa.LargeBinary(), nullable=False),
        sa.Column("authenticator_data", sa.LargeBinary(), nullable=False),
        sa.Column("signature", sa.LargeBinary(), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["passkey_id"], ["passkeys.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.add_column("approvals", sa.Column("proof_id", _ID, nullable=True))
    op.add_column("releases", sa.Column("proof_id", _ID, nullable=True))
    op.add_column("releases", sa.Column("seal", sa.String(100), nullable=True))


def downgrade() -> None:
    """Forget them; what was approved by passkey counts as approved without."""
    with op.batch_alter_table("releases") as releases:
        releases.drop_column("seal")
        releases.drop_column("proof_id")
    with op.batch_alter_table("approvals") as approvals:
        approvals.drop_column("proof_id")
    op.drop_table("passkey_proofs")
    op.drop_table("passkey_challenges")
    op.drop_table("passkeys")
