"""Runs checks as a durable job, each result seen as soon as it is there."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import structlog
from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from erplink import (
    ErpError,
    NotConfigured,
    Throttled,
    Unavailable,
)
from giroscope.features.audit import record
from giroscope.features.erp.checking.catalogue import (
    BY_NAME,
    NAMES,
    Look,
    with_needed,
)
from giroscope.features.erp.checking.known_books import learn_company
from giroscope.features.erp.checking.notify import tell_verdict
from giroscope.features.erp.checking.patience import Patience, StillHanging, TooLong
from giroscope.features.erp.checking.probe import Probe
from giroscope.features.erp.checking.result import (
    Found,
    failed,
    skipped,
    unknown,
)
from giroscope.features.erp.checking.status import (
    VERB,
    latest_results,
    unfinished_run,
)
from giroscope.features.erp.configuration.draft import subject_of
from giroscope.features.erp.errors import (
    AtWork,
    NoConfiguration,
    NoDraft,
    NotAtWork,
    NothingToCheck,
)
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.outcomes import note_contact, note_failure
from giroscope.features.erp.tables import (
    ErpCheckResult,
    ErpCheckRun,
    ErpVersion,
    Outcome,
    VersionState,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import AppError
from giroscope.kernel.jobs import JobCancelled, JobRun, cancelled_state
from giroscope.kernel.schedule import add_job
from giroscope.kernel.tables import JobState
from localization import Message, render

log = structlog.get_logger(__name__)

SECONDS = 90.0
"""So long a check may take; then its outcome is not known."""
_PATIENCE = Patience()
_RUNS_KEPT = 200
_LONGEST = 1_000
_GOES_ON = frozenset({Outcome.PASSED, Outcome.WARNING, Outcome.NOT_RUN})


class Which(StrEnum):
    """Which checks are run."""

    ALL = "ALL"
    FAILED = "FAILED"
    """Those that did not end well the last time."""


@dataclass(frozen=True, slots=True)
class Done:
    """One check that was done."""

    name: str
    found: Found
    started: datetime
    seconds: float
    call_ids: Sequence[str]


async def begin_run(
    session: WriteSession,
    actor: Actor,
    version: VersionState,
    names: Sequence[str] | Which,
    now: datetime,
) -> int:
    """Ask for checks of the draft or of what is in use; tells the job that does them.

    Raises:
        NoDraft, NoConfiguration: There is no such version.
        AtWork: Its checks run already.
        NothingToCheck: No check has such a name, or none has failed.
    """
    actor.ensure("erp.test")
    row = await _version(session, version)
    if (await session.execute(unfinished_run(row.id))).first() is not None:
        raise AtWork
    chosen = await _chosen(session, row, names)
    job_id = await session.run_sync(
        lambda held: add_run(held.connection(), row, chosen, actor, now)
    )
    await record(
        session, actor, "erp.check", subject_of(row), now={"checks": chosen}, at=now
    )
    return job_id


async def cancel(session: WriteSession, actor: Actor, version: VersionState) -> None:
    """Stop the checks that wait or run; what they have found stays.

    Raises:
        NoDraft, NoConfiguration: There is no such version.
        NotAtWork: None wait or run.
    """
    actor.ensure("erp.test")
    row = await _version(session, version)
    found = (await session.execute(unfinished_run(row.id))).first()
    if found is None:
        raise NotAtWork
    run_id, _, job = found
    job.state = cancelled_state(job.state).value
    if job.state == JobState.CANCELLED:
        now = system_clock()
        job.finished = now
        await session.execute(
            update(ErpCheckRun).where(ErpCheckRun.id == run_id).values(finished=now)
        )
    await record(session, actor, "erp.check_stopped", subject_of(row))


def add_run(
    connection: Connection,
    version: ErpVersion | Row[ErpVersion],
    names: Sequence[str],
    actor: Actor,
    now: datetime,
) -> int:
    """A run, and the job that does it; the caller holds the version's lock."""
    added = connection.execute(
        insert(ErpCheckRun)
        .values(
            version_id=version.id, revision=version.revision, checks=list(names),
            started=now, started_by=actor.id, started_by_name=actor.name,
        )
        .returning(ErpCheckRun.id)
    )  # fmt: skip
    return add_job(connection, VERB, int(added.scalar_one()), now)


