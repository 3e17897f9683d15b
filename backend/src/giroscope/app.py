"""The web application: the graph, the plain HTTP calls, and the console's files."""

import gc
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import time
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import orjson
from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import (
    DEFAULT_EXCLUDED_CONTENT_TYPES,
    GZipMiddleware,
)
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route

from giroscope import __version__, endpoints
from giroscope.features.audit.anchors import AnchorStore
from giroscope.features.audit.export import EVIDENCE
from giroscope.features.audit.export import EXPORT as AUDIT_EXPORT
from giroscope.features.audit.export import note as note_export
from giroscope.features.audit.names import PERSON, Naming, SubjectNames
from giroscope.features.audit.refusals import RefusalsRecorded
from giroscope.features.banks import Banks
from giroscope.features.banks import http as banks_http
from giroscope.features.banks.export import EXPORT as ACCOUNT_EXPORT
from giroscope.features.billing import export as billing_exports
from giroscope.features.billing import http as billing_http
from giroscope.features.billing.desk import Desk
from giroscope.features.debug import Bench
from giroscope.features.debug import http as debug_http
from giroscope.features.demo import http as demo_http
from giroscope.features.demo.visibility import MadeUp
from giroscope.features.documents import Vault, open_vault
from giroscope.features.documents import http as documents_http
from giroscope.features.documents.export import EXPORT as DOCUMENT_EXPORT
from giroscope.features.erp.exchange import export as erp_exports
from giroscope.features.erp.exchange.actors import has_part_in_waiting
from giroscope.features.erp.exchange.methods import method_by_end_to_end_id
from giroscope.features.erp.mapping.export import MAPPINGS as MAPPING_EXPORT
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.window.origin_cache import ListedOrigins
from giroscope.features.evidence.pack import Maker
from giroscope.features.journals import http as journals_http
from giroscope.features.journals import preview_http
from giroscope.features.journals import sign_http as signing_http
from giroscope.features.journals.export import EXPORT as JOURNAL_EXPORT
from giroscope.features.journals.lateness import Habit
from giroscope.features.journals.originals import Originals
from giroscope.features.journals.rules import ruling
from giroscope.features.journals.trail_graph import journal_names
from giroscope.features.logs import Recorder, Witnesses
from giroscope.features.logs.export import EXPORT as LOG_EXPORT
from giroscope.features.logs.graph import LogSeals
from giroscope.features.messages.conditional_get import Unchanged
from giroscope.features.messages.export import EXPORT as MESSAGE_EXPORT
from giroscope.features.messages.poll import PATH as POLL_PATH
from giroscope.features.messages.poll import Poll
from giroscope.features.payments import http as payments_http
from giroscope.features.payments.export import EXPORT as PAYMENT_EXPORT
from giroscope.features.payments.payees.export import EXPORT as PAYEE_EXPORT
from giroscope.features.rules import Ruling
from giroscope.features.statements import export as statement_exports
from giroscope.features.uploads import export as upload_exports
from giroscope.features.uploads import http as uploads_http
from giroscope.features.users import People
from giroscope.features.users import http as users_http
from giroscope.features.users.export import EXPORT as USER_EXPORT
from giroscope.features.users.history import person_names
from giroscope.features.webhooks.export import DELIVERIES as WEBHOOK_EXPORT
from giroscope.features.webhooks.graph import WebhookDesk
from giroscope.graphql_schema import Tenant, public_schema, schema
from giroscope.kernel import backchannel, console_faults, console_files, graph_http
from giroscope.kernel.admission import Admission
from giroscope.kernel.clock import Clock, follow, system_clock
from giroscope.kernel.company_names import CompanyNames, names_by
from giroscope.kernel.database import Database
from giroscope.kernel.doorkeeper import Doorkeeper
from giroscope.kernel.errors import AppError, NotFound, Unavailable
from giroscope.kernel.export import Takeable
from giroscope.kernel.export import routes as export_routes
from giroscope.kernel.export.workbook import MEDIA_TYPE as WORKBOOK
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from giroscope.kernel.known_hosts import KnownHosts
from giroscope.kernel.live_sessions import IsLive, LiveSessions
from giroscope.kernel.measures import TenantMeasures
from giroscope.kernel.metrics import Counted, Metrics, RequestCounts
from giroscope.kernel.origin import trusted_networks
from giroscope.kernel.paging import row_id
from giroscope.kernel.quotas import RealmQuotas, own_quotas, usual_quotas
from giroscope.kernel.reach import Pulse, WithinReach
from giroscope.kernel.secrets import await_master_key, load_master_key
from giroscope.kernel.security_headers import SecurityHeaders, security_headers
from giroscope.kernel.sign_in import open_sign_in
from giroscope.kernel.signing_keys import FetchKeys
from giroscope.kernel.tenancy import KnownRealms
from giroscope.kernel.traces import Traced, begin_tracing
from giroscope.kernel.web import (
    RequestIds,
    Services,
    http_refusal,
    json_response,
    problem,
    refusing,
)
from giroscope.measures import MEASURES
from giroscope.readiness import Readiness
from giroscope.settings import Settings

