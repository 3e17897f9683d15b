"""Reading plain fields at once answers what the ordinary way answers, errors too."""

import asyncio
import enum
from dataclasses import field as dataclass_field
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
import strawberry
from strawberry.extensions import SchemaExtension

from giroscope.kernel import plain
from giroscope.kernel.plain import PlainFirst


@strawberry.enum
class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Odd(str):
    """A text that is more than one."""

    __slots__ = ()


@strawberry.type
class Leaf:
    text: str
    number: int | None = None
    nothing: str | None = None
    money: Decimal = Decimal("1.50")
    day: date = date(2026, 1, 2)
    colour: Colour = Colour.BLUE
    is_true: bool = True
    fraction: float = 0.5


@strawberry.type
class Branch:
    leaves: list[Leaf]
    grid: list[list[int | None]]
    leaf: Leaf
    maybe: Leaf | None = None
    calls: strawberry.Private[list[str]] = dataclass_field(default_factory=list)

    @strawberry.field
    async def later(self) -> Leaf:
        self.calls.append("later")
        return Leaf(text="later")

    @strawberry.field
    def now(self, times: int = 1) -> str:
        return "now" * times


def _branch(**values: Any) -> Branch:
    given: dict[str, Any] = {
        "leaves": [Leaf(text=Odd("ø")), Leaf(text="b", number=2)],
        "grid": [[1, None], []], "leaf": Leaf(text="c"),
    }  # fmt: skip
    return Branch(**given | values)


class Seen(SchemaExtension):
    """Watches every field."""

    names: list[str]

    def resolve(self, next_: Any, root: Any, info: Any, **kwargs: Any) -> Any:
        type(self).names.append(info.field_name)
        return next_(root, info, **kwargs)


@strawberry.type
class Query:
    @strawberry.field
    def branch(self, info: strawberry.Info) -> Branch:
        held: Branch = info.context
        return held

    @strawberry.field
    def branches(self, info: strawberry.Info) -> list[Branch]:
        return [info.context, info.context]


ordinary = strawberry.Schema(Query)
quick = strawberry.Schema(Query, execution_context_class=PlainFirst)

LEAF = "text number nothing money day colour isTrue fraction"
QUESTIONS = {
    "plain": f"{{branch{{leaf{{{LEAF}}} leaves{{{LEAF}}} grid maybe{{text}}}}}}",
    "mixed, in order": "{branch{grid later{text colour} leaf{text} now maybe{day}}}",
    "names and types": "{a:branch{__typename b:leaf{__typename c:text text}}"
    " branch{leaf{text}}}",
    "merged": "{branch{leaf{text}} branch{leaf{number} later{text}}}",
    "fragments": "{branch{...A ... on Branch{leaf{day}}}} fragment A on Branch"
    "{leaf{text} leaves{...B}} fragment B on Leaf{money}",
    "skipped": "query($y:Boolean=true){branch{leaf{text @skip(if:$y) day}"
    " later @include(if:$y){text} now @skip(if:$y)}}",
    "a list of mixed": "{branches{leaf{text} later{text} now(times:2)}}",
}
SURPRISES: dict[str, dict[str, Any]] = {
    "none where there must be one": {"leaf": None},
    "none in a leaf": {"leaf": Leaf(text=None)},  # type: ignore[arg-type]
    "none in a list": {"leaves": [Leaf(text="a"), None]},
    "no list": {"leaves": (Leaf(text="a"),)},
    "no list at all": {"leaves": 7},
    "below what may be missing": {"maybe": Leaf(text=None)},  # type: ignore[arg-type]
    "an error": {"leaf": ValueError("no leaf")},
    "not its type": {"maybe": Leaf(text="a", number="many")},  # type: ignore[arg-type]
    "not in the enum": {"maybe": Leaf(text="a", colour="green")},  # type: ignore[arg-type]
    "nothing at all": {},
}
ALL = f"{{branch{{leaf{{text day}} leaves{{{LEAF}}} maybe{{{LEAF}}} later{{text}}}}}}"


async def _answers(query: str, branch: Branch) -> list[tuple[Any, Any]]:
    results = [await s.execute(query, context_value=branch) for s in (ordinary, quick)]
    return [
        (r.data, sorted((str(e.path), e.message) for e in r.errors or []))
        for r in results
    ]


@pytest.mark.parametrize("query", QUESTIONS.values(), ids=QUESTIONS.keys())
async def test_what_is_read_at_once_is_what_would_be_resolved(query: str) -> None:
    one, other = await _answers(query, _branch())
    assert one == other
    assert one[0] is not None
    assert str(one[0]) == str(other[0]), "the order is the one asked for"


@pytest.mark.parametrize("values", SURPRISES.values(), ids=SURPRISES.keys())
@pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning")
async def test_what_is_not_as_promised_is_told_in_the_same_words(
    values: dict[str, Any],
) -> None:
    one, other = await _answers(ALL, _branch(**values))
    assert one == other


async def test_plain_fields_run_no_resolver(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved: list[str] = []
    execute = plain.PlainFirst.execute_field

    def note(self: Any, parent: Any, source: Any, details: Any, *rest: Any) -> Any:
        resolved.append(details[0].node.name.value)
        return execute(self, parent, source, details, *rest)

    monkeypatch.setattr(plain.PlainFirst, "execute_field", note)
    await quick.execute(
        "{branch{leaf{text} leaves{day} later{text}}}", context_value=_branch()
    )
    assert resolved == ["branch", "later"]


async def test_what_watches_every_field_sees_every_field() -> None:
    Seen.names = []
    watched = strawberry.Schema(
        Query, execution_context_class=PlainFirst, extensions=[Seen]
    )
    result = await watched.execute("{branch{leaf{text}}}", context_value=_branch())
    assert result.errors is None
    assert Seen.names == ["branch", "leaf", "text"]


@pytest.mark.parametrize(("roots", "together"), [(4, 4), (5, 1)])
async def test_many_root_fields_are_answered_in_turn(roots: int, together: int) -> None:
    inside = [0, 0]

    @strawberry.type
    class Query:
        @strawberry.field
        async def slow(self) -> int:
            inside[0] += 1
            inside[1] = max(inside)
            await asyncio.sleep(0)
            inside[0] -= 1
            return roots

    schema = strawberry.Schema(query=Query, execution_context_class=PlainFirst)
    asked = " ".join(f"a{number}: slow" for number in range(roots))
    answered = await schema.execute(f"{{ {asked} }}")
    assert answered.data == {f"a{number}": roots for number in range(roots)}
    assert inside[1] == together