def run_checks(erp: Erp, looks: Mapping[str, Look], run: JobRun) -> None:
    """The job: one check after the other; what stands on a failed one is skipped.

    Begun again after a kill, it looks at everything again: what was seen before may
    have changed since.
    """
    with run.database.job_connection(run.realm) as connection:
        row = connection.execute(
            select(ErpCheckRun).where(ErpCheckRun.id == run.subject)
        ).one_or_none()
        connection.execute(
            delete(ErpCheckResult).where(ErpCheckResult.run_id == run.subject)
        )
        connection.commit()
    if row is None or row.finished is not None:
        # The draft was discarded meanwhile.
        return
    probe = Probe(erp, run.realm, row.version_id)
    outcomes: dict[str, Outcome] = {}
    try:
        for at, name in enumerate(row.checks):
            run.report(name, at, len(row.checks))
            done = _done(erp, looks[name], name, probe, outcomes)
            outcomes[name] = done.found.outcome
            if not _keep(run, row, done):
                return
    except JobCancelled:
        _finish(erp, run, row, outcomes)
        raise
    _finish(erp, run, row, outcomes)


def _done(
    erp: Erp, look: Look, name: str, probe: Probe, outcomes: Mapping[str, Outcome]
) -> Done:
    started, began, before = erp.clock(), time.monotonic(), probe.calls
    lacking = [
        one
        for one in BY_NAME[name].needs
        if one in outcomes and outcomes[one] not in _GOES_ON
    ]
    if lacking:
        title = BY_NAME[lacking[0]].title
        found = skipped("needs_failed", title=title, title_da=render(title, "da"))
    else:
        found = _looked(look, probe)
    return Done(
        name, found, started, time.monotonic() - began, probe.calls_since(before)
    )


def _looked(look: Look, probe: Probe) -> Found:
    """What looking gave, whatever stood in its way."""
    try:
        return _PATIENCE.within(SECONDS, probe.realm, lambda: look(probe))
    except TooLong:
        probe.forget()
        return unknown("too_slow", seconds=int(SECONDS))
    except StillHanging:
        return unknown("still_hanging")
    except NotConfigured as error:
        setting = error.detail if error.detail in probe.setting_names else None
        told = "" if setting else _verbatim(error)
        return failed("not_configured", setting=setting, said=error.said, detail=told)
    except (Throttled, Unavailable) as error:
        return unknown(error.code, said=error.said, detail=_verbatim(error))
    except ErpError as error:
        code = error.code if error.code in _KNOWN else "failed"
        return failed(code, said=error.said, detail=_verbatim(error))
    except AppError as refusal:
        code = refusal.code.removeprefix("erp.")
        return failed(code, refusal.values, setting=refusal.path)
    except Exception:
        incident = f"{probe.realm}-check-{probe.version_id}"
        log.exception("erp.check_fault", realm=probe.realm, incident=incident)
        return failed("fault", incident=incident)


_KNOWN = frozenset(
    {"sign_in_refused", "not_allowed", "not_there", "contract_changed", "invalid"}
)


def _verbatim(error: ErpError) -> str:
    """What the ERP said; of a plug-in without sentences of its own, all there is."""
    own = "" if error.said else error.message
    return ": ".join(filter(None, (own, error.detail)))


def _keep(run: JobRun, row: Row[ErpCheckRun], done: Done) -> bool:
    """Write a result down; whether the run is still there."""
    found = done.found
    with run.database.job_connection(run.realm) as connection:
        is_there = connection.execute(
            select(ErpCheckRun.id).where(ErpCheckRun.id == row.id).with_for_update()
        ).first()
        if is_there is None:
            return False
        connection.execute(
            insert(ErpCheckResult).values(
                run_id=row.id, version_id=row.version_id, revision=row.revision,
                name=done.name, outcome=found.outcome.value, started=done.started,
                seconds=done.seconds, finding=found.code, values=dict(found.values),
                items=[one._asdict() for one in found.items],
                said=found.said,
                detail=found.detail[:_LONGEST] or None, field=found.field,
                call_ids=list(done.call_ids)[:50],
            )
        )  # fmt: skip
        connection.commit()
    return True


