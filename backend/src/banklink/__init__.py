"""Speaks to banks: signing, sealing and fetching files over their own protocols.

Knows the protocols and nothing of the product.
"""
