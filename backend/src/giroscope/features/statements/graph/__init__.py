"""Statements and transactions in the graph."""

from giroscope.features.statements.graph.root import StatementQuery
from giroscope.features.statements.graph.statements import (
    StatementNode,
    of_documents,
    of_journal,
)

__all__ = [
    "StatementNode",
    "StatementQuery",
    "of_documents",
    "of_journal",
]
