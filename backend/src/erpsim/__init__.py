"""A small honest ERP for a laptop, with payables, a ledger and an interface of its own.

Knows nothing of the product, which meets it over HTTP like any other ERP. Its books
add up, and it fails in every way an ERP fails when asked to.
"""

from erpsim.app import make_app
from erpsim.demo import ACCOUNTS, COMPANIES, METHODS, PROPERTY, SUPPLIERS, TRADE
from erpsim.fault_kinds import FaultKind
from erpsim.keys import key_to
from erpsim.options import Options
from erpsim.run import Running, running, serve
from simulating.server import HOST

__all__ = [
    "ACCOUNTS",
    "COMPANIES",
    "HOST",
    "METHODS",
    "PROPERTY",
    "SUPPLIERS",
    "TRADE",
    "FaultKind",
    "Options",
    "Running",
    "key_to",
    "make_app",
    "running",
    "serve",
]
