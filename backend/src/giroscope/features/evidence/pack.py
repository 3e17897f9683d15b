"""A journal's pack as something that can be taken out: `/api/export/evidence`.

Its files are made and hashed one after another, so that a large document never lies
in memory; the manifest, which names them all, comes last and is signed.
"""

import hashlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

import strawberry
from anyio import to_thread
from sqlalchemy import func, or_, select
from starlette.datastructures import QueryParams

from giroscope import __version__
from giroscope.features.audit.anchors import AnchorStore
from giroscope.features.audit.export import EVIDENCE
from giroscope.features.documents import Document, Vault
from giroscope.features.evidence import cover, layout, words
from giroscope.features.evidence.decisions import decisions_on, sendings_of
from giroscope.features.evidence.question import JOURNAL
from giroscope.features.evidence.signature import Signer, signers
from giroscope.features.evidence.trail import Trail, trail_of
from giroscope.features.journals.tables import JournalDocument
from giroscope.features.payments import Payment
from giroscope.features.payments.export import EXPORT as PAYMENTS
from giroscope.features.payments.filter import PaymentFilter
from giroscope.features.statements import Statement, Transaction
from giroscope.features.statements.export import TRANSACTION_COLUMNS, dressed
from giroscope.features.uploads import Upload
from giroscope.kernel.access import Actor
from giroscope.kernel.archive import MEDIA_TYPE, Member, told_apart, zip_chunks
from giroscope.kernel.clock import Clock, day_of
from giroscope.kernel.company_names import CompanyNames
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.export import (
    Asked,
    Export,
    Taking,
    csv_chunks,
    in_portions,
    rows_of,
)
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from giroscope.kernel.paging import Order
from localization import LANGUAGES

_LONGEST = 36
_BY_DAY = Order("day", Transaction.day, Transaction.id, is_descending=False)


class Wanted(NamedTuple):
    """Of which journal, and in which language for people."""

    journal: str
    language: str


@dataclass(frozen=True, slots=True)
class Maker:
    """What a pack is made from."""

    database: Database
    vault: Vault
    schema: strawberry.Schema
    jobs: JobStarter
    clock: Clock
    lent: Mapping[type, Any]
    anchors: AnchorStore
    is_made_up: Any
    """Tells of a tenant whether it holds demo data."""

    def said(self, query: QueryParams) -> dict[str, Any]:
        """What an address asks for."""
        return dict(query)

    async def taking(self, actor: Actor, said: Any) -> Taking:
        """The pack."""
        for verb in ("journals.read", "documents.read", "audit.read"):
            actor.ensure(verb)
        wanted = _wanted(said)
        now = self.clock()
        record = await self._record(actor, wanted.journal)
        # What is wrong with the trail is told before an answer has begun.
        await to_thread.run_sync(self._held, actor.realm, wanted.journal)
        made_up = "-with-demo-data" if await self.is_made_up(actor.realm) else ""
        name = f"{EVIDENCE}-{wanted.journal}{made_up}-{day_of(now)}.zip"
        return Taking(
            file_name=name,
            media_type=MEDIA_TYPE,
            chunks=partial(self.chunks, actor, wanted, record, now),
            noted={"journal": wanted.journal},
        )

    async def chunks(
        self, actor: Actor, wanted: Wanted, record: dict[str, Any], now: datetime
    ) -> AsyncGenerator[bytes]:
        """The archive, as it comes."""
        pack = _Pack(
            self,
            actor,
            wanted,
            record,
            now,
            company=await self.lent[CompanyNames].of(actor.realm),
            is_made_up=await self.is_made_up(actor.realm),
            held=await to_thread.run_sync(self._held, actor.realm, wanted.journal),
        )
        async for chunk in zip_chunks(pack.members()):
            yield chunk

    async def _record(self, actor: Actor, correlation_id: str) -> dict[str, Any]:
        """What the screens show of the journal.

        Raises:
            NotFound: There is none in this realm.
        """
        context = Context(actor, self.database, self.jobs, self.clock, self.lent)
        result = await self.schema.execute(
            JOURNAL, variable_values={"id": correlation_id}, context_value=context
        )
        for error in result.errors or ():
            raise error.original_error or error
        found: dict[str, Any] | None = result.data and result.data["journal"]
        if found is None:
            raise NotFound
        return found

    def _held(self, realm: str, correlation_id: str) -> "_Held":
        """What stands in tables of our own, as it is at one moment."""
        of_journal = JournalDocument.correlation_id == correlation_id
        with self.database.snapshot(realm) as connection:
            documents = connection.execute(
                select(Document)
                .join(JournalDocument, JournalDocument.document_id == Document.id)
                .where(of_journal)
                .order_by(JournalDocument.id)
            ).all()
            uploads = connection.execute(
                select(Upload.id).where(
                    Upload.document_id.in_([one.id for one in documents])
                )
            ).scalars()
            about = [("journal", correlation_id)]
            about += [("document", str(one.id)) for one in documents]
            about += [("upload", str(one)) for one in uploads]
            return _Held(
                documents,
                decisions_on(connection, correlation_id),
                sendings_of(connection, correlation_id),
                trail_of(connection, realm, about, self.anchors),
                signers(connection)[0],
            )


