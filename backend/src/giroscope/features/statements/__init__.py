"""Statements and transactions. Lends loading, undoing and the tables."""

from giroscope.features.statements.holes import due
from giroscope.features.statements.known import (
    KnownStatement,
    is_name_known,
    known_statements,
)
from giroscope.features.statements.load import LoadedStatement, StatementLoader
from giroscope.features.statements.proving import of_document_and_next, proving
from giroscope.features.statements.removal import Dependent, dependents, remove
from giroscope.features.statements.tables import (
    Statement,
    StatementHabit,
    Transaction,
)

__all__ = [
    "Dependent",
    "KnownStatement",
    "LoadedStatement",
    "Statement",
    "StatementHabit",
    "StatementLoader",
    "Transaction",
    "dependents",
    "due",
    "is_name_known",
    "known_statements",
    "of_document_and_next",
    "proving",
    "remove",
]
