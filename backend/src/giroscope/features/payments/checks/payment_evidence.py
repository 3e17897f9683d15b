"""What proves that a payee was paid on an account: more than one person's uploads.

Whoever hands in a file can hand in an answer or a statement for it as well, and make an
account of their own look as if the payee had always been paid there. So what somebody
uploaded proves nothing: the bank says it itself, or two people released the payment.
The statements room lies beside this one, so its tables are named, not imported.
"""

from sqlalchemy import TextClause, bindparam, text

from giroscope.features.payments.policy import PaymentState, codes_of

CHANGED_CODES = (
    "payee_account_new",
    "payee_account_foreign",
    "payee_account_corrected",
    "payee_look_alike",
)
"""What the check says of a payee who was paid on another account before."""
RELEASED = "EXISTS (SELECT 1 FROM releases r WHERE r.document_id = {p}.document_id)"
"""The payment left here, which takes two people. `p` is an alias of `payments`."""

_REPORTED = """EXISTS (SELECT 1 FROM status_reports s
    JOIN documents d ON d.id = s.document_id AND d.source = 'UPLOAD'
    WHERE s.id = {p}.status_report_id)"""
_BOOKED = """EXISTS (SELECT 1 FROM transactions t
    JOIN documents d ON d.id = t.document_id AND d.source = 'UPLOAD'
    WHERE t.id = {p}.transaction_id
      AND NOT EXISTS (SELECT 1 FROM report_entries e
        JOIN documents o ON o.id = e.document_id AND o.source <> 'UPLOAD'
        WHERE e.entry_id = coalesce(t.parent_id, t.id))
      AND NOT EXISTS (SELECT 1 FROM statements s
        JOIN documents o ON o.id = s.document_id AND o.source <> 'UPLOAD'
        WHERE s.related_id = t.statement_id AND s.status IN ('REPEATED', 'SAME')))"""
"""By an uploaded statement, of which the bank's own neither tells nor is a repeat."""
TOLD_BY_BANK = f"""(
  ({{p}}.status IN :accepted AND NOT {_REPORTED})
  OR ({{p}}.transaction_id IS NOT NULL AND NOT {_BOOKED})
)"""
"""A bank itself says that it was accepted or booked; `accepted` are the codes."""


def is_proven(name: str) -> TextClause:
    """The condition that a payment proves the account it was paid to.

    `name` is what the select calls `payments`.
    """
    released, told = RELEASED.format(p=name), TOLD_BY_BANK.format(p=name)
    return text(f"({released} OR {told})").bindparams(
        bindparam("accepted", codes_of(PaymentState.ACCEPTED), expanding=True)
    )
