"""Starts the whole product with one command and keeps it running.

Prepares what is missing, starts web, worker and embedded sign-in as processes of
their own, starts again the one that dies, and stops them together. What runs is in
`running`, apart from what is lent here: a command that makes a tenant needs neither.
"""

from giroscope.serve.addresses import (
    LOOPBACK,
    bank_simulator_url,
    console_url,
    erp_simulator_url,
)
from giroscope.serve.forked import end_process
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
from giroscope.serve.supervisor import PartKeepsDying
from giroscope.serve.tenants import (
    create_tenant,
    delete_tenant,
    ensure_open,
    ensure_tenant,
    note_tenant,
    open_identity_realms,
    retire_tenant_keys,
    rotate_tenant_keys,
    update_tenant,
)

__all__ = [
    "LOOPBACK",
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
    "ensure_open",
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
    "sign_in_settings",
    "update_tenant",
]
