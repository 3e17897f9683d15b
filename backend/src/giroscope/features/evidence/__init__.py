"""Evidence packs: all that is known of a journal in one ZIP, verified without us.

`make` puts a pack together, `verify` reads one and needs no database and no settings.
What a pack proves and what it does not stands in docs/evidence.md.
"""
