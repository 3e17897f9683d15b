"""Statements and transactions. Lends loading, undoing and the tables."""

from giroscope.features.statements.load import (
    KnownStatement,
    LoadedStatement,
    StatementLoader,
    is_name_known,
    known_statements,
)
from giroscope.features.statements.removal import dependents, remove
from giroscope.features.statements.rows import searchable
from giroscope.features.statements.tables import Statement, Transaction

__all__ = [
    "KnownStatement",
    "LoadedStatement",
    "Statement",
    "StatementLoader",
    "Transaction",
    "dependents",
    "is_name_known",
    "known_statements",
    "remove",
    "searchable",
]
