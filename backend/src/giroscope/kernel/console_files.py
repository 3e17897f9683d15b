"""The built console as files: its assets for ever, every other address a screen."""

from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles


def routes(folder: Path) -> list[BaseRoute]:
    """The addresses of the console that was built into this folder."""

    def screen(request: Request) -> Response:
        inside = _file_below(folder, request.path_params["path"])
        inside = inside or folder / "index.html"
        if not inside.is_file():
            return Response(
                "The console is not built. Start with ./run, which builds it.\n", 503
            )
        return FileResponse(inside, headers={"cache-control": "no-cache"})

    assets: list[BaseRoute] = []
    if (folder / "assets").is_dir():
        assets = [Mount("/assets", _Forever(directory=folder / "assets"))]
    return [*assets, Route("/{path:path}", screen)]


def _file_below(folder: Path, path: str) -> Path | None:
    """The file of that name in the folder; None where it is none, or outside."""
    try:
        inside = (folder / path).resolve()
        is_inside = inside.is_file() and inside.is_relative_to(folder.resolve())
    except (OSError, ValueError):
        # Too long for a name, or with signs that no name has.
        return None
    return inside if is_inside else None


class _Forever(StaticFiles):
    """Files whose names change with their content."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
