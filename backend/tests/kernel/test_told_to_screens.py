"""What is told in both languages is asked for so by the console, never in one alone.

A screen cannot show a sentence in English that it does not ask for.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from graphql import (
    FieldNode,
    GraphQLObjectType,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    build_schema,
    get_named_type,
    parse,
    visit,
)

_HOUSE = Path(__file__).parents[3]
_SCHEMA = build_schema((_HOUSE / "contract" / "schema.graphql").read_text("utf-8"))
_ENGLISH = frozenset({"message", "failure", "refusal", "found", "text", "note"})
"""What `said` may be the words of, beside `x` of an `xSaid`."""
_KEYS = frozenset(
    {
        ("Log", "failure"), ("Log", "cause"), ("LogCause", "cause"),
        ("BankFile", "refusal"), ("Sending", "held"), ("Sending", "bank"),
        ("Finding", "message"),
    }
)  # fmt: skip
"""Tell a screen whether something failed, and what it groups by; codes, names, and
what a reader said of a file with its values."""


def _plain(kind: GraphQLObjectType, name: str) -> bool:
    """Whether the field is a text that another one tells in both languages."""
    field = kind.fields.get(name)
    if field is None or get_named_type(field.type).name != "String":
        return False
    told = f"{name.removesuffix('Text')}Said"
    return told in kind.fields or (name in _ENGLISH and "said" in kind.fields)


class _Asked(Visitor):
    """Collects the fields a document asks for in one language alone."""

    def __init__(self, info: TypeInfo) -> None:
        super().__init__()
        self.info = info
        self.found: list[tuple[str, str]] = []

    def enter_field(self, node: FieldNode, *_: object) -> None:
        """Look at one field and the type it is asked of."""
        kind = self.info.get_parent_type()
        if isinstance(kind, GraphQLObjectType) and _plain(kind, node.name.value):
            self.found.append((kind.name, node.name.value))


def _asked(text: str) -> Iterator[tuple[str, str]]:
    info = TypeInfo(_SCHEMA)
    seen = _Asked(info)
    visit(parse(text), TypeInfoVisitor(info, seen))
    yield from (one for one in seen.found if one not in _KEYS)


_DOCUMENTS = sorted((_HOUSE / "frontend" / "src").rglob("*.graphql"))


@pytest.mark.parametrize("path", _DOCUMENTS, ids=lambda path: path.parent.name)
def test_no_screen_asks_for_a_sentence_in_english_alone(path: Path) -> None:
    assert list(_asked(path.read_text("utf-8"))) == []


def test_a_document_that_did_would_be_found() -> None:
    text = "fragment F on WorkItem { id message } fragment G on Log { failure uri }"
    assert list(_asked(text)) == [("WorkItem", "message")]
    assert len(_DOCUMENTS) > 8
