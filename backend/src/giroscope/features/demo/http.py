"""`POST /api/demo/generate`: demo data for scripts; the answer is 202 with the job."""

from datetime import date
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.features.demo import actions
from giroscope.features.demo.days import counted
from giroscope.features.demo.wishes import Preset, Wish, usual
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.web import Services, json_response, refusing, small_body

_MOST_BYTES = 4_096
_NAMES = {
    "days": "days", "accounts": "accounts", "transactionsADay": "a_day",
    "paymentsADay": "payments_a_day", "currencies": "currencies",
}  # fmt: skip


def routes(services: Services) -> list[Route]:
    """The call. The body is `{"preset": …, "seed": …}` and what is to differ."""

    @refusing
    async def generate(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("demo.generate")
        now = services.clock()
        wish = _wish(await small_body(request, _MOST_BYTES), day_of(now))
        async with services.database.writing(actor.realm) as session:
            set_id, job_id = await actions.make(
                session, actor, services.settings, wish, now
            )
        services.jobs.start(actor.realm, job_id)
        told = {
            "id": str(set_id), "jobId": str(job_id),
            "counts": _camel(counted(wish)._asdict()),
        }  # fmt: skip
        return json_response(told, status=202)

    return [Route("/api/demo/generate", generate, methods=["POST"])]


def _wish(body: bytes, today: date) -> Wish:
    """What is asked for.

    Raises:
        InvalidInput: It cannot be understood; the path says where.
    """
    if len(body) > _MOST_BYTES:
        raise InvalidInput("A wish is short")
    try:
        told = orjson.loads(body or b"{}")
    except orjson.JSONDecodeError as error:
        raise InvalidInput("The body is no JSON") from error
    if not isinstance(told, dict):
        raise InvalidInput("The body is no JSON object")
    unknown = told.keys() - _NAMES.keys() - {"preset", "seed", "start"}
    if unknown:
        raise InvalidInput("There is no such figure", path=min(unknown))
    try:
        preset = Preset(told.get("preset", Preset.CLEAN_MONTH))
        start = date.fromisoformat(told["start"]) if "start" in told else None
        seed = int(told.get("seed", 1))
        figures = {own: int(told[name]) for name, own in _NAMES.items() if name in told}
    except (TypeError, ValueError) as error:
        presets = ", ".join(Preset)
        raise InvalidInput(
            f"A preset is one of {presets}; a start is 2026-11-01; figures are numbers"
        ) from error
    return usual(preset, today, seed, start, figures)


def _camel(values: dict[str, Any]) -> dict[str, Any]:
    def name(text: str) -> str:
        first, *rest = text.split("_")
        return first + "".join(part.title() for part in rest)

    return {name(key): value for key, value in values.items()}