def _finish(
    erp: Erp, run: JobRun, row: Row[ErpCheckRun], outcomes: Mapping[str, Outcome]
) -> None:
    """Close the run, note whether the ERP answered, and tell of another verdict."""
    now = erp.clock()
    with run.database.job_connection(run.realm) as connection:
        connection.execute(
            update(ErpCheckRun).where(ErpCheckRun.id == row.id).values(finished=now)
        )
        version = connection.execute(
            select(ErpVersion).where(ErpVersion.id == row.version_id)
        ).one_or_none()
        if version is not None and version.state == VersionState.ACTIVE:
            _note(connection, version.connection_id, row.id, outcomes, now)
            learn_company(connection, version.id, version.connection_id, anew=False)
            tell_verdict(connection, erp, version, now)
        if version is not None:
            _forget_old(connection, version.id)
        connection.commit()


def _note(
    connection: Connection,
    connection_id: int,
    run_id: int,
    outcomes: Mapping[str, Outcome],
    now: datetime,
) -> None:
    signed_in = outcomes.get("sign_in")
    if signed_in is Outcome.PASSED:
        note_contact(connection, connection_id, now)
        return
    trouble = connection.execute(
        select(ErpCheckResult.said, ErpCheckResult.detail)
        .where(
            ErpCheckResult.run_id == run_id,
            ErpCheckResult.name.in_(["endpoint", "sign_in"]),
            ErpCheckResult.outcome.in_([Outcome.FAILED.value, Outcome.UNKNOWN.value]),
        )
        .limit(1)
    ).first()
    if trouble is not None:
        said = trouble.said
        sentence = str(said) if said else trouble.detail
        note_failure(
            connection,
            connection_id,
            sentence or str(Message("erp_link.unreached")),
            now,
        )


def _forget_old(connection: Connection, version_id: int) -> None:
    """Keep the latest runs, and with them the latest result of each check."""
    kept = (
        select(ErpCheckRun.id)
        .where(ErpCheckRun.version_id == version_id)
        .order_by(ErpCheckRun.id.desc())
        .limit(_RUNS_KEPT)
    )
    newest = select(ErpCheckResult.run_id).where(
        ErpCheckResult.id.in_(
            latest_results(version_id).with_only_columns(ErpCheckResult.id)
        )
    )
    connection.execute(
        delete(ErpCheckRun).where(
            ErpCheckRun.version_id == version_id,
            ErpCheckRun.id.not_in(kept),
            ErpCheckRun.id.not_in(newest),
        )
    )


async def _version(session: AsyncSession, state: VersionState) -> ErpVersion:
    found = await session.execute(
        select(ErpVersion).where(ErpVersion.state == state.value).with_for_update()
    )
    row = found.scalar_one_or_none()
    if row is None:
        raise NoDraft if state is VersionState.DRAFT else NoConfiguration
    return row


async def _chosen(
    session: AsyncSession, row: ErpVersion, names: Sequence[str] | Which
) -> list[str]:
    if names is Which.ALL:
        return list(NAMES)
    if isinstance(names, Which):
        results = (await session.execute(latest_results(row.id))).scalars()
        ill = {
            one.name
            for one in results
            if one.outcome not in {Outcome.PASSED, Outcome.SKIPPED}
            or one.finding == "needs_failed"
        }
        chosen = [name for name in NAMES if name in ill]
    else:
        chosen = [name for name in names if name in BY_NAME]
        if len(chosen) != len(names):
            raise NothingToCheck
    if not chosen:
        raise NothingToCheck("No check has failed")
    return with_needed(chosen)
