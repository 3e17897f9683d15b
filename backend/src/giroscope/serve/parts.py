"""The parts of the product, each run in a process of its own."""

import os
import signal
from asyncio import Protocol
from collections.abc import Callable, Mapping
from threading import Event

import structlog
import uvicorn

import erpsim
from giroscope import worker
from giroscope.kernel import logs
from giroscope.kernel.clock import system_clock
from giroscope.kernel.origin import trusted_networks
from giroscope.kernel.secrets import await_master_key
from giroscope.kernel.worker_processes import LeaseLost
from giroscope.serve.bounded import bounded
from giroscope.serve.forked import end_process
from giroscope.serve.preparing import (
    NotPossible,
    ensure_key_fits,
    ensure_possible,
    sign_in_settings,
)
from giroscope.settings import Settings
from signin import create_app

log = structlog.get_logger(__name__)

# Long enough for answers, short enough that an open download stops no restart.
_GRACE_SECONDS = 5
_BACKLOG = 512
_HEALTH_SECONDS = 60
"""So long a web process may say nothing before another takes its place. It says nothing
while it loads; on a busy machine that takes longer than the five seconds of uvicorn,
which would end each one before it has begun."""


def run_web(settings: Settings) -> None:
    """Serve console and API."""
    # Its processes build their settings from the environment: say there what the
    # command line said.
    os.environ["GIROSCOPE_HOST"] = settings.host
    os.environ["GIROSCOPE_PORT"] = str(settings.port)
    os.environ.pop("GIROSCOPE_ADMIN_PASSWORD", None)
    uvicorn.run(
        "giroscope.app:asgi",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=_bounded(settings),
        # The peer stays the peer: `kernel.origin` decides which proxy is believed.
        proxy_headers=False,
        backlog=_BACKLOG,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        timeout_worker_healthcheck=_HEALTH_SECONDS,
        log_config=logs.logging_config(settings.log_format),
    )


def run_sign_in(settings: Settings) -> None:
    """Serve the embedded identity provider, at an origin of its own."""
    proxies = [str(one) for one in trusted_networks(settings.trusted_proxies)]
    uvicorn.run(
        create_app(sign_in_settings(settings)),
        host=settings.host,
        port=settings.identity_port,
        http=_bounded(settings, is_whole=True),
        # Left to itself, uvicorn believes whatever a caller on this machine claims
        # about its address, by which guessing is slowed down.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        backlog=_BACKLOG,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        log_config=logs.logging_config(settings.log_format),
    )


def _bounded(settings: Settings, *, is_whole: bool = False) -> type[Protocol]:
    trusted = trusted_networks(settings.trusted_proxies)
    return bounded(settings.connections_per_address, trusted, is_whole=is_whole)


def run_worker(settings: Settings) -> None:
    """Do background work until told to stop; ends the process.

    A long import would hold the process until it is done. It may be cut at any
    line and goes on at the next start, so nothing is waited for.

    Raises:
        WorkerRunning: Another worker on this machine did not end in time.
    """
    stop = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stop.set())
    try:
        worker.run(settings, stop)
    except LeaseLost as error:
        # Its jobs are others' by now; what is left of them here must end.
        log.error("worker.lease_lost", reason=str(error))  # noqa: TRY400 - no fault
        end_process(1)
    end_process(0)


def run_bank_simulator(settings: Settings) -> None:
    """Serve the simulated bank, on this machine only.

    Raises:
        NotPossible: The settings say that there is none.
    """
    if not settings.has_bank_simulator:
        raise NotPossible(
            "There is no simulated bank where GIROSCOPE_BANK_SIMULATOR_PORT is 0 or"
            " GIROSCOPE_ENVIRONMENT says production"
        )
    # The other parts and commands do without the XML security library it stands on.
    from banksim import Options, serve  # noqa: PLC0415

    serve(
        settings.bank_simulator_folder,
        settings.bank_simulator_port,
        # What one says to the other is refused when their clocks differ.
        Options(now=system_clock),
        log_config=logs.logging_config(settings.log_format),
    )


def run_erp_simulator(settings: Settings) -> None:
    """Serve the simulated ERP, on this machine only.

    Raises:
        NotPossible: The settings say that there is none.
    """
    if not settings.has_erp_simulator:
        raise NotPossible(
            "There is no simulated ERP where GIROSCOPE_ERP_SIMULATOR_PORT is 0 or"
            " GIROSCOPE_ENVIRONMENT says production"
        )
    erpsim.serve(
        settings.erp_simulator_folder,
        settings.erp_simulator_port,
        log_config=logs.logging_config(settings.log_format),
    )


PARTS: Mapping[str, Callable[[Settings], None]] = {
    "web": run_web,
    "sign-in": run_sign_in,
    "worker": run_worker,
    "bank-simulator": run_bank_simulator,
    "erp-simulator": run_erp_simulator,
}
"""What `giroscope serve --only` can name."""
_OPENING = frozenset({"web", "worker"})
"""Parts that open what the master key keeps."""


def run_part(name: str, settings: Settings) -> None:
    """Run one part in this process until it is told to stop.

    Raises:
        NotPossible: The settings contradict each other or are not safe.
        WorkerRunning: Another worker on this machine did not end in time.
        WrongMasterKey: The data was encrypted with another master key.
    """
    logs.configure(settings.log_format)
    ensure_possible(settings)
    if name in _OPENING:
        await_master_key(settings)
        ensure_key_fits(settings)
    PARTS[name](settings)
