"""Relay's arguments, said once: a resolver of a list takes one `PageRequest`.

The schema shows `first`, `after`, `last`, `before` and `skip` in its place, ahead
of the field's own arguments.
"""

from typing import Any

from strawberry.annotation import StrawberryAnnotation
from strawberry.extensions.field_extension import AsyncExtensionResolver, FieldExtension
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.field import StrawberryField

from giroscope.kernel.paging import PageRequest

_TAKEN = "request"
"""What the resolver calls its page request."""
_ARGUMENTS: dict[str, type] = {
    "first": int, "after": str, "last": int, "before": str, "skip": int
}  # fmt: skip


class Paged(FieldExtension):
    """A list that comes in pages: its resolver is given `request: PageRequest`."""

    def apply(self, field: StrawberryField) -> None:
        """Show Relay's arguments instead of the request.

        Raises:
            TypeError: The resolver takes no `request`.
        """
        own = [given for given in field.arguments if given.python_name != _TAKEN]
        if len(own) == len(field.arguments):
            raise TypeError(f"{field.python_name} takes no {_TAKEN}: PageRequest")
        shown = [_optional(name, kind) for name, kind in _ARGUMENTS.items()]
        field.arguments = [*shown, *own]

    async def resolve_async(
        self, next_: AsyncExtensionResolver, source: Any, info: Any, **kwargs: Any
    ) -> Any:
        """Put the request together from what was asked."""
        asked = {name: kwargs.pop(name, None) for name in _ARGUMENTS}
        return await next_(source, info, **{_TAKEN: PageRequest(**asked)}, **kwargs)


def _optional(name: str, kind: type) -> StrawberryArgument:
    return StrawberryArgument(
        python_name=name,
        graphql_name=None,
        type_annotation=StrawberryAnnotation(kind | None),
        default=None,
    )
