"""Writes payment orders as bank files: typed values in, bytes out.

The same order gives the same bytes, whenever and wherever it is written. What no
bank could read is refused as `Unwritable`; nothing is cut, rounded or left out.
"""

from __future__ import annotations

from bankfiles.writing.corrected import (
    Account,
    CorrectedFile,
    Correction,
    write_corrected,
)
from bankfiles.writing.orders import (
    Debit,
    Initiator,
    Order,
    Receiver,
    Sender,
    Transfer,
    Version,
)
from bankfiles.writing.pain001 import write_pain001
from bankfiles.writing.text import Unwritable

__all__ = [
    "Account",
    "CorrectedFile",
    "Correction",
    "Debit",
    "Initiator",
    "Order",
    "Receiver",
    "Sender",
    "Transfer",
    "Unwritable",
    "Version",
    "write_corrected",
    "write_pain001",
]
