"""A page costs the same number of SQL statements however many rows it has."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from tests.kernel.issuer import UPLOADER
from tests.uploads.bank_samples import payments, statement

pytestmark = pytest.mark.served

DOCUMENT = "{id name kind format size sha256 url}"
PAGE = "pageInfo{hasNextPage} totalCount totalIsExact"
MESSAGE = "{id message level values{name value} read}"
PAGES = {
    "journals": f"""{{correlationId account{{number}} paymentDocument{DOCUMENT}
        statusDocument{DOCUMENT} statementDocument{DOCUMENT} documents{DOCUMENT}
        totals{{amount}} counts{{payments}} timeline{{code document{DOCUMENT}}}
        messages{MESSAGE} findings{{code message}}
        statements{{id account{{number}} document{DOCUMENT} previousClosing
          followsPrevious}}
        payments(first:2){{edges{{node{{id batchId debtorAccount reasons{{code}}}}}}
          {PAGE}}}}}""",
    "transactions": f"""{{id account{{number}} statement{{id sequence}}
        reconciliation{{state}} instructed{{amount}} charges{{amount}}
        details(first:2){{edges{{node{{id account{{number}}}}}} {PAGE}}}}}""",
    "uploads": f"""{{id size sha256 document{DOCUMENT} job{{state}}
        findings(first:5){{code}} duplicateOf{{id document{DOCUMENT}}}}}""",
    "statements": f"""{{id account{{number}} document{DOCUMENT} previousClosing
        followsPrevious}}""",
    "payments": "{id batchId debtorAccount reasons{code} amount{amount}}",
    "documents": DOCUMENT,
    "messages": MESSAGE,
}


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements that ask for rows, on every engine."""
    seen: list[str] = []

    def note(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            seen.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(Engine, "before_cursor_execute", note)


@pytest.fixture
def world(import_bytes: Any) -> None:
    for number in range(6):
        day = f"2026-11-0{number + 1}"
        data = statement(3, details=3, number=str(number + 1), day=day)
        import_bytes(data, f"s{number}.xml")
        import_bytes(data, f"again{number}.xml")
        import_bytes(payments(f"P-{number}", 3), f"p{number}.xml", "PAYMENT")


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize(("name", "fields"), PAGES.items(), ids=PAGES)
async def test_a_page_of_many_rows_takes_no_more_statements_than_one_of_few(
    api: Any, name: str, fields: str
) -> None:
    few, many = [await fewest(api, name, fields, size) for size in (2, 6)]
    # A page that shows the end of its list is its own count.
    assert len(many) <= len(few), "\n\n".join(many)
    assert len(many) < 30


async def fewest(api: Any, name: str, fields: str, size: int) -> list[str]:
    """The fewest statements of three asks: what is looked up every few seconds
    belongs to no page.
    """
    query = f"{{{name}(first:{size}){{edges{{cursor node{fields}}} {PAGE}}}}}"
    asks = []
    for _ in range(3):
        with counted() as seen:
            page = (await api.data(query, UPLOADER))[name]
        assert len(page["edges"]) == size
        asks.append([one for one in seen if "ended_sessions" not in one])
    return min(asks, key=len)
