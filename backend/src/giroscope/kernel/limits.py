"""Bounds a GraphQL document before it is checked or run: length, depth and cost.

The rules are classes made once: rules made per request would never be found
in the validation cache, which saves most of a query's time.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLField,
    GraphQLNamedType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    NullValueNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    ValidationContext,
    ValidationRule,
    ValueNode,
    VariableNode,
    get_named_type,
    get_nullable_type,
    is_composite_type,
    is_list_type,
    parse,
)
from strawberry.extensions import (
    AddValidationRules,
    MaxTokensLimiter,
    ParserCache,
    SchemaExtension,
    ValidationCache,
)

from giroscope.kernel.admission import HEAVY
from giroscope.kernel.errors import TooComplex
from giroscope.kernel.paging import DEFAULT_SIZE, MAX_SIZE

MAX_DEPTH = 10
MAX_COST = 200_000
MAX_TOKENS = 1_500
# Every root field asks the database for itself, however little it selects.
_ROOT_COST = 5_000
_ALL_ROOMS_COST = 100_000
"""Of a search, which asks every room for itself: one fits in a document."""
_LONG = 200
"""More rows than that in one page take so long that all others notice."""
_LISTED = 10
"""Rows assumed in a list that is not paged."""
_SIZES = frozenset({"first", "last", "size"})
_PLACES = frozenset({"after", "before", "skip"})


class _Measure(NamedTuple):
    """How deep and how costly a selection is, and how many fields it has itself."""

    depth: int
    cost: int
    width: int

    def ensure_small(self) -> None:
        """Pass silently, or refuse."""
        if self.depth > MAX_DEPTH or self.cost > MAX_COST:
            raise GraphQLError("Too complex", original_error=TooComplex())


_NOTHING = _Measure(0, 0, 0)


class _Document:
    """One document that is measured; sizes are those of its variables, if known."""

    def __init__(
        self,
        schema: GraphQLSchema,
        document: DocumentNode,
        sizes: Mapping[str, int | None] | None = None,
    ) -> None:
        self._schema = schema
        self._sizes = sizes or {}
        self._written = {
            definition.name.value: definition
            for definition in document.definitions
            if isinstance(definition, FragmentDefinitionNode)
        }
        self._fragments: dict[str, _Measure] = {}
        self.longest = 0
        """Rows of the longest page that is asked for."""

    def operation(self, definition: OperationDefinitionNode) -> _Measure:
        """Of one operation, as it would run."""
        root = self._schema.get_root_type(definition.operation)
        depth, cost, width = self._measure(definition.selection_set, root)
        return _Measure(depth, cost + width * _ROOT_COST, width)

    def _measure(
        self, selections: SelectionSetNode | None, parent: GraphQLNamedType | None
    ) -> _Measure:
        depth = cost = width = 0
        for node in selections.selections if selections else ():
            one = self._selected(node, parent)
            depth = max(depth, one.depth)
            cost, width = cost + one.cost, width + one.width
        return _Measure(depth, cost, width)

    def _selected(
        self, node: SelectionNode, parent: GraphQLNamedType | None
    ) -> _Measure:
        if isinstance(node, FieldNode):
            field = _field(parent, node.name.value)
            kind = get_named_type(field.type) if field else None
            below = self._measure(node.selection_set, kind)
            if _describes_schema(kind):
                return _Measure(1, 1 + below.cost, 1)
            cost = 1 + below.cost * self._rows(node, field)
            cost += _alone(node, field)
            return _Measure(below.depth + 1, cost, 1)
        if isinstance(node, FragmentSpreadNode):
            return self.fragment(node.name.value)
        if isinstance(node, InlineFragmentNode):
            named = node.type_condition
            kind = self._type(named.name.value) if named else parent
            return self._measure(node.selection_set, kind)
        return _NOTHING

    def fragment(self, name: str) -> _Measure:
        """Of a fragment; once, since those that use others twice double each time."""
        if name not in self._fragments:
            # A fragment within itself is refused by another rule; here it ends.
            self._fragments[name] = _NOTHING
            fragment = self._written.get(name)
            if fragment is not None:
                kind = self._type(fragment.type_condition.name.value)
                self._fragments[name] = self._measure(fragment.selection_set, kind)
        return self._fragments[name]

    def _type(self, name: str) -> GraphQLNamedType | None:
        return self._schema.get_type(name)

    def _rows(self, node: FieldNode, field: GraphQLField | None) -> int:
        """How many rows a field may give."""
        if field is None or not is_composite_type(get_named_type(field.type)):
            return 1
        is_page = _field(get_named_type(field.type), "edges") is not None
        is_list = is_list_type(get_nullable_type(field.type))
        if is_page or is_list:
            # Of a single object, lists inside it are meant; they are counted there.
            asked = [
                self._size(argument.value)
                for argument in node.arguments or ()
                if argument.name.value in _SIZES
            ]
            sizes = [size for size in asked if size is not None]
            if sizes:
                self.longest = max(self.longest, *sizes)
                return max(sizes)
        if is_page:
            return DEFAULT_SIZE
        # The rows of a page are counted where the page is asked for.
        return _LISTED if is_list and node.name.value != "edges" else 1

    def _size(self, value: ValueNode) -> int | None:
        """Rows that are asked for; None where nothing is said of them."""
        if isinstance(value, NullValueNode):
            return None
        if isinstance(value, VariableNode):
            # Of a variable that is not known: as much as a page may hold.
            return self._sizes.get(value.name.value, MAX_SIZE)
        if not isinstance(value, IntValueNode):
            return MAX_SIZE
        # Of a number too long to be read, its beginning is too much already.
        return int(value.value[:9].strip("-") or 0)


class BoundedDocument(ValidationRule):
    """Refuses documents that nest or multiply too far.

    Raises instead of reporting: the other rules would still be run on the
    document, and some take long on exactly those that are refused here.
    """

    def __init__(self, context: ValidationContext) -> None:
        super().__init__(context)
        self._context = context

    def enter_document(self, node: DocumentNode, *_: object) -> None:
        """Measure every operation, and every fragment, used or not."""
        document = _Document(self._context.schema, node)
        for definition in node.definitions:
            if isinstance(definition, OperationDefinitionNode):
                document.operation(definition).ensure_small()
            elif isinstance(definition, FragmentDefinitionNode):
                document.fragment(definition.name.value).ensure_small()


def cost_of(
    schema: GraphQLSchema, query: str, variables: Mapping[str, Any] | None
) -> int:
    """What answering a document costs; the more of its operations, if they are several.

    Nothing of one that cannot be read: whoever answers says so.
    """
    sizes = tuple(
        (name, value)
        for name, value in (variables or {}).items()
        if value is None or (type(value) is int and 0 <= value <= MAX_SIZE)
    )
    return _cost(schema, query, sizes, frozenset(variables or ()))


@lru_cache(maxsize=1_000)
def _cost(
    schema: GraphQLSchema,
    query: str,
    sizes: tuple[tuple[str, int | None], ...],
    given: frozenset[str],
) -> int:
    try:
        read = parse(query, max_tokens=MAX_TOKENS)
    except (GraphQLError, RecursionError):
        return 0
    operations = [
        each for each in read.definitions if isinstance(each, OperationDefinitionNode)
    ]
    declared = [each for one in operations for each in one.variable_definitions or ()]
    defaults = {each.variable.name.value for each in declared if each.default_value}
    unsaid = {each.variable.name.value for each in declared} - defaults - given
    document = _Document(schema, read, {**dict.fromkeys(unsaid), **dict(sizes)})
    cost = max((document.operation(one).cost for one in operations), default=0)
    return max(cost, HEAVY) if document.longest > _LONG else cost


def _field(parent: GraphQLNamedType | None, name: str) -> GraphQLField | None:
    fields: dict[str, GraphQLField] = getattr(parent, "fields", {})
    return fields.get(name)


def _describes_schema(kind: GraphQLNamedType | None) -> bool:
    """Whether it is a type of introspection.

    Describing the schema nests deeper than any question, and is bounded by a rule
    of its own (MaxIntrospectionDepthRule).
    """
    return kind is not None and kind.name.startswith("__")


def _alone(node: FieldNode, field: GraphQLField | None) -> int:
    """What a field costs because it cannot be read together with its like.

    Pages that begin somewhere inside are read one by one, for every row above them.
    """
    if field is None:
        return 0
    if get_named_type(field.type).name == "SearchResults":
        return _ALL_ROOMS_COST
    is_page = _field(get_named_type(field.type), "edges") is not None
    begins_inside = any(each.name.value in _PLACES for each in node.arguments or ())
    return _ROOT_COST if is_page and begins_inside else 0


LIMITED_SCHEMA_EXTENSIONS: list[type[SchemaExtension] | Callable[[], Any]] = [
    lambda: MaxTokensLimiter(MAX_TOKENS),
    lambda: ParserCache(maxsize=500),
    lambda: ValidationCache(maxsize=500),
    lambda: AddValidationRules([BoundedDocument]),
]