EXPORTS = {
    "accounts": ACCOUNT_EXPORT,
    "auditEvents": AUDIT_EXPORT,
    "communicationLogs": LOG_EXPORT,
    "documents": DOCUMENT_EXPORT,
    "erpMappings": MAPPING_EXPORT,
    "erpOutbox": erp_exports.OUTBOX,
    "erpPayments": erp_exports.PAYMENTS,
    "invoices": billing_exports.INVOICES,
    "jobs": upload_exports.JOBS,
    "journals": JOURNAL_EXPORT,
    "messages": MESSAGE_EXPORT,
    "payees": PAYEE_EXPORT,
    "payments": PAYMENT_EXPORT,
    "statements": statement_exports.STATEMENTS,
    "transactions": statement_exports.TRANSACTIONS,
    "uploads": upload_exports.UPLOADS,
    "usageUnits": billing_exports.UNITS,
    "users": USER_EXPORT,
    "webhookDeliveries": WEBHOOK_EXPORT,
}
"""Every list that can be had as a file, by its field in the graph."""
_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


def settle() -> None:
    """Leave what was loaded for good out of garbage collection.

    Modules and the schema are hundreds of thousands of objects; walking them
    again and again would hold up one request in twenty for as long as the
    rest of it takes.
    """
    gc.collect()
    gc.freeze()


def asgi() -> Starlette:
    """The application with the settings of the environment."""
    settings = Settings()
    # A process that was spawned has not read the command line's settings.
    follow(settings.clock_file)
    begin_tracing(settings, "web")
    await_master_key(settings)
    app = create_app(settings)
    app.state.metrics.push(settings, "web")
    if app.middleware_stack is not None:
        app.middleware_stack = KnownHosts(app.middleware_stack, settings)
    return app


