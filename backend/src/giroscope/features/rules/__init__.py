"""Rules: conditions that propose a posting, mark, hold or ask for more approvals.

Stands below the rooms whose records it looks at; they lend it a `Source`, and ask it
what it has done. Lends `Ruling`, which holds the sources, `apply_to_document` for the
chain of an import, the work of runs over the past, and the effects on records.
"""

from giroscope.features.rules.apply import apply_to_document
from giroscope.features.rules.authors import rule_authors
from giroscope.features.rules.effects import (
    Demand,
    Hold,
    Label,
    Posting,
    by_rule,
    demands_of,
    forget,
    held,
    held_documents,
    held_in,
    holds_of,
    holds_on,
    is_held,
    label_names,
    labels,
    lift,
    marked,
    postings,
    ruled_records,
)
from giroscope.features.rules.model import Field, Subject
from giroscope.features.rules.run import rule_works
from giroscope.features.rules.sources import (
    Place,
    Reading,
    Ruling,
    Source,
    Told,
    account_ids,
    country_of,
    read_account,
    read_amount,
    read_country,
    read_day,
    read_text,
    read_weekday,
    serving,
    text_of,
)

__all__ = [
    "Demand",
    "Field",
    "Hold",
    "Label",
    "Place",
    "Posting",
    "Reading",
    "Ruling",
    "Source",
    "Subject",
    "Told",
    "account_ids",
    "apply_to_document",
    "by_rule",
    "country_of",
    "demands_of",
    "forget",
    "held",
    "held_documents",
    "held_in",
    "holds_of",
    "holds_on",
    "is_held",
    "label_names",
    "labels",
    "lift",
    "marked",
    "postings",
    "read_account",
    "read_amount",
    "read_country",
    "read_day",
    "read_text",
    "read_weekday",
    "rule_authors",
    "rule_works",
    "ruled_records",
    "serving",
    "text_of",
]
