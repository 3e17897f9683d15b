"""Statements and transactions in the graph."""

from giroscope.features.statements.graph.root import StatementQuery
from giroscope.features.statements.graph.statements import (
    StatementNode,
    of_documents,
    of_journal,
)
from giroscope.features.statements.graph.transactions import (
    TransactionNode,
    transaction_nodes,
)

__all__ = [
    "StatementNode",
    "StatementQuery",
    "TransactionNode",
    "of_documents",
    "of_journal",
    "transaction_nodes",
]
