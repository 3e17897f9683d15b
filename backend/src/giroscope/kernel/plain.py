"""Runs an operation, and reads plain fields without the ceremony of a resolver.

Most of a page is fields that merely name an attribute of a row, one below the
other. Those are compiled, once for each request, to functions from object to
answer; whatever else is asked for, and whatever is not as it should be, goes
the ordinary way, which also words every error.
"""

from collections.abc import Awaitable, Callable
from operator import attrgetter
from typing import Any, NamedTuple

from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLLeafType,
    GraphQLObjectType,
    GraphQLOutputType,
    Undefined,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
)
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.field import StrawberryField

Read = Callable[[Any], Any]
"""From an object to the answer to one of its fields."""
Complete = Callable[[Any], Any]
"""From what a field gives to what is answered."""
ROOTS_TOGETHER = 4
"""So many root fields are answered at the same time; no screen asks for more."""
_AS_THEY_ARE: dict[str, type] = {"String": str, "ID": str, "Boolean": bool}
"""Scalars, and the Python type whose values are answered as they are."""
Fields = dict[str, Any]
"""Selected fields by the name they are answered under, as graphql-core has them."""


class Surprise(Exception):
    """A value is not what its type promises; the ordinary way will say so."""


class _Selection(NamedTuple):
    """One selection on one type: what can be read, and what must be resolved."""

    plain: tuple[tuple[str, Read], ...]
    rest: Fields
    whole: Fields
    """Kept, since the selection is known by this object's identity."""

    def read(self, source: Any) -> dict[str, Any]:
        """The plain fields' answers."""
        return {name: read(source) for name, read in self.plain}


class PlainFirst(StrawberryGraphQLCoreExecutionContext):
    """Executes as graphql-core does, but reads plain fields at once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._selections: dict[tuple[str, int], _Selection] = {}
        watching = self.middleware_manager
        # What watches every field must see every field.
        self._is_watched = watching is not None and bool(watching.middlewares)

    def execute_root_grouped_field_set(
        self,
        root_type: GraphQLObjectType,
        root_value: Any,
        grouped_field_set: Fields,
        serially: bool,
        position_context: Any,
    ) -> Any:
        """The answers to the root fields; one after the other where they are many.

        Between two of them it is the turn of other questions.
        """
        in_turn = serially or len(grouped_field_set) > ROOTS_TOGETHER
        return super().execute_root_grouped_field_set(
            root_type, root_value, grouped_field_set, in_turn, position_context
        )

    def execute_fields(
        self,
        parent_type: GraphQLObjectType,
        source_value: Any,
        path: Any,
        grouped_field_set: Fields,
        position_context: Any,
    ) -> Any:
        """The answers to a selection on one object, or a promise of them."""
        selection = self._selection(parent_type, grouped_field_set)
        run = super().execute_fields
        try:
            plain = selection.read(source_value)
        except Exception:  # noqa: BLE001 - the ordinary way meets and words it
            return run(
                parent_type, source_value, path, grouped_field_set, position_context
            )
        if not selection.rest:
            return plain
        rest: Any = run(
            parent_type, source_value, path, selection.rest, position_context
        )
        if self.is_awaitable(rest):
            return _later(selection, plain, rest)
        return _in_order(selection, plain, rest)

    def _selection(self, parent: GraphQLObjectType, fields: Fields) -> _Selection:
        key = parent.name, id(fields)
        known = self._selections.get(key)
        if known is None:
            known = self._selections[key] = self._compiled(parent, fields)
        return known

    def _compiled(self, parent: GraphQLObjectType, fields: Fields) -> _Selection:
        plain: list[tuple[str, Read]] = []
        rest: Fields = {}
        for name, details in fields.items():
            read = self._reader(parent, details)
            if read is None:
                rest[name] = details
            else:
                plain.append((name, read))
        return _Selection(tuple(plain), rest, fields)

    def _reader(self, parent: GraphQLObjectType, details: Any) -> Read | None:
        """How a field is read, or None where it must be resolved."""
        name = details[0].node.name.value
        if name == "__typename":
            return lambda _: parent.name
        field = parent.fields.get(name)
        get = None if field is None else _getter(field)
        if field is None or get is None or self._is_watched:
            return None
        complete = self._completer(field.type, details)
        return None if complete is None else lambda source: complete(get(source))

    def _completer(self, kind: GraphQLOutputType, details: Any) -> Complete | None:
        """How a value of the type is answered, or None where that must be resolved."""
        if is_non_null_type(kind):
            of_value = self._of_value(kind.of_type, details)
            return of_value and _never_null(of_value)
        of_value = self._of_value(kind, details)
        return of_value and _or_null(of_value)

    def _of_value(self, kind: GraphQLOutputType, details: Any) -> Complete | None:
        if is_leaf_type(kind):
            return _leaf(kind)
        if is_list_type(kind):
            item = self._completer(kind.of_type, details)
            return item and _each(item)
        if is_object_type(kind) and kind.is_type_of is None:
            below = self.collect_subfields(kind, details)
            selection = self._selection(kind, below.grouped_field_set)
            if not selection.rest and not below.new_defer_usages:
                return selection.read
        return None


def _getter(field: GraphQLField) -> Read | None:
    """How a field that merely names an attribute is read; None for any other."""
    asked = field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    if isinstance(asked, StrawberryField) and asked.is_basic_field:
        return attrgetter(asked.python_name)
    return None


def _leaf(kind: GraphQLLeafType) -> Complete:
    same = _AS_THEY_ARE.get(kind.name)
    if same is not None:
        return lambda value: value if type(value) is same else _coerced(kind, value)
    if isinstance(kind, GraphQLEnumType):
        return _Names(kind).__getitem__
    return lambda value: _coerced(kind, value)


def _coerced(kind: GraphQLLeafType, value: Any) -> Any:
    coerced = kind.coerce_output_value(value)
    if coerced is None or coerced is Undefined:
        raise Surprise
    return coerced


class _Names(dict[Any, Any]):
    """An enum's members and how they are answered; learnt as they come."""

    def __init__(self, kind: GraphQLEnumType) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, member: Any) -> Any:
        name = self[member] = _coerced(self._kind, member)
        return name


def _never_null(complete: Complete) -> Complete:
    def completed(value: Any) -> Any:
        if value is None:
            raise Surprise
        return complete(value)

    return completed


def _or_null(complete: Complete) -> Complete:
    return lambda value: None if value is None else complete(value)


def _each(complete: Complete) -> Complete:
    def completed(values: Any) -> list[Any]:
        if type(values) is not list:
            raise Surprise
        return [complete(value) for value in values]

    return completed


def _in_order(
    selection: _Selection, plain: dict[str, Any], rest: dict[str, Any]
) -> dict[str, Any]:
    """Both parts, in the order in which they were asked for."""
    both = plain | rest
    return {name: both[name] for name in selection.whole if name in both}


async def _later(
    selection: _Selection, plain: dict[str, Any], rest: Awaitable[dict[str, Any]]
) -> dict[str, Any]:
    return _in_order(selection, plain, await rest)
