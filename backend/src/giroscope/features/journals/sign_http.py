"""`POST /api/sign`: the signing of a payment document for a script or an ERP."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.features.journals import approve
from giroscope.features.journals.approve import Desk
from giroscope.features.payments.approvals import Asked, DeviceAnswer, Release
from giroscope.features.users import People
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.web import Services, json_body, json_response, refusing
from giroscope.settings import Settings

_LONGEST = 100
_LONGEST_ANSWER = 10_000
"""Of a device; a passkey's is about a thousand characters."""


def routes(services: Services, people: People) -> list[Route]:
    """`POST /api/sign` with `correlationId`, `sha256`, and perhaps `passkey`."""
    desk = Desk(services.database, people, services.live, services.clock)

    @refusing
    async def sign(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("payments.sign")
        asked = _asked(await json_body(request), services.settings)
        return json_response(_told(await approve.sign(desk, actor, asked)))

    return [Route("/api/sign", sign, methods=["POST"])]


def _asked(body: object, settings: Settings) -> Asked:
    if not isinstance(body, dict):
        raise InvalidInput("The request is no JSON object")
    device = None
    if body.get("passkey"):
        device = DeviceAnswer(_text(body, "passkey", _LONGEST_ANSWER), settings)
    return Asked(_text(body, "correlationId"), _text(body, "sha256"), device=device)


def _text(body: dict[str, object], name: str, longest: int = _LONGEST) -> str:
    value = body.get(name)
    if not isinstance(value, str) or not value or len(value) > longest:
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
