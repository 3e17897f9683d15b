"""Received bytes. Lends the vault, what is in it, and what findings mean."""

from giroscope.features.documents.findings import meaning, meaning_of
from giroscope.features.documents.register import note_document
from giroscope.features.documents.tables import Document
from giroscope.features.documents.vault import Stored, Vault, open_vault

__all__ = [
    "Document",
    "Stored",
    "Vault",
    "meaning",
    "meaning_of",
    "note_document",
    "open_vault",
]
