"""Questions of who supports the product."""

from datetime import datetime

import strawberry
from anyio import to_thread

from giroscope import __version__
from giroscope.features.audit import Subject, record
from giroscope.features.debug import effective, health, mailbox
from giroscope.features.debug.bench import Bench
from giroscope.features.debug.effective import EffectiveSetting, SettingOrigin
from giroscope.features.debug.lookup import Line, TraceKind, look_up
from giroscope.features.debug.mailbox import MailLine, MailWay
from giroscope.features.debug.session import claims
from giroscope.features.debug.switches import Switch, switches
from giroscope.features.users import People
from giroscope.features.users.own_mail import mail_address_of, tie_by_link
from giroscope.kernel import set_up
from giroscope.kernel.errors import NotFound
from giroscope.kernel.graph import Info, query
from giroscope.kernel.set_up import Finding
from giroscope.kernel.text import LocalizedText
from giroscope.settings import Settings

strawberry.enum(SettingOrigin, description="Where a setting comes from.")
strawberry.enum(TraceKind, description="What a line was written down as.")
strawberry.enum(MailWay, description="Where mails of this installation go.")


@strawberry.type(description="One thing that was looked at.")
class HealthCheck:
    """One thing that was looked at."""

    code: str = strawberry.field(description="What it is, such as `DISK_SPACE`.")
    is_well: bool
    fact: str = strawberry.field(
        description="A version, path, number or time; needs no language."
    )

    @classmethod
    def of(cls, found: Finding) -> "HealthCheck":
        """From its value."""
        return cls(code=found.code, is_well=found.is_well, fact=found.fact)


@strawberry.type(
    name="EffectiveSetting",
    description="A setting this process runs with. A secret's value is never told.",
)
class EffectiveSettingNode:
    """A setting this process runs with."""

    name: str
    value: str | None
    origin: SettingOrigin
    is_secret: bool
    is_set: bool

    @classmethod
    def of(cls, found: EffectiveSetting) -> "EffectiveSettingNode":
        """From its value."""
        return cls(
            name=found.name,
            value=found.value,
            origin=found.origin,
            is_secret=found.is_secret,
            is_set=found.is_set,
        )


@strawberry.type(description="How the installation stands, seen from one realm.")
class DebugHealth:
    """How the installation stands."""

    product: str
    python: str
    database: str | None = strawberry.field(
        description="Kind and version; null where it does not answer."
    )
    environment: str
    realm: str
    checked: datetime
    checks: list[HealthCheck]


@strawberry.type(description="A mail that the sign-in laid into the data directory.")
class LaidMail:
    """A mail in the list."""

    id: strawberry.ID
    to: str
    subject: str
    time: datetime

    @classmethod
    def of(cls, found: MailLine) -> "LaidMail":
        """From its value."""
        return cls(
            id=strawberry.ID(found.id),
            to=found.to,
            subject=found.subject,
            time=found.time,
        )


@strawberry.type(description="Mails that were laid into the data directory.")
class LaidMails:
    """Mails that were laid into the data directory."""

    way: MailWay
    mails: list[LaidMail] = strawberry.field(
        description="The newest hundred to the caller, where the way is FOLDER."
    )


@strawberry.type(description="A mail with what it says.")
class OpenedMail:
    """A mail with what it says."""

    mail: LaidMail
    text: str
    links: list[str] = strawberry.field(description="Addresses of the sign-in in it.")


@strawberry.type(description="A part that some installations have, others not.")
class FeatureSwitch:
    """A part that some installations have, others not."""

    code: str
    is_on: bool
    decided_by: list[str] = strawberry.field(description="Names of settings.")

    @classmethod
    def of(cls, found: Switch) -> "FeatureSwitch":
        """From its value."""
        return cls(
            code=found.code, is_on=found.is_on, decided_by=list(found.decided_by)
        )


@strawberry.type(description="A claim of the asker's token.")
class TokenClaim:
    """A claim of the asker's token."""

    name: str
    value: str | None = strawberry.field(description="Null where it is not told.")
    is_masked: bool


@strawberry.type(description="Who the asker is to the product.")
class DebugSession:
    """Who the asker is to the product."""

    realm: str
    default_realm: str = strawberry.field(
        description="The realm of addresses that name none."
    )
    roles: list[str]
    permissions: list[str]
    claims: list[TokenClaim]


@strawberry.type(description="One thing that was written down.")
class TraceLine:
    """One thing that was written down."""

    kind: TraceKind
    id: strawberry.ID
    at: datetime
    title: str
    sentence: LocalizedText | None = strawberry.field(
        description="The title of a message, in words."
    )
    detail: str
    state: str | None = strawberry.field(
        description="How it stood: its state, level or outcome, as its room names it."
    )
    note: LocalizedText | None = strawberry.field(
        description="What else is told of that."
    )
    correlation_id: strawberry.ID | None
    trace: str | None = strawberry.field(
        description="Under which it was asked for or done."
    )
    trace_url: str | None = strawberry.field(
        description="Where the operator's viewer shows the trace; null without a"
        " viewer, and of a trace that no caller began."
    )

    @classmethod
    def of(cls, found: Line, settings: Settings) -> "TraceLine":
        """From its value."""
        journal = found.correlation_id
        return cls(
            kind=found.kind,
            id=strawberry.ID(found.id),
            at=found.at,
            title=found.title,
            sentence=LocalizedText.of_kept(found.sentence),
            detail=found.detail,
            state=found.state,
            note=found.note and LocalizedText.of(found.note),
            correlation_id=strawberry.ID(journal) if journal else None,
            trace=found.trace,
            trace_url=settings.url_of_trace(found.trace),
        )


