"""Changing the draft: it begins as a copy of what is in use, or of an old version."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from anyio import to_thread
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from erplink import Setting, SettingKind
from giroscope.features.audit import Subject, record
from giroscope.features.erp.configuration import secret_storage
from giroscope.features.erp.configuration.critical import KIND
from giroscope.features.erp.configuration.effective import settings_of, values_of
from giroscope.features.erp.configuration.own import OWN
from giroscope.features.erp.configuration.queries import version_in
from giroscope.features.erp.configuration.setting_values import ensure_together, fitting
from giroscope.features.erp.errors import (
    BadSetting,
    ChangedMeanwhile,
    DraftInTheWay,
    NoConnector,
    NoDraft,
    NoSuchSetting,
)
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.tables import ErpVersion, ErpVersionSecret, VersionState
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound

_LONGEST_NOTE = 500
_OWN_NAMES = frozenset(setting.name for setting in OWN)


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody wants the draft to be; what is left out stays as it is."""

    kind: str | None = None
    """Another ERP; its settings begin empty."""
    values: Mapping[str, str] = field(default_factory=dict)
    """By setting; empty goes back to what the operator or the connector says."""
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """By setting; empty takes the secret out of the draft."""
    note: str | None = None


async def save(
    session: WriteSession,
    actor: Actor,
    erp: Erp,
    change: Change,
    revision: int | None,
    now: datetime,
) -> int | None:
    """Change the draft, or begin one; tells its row, None where nothing differs.

    The same change again leaves everything as it is.

    Raises:
        ChangedMeanwhile: The draft is not the one that `revision` was read with.
        NoConnector: There is no connector of that kind.
        NoSuchSetting, BadSetting, LooksSecret: A value cannot be what it is given as.
    """
    actor.ensure("erp.change")
    draft = await draft_of(session)
    ensure_revision(draft, revision)
    basis = draft or await active_of(session)
    kind = change.kind or (basis.kind if basis else "")
    if not kind:
        raise NoConnector("Choose the ERP first", path="kind")
    values = _values(erp, kind, basis, change)
    realm_key = await to_thread.run_sync(erp.key_of, actor.realm)
    secrets = await _new_secrets(session, erp, realm_key, kind, basis, change)
    note = draft.note if draft else None
    if change.note is not None:
        note = _note(change.note)
    is_same = basis is not None and (basis.kind, basis.values) == (kind, values)
    is_same = is_same and not secrets
    if is_same and (draft is None or note == draft.note):
        return draft.id if draft else None
    was = _told(basis)
    row = draft or await _begin(session, actor, basis, now)
    if row.kind != kind:
        await _forget_secrets(session, row)
    row.setters = _setters(row, basis, kind, values, secrets, actor, now)
    row.kind, row.values, row.note = kind, values, note
    if not is_same or row.revision == 0:
        # What is said about a draft makes it no other one: it stays validated.
        _touch(row, actor, now)
    for name, secret in secrets.items():
        kept = secret and await secret_storage.keep(
            session, actor, realm_key, secret, now
        )
        await secret_storage.use(session, row.id, name, kept or None)
    await secret_storage.destroy_abandoned(session, now)
    await record(
        session, actor, "erp.change", subject_of(row),
        was=was, now={**_told(row), "secretsSet": sorted(secrets)}, at=now,
    )  # fmt: skip
    return row.id


async def discard(
    session: WriteSession, actor: Actor, revision: int, now: datetime
) -> None:
    """Throw the draft away, with the secrets that only it had.

    Raises:
        NoDraft: There is none.
        ChangedMeanwhile: It is not the one that `revision` was read with.
    """
    actor.ensure("erp.change")
    draft = await draft_of(session)
    if draft is None:
        raise NoDraft
    ensure_revision(draft, revision)
    subject, was = subject_of(draft), _told(draft)
    await session.execute(delete(ErpVersion).where(ErpVersion.id == draft.id))
    await secret_storage.destroy_abandoned(session, now)
    await record(session, actor, "erp.discard", subject, was=was, at=now)


async def restore(
    session: WriteSession, actor: Actor, version_id: int, now: datetime
) -> int:
    """Begin a draft that is what a version was; tells its row.

    Raises:
        NotFound: There is no such version.
        DraftInTheWay: There is a draft already.
    """
    actor.ensure("erp.change")
    if await draft_of(session) is not None:
        raise DraftInTheWay
    version = await session.get(ErpVersion, version_id)
    if version is None:
        raise NotFound
    row = await _begin(session, actor, version, now)
    row.restored_from = version.number
    _touch(row, actor, now)
    await record(
        session, actor, "erp.restore", subject_of(row),
        now={**_told(row), "version": version.number}, at=now,
    )  # fmt: skip
    return row.id


async def draft_of(session: AsyncSession) -> ErpVersion | None:
    """The draft, nobody else's to change until this session ends."""
    return await _only(session, VersionState.DRAFT)


async def active_of(session: AsyncSession) -> ErpVersion | None:
    """The version in use, nobody else's to replace until this session ends."""
    return await _only(session, VersionState.ACTIVE)


