"""Which index answers what is asked of the words of transactions."""

from giroscope.features.statements.tables import Transaction
from giroscope.kernel.word_index import WordIndex

WORDS = WordIndex(Transaction.id, Transaction.words, "transaction_words")
