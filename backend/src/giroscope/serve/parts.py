"""The parts that speak HTTP, each in a process of its own: web and sign-in."""

import os
import signal
from collections.abc import Callable, Mapping
from threading import Thread

import uvicorn

from giroscope.kernel import logs
from giroscope.serve.preparing import ensure_possible, sign_in_settings
from giroscope.settings import Settings
from signin import create_app

# Long enough for answers, short enough that an open download stops no restart.
_GRACE_SECONDS = 5
_BACKLOG = 512


def run_web(settings: Settings) -> None:
    """Serve console and API."""
    uvicorn.run(
        "giroscope.app:asgi",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        backlog=_BACKLOG,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        log_config=logs.logging_config(settings.log_format),
    )


def run_sign_in(settings: Settings) -> None:
    """Serve the embedded identity provider, at an origin of its own."""
    uvicorn.run(
        create_app(sign_in_settings(settings)),
        host=settings.host,
        port=settings.identity_port,
        backlog=_BACKLOG,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        log_config=logs.logging_config(settings.log_format),
    )


PARTS: Mapping[str, Callable[[Settings], None]] = {
    "web": run_web,
    "sign-in": run_sign_in,
}
"""What `giroscope serve --only` can name."""


def run_part(name: str, settings: Settings) -> None:
    """Run one part in this process until it is told to stop.

    Raises:
        NotPossible: The settings contradict each other or are not safe.
    """
    logs.configure(settings.log_format)
    ensure_possible(settings)
    PARTS[name](settings)


def stop_with_parent() -> None:
    """End this process when its standard input ends, which the parent holds open."""

    def watch() -> None:
        while os.read(0, 1):
            continue
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=watch, name="lifeline", daemon=True).start()