class _Held(NamedTuple):
    documents: Any
    decisions: list[dict[str, Any]]
    sendings: list[dict[str, Any]]
    trail: Trail
    signer: Signer


@dataclass(slots=True)
class _Pack:
    """One pack on its way out: its files, and what was told of them so far."""

    maker: Maker
    actor: Actor
    wanted: Wanted
    record: dict[str, Any]
    now: datetime
    company: str
    is_made_up: bool
    held: _Held
    told: list[dict[str, Any]] = field(default_factory=list)

    def members(self) -> Iterator[Member]:
        """Each file when its turn comes: the manifest tells of those before it."""
        held, language = self.held, self.wanted.language
        about = self._about()
        yield self._listed(layout.README, "README", words.readme(about, language))
        yield self._listed(layout.COVER, "COVER", cover.drawn(about, language))
        record = {
            "journal": self.record,
            "documents": held.decisions,
            "sendings": held.sendings,
        }
        yield self._listed(layout.RECORD, "RECORD", layout.pretty(record))
        yield self._list(layout.PAYMENTS, PAYMENTS, self._payments())
        yield self._list(layout.ENTRIES, _ENTRIES, self.wanted.journal)
        lines = b"".join(line + b"\n" for line in held.trail.lines)
        yield self._listed(layout.EVENTS, "AUDIT", lines)
        links = layout.pretty(held.trail.links)
        yield self._listed(layout.LINKS, "AUDIT", links)
        names = told_apart(_portable(one.name) for one in held.documents)
        for name, one in zip(names, held.documents, strict=True):
            chunks = partial(self.maker.vault.chunks, self.actor.realm, one.sha256)
            yield self._hashed(
                Member(f"{layout.ORIGINALS}{name}", one.received, chunks), "ORIGINAL"
            )
        yield self._listed(layout.PUBLIC_KEY, "KEY", held.signer.pem)
        yield self._listed(layout.SUMS, "SUMS", layout.sums(self.told))
        manifest = layout.pretty({**self._head(), "files": self.told})
        yield Member(layout.MANIFEST, self.now, lambda: iter([manifest]))
        signature = held.signer.sign(manifest)
        yield Member(layout.SIGNATURE, self.now, lambda: iter([signature]))

    def _head(self) -> dict[str, Any]:
        return {
            "format": layout.FORMAT,
            "company": self.company,
            "realm": self.actor.realm,
            "about": {
                "kind": "journal",
                "id": self.wanted.journal,
                "name": self.record["messageId"],
            },
            "made": {
                "at": self.now.astimezone(UTC).isoformat(),
                "by": self.actor.name,
                "byId": self.actor.id,
                "product": f"Giroscope {__version__}",
            },
            "language": self.wanted.language,
            "holdsDemoData": self.is_made_up,
            "key": {
                "id": self.held.signer.key_id,
                "fingerprint": self.held.signer.fingerprint,
            },
        }

    def _about(self) -> dict[str, Any]:
        """What people are told of it, on the cover and in the README."""
        return {
            **self._head(),
            "record": self.record,
            "documents": self.held.decisions,
            "sendings": self.held.sendings,
            "links": self.held.trail.links,
            "now": self.now,
        }

    def _payments(self) -> PaymentFilter:
        return PaymentFilter(correlation_id=strawberry.ID(self.wanted.journal))

    def _list(self, name: str, export: Export, narrowed: Any) -> Member:
        """A list as the export gives it, with amounts as programs read them."""
        asked = Asked(self.actor, self.now, narrowed, lent=self.maker.lent)
        headings = [one.heading(self.wanted.language) for one in export.columns]
        cells = [one.reader(self.wanted.language) for one in export.columns]
        rows = partial(
            rows_of, self.maker.database, self.actor.realm, export.reader(asked), cells
        )
        return self._hashed(
            Member(name, self.now, lambda: csv_chunks(headings, rows())), "LIST"
        )

    def _listed(self, name: str, kind: str, content: bytes) -> Member:
        return self._hashed(Member(name, self.now, lambda: iter([content])), kind)

    def _hashed(self, member: Member, kind: str) -> Member:
        """The same file, told to the manifest once it has passed."""

        def note(digest: Any, size: int) -> None:
            told = {"name": member.name, "kind": kind, "size": size}
            self.told.append({**told, "sha256": digest.hexdigest()})

        def passing(chunks: Iterator[bytes]) -> Iterator[bytes]:
            digest, size = hashlib.sha256(), 0
            for chunk in chunks:
                digest.update(chunk)
                size += len(chunk)
                yield chunk
            note(digest, size)

        async def passing_rows(chunks: AsyncIterator[bytes]) -> AsyncGenerator[bytes]:
            digest, size = hashlib.sha256(), 0
            async for chunk in chunks:
                digest.update(chunk)
                size += len(chunk)
                yield chunk
            note(digest, size)

        def chunks() -> Iterator[bytes] | AsyncGenerator[bytes]:
            found = member.chunks()
            if isinstance(found, AsyncGenerator):
                return passing_rows(found)
            return passing(found)

        return Member(member.name, member.at, chunks)


