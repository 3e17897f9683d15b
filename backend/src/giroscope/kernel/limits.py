"""Bounds a GraphQL document before it runs: length, depth and cost.

The rules are classes made once: rules made per request would never be found
in the validation cache, which saves most of a query's time.
"""

from collections.abc import Callable
from typing import Any

from graphql import (
    FieldNode,
    FragmentSpreadNode,
    GraphQLError,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    ValidationContext,
    ValidationRule,
)
from strawberry.extensions import (
    AddValidationRules,
    MaxTokensLimiter,
    ParserCache,
    SchemaExtension,
    ValidationCache,
)

MAX_DEPTH = 10
MAX_COST = 60_000
MAX_TOKENS = 3_000
_PAGE = 50
"""Rows assumed where the page's size is a variable."""


class BoundedDocument(ValidationRule):
    """Refuses documents that nest or multiply too far."""

    def __init__(self, context: ValidationContext) -> None:
        super().__init__(context)
        self._context = context

    def enter_operation_definition(
        self, node: OperationDefinitionNode, *_: object
    ) -> None:
        """Measure the operation."""
        depth, cost = self._measure(node.selection_set, ())
        if depth > MAX_DEPTH or cost > MAX_COST:
            self.report_error(
                GraphQLError(
                    "The query asks for more than one answer may hold",
                    node,
                    extensions={"code": "TOO_COMPLEX", "depth": depth, "cost": cost},
                )
            )

    def _measure(
        self, selections: SelectionSetNode | None, inside: tuple[str, ...]
    ) -> tuple[int, int]:
        """Depth and cost of a selection; a fragment within itself costs nothing."""
        depth = cost = 0
        for node in selections.selections if selections else ():
            if isinstance(node, FieldNode):
                below, price = self._measure(node.selection_set, inside)
                depth = max(depth, below + 1)
                cost += 1 + price * _rows(node)
            elif isinstance(node, InlineFragmentNode):
                below, price = self._measure(node.selection_set, inside)
                depth, cost = max(depth, below), cost + price
            elif isinstance(node, FragmentSpreadNode):
                name = node.name.value
                fragment = self._context.get_fragment(name)
                if fragment is not None and name not in inside:
                    below, price = self._measure(
                        fragment.selection_set, (*inside, name)
                    )
                    depth, cost = max(depth, below), cost + price
            if cost > MAX_COST:
                break
        return depth, cost


def _rows(node: FieldNode) -> int:
    for argument in node.arguments or ():
        if argument.name.value in {"first", "last", "size"}:
            value = argument.value
            return int(value.value) if isinstance(value, IntValueNode) else _PAGE
    return 1


LIMITED_SCHEMA_EXTENSIONS: list[type[SchemaExtension] | Callable[[], Any]] = [
    lambda: MaxTokensLimiter(MAX_TOKENS),
    lambda: ParserCache(maxsize=500),
    lambda: ValidationCache(maxsize=500),
    lambda: AddValidationRules([BoundedDocument]),
]