def ensure_revision(draft: ErpVersion | None, revision: int | None) -> None:
    """Pass silently, or refuse.

    Raises:
        ChangedMeanwhile: The draft is not the one that `revision` was read with.
    """
    if (draft.revision if draft else None) != (revision or None):
        raise ChangedMeanwhile


def subject_of(row: ErpVersion) -> Subject:
    """The version as the trail names it."""
    name = "draft" if row.number is None else f"version {row.number}"
    return Subject("erp configuration", str(row.id), f"{row.kind}, {name}")


async def _only(session: AsyncSession, state: VersionState) -> ErpVersion | None:
    found = await session.execute(version_in(state).with_for_update())
    row: ErpVersion | None = found.scalar_one_or_none()
    return row


async def _begin(
    session: WriteSession, actor: Actor, basis: ErpVersion | None, now: datetime
) -> ErpVersion:
    """A draft that is what its basis is, or empty."""
    row = ErpVersion(
        kind=basis.kind if basis else "", state=VersionState.DRAFT.value,
        values=dict(basis.values) if basis else {}, revision=0,
        setters=dict(basis.setters) if basis else {},
        created=now, created_by=actor.id, created_by_name=actor.name,
        changed=now, changed_by=actor.id, changed_by_name=actor.name,
    )  # fmt: skip
    session.add(row)
    await session.flush()
    if basis is not None:
        await secret_storage.take_over(session, of=basis.id, into=row.id)
    return row


def _setters(
    row: ErpVersion,
    basis: ErpVersion | None,
    kind: str,
    values: Mapping[str, str],
    secrets: Mapping[str, str],
    actor: Actor,
    now: datetime,
) -> dict[str, Any]:
    """Who gave each setting its value, once these are saved."""
    before = basis.values if basis else {}
    changed = {
        name
        for name in {*before, *values}
        if before.get(name, "") != values.get(name, "")
    } | set(secrets)
    if basis is None or basis.kind != kind:
        changed.add(KIND)
    person = {"id": actor.id, "name": actor.name, "at": now.isoformat()}
    return {**row.setters, **dict.fromkeys(changed, person)}


def _touch(row: ErpVersion, actor: Actor, now: datetime) -> None:
    # A request names the revision it is about: what is asked for is another draft.
    row.revision += 1
    row.changed, row.changed_by, row.changed_by_name = now, actor.id, actor.name


def _values(
    erp: Erp, kind: str, basis: ErpVersion | None, change: Change
) -> dict[str, str]:
    """What the tenant says once this is changed, each value as it is kept."""
    known = _settings(erp, kind)
    before = basis.values if basis else {}
    is_same_erp = basis is not None and basis.kind == kind
    values = {
        name: value
        for name, value in before.items()
        if name in known and (is_same_erp or name in _OWN_NAMES)
    }
    for name, told in change.values.items():
        setting = known.get(name)
        if setting is None or setting.kind is SettingKind.SECRET:
            raise NoSuchSetting(f"There is no setting “{name[:40]}”", path=name[:60])
        values[name] = fitting(setting, told)
    kept = {name: value for name, value in values.items() if value}
    ensure_together(values_of(erp.effective(kind, kept, {})))
    return kept


async def _new_secrets(
    session: WriteSession,
    erp: Erp,
    realm_key: bytes,
    kind: str,
    basis: ErpVersion | None,
    change: Change,
) -> dict[str, str]:
    """The secrets that are other ones than before; empty for one that is to go."""
    known = _settings(erp, kind)
    given = {}
    for name, told in change.secrets.items():
        setting = known.get(name)
        if setting is None or setting.kind is not SettingKind.SECRET:
            raise NoSuchSetting(f"There is no secret “{name[:40]}”", path=name[:60])
        given[name] = fitting(setting, told)
    if not given or basis is None or basis.kind != kind:
        return {name: secret for name, secret in given.items() if secret}
    version_id = basis.id
    present = await session.run_sync(
        lambda held: secret_storage.present(held.connection(), realm_key, version_id)
    )
    return {
        name: secret
        for name, secret in given.items()
        if secret != present.get(name, "")
    }


def _settings(erp: Erp, kind: str) -> dict[str, Setting]:
    return {one.name: one for one in settings_of(erp.description(kind))}


async def _forget_secrets(session: WriteSession, row: ErpVersion) -> None:
    """The secrets of one ERP open no other."""
    await session.execute(
        delete(ErpVersionSecret).where(ErpVersionSecret.version_id == row.id)
    )


def _note(told: str) -> str | None:
    text = " ".join(told.split())
    if len(text) > _LONGEST_NOTE:
        raise BadSetting(f"A note has at most {_LONGEST_NOTE} characters", path="note")
    return text or None


def _told(row: ErpVersion | None) -> dict[str, object]:
    """A configuration as the trail compares it."""
    if row is None:
        return {}
    # As texts: among the names of settings there are such as the trail takes for
    # those of secrets.
    settings = [f"{name} = {value}" for name, value in sorted(row.values.items())]
    return {"erp": row.kind, "settings": settings, "note": row.note}
