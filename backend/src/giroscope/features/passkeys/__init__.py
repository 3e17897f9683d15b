"""Passkeys (WebAuthn): whose device signs a decision, and that it did.

Lends proofs: what is decided is told by the room that decides it.
"""

from giroscope.features.passkeys.proofs import begin, ensure_proven, forget, take

__all__ = ["begin", "ensure_proven", "forget", "take"]
