"""Makes the modules of this folder importable by name."""

from __future__ import annotations
