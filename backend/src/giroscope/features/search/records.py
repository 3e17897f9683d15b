"""Looks for what was written about money: journals, uploads, messages, people."""

from typing import Any

from sqlalchemy import Select, or_, select

from giroscope.features.documents import Document
from giroscope.features.journals.tables import Journal
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.messages.word_index import few_holding, holding
from giroscope.features.search.hits import Hit, Kind, Sum, address, joined
from giroscope.features.search.money import holds
from giroscope.features.search.parse import Reading
from giroscope.features.uploads import Upload
from giroscope.features.users import queries as people
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import ReadSession
from giroscope.kernel.words import folded

_LATEST = 2_000
"""Rows looked through where no index answers."""
CARRIED_OUT = frozenset({"EXECUTED", "BOOKED", "RECONCILED"})
"""How far a journal can have come with some of its payments refused."""
_UPLOAD_PAGES = {"PAYMENT": "/upload", "STATEMENT": "/upload/statement"}


async def journals(session: ReadSession, asked: Reading, most: int) -> list[Hit]:
    """Journals by id or amount, and the latest by words."""
    newest = select(Journal).order_by(Journal.id.desc()).limit(most + 1)
    exact = or_(
        Journal.correlation_id == asked.text.lower(), Journal.message_id == asked.text
    )
    if asked.is_number_meant:
        return []
    found = [
        _journal(row, is_exact=True)
        for row in await _mapped(session, newest.where(exact))
    ]
    if asked.amounts:
        fits = newest.where(Journal.amount.in_(asked.amounts))
        found += [
            _journal(row, is_exact=False)
            for row in await _mapped(session, fits)
            if asked.currency is None or asked.currency in _currencies(row)
        ]
    if len(found) <= most and asked.words:
        latest = select(Journal.id).order_by(Journal.id.desc()).limit(_LATEST)
        among = newest.where(Journal.id.in_(latest.scalar_subquery()))
        for word in asked.words:
            among = among.where(Journal.words.contains(f" {word}", autoescape=True))
        rows = await _mapped(session, among)
        found += [_journal(row, is_exact=False) for row in rows]
    return found


def _currencies(row: Journal) -> set[str]:
    return {total["currency"] for total in row.totals}


def _state(row: Journal) -> str:
    """How it stands; in part, where the bank has refused some of its payments."""
    is_part = row.rejected > 0 and row.state in CARRIED_OUT
    return f"PARTLY_{row.state}" if is_part else row.state


def _journal(row: Journal, *, is_exact: bool) -> Hit:
    currencies = _currencies(row)
    return Hit(
        kind=Kind.JOURNAL,
        id=row.correlation_id,
        title=row.message_id or row.correlation_id,
        detail=joined(_state(row), row.correlation_id if row.message_id else None),
        address=address("/", journal=row.correlation_id),
        # A sum over several currencies is none.
        sum=Sum(row.amount, min(currencies)) if len(currencies) == 1 else None,
        day=row.execution_date or day_of(row.created),
        is_exact=is_exact,
    )


async def uploads(session: ReadSession, asked: Reading, most: int) -> list[Hit]:
    """Uploads by id or by the hash of their bytes, and the latest by name."""
    newest = select(Upload).order_by(Upload.id.desc()).limit(most + 1)
    if asked.is_number_meant:
        rows = await _mapped(session, newest.where(Upload.id == asked.number))
        return [_upload(row, is_exact=True) for row in rows]
    same = select(Document.id).where(Document.sha256 == asked.text.lower())
    hashed = await _mapped(session, newest.where(Upload.document_id.in_(same)))
    found = [_upload(row, is_exact=True) for row in hashed]
    latest = await _mapped(
        session, select(Upload).order_by(Upload.id.desc()).limit(_LATEST)
    )
    names = folded([row.name for row in latest])
    for row, name in zip(latest, names, strict=True):
        is_named = row.name == asked.text
        is_tied = row.correlation_id == asked.text.lower()
        if is_named or is_tied or (asked.words and holds(name, asked.words)):
            found.append(_upload(row, is_exact=is_named or is_tied))
    return found


def _upload(row: Upload, *, is_exact: bool) -> Hit:
    return Hit(
        kind=Kind.UPLOAD,
        id=str(row.id),
        title=row.name,
        detail=joined(row.state, row.created_by_name, row.format),
        address=address(_UPLOAD_PAGES[row.kind], upload=row.id),
        day=day_of(row.created),
        is_exact=is_exact,
    )


async def messages(session: ReadSession, asked: Reading, most: int) -> list[Hit]:
    """Messages by correlation id, and by words."""
    newest = select(SystemMessage).order_by(SystemMessage.id.desc())
    if asked.is_number_meant:
        query = newest.where(SystemMessage.id == asked.number)
        return [_message(row, is_exact=True) for row in await _mapped(session, query)]
    tied = newest.where(SystemMessage.correlation_id == asked.text.lower())
    rows = await _mapped(session, tied.limit(most + 1))
    found = [_message(row, is_exact=True) for row in rows]
    if found or not asked.words:
        return found
    text = " ".join(asked.words)
    few = await few_holding(session, text)
    fits = newest.where(*(holding(text) if few is None else few))
    rows = await _mapped(session, fits.limit(most + 1))
    return [_message(row, is_exact=False) for row in rows]


def _message(row: SystemMessage, *, is_exact: bool) -> Hit:
    return Hit(
        kind=Kind.MESSAGE,
        id=str(row.id),
        title=str(row.message),
        detail=joined(row.level, row.reference),
        address=address("/messages", message=row.id),
        day=day_of(row.created),
        is_exact=is_exact,
    )


async def users(session: ReadSession, asked: Reading, most: int) -> list[Hit]:
    """People by name, user name or mail address, or by id."""
    query = people.people(people.Wanted(search=asked.text))
    order = people.order_by("NAME", is_descending=False)
    rows = await _mapped(session, query.order_by(order.column).limit(most + 1))
    by_id = await people.people_by_id(session, [asked.text])
    return [_user(row, asked) for row in (*by_id.values(), *rows)]


def _user(row: Any, asked: Reading) -> Hit:
    known = {row.person_id, row.username, row.email}
    return Hit(
        kind=Kind.USER,
        id=row.person_id,
        title=row.name or row.username,
        detail=joined(row.username, row.email, row.state),
        address=address("/account-management/users", person=row.person_id),
        is_exact=asked.text in known,
    )


async def _mapped(session: ReadSession, query: Select[Any]) -> list[Any]:
    return list((await session.execute(query)).scalars())