def _wanted(said: Any) -> Wanted:
    """What is asked for.

    Raises:
        InvalidInput: It names no journal, or no language that is spoken here.
    """
    if not isinstance(said, dict) or not said.keys() <= {"journal", "locale"}:
        raise InvalidInput("Name a `journal`, and a `locale`", path="journal")
    journal, language = said.get("journal"), said.get("locale", "en")
    if not isinstance(journal, str) or not _is_id(journal):
        raise InvalidInput("`journal` is a correlation id", path="journal")
    if not isinstance(language, str) or language not in LANGUAGES:
        raise InvalidInput("There is no such language here", path="locale")
    return Wanted(journal, language)


def _is_id(journal: str) -> bool:
    return 0 < len(journal) <= _LONGEST and "\0" not in journal


def _portable(name: str) -> str:
    """A name that every system unpacks and `sha256sum` prints as it is."""
    return "".join(
        "_" if sign in '<>:"|?*' or not sign.isprintable() else sign for sign in name
    )


def _entries(asked: Asked) -> Any:
    """The entries on the journal's own statements, and those that book its payments."""
    correlation_id = asked.filter
    booking = select(func.coalesce(Transaction.parent_id, Transaction.id)).join(
        Payment,
        or_(
            Payment.transaction_id == Transaction.id,
            Payment.return_id == Transaction.id,
        ),
    )
    own = select(Statement.id).where(Statement.correlation_id == correlation_id)
    query = select(Transaction).where(
        Transaction.parent_id.is_(None),
        or_(
            Transaction.statement_id.in_(own),
            Transaction.id.in_(booking.where(Payment.correlation_id == correlation_id)),
        ),
    )
    return in_portions(query, _BY_DAY, dressed)


_ENTRIES = Export(("Entries", "Posteringer"), TRANSACTION_COLUMNS, _entries)
