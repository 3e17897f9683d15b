"""Activation and renewal over plain HTTP, for scripts: the console's own actions."""

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.features.banks import activate as activation
from giroscope.features.banks import diagnose
from giroscope.features.banks import renew as renewal
from giroscope.features.banks.channels import Banks
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.paging import row_id
from giroscope.kernel.web import Services, json_body, json_response, refusing


def routes(services: Services, banks: Banks) -> list[Route]:
    """`POST /api/activate` and `POST /api/renew`: 202 and the job that does it."""

    async def begun(realm: str, bank_id: int, job_id: int) -> Response:
        await to_thread.run_sync(services.jobs.start, realm, job_id)
        told = {"bankId": str(bank_id), "jobId": str(job_id)}
        return json_response(told, status=202)

    @refusing
    async def activate(request: Request) -> Response:
        """`bankId`, and `code` unless one was given before."""
        actor = await services.actor(request)
        actor.ensure("banks.change")
        asked = await _asked(request, {"bankId", "code"})
        bank_id, code = _bank(asked), asked.get("code")
        if code is not None and not isinstance(code, str):
            raise InvalidInput("`code` is a text", path="code")
        async with services.database.writing(actor.realm) as session:
            job_id = await activation.begin_activation(
                session, actor, banks, bank_id, code
            )
        return await begun(actor.realm, bank_id, job_id)

    @refusing
    async def renew(request: Request) -> Response:
        """`bankId`; with `dryRun` true, everything but asking."""
        actor = await services.actor(request)
        actor.ensure("banks.change")
        asked = await _asked(request, {"bankId", "dryRun"})
        bank_id, is_dry = _bank(asked), asked.get("dryRun", False)
        if not isinstance(is_dry, bool):
            raise InvalidInput("`dryRun` is true or false", path="dryRun")
        async with services.database.writing(actor.realm) as session:
            if is_dry:
                kind, now = diagnose.TestKind.RENEWAL, services.clock()
                job_id = await diagnose.begin_test(session, actor, bank_id, kind, now)
            else:
                job_id = await renewal.begin_renewal(session, actor, banks, bank_id)
        return await begun(actor.realm, bank_id, job_id)

    return [
        Route("/api/activate", activate, methods=["POST"]),
        Route("/api/renew", renew, methods=["POST"]),
    ]


async def _asked(request: Request, known: set[str]) -> dict[str, object]:
    content = await json_body(request)
    if not isinstance(content, dict):
        raise InvalidInput("The request is no JSON object")
    for name in content:
        if name not in known:
            # A misspelt field must not be taken for one that is not there.
            raise InvalidInput(f"There is no field “{name[:40]}”", path=name[:40])
    return content


def _bank(asked: dict[str, object]) -> int:
    found = row_id(str(asked.get("bankId", "")))
    if found is None:
        raise InvalidInput("Name the `bankId`", path="bankId")
    return found