def create_app(
    settings: Settings,
    clock: Clock = system_clock,
    fetch_keys: FetchKeys | None = None,
    is_live: IsLive | None = None,
) -> Starlette:
    """The application of one installation.

    `fetch_keys` and `is_live` ask the identity provider, where nothing else is given.
    """
    database = Database(settings)
    vault = open_vault(settings, database)
    identity = settings.sign_in_url
    jobs = JobStarter(database)
    recorder = Recorder(database, load_master_key(settings), clock)
    witnesses = Witnesses(recorder.take, clock)
    sign_in = open_sign_in(
        settings, database, fetch_keys, is_live, witnesses.of_own, clock
    )
    people = People(
        settings, database, sign_in.people, clock, has_part=has_part_in_waiting
    )
    realms = KnownRealms(database.realms)
    quotas = RealmQuotas(usual_quotas(settings), partial(own_quotas, database))
    services = Services(
        settings,
        database,
        jobs,
        sign_in.verifier,
        realms,
        clock,
        sign_in.live,
        Admission(quotas, settings.requests_at_once),
    )

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        settle()
        people.start()
        yield
        await people.close()
        await sign_in.close()
        jobs.close()
        await poll.close()
        await pulse.close()
        await to_thread.run_sync(recorder.close)
        await database.close()

    windows = ListedOrigins(database)
    bench = Bench(settings, database, people, clock)
    desk = Desk(settings, clock)
    banks = Banks(settings, database, clock, witnesses.of_bank)
    names = names_by(sign_in.people)
    lent = {
        Settings: settings,
        CompanyNames: names,
        Banks: banks,
        Erp: Erp(settings, database, clock, witnesses.of_erp),
        LogSeals: LogSeals(banks.key_of),
        Vault: vault,
        ListedOrigins: windows,
        People: people,
        Ruling: ruling(method_by_end_to_end_id),
        LiveSessions: sign_in.live,
        Bench: bench,
        RealmQuotas: quotas,
        Desk: desk,
        WebhookDesk: WebhookDesk(banks.key_of, settings.webhook_host_set),
        AnchorStore: AnchorStore(settings),
        SubjectNames: SubjectNames(
            {
                "journal": Naming(journal_names, is_preferred=True),
                PERSON: Naming(person_names),
            }
        ),
        Habit: Habit(time.fromisoformat(settings.statement_due)),
    }
    takeable: dict[str, Takeable] = {
        name: export_routes.ListFile(
            services, schema, name, one, lent, MadeUp(database).is_in
        )
        for name, one in EXPORTS.items()
    }
    takeable["originals"] = Originals(services, vault)
    takeable[EVIDENCE] = Maker(
        database, vault, schema, jobs, clock, lent, AnchorStore(settings),
        MadeUp(database).is_in,
    )  # fmt: skip
    takeable["invoicePapers"] = billing_exports.Papers(services)
    poll = Poll(database)
    pulse = Pulse(database)
    readiness = Readiness(settings, database, vault, pulse)
    is_secure = (settings.public_url or "").startswith("https:")
    called = [_origin(identity), *endpoints.origins(settings.endpoints)]
    guarding = security_headers(" ".join(called), is_secure=is_secure)
    counts = RequestCounts()
    metrics = Metrics(settings, TenantMeasures(database, MEASURES, clock), counts)
    routes: list[BaseRoute] = [
        *_graph_routes(services, poll, lent, names),
        *uploads_http.routes(services, vault),
        *journals_http.routes(services),
        *payments_http.routes(services),
        *preview_http.routes(services),
        *signing_http.routes(services, people),
        *users_http.routes(services, people),
        *documents_http.routes(services, vault),
        *banks_http.routes(services, banks),
        *billing_http.routes(services, desk),
        *debug_http.routes(services, bench),
        *demo_http.routes(services),
        *export_routes.routes(services, takeable, note_export),
        *backchannel.routes(services, sign_in.notices),
        *console_faults.routes(services),
        *_operation_routes(services, identity, windows, names, readiness),
        Route("/api", _no_such_call, methods=_METHODS),
        Route("/api/{rest:path}", _no_such_call, methods=_METHODS),
        *metrics.routes(),
        *console_files.routes(settings.console_dir),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={HTTPException: http_refusal},
        middleware=[
            Middleware(Traced),
            Middleware(RequestIds, trusted=trusted_networks(settings.trusted_proxies)),
            Middleware(RefusalsRecorded, database=database),
            Middleware(
                SecurityHeaders,
                headers=guarding,
                listed=partial(_listed, services, windows),
            ),
            Middleware(WithinReach, pulse=pulse),
            Middleware(Doorkeeper, services=services),
            Middleware(
                GZipMiddleware,
                minimum_size=1024,
                compresslevel=5,
                exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, WORKBOOK),
            ),
        ],
    )
    app.state.pulse = pulse
    app.state.metrics = metrics
    # Ahead of whatever Starlette itself does for every request, too.
    whole = app.build_middleware_stack()
    app.middleware_stack = Unchanged(Counted(whole, counts), services, poll, counts)
    return app


