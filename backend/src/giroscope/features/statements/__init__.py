"""Statements and transactions. Lends loading, undoing and the tables."""

from giroscope.features.statements.chain import Link
from giroscope.features.statements.changes import Change, Figures
from giroscope.features.statements.holes import STATEMENT_GAP, due
from giroscope.features.statements.known import (
    KnownStatement,
    is_name_known,
    known_statements,
    note_repeats,
)
from giroscope.features.statements.load import (
    LoadedStatement,
    Relation,
    StatementLoader,
)
from giroscope.features.statements.match_rule import IS_MATCHED
from giroscope.features.statements.proving import of_document_and_next, proving
from giroscope.features.statements.removal import Removed, remove
from giroscope.features.statements.tables import (
    PossibleDuplicate,
    Statement,
    StatementHabit,
    Status,
    Transaction,
)
from giroscope.features.statements.tell_endpoints import tell_imported

__all__ = [
    "IS_MATCHED",
    "STATEMENT_GAP",
    "Change",
    "Figures",
    "KnownStatement",
    "Link",
    "LoadedStatement",
    "PossibleDuplicate",
    "Relation",
    "Removed",
    "Statement",
    "StatementHabit",
    "StatementLoader",
    "Status",
    "Transaction",
    "due",
    "is_name_known",
    "known_statements",
    "note_repeats",
    "of_document_and_next",
    "proving",
    "remove",
    "tell_imported",
]
