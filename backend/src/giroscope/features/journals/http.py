"""Runs imports again from the bytes that are stored."""

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.features.journals import queries
from giroscope.features.uploads import actions
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.paging import row_id
from giroscope.kernel.web import Services, json_body, json_response, refusing


def routes(services: Services) -> list[Route]:
    """`POST /api/reimport` with `documentId` or `correlationId`."""

    @refusing
    async def reimport(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("journals.reimport")
        asked = await _asked(request)
        async with services.database.writing(actor.realm) as session:
            correlation_id = asked.get("correlationId")
            if isinstance(correlation_id, str) and "\0" not in correlation_id:
                documents = await queries.document_ids(session, correlation_id)
            else:
                found = row_id(str(asked.get("documentId", "")))
                if found is None:
                    raise InvalidInput(
                        "Name a `documentId` or a `correlationId`", path="documentId"
                    )
                documents = [found]
            started = await actions.reimport(
                session, actor, documents, services.clock()
            )
        for one in started:
            if one.job_id is not None:
                await to_thread.run_sync(services.jobs.start, actor.realm, one.job_id)
        jobs = [
            {"uploadId": str(one.upload_id), "jobId": str(one.job_id), "name": one.name}
            for one in started
        ]
        return json_response({"jobs": jobs}, status=202)

    return [Route("/api/reimport", reimport, methods=["POST"])]


async def _asked(request: Request) -> dict[str, object]:
    content = await json_body(request)
    if not isinstance(content, dict):
        raise InvalidInput("The request is no JSON object")
    return content
