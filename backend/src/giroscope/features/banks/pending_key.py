"""The key that waits for its certificate: made once, kept until one has come."""

from anyio import to_thread
from sqlalchemy import select

from banklink.registry import protocol_of
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.keys import public_facts, sealed_secret
from giroscope.features.banks.tables import BankConnection, BankKey, KeyState
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession


async def ensure_pending_key(
    session: WriteSession,
    actor: Actor,
    banks: Banks,
    row: BankConnection,
    realm_key: bytes,
) -> BankKey:
    """The key of this connection that waits, or a new one; committed by the caller.

    It is the same one at every try: the bank may have issued a certificate for it
    in an answer that was lost.
    """
    found = await session.execute(
        select(BankKey).where(
            BankKey.connection_id == row.id, BankKey.state == KeyState.PENDING.value
        )
    )
    waiting = found.scalar_one_or_none()
    if waiting is not None:
        return waiting
    # Making a key takes a tenth of a second or more, which others need not wait for.
    protocol = protocol_of(row.type)
    private = await to_thread.run_sync(protocol.new_key)
    facts = public_facts(private)
    made = BankKey(
        connection_id=row.id, state=KeyState.PENDING.value,
        fingerprint=facts.fingerprint, algorithm=facts.algorithm,
        public=protocol.public_key(private),
        wrapped=sealed_secret(realm_key, private, facts.fingerprint),
        created=banks.clock(), created_by=actor.id, created_by_name=actor.name,
    )  # fmt: skip
    session.add(made)
    await session.flush()
    return made
