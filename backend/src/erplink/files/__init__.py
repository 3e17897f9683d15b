"""The way to an ERP that writes payment files and reads the bank's answers.

What it drops is a payment file already; nothing is made of its payments here. The
folders are the tenant's own, and each file is taken, refused or laid out whole.
"""

from erplink.files.folders import Dropped
from erplink.files.maker import FILES, FileExchange

__all__ = ["FILES", "Dropped", "FileExchange"]
