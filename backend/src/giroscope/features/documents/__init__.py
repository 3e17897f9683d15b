"""Received bytes. Lends the vault, what is in it, and what findings mean."""

from giroscope.features.documents.findings import DANISH_FINDINGS
from giroscope.features.documents.keeping import note_document
from giroscope.features.documents.tables import Document
from giroscope.features.documents.vault import Stored, Vault, open_vault

__all__ = [
    "DANISH_FINDINGS",
    "Document",
    "Stored",
    "Vault",
    "note_document",
    "open_vault",
]
