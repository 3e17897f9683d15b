"""API clients of the realm: programs that call the product by a secret of their own.

What they are allowed, `kernel.access` says; who they are, the identity provider.
"""
