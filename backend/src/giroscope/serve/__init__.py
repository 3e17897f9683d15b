"""Starts the whole product with one command and keeps it running.

Prepares what is missing, starts web, worker and embedded sign-in as processes of
their own, starts again the one that dies, and stops them together.
"""

import sys
from functools import partial

from giroscope.kernel import logs
from giroscope.serve.addresses import (
    LOOPBACK,
    bank_simulator_url,
    console_url,
    erp_simulator_url,
)
from giroscope.serve.forked import answer_of, end_process
from giroscope.serve.parts import PARTS, run_part
from giroscope.serve.ports import PortTaken, ensure_free, port_is_free
from giroscope.serve.preparing import (
    NotPossible,
    Prepared,
    ensure_possible,
    migrate,
    migrating,
    prepare,
    sign_in_settings,
)
from giroscope.serve.sign_in_key import rewrap_sign_in_key
from giroscope.serve.supervisor import Part, PartKeepsDying, Supervisor
from giroscope.serve.tenants import (
    create_tenant,
    delete_tenant,
    ensure_tenant,
    note_tenant,
    open_identity_realms,
    retire_tenant_keys,
    rotate_tenant_keys,
    update_tenant,
)
from giroscope.serve.welcome import is_ready, welcome
from giroscope.settings import Settings

__all__ = [
    "LOOPBACK",
    "PARTS",
    "NotPossible",
    "PartKeepsDying",
    "PortTaken",
    "Prepared",
    "bank_simulator_url",
    "console_url",
    "create_tenant",
    "delete_tenant",
    "end_process",
    "ensure_free",
    "ensure_possible",
    "ensure_tenant",
    "erp_simulator_url",
    "migrate",
    "migrating",
    "note_tenant",
    "open_identity_realms",
    "port_is_free",
    "prepare",
    "retire_tenant_keys",
    "rewrap_sign_in_key",
    "rotate_tenant_keys",
    "run_part",
    "serve",
    "sign_in_settings",
    "update_tenant",
]


def serve(settings: Settings) -> None:
    """Run everything until interrupted.

    Raises:
        NotPossible: The settings contradict each other or are not safe.
        PortTaken: Somebody else listens where we would.
        PartKeepsDying: A part does not stay up.
    """
    logs.configure(settings.log_format)
    _ensure_ports(settings)
    prepared = answer_of(partial(prepare, settings))
    supervisor = Supervisor(_parts(settings))
    supervisor.run(
        is_ready=lambda: is_ready(settings),
        on_ready=lambda: _say(welcome(settings, prepared)),
    )


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
