"""Takes the faults that happen in people's browsers into the log.

A screen that breaks shows an incident id; here it becomes a log line that operators
find. Neither the error's message nor any value of a form or filter is taken: they
could hold what somebody typed. Names of errors and places in the program are enough.
"""

import re
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.kernel.admission import Buckets
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.origin import present_origin
from giroscope.kernel.web import Services, from_json, refusing, small_body

log = structlog.get_logger(__name__)

_MOST_BYTES = 16 * 1024
_MOST_PLACES = 40
# A console reports each fault once and few in all; a bucket holds four.
_PER_SECOND = 1.0
_SHAPES = {
    "incident": re.compile(r"[0-9a-f]{12,32}"),
    "error": re.compile(r"[\w$.]{1,80}"),
    "screen": re.compile(r"/[\w./~%@:+-]{0,200}"),
    "release": re.compile(r"[\w./+-]{0,80}"),
}
"""Every text a report has; nothing of another shape comes into the log."""
# Of a stack only where in the program: a function's name, a file, a line, a column.
_PLACE = re.compile(r"[\w$.<>()\[\] /@:+-]{1,300}")


class NoReport(InvalidInput):
    """This is no report of a fault in the console."""

    code = "no_report"


def routes(services: Services) -> list[Route]:
    """`POST /api/console-faults`: 204 once the report stands in the log."""
    buckets = Buckets()

    @refusing
    async def report(request: Request) -> Response:
        actor = await services.actor(request)
        actor.ensure("viewer.read")
        told = from_json(await small_body(request, _MOST_BYTES))
        fault = checked(told)
        buckets.take((actor.realm, actor.id), _PER_SECOND)
        log.error(
            "console.fault",
            realm=actor.realm,
            actor=actor.id,
            agent=present_origin().agent,
            trace=present_origin().trace,
            **fault,
        )
        return Response(status_code=204, headers={"cache-control": "no-store"})

    return [Route("/api/console-faults", report, methods=["POST"])]


def checked(told: Any) -> dict[str, Any]:
    """What a report may say, and no more.

    Raises:
        NoReport: A part is missing, or of another shape.
    """
    if not isinstance(told, dict):
        raise NoReport
    texts = {name: told.get(name) for name in _SHAPES}
    places = told.get("places")
    if not isinstance(places, list) or len(places) > _MOST_PLACES:
        raise NoReport
    if not all(_has_shape(_SHAPES[name], text) for name, text in texts.items()):
        raise NoReport
    if not all(_has_shape(_PLACE, place) for place in places):
        raise NoReport
    return {**texts, "places": places}


def _has_shape(shape: re.Pattern[str], text: object) -> bool:
    return isinstance(text, str) and shape.fullmatch(text) is not None
