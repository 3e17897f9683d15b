"""`POST /api/sign`: the signing of a payment document for a script or an ERP."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.features.journals import approving
from giroscope.features.journals.approving import Desk
from giroscope.features.payments.approvals import Asked, Release
from giroscope.features.users import People
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.web import Services, json_body, json_response, refusing

_LONGEST = 100


def routes(services: Services, people: People) -> list[Route]:
    """`POST /api/sign` with `correlationId` and `sha256`."""
    desk = Desk(services.database, people, services.live, services.clock)

    @refusing
    async def sign(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("payments.sign")
        asked = _asked(await json_body(request))
        return json_response(_told(await approving.sign(desk, actor, asked)))

    return [Route("/api/sign", sign, methods=["POST"])]


def _asked(body: object) -> Asked:
    if not isinstance(body, dict):
        raise InvalidInput("The request is no JSON object")
    return Asked(_text(body, "correlationId"), _text(body, "sha256"))


def _text(body: dict[str, object], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str) or not value or len(value) > _LONGEST:
        raise InvalidInput(f"`{name}` is needed", path=name)
    if "\0" in value:
        raise InvalidInput(f"This is no `{name}`", path=name)
    return value


def _told(release: Release) -> dict[str, object]:
    return {
        "releaseId": str(release.id),
        "correlationId": release.correlation_id,
        "documentId": str(release.document_id),
        "sha256": release.sha256,
        "signed": release.signed.isoformat(),
        "signedBy": release.signed_by_name,
    }
