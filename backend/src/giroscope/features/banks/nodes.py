"""Connections to banks in the graph: what they are, never a secret of theirs.

Numbers of the bank's letter are shown in part to those who may not change them.
"""

from datetime import datetime, timedelta

import strawberry

from banklink import Environment
from giroscope.features.banks import policy, queries
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.configuration_nodes import (
    BankConfiguration,
    configuration_of,
)
from giroscope.features.banks.directory import described, profile_of
from giroscope.features.banks.keys import shown
from giroscope.features.banks.part_nodes import (
    BankCertificateNode,
    BankKeyNode,
    BankKeyRequestNode,
    BankServedAccount,
    BankTestNode,
)
from giroscope.features.banks.profile_nodes import BankProfileNode, ConnectionType
from giroscope.features.banks.tables import (
    BankCertificate,
    BankConnection,
    BankFile,
    BankKey,
    CertificateKind,
    ConnectionState,
    KeyState,
)
from giroscope.kernel.graph import Info, loader
from giroscope.kernel.text import LocalizedText

strawberry.enum(ConnectionState, name="BankConnectionState")


@strawberry.type
class BankWork:
    """The latest work on a connection."""

    verb: str
    state: str
    stage: str | None
    message: str | None
    created: datetime
    finished: datetime | None

    @strawberry.field
    def said(self) -> LocalizedText | None:
        """The message, in words."""
        return LocalizedText.of_text(self.message)


@strawberry.type
class BankFolders:
    """Where files are laid and taken, on the machine of the product."""

    outbox: str
    inbox: str


@strawberry.type
class BankPaused:
    """Since when something stands still, by whom and why."""

    since: datetime
    by: str
    reason: str | None


