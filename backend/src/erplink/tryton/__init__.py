"""Tryton 8: payments, their status and bank statements, over its own web interface.

Reads and single steps go over REST with an application key; what has to be done as
one transaction goes over JSON-RPC, for which Tryton asks for a user's password.
"""

from erplink.tryton.maker import TrytonMaker

__all__ = ["TrytonMaker"]
