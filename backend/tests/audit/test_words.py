"""The console has a word for every act the server writes down, and for no other.

The acts are read from the sources: whoever hands a verb to the audit, directly or
through a function of its own, is followed back to where the verb is spelled.
"""

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from pathlib import Path

import giroscope
from giroscope.features.users.tables import RequestState

_SOURCES = Path(giroscope.__file__).parent
_WORDS = Path(__file__).parents[3] / "frontend/src/features/audit/verbs.ts"
_VERB = re.compile(r"[a-z]+\.[a-z_]+")
_KEPT_TO_THE_TRAIL = "features/audit/actions.py"

Function = ast.FunctionDef | ast.AsyncFunctionDef


class _Module:
    """One source file, its functions, and what its names stand for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(_SOURCES).as_posix()
        self.source = path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """What the file says."""
        return ast.parse(self.source)

    @cached_property
    def aliases(self) -> dict[str, str]:
        """What is called otherwise here, by its name here."""
        return {
            one.asname: one.name
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for one in node.names
            if one.asname
        }

    @cached_property
    def calls(self) -> list[tuple[Function | None, ast.Call]]:
        """Every call with the innermost function it stands in."""
        return list(self._calls())

    def _calls(self) -> Iterator[tuple[Function | None, ast.Call]]:
        waiting: list[tuple[Function | None, ast.AST]] = [(None, self.tree)]
        while waiting:
            function, node = waiting.pop()
            if isinstance(node, ast.Call):
                yield function, node
            inside = node if isinstance(node, Function) else function
            waiting += [(inside, child) for child in ast.iter_child_nodes(node)]

    def called(self, call: ast.Call) -> str:
        """The plain name of what is called."""
        if isinstance(call.func, ast.Attribute):
            return call.func.attr
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        return self.aliases.get(name, name)

    def assigned(self, name: str, function: Function | None) -> ast.expr | None:
        """What a name stands for, in the function first and then in the module."""
        for scope in filter(None, (function, self.tree)):
            for node in ast.walk(scope):
                if isinstance(node, ast.Assign) and name in map(_name, node.targets):
                    return node.value
        return None


def _name(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


def _parameters(function: Function | None) -> list[str]:
    if function is None:
        return []
    told = function.args
    return [one.arg for one in (*told.posonlyargs, *told.args, *told.kwonlyargs)]


def _verbs(module: _Module, function: Function | None, told: ast.expr) -> set[str]:
    """The verbs an expression can be."""
    match told:
        case ast.Constant(value=str(verb)):
            return {verb}
        case ast.IfExp(body=one, orelse=other):
            return _verbs(module, function, one) | _verbs(module, function, other)
        case ast.JoinedStr(values=[ast.Constant(value="users.role_"), _]):
            decided = set(RequestState) - {RequestState.PENDING}
            return {f"users.role_{state.value.lower()}" for state in decided}
        case ast.Attribute(value=ast.Name(id=neighbour), attr=name):
            other = _Module(module.path.with_name(f"{neighbour}.py"))
            return _verbs(other, None, ast.Name(name))
        case ast.Subscript(value=ast.Name() as mapping):
            return _verbs(module, function, mapping)
        case ast.Call(
            func=ast.Attribute(value=ast.Name() as mapping, attr="get"),
            args=[_, other],
        ):
            return _verbs(module, function, mapping) | _verbs(module, function, other)
        case ast.Dict(values=values):
            return set().union(*(_verbs(module, function, one) for one in values))
        case ast.Name(id=name):
            meant = module.assigned(name, function)
            assert meant is not None, f"{module.name}: what is {name}?"
            return _verbs(module, function, meant)
    raise AssertionError(f"{module.name}:{told.lineno}: a verb that cannot be read")


def _recorded() -> set[str]:
    """Every verb the sources write into the audit."""
    modules = [_Module(path) for path in sorted(_SOURCES.rglob("*.py"))]
    # What writes, and at which place it takes the verb.
    writers = {"record": 2, "record_now": 2, "OutsideEvent": -1}
    found: set[str] = set()
    waiting = set(writers)
    while waiting:
        wanted, waiting = waiting, set()
        calls = chain.from_iterable(
            ((module, *call) for call in module.calls)
            for module in modules
            if module.name != _KEPT_TO_THE_TRAIL
            and any(name in module.source for name in wanted)
        )
        for module, function, call in calls:
            if (name := module.called(call)) not in wanted:
                continue
            told = _told(call, writers[name])
            if told is None:
                continue
            parameters = _parameters(function)
            if function is not None and (given := _name(told)) in parameters:
                if function.name not in writers:
                    is_method = parameters[0] == "self"
                    writers[function.name] = parameters.index(given) - is_method
                    waiting.add(function.name)
                continue
            found |= _verbs(module, function, told)
    return found


def _told(call: ast.Call, place: int) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == "verb":
            return keyword.value
    return call.args[place] if 0 <= place < len(call.args) else None


def test_every_recorded_act_has_its_word_in_the_console() -> None:
    words = re.findall(r"^  '([^']+)':", _WORDS.read_text("utf-8"), re.MULTILINE)
    recorded = _recorded()
    assert len(words) == len(set(words))
    assert all(map(_VERB.fullmatch, recorded))
    assert sorted(recorded) == sorted(words)
