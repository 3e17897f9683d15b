"""A pack as something that can be taken out: `/api/export/evidence`.

Its files are made and hashed one after another, so that a large document never lies
in memory; the manifest, which names them all, comes last and is signed.
"""

import hashlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

import orjson
import strawberry
from anyio import to_thread
from sqlalchemy import select
from starlette.datastructures import QueryParams

from giroscope import __version__
from giroscope.features.audit.anchors import AnchorStore
from giroscope.features.audit.export import EVIDENCE
from giroscope.features.documents import Vault
from giroscope.features.evidence import cover, layout
from giroscope.features.evidence.journal import Journal
from giroscope.features.evidence.month import AccountMonth
from giroscope.features.evidence.payment import OnePayment
from giroscope.features.evidence.readme import readme
from giroscope.features.evidence.signature import Signer, signers
from giroscope.features.evidence.subject import Held, Listed, Subject
from giroscope.features.evidence.trail import Trail, trail_of
from giroscope.features.journals.lateness import Habit
from giroscope.features.uploads import Upload
from giroscope.kernel.access import Actor
from giroscope.kernel.archive import MEDIA_TYPE, Member, told_apart, zip_chunks
from giroscope.kernel.clock import Clock, day_of
from giroscope.kernel.company_names import CompanyNames
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.export import Asked, Taking, csv_chunks, rows_of
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from localization import LANGUAGES


class Wanted(NamedTuple):
    """What the pack is about, and in which language it speaks to people."""

    subject: Subject
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
        wanted = self._wanted(said)
        for verb in wanted.subject.verbs:
            actor.ensure(verb)
        now = self.clock()
        asked = await self._asked(actor, wanted.subject)
        # What is wrong with the trail is told before an answer has begun.
        await to_thread.run_sync(self._seen, actor.realm, wanted.subject, now)
        made_up = "-with-demo-data" if await self.is_made_up(actor.realm) else ""
        name = f"{EVIDENCE}-{wanted.subject.id}{made_up}-{day_of(now)}.zip"
        return Taking(
            file_name=name,
            media_type=MEDIA_TYPE,
            chunks=partial(self.chunks, actor, wanted, asked, now),
            noted=wanted.subject.noted,
        )

    async def chunks(
        self, actor: Actor, wanted: Wanted, asked: Mapping[str, Any], now: datetime
    ) -> AsyncGenerator[bytes]:
        """The archive, as it comes."""
        seen = await to_thread.run_sync(self._seen, actor.realm, wanted.subject, now)
        pack = _Pack(
            self,
            actor,
            wanted,
            # As it lies in the pack: days and times are told to people from their text.
            orjson.loads(layout.pretty({**asked, **seen.held.told})),
            now,
            company=await self.lent[CompanyNames].of(actor.realm),
            is_made_up=await self.is_made_up(actor.realm),
            seen=seen,
        )
        async for chunk in zip_chunks(pack.members()):
            yield chunk

    def _wanted(self, said: Any) -> Wanted:
        """What is asked for.

        Raises:
            InvalidInput: It names no journal, payment or month, or several, or no
                language that is spoken here.
        """
        named = {**said} if isinstance(said, dict) else {}
        language = named.pop("locale", "en")
        if not isinstance(language, str) or language not in LANGUAGES:
            raise InvalidInput("There is no such language here", path="locale")
        if named.keys() == {"account", "month"}:
            month = AccountMonth.of(**named, usual=self.lent[Habit])
            return Wanted(month, language)
        if named.keys() == {"payment"}:
            payment = OnePayment.of(named["payment"], self.schema)
            return Wanted(payment, language)
        if named.keys() != {"journal"}:
            raise InvalidInput(
                "Name a `journal`, a `payment`, or an `account` and a `month`",
                path="journal",
            )
        return Wanted(Journal.of(named["journal"], self.schema), language)

    async def _asked(self, actor: Actor, subject: Subject) -> Mapping[str, Any]:
        return await subject.asked(
            Context(actor, self.database, self.jobs, self.clock, self.lent)
        )

    def _seen(self, realm: str, subject: Subject, now: datetime) -> "_Seen":
        """What stands in tables of our own, as it is at one moment."""
        with self.database.snapshot(realm) as connection:
            held = subject.held(connection, now)
            ids = [one.id for one in held.documents]
            uploads = connection.execute(
                select(Upload.id).where(Upload.document_id.in_(ids))
            ).scalars()
            about = [*held.about]
            about += [("document", str(id_)) for id_ in ids]
            about += [("upload", str(id_)) for id_ in uploads]
            trail = trail_of(connection, realm, about, self.anchors)
            return _Seen(held, trail, signers(connection)[0])


