"""Derives payees from their payments: those of which something has changed.

One transaction at a time does so. What is derived depends on the payments alone, so it
may be done at any time, and again; what an earlier release loaded is read up first.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.orm import aliased

from giroscope.features.payments.checks.payment_evidence import (
    CHANGED_CODES,
    is_proven,
)
from giroscope.features.payments.checks.tables import PaymentFlag
from giroscope.features.payments.payees.policy import due_of, since_of, trust_of
from giroscope.features.payments.payees.read_up import read_up
from giroscope.features.payments.payees.refusals import NO_REFUSAL, standing_refusals
from giroscope.features.payments.payees.stale import mark_stale, proven_by_batch
from giroscope.features.payments.payees.tables import (
    Payee,
    PayeeAddress,
    PayeeSum,
    StalePayee,
)
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.kernel.columns import total
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.schedule import add_job

KEEP_JOB = "payees.keep"
_BATCHES = 50
"""Batches of which the payees are looked for in one transaction."""
_PAYEES = 500
"""Payees that are derived in one."""
_PROVING = "proving"
_Proving = aliased(Payment, name=_PROVING)
_WHOLE = 0


def keep_payees(database: Database, realm: str) -> None:
    """Derive what was marked; no transaction lasts as long as others would feel."""
    with database.job_connection(realm) as connection:
        for step in (_read_up, _take_marks, _derive_some):
            while step(connection):
                connection.commit()
            connection.commit()


def run_keep(run: JobRun) -> None:
    """The job that does so."""
    keep_payees(run.database, run.realm)


def due(realm: str, connection: Connection, now: datetime) -> None:
    """Every minute: the job where anything is marked, by an earlier release as well."""
    del realm
    marked = select(PaymentBatch.id).where(PaymentBatch.proven.is_(None))
    for found in (marked, select(StalePayee.id)):
        if connection.execute(found.limit(1)).first() is not None:
            add_job(connection, KEEP_JOB, _WHOLE, now)
            return


def _be_alone(connection: Connection) -> None:
    """Nobody else derives payees until the transaction ends."""
    if connection.dialect.name != "sqlite":
        place = "hashtextextended('payees ' || current_schema(), 0)"
        connection.execute(text(f"SELECT pg_advisory_xact_lock({place})"))


def _read_up(connection: Connection) -> bool:
    """Read up some of what an earlier release loaded; whether there was any."""
    _be_alone(connection)
    return read_up(connection)


def _take_marks(connection: Connection) -> bool:
    """Turn marks of batches into their payees, and of those who share an account."""
    _be_alone(connection)
    # Whoever changes a batch right now marks it again when it is free.
    batches = connection.execute(
        select(PaymentBatch.id)
        .where(PaymentBatch.proven.is_(None), PaymentBatch.bank_profile.is_not(None))
        .order_by(PaymentBatch.id)
        .limit(_BATCHES)
        .with_for_update(skip_locked=True)
    ).scalars()
    proven = proven_by_batch(connection, list(batches))
    if not proven:
        return False
    # Only who is alone may pass over what is marked: it is deleted by nobody else.
    is_marked = exists().where(StalePayee.identity == Payment.payee)
    mark_stale(connection, Payment.batch_id.in_(proven), ~is_marked)
    connection.execute(
        update(PaymentBatch.__table__)  # type: ignore[arg-type]
        .where(PaymentBatch.id == bindparam("batch"))
        .values(proven=bindparam("count")),
        [{"batch": key, "count": count} for key, count in proven.items()],
    )
    return True


def _derive_some(connection: Connection) -> bool:
    """Derive some of the payees that are marked; whether there were any."""
    _be_alone(connection)
    marked = connection.execute(
        select(StalePayee.identity, func.max(StalePayee.id).label("upto"))
        .group_by(StalePayee.identity)
        .order_by(StalePayee.identity)
        .limit(_PAYEES)
    ).all()
    if not marked:
        return False
    identities = [row.identity for row in marked]
    _derive(connection, identities)
    # What was marked in the meantime has a greater id, and stays.
    connection.execute(
        delete(StalePayee).where(
            StalePayee.identity.in_(identities),
            StalePayee.id <= max(row.upto for row in marked),
        )
    )
    return True


def _derive(connection: Connection, identities: Sequence[str]) -> None:
    """Write what payments say of these payees in the place of what was kept."""
    own = Payment.payee.in_(identities)
    now = _figures(connection, own)
    was = {
        row["identity"]: row
        for row in connection.execute(
            select(Payee.__table__).where(Payee.identity.in_(identities))
        ).mappings()
    }
    kept_ids = [row["id"] for row in was.values()]
    for table in (PayeeSum, PayeeAddress):
        connection.execute(delete(table).where(table.payee_id.in_(kept_ids)))
    gone = [was[identity]["id"] for identity in was.keys() - now.keys()]
    connection.execute(delete(Payee).where(Payee.id.in_(gone)))
    addresses = _addresses(connection, own)
    for identity, values in now.items():
        values.update(_of_addresses(addresses[identity]))
    new = [values for identity, values in now.items() if identity not in was]
    if new:
        connection.execute(insert(Payee), new)
    for identity in now.keys() & was.keys():
        row, values = was[identity], now[identity]
        if any(row[name] != value for name, value in values.items()):
            connection.execute(
                update(Payee).where(Payee.id == row["id"]).values(**values)
            )
    ids = {
        row.identity: row.id
        for row in connection.execute(
            select(Payee.identity, Payee.id).where(Payee.identity.in_(identities))
        )
    }
    _keep_parts(connection, own, ids, addresses)


def _figures(connection: Connection, own: Any) -> dict[str, dict[str, Any]]:
    by_account = (
        select(
            Payment.payee, Payment.creditor_account,
            func.min(Payment.payee_key).label("key"),
            func.count().label("payments"),
            func.min(Payment.execution_day).label("first_day"),
            func.max(Payment.execution_day).label("last_day"),
        )
        .where(own)
        .group_by(Payment.payee, Payment.creditor_account)
        .subquery()
    )  # fmt: skip
    account = by_account.c.creditor_account
    is_known = exists().where(_Proving.creditor_account == account, is_proven(_PROVING))
    rows = connection.execute(
        select(
            by_account.c.payee.label("identity"),
            func.min(by_account.c.key).label("key"),
            func.sum(by_account.c.payments).label("payments"),
            func.count(account).label("accounts"),
            func.sum(case((is_known, 1), else_=0)).label("known"),
            func.min(by_account.c.first_day).label("first_day"),
            func.max(by_account.c.last_day).label("last_day"),
        ).group_by(by_account.c.payee)
    ).mappings()
    changed = _changed(connection, own)
    found = {}
    for row in rows:
        values = dict(row)
        known_accounts = int(values.pop("known"))
        found[row["identity"]] = values | {
            "payments": int(row["payments"]),
            "trust": trust_of(row["accounts"], known_accounts).value,
            "changed_day": changed.get(row["identity"]),
        }
    return found


def _changed(connection: Connection, own: Any) -> dict[str, Any]:
    """The last day of a payment to a changed account, as the check flags it."""
    rows = connection.execute(
        select(Payment.payee, func.max(Payment.execution_day))
        .join(
            PaymentFlag,
            (PaymentFlag.document_id == Payment.document_id)
            & (PaymentFlag.position == Payment.position),
        )
        .where(own, PaymentFlag.code.in_(CHANGED_CODES))
        .group_by(Payment.payee)
    )
    return {row[0]: row[1] for row in rows if row[0] is not None}


def _addresses(connection: Connection, own: Any) -> dict[str, list[dict[str, Any]]]:
    """The address as the latest payment by each bank and rail writes it."""
    profile = func.coalesce(PaymentBatch.bank_profile, "")
    bank = func.coalesce(func.nullif(profile, ""), PaymentBatch.debtor_agent, "")
    ranked = (
        select(
            Payment.payee, Payment.creditor_name.label("name"),
            bank.label("bank"), profile.label("profile"), Payment.rail,
            Payment.address_form.label("form"), Payment.address_fault.label("fault"),
            Payment.execution_day.label("day"), Payment.id.label("payment_id"),
            func.row_number()
            .over(
                partition_by=(Payment.payee, bank, Payment.rail),
                order_by=(Payment.execution_day.desc(), Payment.id.desc()),
            )
            .label("place"),
        )
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .where(own, Payment.rail.is_not(None))
        .subquery()
    )  # fmt: skip
    found: dict[str, list[dict[str, Any]]] = {}
    refused = standing_refusals(connection, own, bank)
    latest = select(ranked).where(ranked.c.place == 1)
    for row in connection.execute(latest).mappings():
        values = dict(row)
        del values["place"]
        values["since"] = since_of(values.pop("profile"), values["rail"])
        payee = values.pop("payee")
        values |= refused.get((payee, values["bank"], values["rail"]), NO_REFUSAL)
        found.setdefault(payee, []).append(values)
    return found


def _of_addresses(addresses: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What a payee's row tells of its addresses, and the name as written last."""
    since = [one["since"] for one in addresses if one["fault"] and one["since"]]
    latest = max(addresses, key=lambda one: (one["day"], one["payment_id"]))
    return {
        "name": latest["name"],
        "has_address": any(one["form"] for one in addresses),
        "address_since": min(since, default=None),
        "address_due": min(
            due_of(
                one["since"],
                is_faulty=one["fault"] is not None,
                is_refused=one["refused_day"] is not None,
            )
            for one in addresses
        ),
    }


def _keep_parts(
    connection: Connection,
    own: Any,
    ids: Mapping[str, int],
    addresses: Mapping[str, list[dict[str, Any]]],
) -> None:
    sums = connection.execute(
        select(
            Payment.payee, Payment.currency, Payment.outcome,
            total(Payment.amount).label("amount"), func.count().label("count"),
        )
        .where(own)
        .group_by(Payment.payee, Payment.currency, Payment.outcome)
    )  # fmt: skip
    rows = [
        {
            "payee_id": ids[row.payee], "currency": row.currency,
            "outcome": row.outcome, "amount": row.amount, "count": row.count,
        }
        for row in sums.all()
    ]  # fmt: skip
    places = [
        {"payee_id": ids[identity]} | {k: v for k, v in values.items() if k != "name"}
        for identity, found in addresses.items()
        for values in found
    ]
    for table, written in ((PayeeSum, rows), (PayeeAddress, places)):
        if written:
            connection.execute(insert(table), written)
