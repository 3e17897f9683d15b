"""How much a document may ask for, to the last field."""

import pytest
from graphql import GraphQLError, build_schema, parse, validate

from giroscope.kernel.admission import HEAVY
from giroscope.kernel.errors import TooComplex
from giroscope.kernel.limits import MAX_SIZE, BoundedDocument, cost_of

SCHEMA = build_schema("""
type Query {
  id: ID
  a: Query
  list: [Query!]!
  sized(size: Int): [Query]
  rows(first: Int, last: Int, after: String, before: String, skip: Int): Rows
  search: SearchResults
}
type Rows { edges: [Edge!]! totalCount: Int }
type Edge { node: Query }
type SearchResults { hits: [Query] }
type Mutation { id: ID }
""")


def _is_allowed(query: str) -> bool:
    try:
        return validate(SCHEMA, parse(query), [BoundedDocument]) == []
    except GraphQLError as refused:
        return not isinstance(refused.original_error, TooComplex)


def _ids(count: int) -> str:
    return " ".join(f"a{n}:id" for n in range(count))


def _rows(place: str, inner: str = "id") -> str:
    return f"rows{place}{{edges{{node{{{inner}}}}}}}"


@pytest.mark.parametrize(
    ("largest", "too_large"),
    [
        # A field costs 1, a root 5000 besides, and a page as often as it has rows:
        # 37 of 5001, one of 5003 and a page of 5001 + 3 * 1653 make 200 000.
        (
            f"{{{_ids(37)} b:a{{a{{id}}}} {_rows('(first:1653)')}}}",
            f"{{{_ids(37)} b:a{{a{{a{{id}}}}}} {_rows('(first:1653)')}}}",
        ),
        ("{" + _ids(39) + "}", "{" + _ids(40) + "}"),
        ("mutation{" + _ids(39) + "}", "mutation{" + _ids(40) + "}"),
        ("{" + "a{" * 9 + "id" + "}" * 10, "{" + "a{" * 10 + "id" + "}" * 11),
        (
            f"{{{_rows('(first:129)', _rows('(last:500)'))}}}",
            f"{{{_rows('(first:130)', _rows('(last:499)'))}}}",
        ),
        # Fifty rows where nobody says how many, ten in a plain list.
        (f"{{{_rows('', _rows('(first:1298)'))}}}",
         f"{{{_rows('', _rows('(first:1299)'))}}}"),
        (f"{{list{{list{{list{{{_rows('(first:64)')}}}}}}}}}",
         f"{{list{{list{{list{{{_rows('(first:65)')}}}}}}}}}"),
        ("{sized(size:64){list{list{sized(size:9){a{a{id}}}}}}}",
         "{sized(size:64){list{list{sized(size:10){a{a{id}}}}}}}"),
        # One search, and no more than it leaves room for.
        ("{search{hits{id}} " + _ids(18) + "}", "{search{hits{id}} " + _ids(19) + "}"),
        ("{search{hits{id}}}", "{search{hits{id}} b:search{hits{id}}}"),
        # Pages that begin inside are read one by one.
        (f"{{{_rows('(first:38)', _rows('(first:1,after:1)'))}}}",
         f"{{{_rows('(first:39)', _rows('(first:1,after:1)'))}}}"),
        (f"{{{_rows('(first:38)', _rows('(last:1,before:1)'))}}}",
         f"{{{_rows('(first:39)', _rows('(last:1,before:1)'))}}}"),
        (f"{{{_rows('(first:38)', _rows('(first:1,skip:1)'))}}}",
         f"{{{_rows('(first:39)', _rows('(first:1,skip:1)'))}}}"),
        # A variable may be as much as a page may hold.
        (f"query($n:Int){{{_rows('(first:129)', _rows('(first:$n)'))}}}",
         f"query($n:Int){{{_rows('(first:130)', _rows('(first:$n)'))}}}"),
        # What is in a fragment counts wherever it is spread, and by itself.
        (f"{{...F}} fragment F on Query {{{_ids(39)}}}",
         f"{{...F}} fragment F on Query {{{_ids(40)}}}"),
        (f"{{...on Query{{{_ids(39)}}}}}", f"{{...on Query{{{_ids(40)}}}}}"),
        ("{a{...F}} fragment F on Query {" + "a{" * 8 + "id" + "}" * 9,
         "{a{...F}} fragment F on Query {" + "a{" * 9 + "id" + "}" * 10),
        ("{id} fragment F on Query {" + "a{" * 9 + "id" + "}" * 10,
         "{id} fragment F on Query {" + "a{" * 10 + "id" + "}" * 11),
    ],
)  # fmt: skip
def test_a_document_is_allowed_up_to_its_bounds(largest: str, too_large: str) -> None:
    assert _is_allowed(largest)
    assert not _is_allowed(too_large)


