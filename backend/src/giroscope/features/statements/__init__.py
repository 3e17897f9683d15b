"""Statements and transactions. Lends loading, undoing and the tables."""

from giroscope.features.statements.load import (
    LoadedStatement,
    StatementLoader,
    known_digests,
    overlapping_later,
    remove,
)
from giroscope.features.statements.rows import searchable
from giroscope.features.statements.tables import Statement, Transaction

__all__ = [
    "LoadedStatement",
    "Statement",
    "StatementLoader",
    "Transaction",
    "known_digests",
    "overlapping_later",
    "remove",
    "searchable",
]
