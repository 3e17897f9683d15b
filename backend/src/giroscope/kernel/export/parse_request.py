"""Reads what of a list is asked for, against the list's own field of the graph.

Filter and order are the GraphQL arguments of the list, as JSON; who may see the list
may take it out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import strawberry
from graphql import GraphQLError, GraphQLField
from graphql.utilities import coerce_input_value, validate_input_value
from starlette.datastructures import QueryParams
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.arguments import convert_arguments

from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.export.lists import Column
from giroscope.kernel.graph import Allowed
from giroscope.kernel.web import from_json

FORMATS = ("csv", "xlsx")
LANGUAGES = ("en", "da")
_KNOWN = frozenset({"format", "locale", "filter", "orderBy", "columns"})
_LONGEST = 16_384
_DEEPEST = 16
"""So deep may a filter or an order be nested; none of a list is half as deep."""
_MOST_FAULTS = 20


class BadFilter(InvalidInput):
    """The filter or the order is not one of this list."""

    code = "bad_filter"


@dataclass(frozen=True, slots=True)
class Said:
    """What was said, as it goes into a ticket and into the audit."""

    format: str
    locale: str
    filter: Mapping[str, Any] | None
    order: Mapping[str, Any] | None
    columns: tuple[str, ...] | None

    def told(self) -> dict[str, Any]:
        """As JSON; what was not said is left out."""
        named = {
            "format": self.format,
            "locale": self.locale,
            "filter": self.filter,
            "orderBy": self.order,
            "columns": None if self.columns is None else list(self.columns),
        }
        return {name: value for name, value in named.items() if value is not None}


def said_of_address(query: QueryParams) -> dict[str, Any]:
    """The same names as in a body, from an address.

    Raises:
        InvalidInput: A value is no JSON, or a name stands there twice.
    """
    said: dict[str, Any] = {}
    for name in query:
        if len(query.getlist(name)) > 1:
            raise InvalidInput(f"`{name[:40]}` is given twice", path=name[:40])
        said[name] = query[name]
    for name in ("filter", "orderBy"):
        if name in said:
            said[name] = _json(said[name], name)
    if "columns" in said:
        said["columns"] = [one for one in said["columns"].split(",") if one]
    return said


def _json(text: str, path: str) -> Any:
    if len(text) > _LONGEST:
        raise InvalidInput(f"`{path}` is too long", path=path)
    try:
        return from_json(text)
    except InvalidInput as error:
        raise InvalidInput(f"`{path}` is no JSON", path=path) from error


def said_of(given: Any) -> Said:
    """What a request says.

    Raises:
        InvalidInput: Something is said that no list knows. A misspelt filter must not
            be taken for none: the whole list would leave instead of a part.
    """
    if not isinstance(given, dict):
        raise InvalidInput("The request is no JSON object")
    for name in given:
        if name not in _KNOWN:
            raise InvalidInput(f"There is no `{name[:40]}`", path=name[:40])
    columns = given.get("columns")
    if columns is not None and not _is_texts(columns):
        raise InvalidInput("`columns` is a list of names", path="columns")
    return Said(
        format=_one_of(given, "format", FORMATS),
        locale=_one_of(given, "locale", LANGUAGES),
        filter=_object(given, "filter"),
        order=_object(given, "orderBy"),
        columns=None if columns is None else tuple(columns),
    )


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _one_of(given: dict[str, Any], name: str, known: Sequence[str]) -> str:
    value = given.get(name, known[0])
    if value not in known:
        raise InvalidInput(f"`{name}` must be {' or '.join(known)}", path=name)
    return str(value)


def _object(given: dict[str, Any], name: str) -> Mapping[str, Any] | None:
    value = given.get(name)
    if not isinstance(value, dict | None):
        raise InvalidInput(f"`{name}` is no JSON object", path=name)
    if value is not None:
        _ensure_plain(value, name)
    return value


def _ensure_plain(value: Mapping[str, Any], name: str) -> None:
    """Pass silently where it is as flat as a filter is, and all its texts are texts.

    Raises:
        InvalidInput: It is not.
    """
    level: list[Any] = [value]
    for _ in range(_DEEPEST):
        if any(isinstance(one, str) and "\0" in one for one in level):
            raise InvalidInput(
                f"`{name}` holds a NUL sign, which is no text", path=name
            )
        level = [part for one in level for part in _parts(one)]
        if not level:
            return
    raise InvalidInput(f"`{name}` is nested too deeply", path=name)


def _parts(value: Any) -> Iterable[Any]:
    """What a value holds directly."""
    if isinstance(value, dict):
        return (*value, *value.values())
    return value if isinstance(value, list) else ()


def chosen(columns: Sequence[Column], names: Sequence[str] | None) -> list[Column]:
    """The columns of these names in their order, each with what belongs beside it.

    Raises:
        InvalidInput: The list has no such column.
    """
    if names is None:
        return list(columns)
    known = {column.key: column for column in columns}
    found: dict[str, Column] = {}
    for name in names:
        if name not in known:
            raise InvalidInput(
                f"There is no column “{name[:40]}”; there are {', '.join(known)}",
                path="columns",
            )
        found[name] = known[name]
        beside = known[name].beside
        if beside is not None and beside not in names:
            found[beside] = known[beside]
    if not found:
        raise InvalidInput("Name at least one column", path="columns")
    return list(found.values())


class ListField:
    """The field of the graph that shows a list: who may see it, and its arguments."""

    def __init__(self, schema: strawberry.Schema, name: str) -> None:
        graph = schema._schema  # noqa: SLF001 - Strawberry lends it in no other way
        assert graph.query_type is not None  # noqa: S101 - every schema has one
        self._field: GraphQLField = graph.query_type.fields[name]
        self._own = self._field.extensions[GraphQLCoreConverter.DEFINITION_BACKREF]
        self._schema = schema
        allowed = [one for one in self._own.extensions if isinstance(one, Allowed)]
        self.verb = allowed[0].verb

    def arguments(self, said: Said) -> tuple[Any, Any]:
        """Filter and order as the list's own arguments.

        Raises:
            BadFilter: They are not of the list's types; all faults are told.
        """
        values = {"filter": said.filter, "orderBy": said.order}
        given = {name: value for name, value in values.items() if value is not None}
        faults: list[dict[str, Any]] = []
        for name, value in given.items():
            if name not in self._field.args:
                faults.append(_fault(name, f"This list has no `{name}`"))
                continue
            faults += self._faults(name, value)
        if faults:
            raise BadFilter(path=faults[0]["path"], errors=faults[:_MOST_FAULTS])
        coerced = {
            name: coerce_input_value(value, self._field.args[name].type)
            for name, value in given.items()
        }
        arguments = [
            one
            for one in self._own.arguments
            if one.python_name in {"filter", "order_by"}
        ]
        made = convert_arguments(
            coerced,
            arguments,
            scalar_registry=self._schema.schema_converter.scalar_registry,
            config=self._schema.config,
        )
        return made.get("filter"), made.get("order_by")

    def _faults(self, name: str, value: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []

        def note(error: GraphQLError, path: Sequence[str | int]) -> None:
            found.append(_fault(".".join(map(str, (name, *path))), error.message))

        validate_input_value(value, self._field.args[name].type, note)
        return found


def _fault(path: str, message: str) -> dict[str, Any]:
    return {"path": path, "line": None, "code": BadFilter.code, "message": message}