@strawberry.type(description="All that was written down of what a text names.")
class Trace:
    """All that was written down of what a text names."""

    correlation_ids: list[strawberry.ID]
    lines: list[TraceLine] = strawberry.field(description="The oldest first.")
    more: bool


@strawberry.type
class DebugQuery:
    """Questions of who supports the product."""

    @query("debug.read", "Versions, and what is well and what is not.")
    async def debug_health(self, info: Info) -> DebugHealth:
        """Versions, and what is well and what is not."""
        bench, realm = _bench(info), info.context.actor.realm
        checks = await health.findings(bench, realm)
        answers = any(one.code == "DATABASE" and one.is_well for one in checks)
        return DebugHealth(
            product=__version__,
            python=set_up.python_version(),
            database=await health.database_version(bench, realm) if answers else None,
            environment=bench.settings.kind,
            realm=realm,
            checked=bench.clock(),
            checks=[HealthCheck.of(one) for one in checks],
        )

    @query("debug.read", "What this process runs with; secrets are never told.")
    async def debug_settings(self, info: Info) -> list[EffectiveSettingNode]:
        """What this process runs with."""
        found = effective.effective(_bench(info).settings)
        return [EffectiveSettingNode.of(one) for one in found]

    @query("debug.read", "The time of the server.")
    async def debug_clock(self, info: Info) -> datetime:
        """The time of the server."""
        return info.context.clock()

    @query("debug.read", "The caller's mails on a laptop that has no mail server.")
    async def debug_mails(self, info: Info) -> LaidMails:
        """The caller's mails on a laptop that has no mail server."""
        bench, actor = _bench(info), info.context.actor
        way = mailbox.way_of(bench.settings)
        found: list[MailLine] = []
        if way is MailWay.FOLDER:
            address = await mail_address_of(info.context.borrow(People), actor)
            found = await to_thread.run_sync(
                mailbox.mails, bench.mail_folder, actor.realm, address
            )
        return LaidMails(way=way, mails=[LaidMail.of(one) for one in found])

    @query("debug.read", "One of them. That it was opened stands in the audit trail.")
    async def debug_mail(self, info: Info, id: strawberry.ID) -> OpenedMail:
        """One mail."""
        bench, actor = _bench(info), info.context.actor
        if mailbox.way_of(bench.settings) is not MailWay.FOLDER:
            raise NotFound("There is no such mail here")
        people = info.context.borrow(People)
        address = await mail_address_of(people, actor)
        found = await to_thread.run_sync(
            mailbox.mail, bench.mail_folder, actor.realm, address, id,
            bench.settings.sign_in_url,
        )  # fmt: skip
        line = found.line
        tied: list[str] = []
        if found.links:
            # An account of the same address is signed in to by the link as well.
            tied = await tie_by_link(people, actor, address)
        async with info.context.writing() as session:
            subject = Subject("mail", line.id, line.subject)
            await record(
                session, actor, "debug.mail_opened", subject,
                now={"to": line.to, "links": len(found.links), "tied": tied},
            )  # fmt: skip
        return OpenedMail(
            mail=LaidMail.of(line), text=found.text, links=list(found.links)
        )

    @query("debug.read", "What is switched on, and which settings decide it.")
    async def debug_switches(self, info: Info) -> list[FeatureSwitch]:
        """What is switched on."""
        return [FeatureSwitch.of(one) for one in switches(_bench(info).settings)]

    @query("debug.read", "Who the asker is to the product; ids in part.")
    async def debug_session(self, info: Info) -> DebugSession:
        """Who the asker is."""
        actor = info.context.actor
        told = [
            TokenClaim(name=one.name, value=one.value, is_masked=one.is_masked)
            for one in claims(actor.token)
        ]
        return DebugSession(
            realm=actor.realm,
            default_realm=_bench(info).settings.default_realm,
            roles=sorted(actor.roles),
            permissions=sorted(actor.permissions),
            claims=told,
        )

    @query(
        "debug.read",
        "Everything known of what an id, name or hash leads to; of a trace, or a whole"
        " `traceparent`, what ran under it.",
    )
    async def debug_trace(self, info: Info, text: str) -> Trace:
        """Everything known of what a text names."""
        settings = _bench(info).settings
        async with info.context.reading() as session:
            found = await look_up(session, text)
        return Trace(
            correlation_ids=[strawberry.ID(one) for one in found.correlation_ids],
            lines=[TraceLine.of(one, settings) for one in found.lines],
            more=found.has_more,
        )


def _bench(info: Info) -> Bench:
    return info.context.borrow(Bench)
