"""What a check found, asked for by document, by journal and by payment."""

from typing import Any

from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from tests.payments.payment_orders import File, Transfer

ASKED = """query Asked($journal: ID!, $document: ID!) {
  journal(correlationId: $journal) {
    validation { standing counts { errors } layers { layer light name { da } }
      groups { code title { en } count } findings(code: "sum_differs") { path line } }
    payments(first: 5) { edges { node { addressForm
      flags { code severity title { en da } note { en } journal } } } }
  }
  paymentValidation(documentId: $document) { standing }
  none: paymentValidation(documentId: "99999") { standing }
}"""


async def test_the_check_of_an_import_is_told_where_it_is_asked_for(
    database: Database, realm: str, import_bytes: Any
) -> None:
    twin = Transfer("E-2")
    import_bytes(File((twin,), message="M-0").xml(), "first.xml", "PAYMENT")
    town = "<PstlAdr><TwnNm>Aarhus</TwnNm><Ctry>DK</Ctry></PstlAdr>"
    file = File((Transfer("E-1", address=town),), message="M-1", total="1.00")
    upload = import_bytes(file.xml(), "second.xml", "PAYMENT")
    context = Context(shell_actor(realm), database, JobStarter(database), system_clock)
    result = await schema.execute(
        ASKED,
        variable_values={
            "journal": upload.correlation_id, "document": str(upload.document_id)
        },
        context_value=context,
    )  # fmt: skip
    assert result.errors is None
    data: Any = result.data
    assert data["none"] is None
    assert data["paymentValidation"] == {"standing": "INVALID"}
    found = data["journal"]["validation"]
    assert found["standing"] == "INVALID"
    assert len(found["layers"]) == 9
    assert found["findings"] == [{"path": "GrpHdr/CtrlSum", "line": None}]
    (edge,) = data["journal"]["payments"]["edges"]
    assert edge["node"]["addressForm"] == "structured"
    flags = {flag["code"]: flag for flag in edge["node"]["flags"]}
    assert flags["duplicate_earlier"]["journal"]
    assert flags["duplicate_earlier"]["severity"] == "warning"
    assert "first" not in flags["duplicate_earlier"]["note"]["en"]
