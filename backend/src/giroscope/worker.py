"""Runs background work: imports, taking them back, mails, what is due at banks and ERP.

A job belongs to no machine: what a worker left that is gone, another goes on with. On
PostgreSQL any number of workers share the work, each under a name that no other ever
has; on SQLite there is one, which goes on with what it left when it starts again.
"""

import fcntl
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import time
from functools import partial
from secrets import token_hex
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

import structlog

from erplink import Witness
from giroscope.features.audit.anchors import AnchorStore
from giroscope.features.audit.daily_anchor import ANCHOR_JOB, anchorer
from giroscope.features.audit.daily_anchor import due as anchor_turn
from giroscope.features.banks import Banks, bank_works
from giroscope.features.banks import due as bank_turn
from giroscope.features.billing import BILL_JOB, biller
from giroscope.features.billing import due as billing_turn
from giroscope.features.demo.actions import MAKE_JOB, PAY_JOB, REMOVE_JOB
from giroscope.features.demo.make import maker
from giroscope.features.demo.pay import due as demo_turn
from giroscope.features.demo.pay import payer
from giroscope.features.demo.remove import remover
from giroscope.features.documents import Vault, open_vault
from giroscope.features.erp.due import due as erp_turn
from giroscope.features.erp.exchange.jobs import exchange_due, exchange_works
from giroscope.features.erp.exchange.methods import method_by_end_to_end_id
from giroscope.features.erp.jobs import erp_works
from giroscope.features.erp.mapping.configuration_checks import MappingsChecked
from giroscope.features.erp.open_connection import Erp
from giroscope.features.formats.watch import format_turn
from giroscope.features.journals import collector, importer, run_undo
from giroscope.features.journals.approval_wait import due as approval_turn
from giroscope.features.journals.dispatch_events import follow, sender
from giroscope.features.journals.join_accounts import JOIN_JOB, account_settler
from giroscope.features.journals.ledger_decisions import SETTLE_JOB, settler
from giroscope.features.journals.rebuild import REBUILD_JOB, rebuilder
from giroscope.features.journals.recall import recaller
from giroscope.features.journals.rules import ruling
from giroscope.features.journals.watch import watcher
from giroscope.features.logs import Recorder, Witnesses
from giroscope.features.logs.trim import VERB as TRIM_JOB
from giroscope.features.logs.trim import due as log_turn
from giroscope.features.logs.trim import trimmer
from giroscope.features.messages import tell
from giroscope.features.months.watch import month_watcher
from giroscope.features.payments.approvals import (
    MAIL_JOB,
    ensure_released,
    mail_job,
)
from giroscope.features.payments.payees.keep import KEEP_JOB, run_keep
from giroscope.features.payments.payees.keep import due as payee_turn
from giroscope.features.payments.recalls import RECALL_JOB
from giroscope.features.payments.recalls import due as recall_turn
from giroscope.features.payments.sending import SEND_JOB, Outlet, sent_unanswered
from giroscope.features.payments.sending import due as sending_turn
from giroscope.features.reconciliation.background import AUTOMATIC_JOB, run_automatic
from giroscope.features.reconciliation.background import due as matching_turn
from giroscope.features.rules import rule_works
from giroscope.features.statements import due as statement_turn
from giroscope.features.tasks.emails import MAIL_JOB as MESSAGE_MAIL_JOB
from giroscope.features.tasks.emails import due as message_mail_turn
from giroscope.features.tasks.emails import mail_job as message_mail_job
from giroscope.features.uploads.batches import due as upload_turn
from giroscope.features.uploads.room import room_watcher
from giroscope.features.users.keepers import keepers
from giroscope.features.webhooks.deliver import Deliverer, unseen
from giroscope.features.webhooks.due import due as webhook_turn
from giroscope.features.webhooks.events import DELIVER_JOB
from giroscope.kernel.clock import system_clock
from giroscope.kernel.company_names import company_name
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import AtOnce, Work, run_worker
from giroscope.kernel.mail import Mailer, mailer_of, noted_mailer
from giroscope.kernel.schedule import Due, run_schedule
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.traces import begin_tracing
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

_TAKE_OVER_SECONDS = 30.0
_TRY_SECONDS = 0.2
_TIDY_SECONDS = 3600.0
_LONGEST_HOST = 40
_EMBEDDED = "embedded"


class WorkerRunning(Exception):
    """Another worker is at work on this machine."""


class Place(NamedTuple):
    """Where a worker process works, of which there is one on a machine."""

    name: str
    """Of this process."""
    before: str | None = None
    """Who worked here before, and is dead."""


