"""The sentences that sources say: read out of the code, so that none is forgotten."""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

_ERRORS = frozenset(
    {"LinkError", "NotReady", "NotSent", "Refused", "WrongName", "OutcomeUnknown",
     "AnswerNotTrusted"}
)  # fmt: skip
_FOR_PROGRAMMERS = frozenset({"ValueError", "TypeError", "exception"})


def said_in(*folders_or_files: Path, also: Collection[str] = ()) -> set[str]:
    """Whatever an error says, and every other text that reads as a sentence.

    A value in it is `{}`. What is passed on from another error is that one's. `also`
    names refusals beyond the library's errors.
    """
    paths = [
        path
        for given in folders_or_files
        for path in (sorted(given.rglob("*.py")) if given.is_dir() else [given])
    ]
    trees = [ast.parse(path.read_text("utf-8")) for path in paths]
    errors = _ERRORS | set(also)
    return {text for tree in trees for text in _said(tree, errors)}


def shape(template: str) -> str:
    """The sentence with all its values alike."""
    return re.sub(r"\{[^{}]*\}", "{}", template)


def _said(tree: ast.Module, errors: Collection[str]) -> Iterator[str]:
    passed_over = {id(one) for one in _silent(tree)}
    for node in ast.walk(tree):
        if id(node) in passed_over:
            continue
        text = _text(node)
        if text is not None and re.search(r"\S \S.*\.$", text):
            yield text
        if isinstance(node, ast.Call) and _name(node) in errors and node.args:
            yield from _messages(tree, node.args[0])


def _silent(tree: ast.Module) -> Iterator[ast.AST]:
    """Docstrings, parts of texts, and what only programmers read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Call) and _name(node) in _FOR_PROGRAMMERS
        ):
            yield from (one for one in ast.walk(node) if one is not node)


def _messages(tree: ast.Module, argument: ast.expr) -> Iterator[str]:
    text = _text(argument)
    if text is not None:
        yield text
    elif isinstance(argument, ast.Name):
        found = [
            _text(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            and any(
                isinstance(target, ast.Name) and target.id == argument.id
                for target in node.targets
            )
        ]
        assert found, f"where does {argument.id} come from?"
        yield from (one for one in found if one is not None)
    else:
        passed_on = isinstance(argument, ast.Attribute) and argument.attr == "message"
        assert passed_on, f"a message that cannot be read: {ast.unparse(argument)}"


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return None
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "{}"
        for part in node.values
    )


def _name(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]