class _Seen(NamedTuple):
    held: Held
    trail: Trail
    signer: Signer


@dataclass(slots=True)
class _Pack:
    """One pack on its way out: its files, and what was told of them so far."""

    maker: Maker
    actor: Actor
    wanted: Wanted
    record: Mapping[str, Any]
    now: datetime
    company: str
    is_made_up: bool
    seen: _Seen
    told: list[dict[str, Any]] = field(default_factory=list)

    def members(self) -> Iterator[Member]:
        """Each file when its turn comes: the manifest tells of those before it."""
        (held, trail, signer), subject = self.seen, self.wanted.subject
        about, language = self._about(), self.wanted.language
        yield self._listed(layout.README, "README", readme(about, language))
        yield self._listed(layout.COVER, "COVER", cover.drawn(about, language))
        record = layout.pretty(self.record)
        yield self._listed(layout.RECORDS[subject.kind], "RECORD", record)
        for listed in subject.lists():
            yield self._list(listed)
        lines = b"".join(line + b"\n" for line in trail.lines)
        yield self._listed(layout.EVENTS, "AUDIT", lines)
        yield self._listed(layout.LINKS, "AUDIT", layout.pretty(trail.links))
        names = told_apart(_portable(one.name) for one in held.documents)
        for name, one in zip(names, held.documents, strict=True):
            chunks = partial(self.maker.vault.chunks, self.actor.realm, one.sha256)
            yield self._hashed(
                Member(f"{layout.ORIGINALS}{name}", one.received, chunks), "ORIGINAL"
            )
        yield self._listed(layout.PUBLIC_KEY, "KEY", signer.pem)
        yield self._listed(layout.SUMS, "SUMS", layout.sums(self.told))
        manifest = layout.pretty({**self._head(), "files": self.told})
        yield Member(layout.MANIFEST, self.now, lambda: iter([manifest]))
        signature = signer.sign(manifest)
        yield Member(layout.SIGNATURE, self.now, lambda: iter([signature]))

    def _head(self) -> dict[str, Any]:
        return {
            "format": layout.FORMAT,
            "company": self.company,
            "realm": self.actor.realm,
            "about": {
                "kind": self.wanted.subject.kind,
                "id": self.wanted.subject.id,
                "name": self.wanted.subject.name(self.record),
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
                "id": self.seen.signer.key_id,
                "fingerprint": self.seen.signer.fingerprint,
            },
        }

    def _about(self) -> dict[str, Any]:
        """What people are told of it, on the cover and in the README."""
        return {
            **self._head(),
            **self.record,
            "links": self.seen.trail.links,
            "now": self.now,
        }

    def _list(self, listed: Listed) -> Member:
        """A list as the export gives it, with amounts as programs read them."""
        export, language = listed.export, self.wanted.language
        asked = Asked(self.actor, self.now, listed.filter, lent=self.maker.lent)
        headings = [one.heading(language) for one in export.columns]
        cells = [one.reader(language) for one in export.columns]
        rows = partial(
            rows_of, self.maker.database, self.actor.realm, export.reader(asked), cells
        )
        return self._hashed(
            Member(listed.name, self.now, lambda: csv_chunks(headings, rows())), "LIST"
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


def _portable(name: str) -> str:
    """A name that every system unpacks and `sha256sum` prints as it is."""
    return "".join(
        "_" if sign in '<>:"|?*' or not sign.isprintable() else sign for sign in name
    )