def works(
    settings: Settings,
    vault: Vault,
    banks: Banks,
    erp: Erp,
    mailer: Mailer | None = None,
    webhook_witness: Callable[[str, int], Witness] = unseen,
) -> Mapping[str, Work]:
    """Every verb a job can have, and what does it."""
    rules = ruling(method_by_end_to_end_id)
    mailer = mailer or mailer_of(settings)
    return {
        "import": importer(vault, rules=rules),
        "undo": run_undo,
        REBUILD_JOB: rebuilder(vault),
        SETTLE_JOB: settler(),
        JOIN_JOB: account_settler(),
        "collect": collector(),
        MAIL_JOB: mail_job(settings, mailer=mailer),
        MESSAGE_MAIL_JOB: message_mail_job(settings, mailer=mailer),
        SEND_JOB: sender(Outlet(banks, vault, follow, ensure_released)),
        RECALL_JOB: recaller(vault),
        KEEP_JOB: run_keep,
        AUTOMATIC_JOB: run_automatic,
        MAKE_JOB: maker(settings, vault),
        PAY_JOB: payer(settings, banks, vault, erp),
        REMOVE_JOB: remover(settings, vault),
        BILL_JOB: biller(settings, mailer=mailer),
        **bank_works(banks, vault),
        **rule_works(rules),
        **erp_works(erp, settings, MappingsChecked(), mailer),
        DELIVER_JOB: Deliverer(settings, tell, webhook_witness).deliver,
        TRIM_JOB: trimmer(),
        # A folder on this machine is no place outside of it.
        ANCHOR_JOB: anchorer(
            AnchorStore(settings),
            keepers,
            mailer if settings.smtp_host else None,
            name_of=partial(company_name, settings, banks.database),
        ),
        **exchange_works(erp, vault),
    }


def rooms_with_turns(settings: Settings, erp: Erp) -> Mapping[str, Due]:
    """The rooms that are asked every minute what is due."""
    statement_due = time.fromisoformat(settings.statement_due)
    return {
        "banks": bank_turn,
        "billing": billing_turn(settings),
        "demo": demo_turn,
        "erp": erp_turn(erp),
        "erp exchange": exchange_due(erp),
        "approvals": approval_turn,
        "message mails": message_mail_turn(settings),
        "sending": sending_turn,
        "statements": statement_turn,
        "uploads": upload_turn,
        "room": room_watcher(settings),
        "recalls": recall_turn,
        "payees": payee_turn,
        "reconciliation": matching_turn,
        "logs": log_turn,
        "audit": anchor_turn,
        "alarms": watcher(
            sent_unanswered,
            status_hours=settings.status_hours,
            statement_due=statement_due,
            recall_days=settings.recall_days,
        ),
        "months": month_watcher(statement_due),
        "webhooks": webhook_turn,
        "formats": format_turn,
    }


def process_name(settings: Settings) -> str:
    """A name for a worker process that begins now.

    SQLite allows one machine only, whatever it is called today. On PostgreSQL machines
    may share a name, and a process that is gone may come back beside the next one.
    """
    if settings.is_sqlite:
        return _EMBEDDED
    return f"{socket.gethostname()[:_LONGEST_HOST]}-{token_hex(4)}"


@contextmanager
def sole_worker(settings: Settings) -> Iterator[Place]:
    """Be the only worker on this machine while the block runs.

    The lock ends with its holder, so that whoever stands in it and does not hold it
    is dead, and need not be waited for.

    Raises:
        WorkerRunning: There is one already.
    """
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    machine = _EMBEDDED if settings.is_sqlite else socket.gethostname()
    path = settings.data_dir / f"worker-{machine}.lock"
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise WorkerRunning(f"A worker runs already on {machine}") from error
        file.seek(0)
        place = Place(process_name(settings), file.read() or None)
        file.truncate(0)
        file.write(place.name)
        file.flush()
        yield place


def run(settings: Settings, stop: Event) -> None:
    """Work until told to stop. A job in the middle goes on at the next start.

    Raises:
        LeaseLost: The process was silent for so long that others do its work.
        WorkerRunning: Another worker on this machine did not end in time.
    """
    deadline = monotonic() + _TAKE_OVER_SECONDS
    while not stop.is_set():
        try:
            with sole_worker(settings) as place:
                work_until(settings, stop, place)
                return
        except WorkerRunning:
            # One that was told to end a moment ago may still be at it.
            if monotonic() > deadline:
                raise
            stop.wait(_TRY_SECONDS)


def work_until(settings: Settings, stop: Event, place: Place) -> None:
    """Work without looking for others on this machine.

    Raises:
        LeaseLost: The process was silent for so long that others do its work.
    """
    begin_tracing(settings, "worker")
    database = Database(settings, place.name)
    vault = open_vault(settings, database)
    log.info("worker.started", executor=place.name)
    Thread(target=_tidy, args=(vault, database, stop), daemon=True).start()
    recorder = Recorder(database, load_master_key(settings))
    witnesses = Witnesses(recorder.take, system_clock)
    erp = Erp(settings, database, witness_of=witnesses.of_erp)
    banks = Banks(settings, database, witness_of=witnesses.of_bank)
    mailer = noted_mailer(settings, witnesses.of_own)
    turns = (database, rooms_with_turns(settings, erp), stop)
    Thread(target=run_schedule, args=turns, daemon=True).start()
    at_once = AtOnce(settings.jobs_at_once, settings.realm_jobs_at_once)
    doing = works(settings, vault, banks, erp, mailer, witnesses.of_webhook)
    run_worker(database, doing, place.name, stop, at_once, before=place.before)
    recorder.close()
    log.info("worker.stopped", executor=place.name)


def _tidy(vault: Vault, database: Database, stop: Event) -> None:
    """Now and every hour, remove what killed processes left half-received."""
    while not stop.is_set():
        try:
            _sweep(vault, database)
        except Exception:
            log.exception("drafts.not_swept")
        stop.wait(_TIDY_SECONDS)


def _sweep(vault: Vault, database: Database) -> None:
    for realm in database.realms():
        if swept := vault.sweep(realm, system_clock()):
            log.info("drafts.swept", realm=realm, count=swept)