def test_each_operation_is_measured() -> None:
    assert _is_allowed("query A{" + _ids(39) + "} query B{" + _ids(39) + "}")
    assert not _is_allowed("query A{id} query B{" + _ids(40) + "}")


def test_a_size_below_zero_is_a_size() -> None:
    inner = _rows("(first:500)")
    assert not _is_allowed(f"{{{_rows('(first:-500)', inner)}}}")


def _rows_of(fields: int) -> str:
    ids = " ".join(f"a{number}: id" for number in range(fields))
    return f"query ($n: Int) {{ rows(first: $n) {{ edges {{ node {{ {ids} }} }} }} }}"


def test_a_question_costs_what_its_variables_ask_for() -> None:
    query = "query ($n: Int) { rows(first: $n) { edges { node { id } } } }"
    whole = cost_of(SCHEMA, query, {"n": MAX_SIZE})
    few = cost_of(SCHEMA, query, {"n": 10})
    assert cost_of(SCHEMA, query, {"n": 200}) - few == (200 - 10) * 3
    # A page so long that others notice is great, however little of each row is asked.
    assert whole == cost_of(SCHEMA, query, {"n": 201}) == HEAVY
    assert cost_of(SCHEMA, _rows_of(60), {"n": MAX_SIZE}) > HEAVY
    # What is no size, or more than one, is refused later and costs the most.
    for value in (-1, MAX_SIZE + 1, "10", True):
        assert cost_of(SCHEMA, query, {"n": value}) == whole
    assert cost_of(SCHEMA, "{ id", None) == 0
    assert cost_of(SCHEMA, f"query A {{ id }} {query.replace('query', 'query B')}", {
        "n": 10
    }) == few  # fmt: skip


def test_of_a_size_that_is_not_said_a_page_has_its_usual_rows() -> None:
    inner = "{ edges { node { id } } }"
    usual = cost_of(SCHEMA, f"{{ rows {inner} }}", None)
    most = cost_of(SCHEMA, f"{{ rows(first: {MAX_SIZE}) {inner} }}", None)
    assert usual < most
    unsaid = f"query ($n: Int, $m: Int) {{ rows(first: $n, last: $m) {inner} }}"
    for variables in (None, {}, {"n": None}, {"n": None, "m": None}):
        assert cost_of(SCHEMA, unsaid, variables) == usual
    for variables in ({"m": MAX_SIZE}, {"n": 1, "m": MAX_SIZE}, {"n": -1}):
        assert cost_of(SCHEMA, unsaid, variables) == most
    assert cost_of(SCHEMA, f"{{ rows(first: null) {inner} }}", None) == usual
    # What the document says where the caller says nothing may be the most.
    default = f"query ($n: Int = {MAX_SIZE}) {{ rows(first: $n) {inner} }}"
    assert cost_of(SCHEMA, default, None) == most
    assert cost_of(SCHEMA, default, {"n": 1}) < usual
    other = f"{default.replace('query', 'query A')} query B($n: Int) {{ id }}"
    assert cost_of(SCHEMA, other, None) == most
