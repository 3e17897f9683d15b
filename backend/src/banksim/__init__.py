"""A simulated bank that speaks the real protocols, with faults on demand.

Shares no code with `banklink`, so that the two cannot agree on a mistake. Its
certificates, agreements and money are its own and live in one folder. Behind the
protocols stands a small bank that keeps honest books: what it reports in status
files and statements is what happened to its accounts.
"""

from banksim.app import make_app
from banksim.bank.sample import payment_file
from banksim.demo import (
    BANK_CONNECT_DEMOS,
    BANKDATA_DEMO,
    BEC_DEMO,
    NORDEA_DEMO,
    SDC_DEMO,
)
from banksim.fault_kinds import FaultKind
from banksim.options import Options
from banksim.paths import (
    NORDEA_CERTIFICATES,
    NORDEA_FILES,
    Centre,
    Environment,
    bank_connect_path,
    path_in,
    root_file,
)
from banksim.run import Running, running, serve
from simulating.server import HOST, DidNotStart, ReplyDropped

__all__ = [
    "BANKDATA_DEMO",
    "BANK_CONNECT_DEMOS",
    "BEC_DEMO",
    "HOST",
    "NORDEA_CERTIFICATES",
    "NORDEA_DEMO",
    "NORDEA_FILES",
    "SDC_DEMO",
    "Centre",
    "DidNotStart",
    "Environment",
    "FaultKind",
    "Options",
    "ReplyDropped",
    "Running",
    "bank_connect_path",
    "make_app",
    "path_in",
    "payment_file",
    "root_file",
    "running",
    "serve",
]