@strawberry.type(name="Bank")
class BankNode:
    """A connection to a bank: one agreement."""

    row: strawberry.Private[BankConnection]
    id: strawberry.ID
    name: str
    type: ConnectionType
    environment: Environment
    country: str
    state: ConnectionState
    version: int
    created: datetime
    created_by: str
    activated: datetime | None
    expires: datetime | None
    days_left: int | None = strawberry.field(
        description="Whole days until the certificate ends."
    )
    renews_itself: bool
    renew_days_before: int
    renews_on: datetime | None
    fetch_minutes: int
    fetch_from: int
    fetch_to: int
    fetches_on_weekends: bool
    next_fetch: datetime | None
    last_sent: datetime | None
    last_received: datetime | None
    last_contact: datetime | None
    failing_since: datetime | None
    failure: str | None
    paused: BankPaused | None

    @classmethod
    def of(cls, row: BankConnection, now: datetime) -> "BankNode":
        """From its row."""
        expires = row.expires
        before = timedelta(days=row.renew_days_before)
        paused = row.paused and BankPaused(
            since=row.paused, by=row.paused_by_name or "", reason=row.pause_reason
        )
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            name=row.name,
            type=ConnectionType(row.type),
            environment=Environment(row.environment),
            country=row.country,
            state=ConnectionState(row.state),
            version=row.version,
            created=row.created,
            created_by=row.created_by_name,
            activated=row.activated,
            expires=expires,
            days_left=policy.days_left(expires, now) if expires else None,
            renews_itself=row.renews_itself,
            renew_days_before=row.renew_days_before,
            renews_on=expires - before if expires and row.renews_itself else None,
            fetch_minutes=row.fetch_minutes,
            fetch_from=row.fetch_from,
            fetch_to=row.fetch_to,
            fetches_on_weekends=row.fetches_on_weekends,
            next_fetch=row.next_fetch,
            last_sent=row.last_sent,
            last_received=row.last_received,
            last_contact=row.last_contact,
            failing_since=row.failing_since,
            failure=row.failure,
            paused=paused or None,
        )

    @strawberry.field
    def said(self) -> LocalizedText | None:
        """The failure, in words."""
        return LocalizedText.of_text(self.failure)

    @strawberry.field
    def profile(self, info: Info) -> BankProfileNode:
        """The bank, and what it can do."""
        return BankProfileNode.of(
            profile_of(self.row.profile), info.context.borrow(Banks)
        )

    @strawberry.field
    async def configuration(self, info: Info) -> BankConfiguration:
        """What the bank's letter says."""
        own = [one for one in await self._certificates(info) if _is_in_use(one)]
        key = await self._key(info, KeyState.CURRENT)
        return configuration_of(
            self.row,
            certificates=[shown(one.fingerprint) for one in own],
            key=shown(key.fingerprint) if key else None,
            is_masked=not info.context.actor.may("banks.change"),
        )

    @strawberry.field
    async def accounts(self, info: Info) -> list[BankServedAccount]:
        """The accounts it serves, by number."""
        found = await loader(info, "bank accounts", queries.served).load(self.row.id)
        return [BankServedAccount.of(one) for one in found or []]

    @strawberry.field
    async def certificates(self, info: Info) -> list[BankCertificateNode]:
        """Its own and the bank's, those in use first."""
        return [BankCertificateNode.of(one) for one in await self._certificates(info)]

    @strawberry.field
    async def key(self, info: Info) -> BankKeyNode | None:
        """The key in use."""
        found = await self._key(info, KeyState.CURRENT)
        return BankKeyNode.of(found) if found else None

    @strawberry.field
    async def pending_key(self, info: Info) -> BankKeyNode | None:
        """The key that waits for its certificate."""
        found = await self._key(info, KeyState.PENDING)
        return BankKeyNode.of(found) if found else None

    @strawberry.field
    async def keeps_code(self, info: Info) -> bool:
        """Whether the code that was typed last can be tried again."""
        return bool(
            await loader(info, "bank codes", queries.with_code).load(self.row.id)
        )

    @strawberry.field
    async def key_request(self, info: Info) -> BankKeyRequestNode | None:
        """A new key that waits for a second account manager."""
        found = await loader(info, "bank key requests", queries.key_requests).load(
            self.row.id
        )
        protocol = described(self.row.type)
        return BankKeyRequestNode.of(found, info, protocol) if found else None

    @strawberry.field
    def folders(self, info: Info) -> BankFolders | None:
        """The two folders of a folder connection, for those who may change it."""
        row, context = self.row, info.context
        if not described(row.type).folders or not context.actor.may("banks.change"):
            return None
        found = context.borrow(Banks).addresses.folder(
            context.actor.realm, row.id, profile_of(row.profile)
        )
        return BankFolders(outbox=str(found / "outbox"), inbox=str(found / "inbox"))

    @strawberry.field
    async def tests(self, info: Info) -> list[BankTestNode]:
        """The latest tests, the newest first."""
        found = await loader(info, "bank tests", queries.tests).load(self.row.id)
        protocol = described(self.row.type)
        return [BankTestNode.of(one, protocol) for one in found or []]

    @strawberry.field
    async def work(self, info: Info) -> BankWork | None:
        """The latest activation, renewal or look at the bank."""
        job = await loader(info, "bank work", queries.work).load(self.row.id)
        return job and BankWork(
            verb=job.verb, state=job.state, stage=job.stage, message=job.message,
            created=job.created, finished=job.finished,
        )  # fmt: skip

    async def _certificates(self, info: Info) -> list[BankCertificate]:
        found: list[BankCertificate] | None = await loader(
            info, "bank certificates", queries.certificates
        ).load(self.row.id)
        return found or []

    async def _key(self, info: Info, state: KeyState) -> BankKey | None:
        found: list[BankKey] | None = await loader(
            info, "bank keys", queries.keys
        ).load(self.row.id)
        return next((one for one in found or [] if one.state == state), None)


@strawberry.type(name="BankFile")
class BankFileNode:
    """A file a bank gave."""

    row: strawberry.Private[BankFile]
    id: strawberry.ID
    name: str
    kind: str
    received: datetime
    collected: datetime | None = strawberry.field(
        description="When it was handed on for import."
    )
    refusal: str | None = strawberry.field(
        description="Why it is kept but never imported."
    )
    upload_id: strawberry.ID | None
    url: str

    @classmethod
    def of(cls, row: BankFile) -> "BankFileNode":
        """From its row."""
        return cls(
            row=row,
            id=strawberry.ID(str(row.id)),
            name=row.name,
            kind=row.kind,
            received=row.received,
            collected=None if row.refusal else row.collected_at,
            refusal=row.refusal,
            upload_id=strawberry.ID(str(row.upload_id)) if row.upload_id else None,
            url=f"/api/documents/{row.document_id}",
        )

    @strawberry.field
    def said(self) -> LocalizedText | None:
        """The refusal, in words."""
        return LocalizedText.of_text(self.refusal)

    @strawberry.field
    async def bank(self, info: Info) -> BankNode:
        """The connection it came over."""
        row = await loader(info, "bank", queries.connections_by_id).load(
            self.row.connection_id
        )
        return BankNode.of(row, info.context.clock())


def _is_in_use(certificate: BankCertificate) -> bool:
    return (
        certificate.state == "CURRENT" and certificate.kind == CertificateKind.OWN.value
    )
