"""Runs the parts: each as a process of its own, or one alone in this process."""

import sys
from functools import partial
from threading import Event

from giroscope.kernel import logs
from giroscope.kernel.failing_parts import note_failing
from giroscope.kernel.outage import Outage, persist
from giroscope.kernel.secrets import await_master_key
from giroscope.serve.addresses import LOOPBACK
from giroscope.serve.forked import answer_of
from giroscope.serve.parts import PARTS, run_part
from giroscope.serve.ports import ensure_free
from giroscope.serve.preparing import Prepared, prepare
from giroscope.serve.supervisor import Part, Supervisor
from giroscope.serve.welcome import is_ready, welcome
from giroscope.settings import Settings

__all__ = ["PARTS", "run_part", "serve"]


def serve(settings: Settings) -> None:
    """Run everything until interrupted, as soon as the database answers.

    Raises:
        NotPossible: The settings contradict each other or are not safe.
        PortTaken: Somebody else listens where we would.
        PartKeepsDying: A part does not come up.
    """
    logs.configure(settings.log_format)
    _ensure_ports(settings)
    prepared = _prepared(settings)
    # Asked for once, here: the parts that are forked have it from this process.
    await_master_key(settings)
    note = partial(note_failing, settings.data_dir)
    supervisor = Supervisor(_parts(settings), note)
    # One of an earlier start could have been this process's number.
    note([])
    try:
        supervisor.run(
            is_ready=lambda: is_ready(settings),
            on_ready=lambda: _say(welcome(settings, prepared)),
        )
    finally:
        note([])


def _prepared(settings: Settings) -> Prepared:
    found: list[Prepared] = []

    def once() -> None:
        found.append(answer_of(partial(prepare, settings)))

    persist(Outage(), once, Event())
    return found[0]


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _ensure_ports(settings: Settings) -> None:
    ensure_free(settings.host, settings.port, "./run --port {free}")
    if settings.is_embedded_identity:
        ensure_free(
            settings.host,
            settings.identity_port,
            "GIROSCOPE_IDENTITY_PORT={free} ./run",
        )
    if settings.has_bank_simulator:
        ensure_free(
            LOOPBACK,
            settings.bank_simulator_port,
            "GIROSCOPE_BANK_SIMULATOR_PORT={free} ./run",
        )
    if settings.has_erp_simulator:
        ensure_free(
            LOOPBACK,
            settings.erp_simulator_port,
            "GIROSCOPE_ERP_SIMULATOR_PORT={free} ./run",
        )


def _parts(settings: Settings) -> list[Part]:
    names = ["worker", "web"]
    if settings.is_embedded_identity:
        names.append("sign-in")
    if settings.has_bank_simulator:
        names.append("bank-simulator")
    if settings.has_erp_simulator:
        names.append("erp-simulator")
    return [Part(name, partial(PARTS[name], settings)) for name in names]
