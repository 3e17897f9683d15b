"""Which indexes answer what is asked of the words and references of transactions."""

from sqlalchemy import and_, text, true

from giroscope.features.statements.tables import Transaction
from giroscope.kernel.word_index import Reference, WordIndex

WORDS = WordIndex(
    Transaction.id,
    Transaction.words,
    "transaction_words",
    (
        Reference(Transaction.end_to_end_id, true()),
        Reference(
            Transaction.bank_reference,
            # As the index says it: SQLite compares the two word by word.
            and_(true(), text("length(transactions.bank_reference) <= 64")),
        ),
    ),
)
