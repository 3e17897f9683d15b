"""The authorities that calls of ours believe, read once for the whole process.

To read those of the system takes longer than most calls, and every client would
read them anew.
"""

import ssl
from functools import cache

import httpx2


@cache
def believed() -> ssl.SSLContext:
    """What proves who answers; clients share it and change nothing of it."""
    return httpx2.create_ssl_context()
