"""Every doubt a reader can raise: its stable code and how bad it is.

docs/findings.md tells users what each means and what to do; a test holds the
two together.
"""

from __future__ import annotations

from bankfiles.parts import Finding, Severity

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

CODES: dict[str, Severity] = {
    # The file as a whole
    "namespace_missing": WARNING,
    "namespace_unknown": WARNING,
    "version_unknown": WARNING,
    "encoding_differs": WARNING,
    "text_outside_fields": INFO,
    "group_header_missing": WARNING,
    "message_id_missing": WARNING,
    "nothing_inside": ERROR,
    "page_of_several": INFO,
    "findings_left_out": INFO,
    # Statements
    "account_missing": WARNING,
    "currency_missing": WARNING,
    "currencies_mixed": WARNING,
    "currency_lower_case": WARNING,
    "currency_unknown": WARNING,
    "balances_missing": WARNING,
    "balance_date_missing": WARNING,
    "balance_unreadable": ERROR,
    "balance_currency_missing": WARNING,
    "balance_direction_missing": WARNING,
    "does_not_balance": WARNING,
    "count_differs": WARNING,
    "sum_differs": WARNING,
    "statement_unfinished": ERROR,
    "end_mark_missing": WARNING,
    "statement_text": INFO,
    # Entries and payments
    "amount_missing": ERROR,
    "amount_unreadable": ERROR,
    "amount_negative": WARNING,
    "amount_out_of_range": ERROR,
    "direction_missing": ERROR,
    "direction_unreadable": ERROR,
    "date_missing": INFO,
    "date_unreadable": WARNING,
    "date_implausible": WARNING,
    "hidden_characters": WARNING,
    "status_unknown": WARNING,
    "batch_count_differs": INFO,
    "batch_sum_differs": WARNING,
    "line_unreadable": ERROR,
    "field_unexpected": WARNING,
    "reference_missing": WARNING,
    # Status reports
    "status_missing": WARNING,
    # Schema
    "schema_violation": ERROR,
    "schema_not_carried": INFO,
}


def found(
    code: str, message: str, line: int | None = None, path: str | None = None
) -> Finding:
    """A finding of the severity that belongs to its code."""
    return Finding(CODES[code], code, message, line, path)
