"""Lists as files of separated values, piece by piece."""

import csv
import io
from collections.abc import AsyncGenerator, AsyncIterator, Sequence

from giroscope.kernel.export.cells import PLAIN, Dialect, Row, csv_cell

_BUFFERED = 64 * 1024
_BYTE_ORDER_MARK = "\ufeff"


async def csv_chunks(
    columns: Sequence[str],
    rows: AsyncIterator[Row],
    dialect: Dialect = PLAIN,
    *,
    buffered: int = _BUFFERED,
) -> AsyncGenerator[bytes]:
    """A file of separated values, as it comes."""
    buffer = io.StringIO(_BYTE_ORDER_MARK if dialect.has_mark else "")
    buffer.seek(0, io.SEEK_END)
    writer = csv.writer(buffer, delimiter=dialect.delimiter, lineterminator="\r\n")
    writer.writerow(columns)
    async for row in rows:
        writer.writerow([csv_cell(value, dialect) for value in row])
        if buffer.tell() > buffered:
            yield buffer.getvalue().encode()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue().encode()
