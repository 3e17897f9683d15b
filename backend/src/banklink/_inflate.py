"""Undoes compression without letting a small answer become a large one."""

from __future__ import annotations

import zlib

from banklink.errors import AnswerNotTrusted

_GZIP_OR_ZLIB = zlib.MAX_WBITS + 32
_BARE = -zlib.MAX_WBITS


def inflated(data: bytes, largest: int) -> bytes:
    """The bytes that GZIP, zlib or bare deflate made smaller.

    Raises:
        AnswerNotTrusted: They are none of these, end early, or are too many.
    """
    for bits in (_GZIP_OR_ZLIB, _BARE):
        opener = zlib.decompressobj(bits)
        try:
            found = opener.decompress(data, largest + 1)
        except zlib.error:
            continue
        if len(found) > largest:
            raise AnswerNotTrusted(f"The file unpacks to more than {largest} bytes.")
        if opener.eof and not opener.unused_data:
            return found
    raise AnswerNotTrusted("The file is compressed in a way that is not read.")
