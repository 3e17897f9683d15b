"""What an import says of statements that have to do with others that are here."""

from collections.abc import Iterator

from bankfiles import Finding, Severity
from giroscope.features.statements import LoadedStatement, Relation

_KNOWN = "Statement {name} was imported before and is the same."
_SAME = (
    "Statement {name} says the same as statement {other}, which was imported before;"
    " its entries are not booked again."
)
_REPLACES = (
    "Statement {name} replaces an earlier version ({other}). Entries added: {new},"
    " removed: {replaced}."
)
_REPLACED = (
    "A later version of statement {name} was imported before ({other}); this one is"
    " kept and does not count."
)
_DISPUTED = (
    "Statement {name} contradicts statement {other} of the same days, and nothing"
    " tells which is right. It does not count until somebody decides."
)
_SAID = {
    Relation.REPEATS: (Severity.INFO, "statement_known", _KNOWN),
    Relation.SAME: (Severity.INFO, "statement_same", _SAME),
    Relation.REPLACES: (Severity.WARNING, "statement_replaces", _REPLACES),
    Relation.REPLACED: (Severity.WARNING, "statement_replaced", _REPLACED),
    Relation.DISPUTED: (Severity.WARNING, "statement_disputed", _DISPUTED),
}


def findings_of(statement: LoadedStatement) -> Iterator[Finding]:
    """What a person is told of one statement of the file."""
    figures, line = statement.figures, statement.header.line
    name = statement.header.sequence or statement.header.id or "?"
    said = _SAID.get(statement.relation)
    if said is not None:
        severity, code, text = said
        yield Finding(
            severity, code,
            text.format(
                name=name, other=statement.other or "?", new=figures.new,
                replaced=figures.replaced,
            ),
            line,
        )  # fmt: skip
    elif figures.known:
        yield Finding(
            Severity.INFO, "entries_known",
            f"{figures.known} of {figures.read} entries of statement {name} were"
            " here already and are not booked again.", line,
        )  # fmt: skip
    if figures.doubted:
        yield Finding(
            Severity.WARNING, "entries_doubted",
            f"Possible duplicates in statement {name}: {figures.doubted}. All entries"
            " are kept until somebody decides.", line,
        )  # fmt: skip