def _graph_routes(
    services: Services, poll: Poll, lent: Mapping[type, Any], names: CompanyNames
) -> list[BaseRoute]:
    @graph_http.refusing
    async def data(request: Request) -> Response:
        actor = await services.actor(request)
        context = Context(actor, services.database, services.jobs, services.clock, lent)

        async def execute() -> Response:
            work = partial(services.admission.work, actor)
            return await graph_http.answer(schema, request, context, work)

        if request.method != "POST":
            return await poll.answer(request, context, execute)
        response = await execute()
        if context.has_changed:
            # Who has read a message must not be told at once that it is unread.
            poll.forget(actor.realm)
        return response

    @graph_http.refusing
    async def public(request: Request) -> Response:
        realm = await services.realm(request)
        tenant = Tenant(realm, await names.of(realm))
        return await graph_http.answer(public_schema, request, tenant)

    @refusing
    async def stream(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("messages.read")

        async def still_may() -> None:
            now = await services.actor(request)
            now.ensure("messages.read")

        after = row_id(request.headers.get("last-event-id", ""))
        return poll.stream(actor, still_may, after)

    both = ["GET", "POST"]
    return [
        Route(POLL_PATH, data, methods=both),
        Route("/api/public/graphql", public, methods=both),
        Route("/api/messages/stream", stream),
    ]


def _operation_routes(
    services: Services,
    identity: str,
    windows: ListedOrigins,
    names: CompanyNames,
    readiness: Readiness,
) -> list[BaseRoute]:
    settings = services.settings

    @refusing
    async def settings_js(request: Request) -> Response:
        realm = await services.realm(request)
        content = {
            "identityUrl": identity,
            "endpoints": endpoints.endpoints(identity, settings.endpoints),
            "realm": realm,
            "realmName": await names.of(realm),
            "clientId": settings.client_id,
            "version": __version__,
            "environment": settings.kind,
            "erpOrigins": await windows.of(realm),
            "maxUploadBytes": (await services.admission.quotas(realm)).upload_bytes,
        }
        return Response(
            b"window.giroscope = " + orjson.dumps(content) + b";\n",
            headers={"cache-control": "no-cache"},
            media_type="text/javascript",
        )

    async def live(_request: Request) -> Response:
        return json_response({"status": "ok"})

    @refusing
    async def ready(_request: Request) -> Response:
        missing = await readiness.missing()
        if not missing:
            return json_response({"status": "ok"})
        told = [one._asdict() for one in missing]
        if missing[0].part == "database":
            return problem(Unavailable(missing[0].detail), missing=told)
        return json_response({"status": "degraded", "missing": told})

    return [
        Route("/settings.js", settings_js),
        Route("/healthz/live", live),
        Route("/healthz/ready", ready),
    ]


async def _listed(
    services: Services, windows: ListedOrigins, request: Request
) -> Sequence[str]:
    """Who may open and frame the window of the tenant that the host names."""
    try:
        realm = await services.realm(request)
    except AppError:
        # Where there is no such tenant, nobody is on its list.
        return ()
    return await windows.of(realm)


async def _no_such_call(request: Request) -> Response:
    """Refuse what no call answers, and a call that is asked in a wrong way."""
    allowed = {
        method
        for route in request.app.routes
        if isinstance(route, Route)
        and route.path.startswith("/api/")
        and route.matches(request.scope)[0] is Match.PARTIAL
        for method in route.methods or ()
    }
    if allowed - {"HEAD"}:
        raise HTTPException(405, headers={"allow": ", ".join(sorted(allowed))})
    return problem(NotFound("There is no such call"))


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
