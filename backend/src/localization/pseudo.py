"""A pseudo-language: English with accents, so that text without them is found out."""

from typing import Any, Final

from fluent.syntax import ast
from fluent.syntax.visitor import Transformer

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED: Final = "áƀćđéƒǵĥíĵķĺɱńóṕɋŕśŧúṽŵẋýźÁƁĆĐÉƑǴĤÍĴĶĹṀŃÓṔɊŔŚŦÚṼŴẊÝŹ"
_TO_ACCENTS: Final = str.maketrans(_PLAIN, _ACCENTED)


def accented(resource: ast.Resource) -> ast.Resource:
    """The same messages with every letter accented; values stay as they are."""
    changed: ast.Resource = _Accents().visit(resource.clone())
    return changed


class _Accents(Transformer):
    """Changes the words of a text, never names, keys or values."""

    def visit_TextElement(self, node: Any) -> Any:  # noqa: N802 - called so by Fluent
        node.value = node.value.translate(_TO_ACCENTS)
        return node
