"""Reads what people and files say a rule is, strictly: every doubt is a refusal.

The path of a refusal names the part, such as `blocks.0.conditions.1.values`.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

from giroscope.features.banks import normalised
from giroscope.features.rules import errors
from giroscope.features.rules.fields import (
    ACTIONS,
    CHOICES,
    KINDS,
    OPERATORS,
    FieldKind,
    has,
)
from giroscope.features.rules.model import (
    Action,
    ActionKind,
    Block,
    Body,
    Condition,
    Field,
    Match,
    NotifiedRole,
    Operator,
    Subject,
)
from giroscope.features.rules.texts import folded
from giroscope.kernel.columns import is_storable

MOST_BLOCKS = 10
MOST_CONDITIONS = 50
MOST_ACTIONS = 10
MOST_VALUES = 200
MOST_APPROVALS = 9
_LONGEST_NAME = 80
_LONGEST_VALUE = 200
_LONGEST_ACCOUNT = 40
_LETTERS = {Field.CURRENCY: 3, Field.COUNTERPARTY_COUNTRY: 2}
_CURRENCY = 3
_COUNTS = {
    Operator.EMPTY: (0, 0),
    Operator.ONE_OF: (1, MOST_VALUES),
    Operator.BETWEEN: (2, 2),
}

Data = Mapping[str, Any]
Chosen = TypeVar("Chosen", Match, Field, Operator, ActionKind, NotifiedRole)


def body_of(subject: Subject, data: Data) -> Body:
    """What the rule says, every value as it is compared.

    Raises:
        BadRule: Something in it cannot be; the path names it.
    """
    _only(data, {"match", "blocks", "actions"}, "")
    blocks = tuple(
        _block(subject, one, f"blocks.{place}")
        for place, one in enumerate(_list(data, "blocks", ""))
    )
    conditions = sum(len(one.conditions) for one in blocks)
    if not conditions:
        raise errors.NoConditions(path="blocks")
    if len(blocks) > MOST_BLOCKS or conditions > MOST_CONDITIONS:
        raise errors.TooManyOfThem(path="blocks")
    return Body(
        match=_one(Match, data.get("match"), "match"),
        blocks=blocks,
        actions=_actions(subject, _list(data, "actions", "")),
    )


def stored(data: Data) -> Body:
    """A body as it was stored; it was read strictly when it was written."""
    return Body(
        match=Match(data["match"]),
        blocks=tuple(
            Block(
                Match(block["match"]),
                tuple(
                    Condition(
                        field=Field(one["field"]),
                        operator=Operator(one["operator"]),
                        values=tuple(one["values"]),
                        currency=one["currency"],
                        is_negated=one["negated"],
                    )
                    for one in block["conditions"]
                ),
            )
            for block in data["blocks"]
        ),
        actions=tuple(
            Action(
                kind=ActionKind(one["kind"]),
                account=one.get("account", ""),
                text=one.get("text", ""),
                label_id=one.get("labelId"),
                approvals=one.get("approvals"),
                role=NotifiedRole(one["role"]) if one.get("role") else None,
            )
            for one in data["actions"]
        ),
    )


def name_of(told: object) -> str:
    """A rule's name as it is kept.

    Raises:
        BadRuleName: It is empty, too long, or no line of text.
    """
    name = " ".join(told.split()) if isinstance(told, str) else ""
    if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
        raise errors.BadRuleName(path="name")
    return name


def _block(subject: Subject, data: Any, path: str) -> Block:
    _only(data, {"match", "conditions"}, path)
    conditions = tuple(
        _condition(subject, one, f"{path}.conditions.{place}")
        for place, one in enumerate(_list(data, "conditions", path))
    )
    if not conditions:
        # An empty block would hold always, or never: nobody means that.
        raise errors.NoConditions(path=path)
    return Block(_one(Match, data.get("match"), f"{path}.match"), conditions)


def _condition(subject: Subject, data: Any, path: str) -> Condition:
    _only(data, {"field", "operator", "values", "currency", "negated"}, path)
    field = _one(Field, data.get("field"), f"{path}.field")
    if not has(subject, field):
        raise errors.NoSuchField(path=f"{path}.field")
    kind = KINDS[field]
    operator = _one(Operator, data.get("operator"), f"{path}.operator")
    if operator not in OPERATORS[kind]:
        raise errors.NoSuchOperator(path=f"{path}.operator")
    values = _list(data, "values", path)
    least, most = _COUNTS.get(operator, (1, 1))
    at = f"{path}.values"
    if not least <= len(values) <= most:
        raise errors.BadValue(path=at)
    kept = tuple(dict.fromkeys(_value(field, one, at) for one in values))
    if operator is Operator.BETWEEN:
        kept = _in_order(kind, values, field, at)
    negated = data.get("negated", False)
    if not isinstance(negated, bool):
        raise errors.BadRule(path=f"{path}.negated")
    currency = _currency(kind, data.get("currency"), f"{path}.currency")
    return Condition(field, operator, kept, currency, negated)


def _in_order(
    kind: FieldKind, values: Sequence[Any], field: Field, path: str
) -> tuple[str, ...]:
    """Both ends, which may be the same; the first is not above the last."""
    low, high = (_value(field, one, path) for one in values)
    is_above = Decimal(low) > Decimal(high) if kind is FieldKind.AMOUNT else low > high
    if is_above:
        raise errors.BadValue("The first value is above the second", path=path)
    return low, high


def _value(field: Field, told: Any, path: str) -> str:
    if not isinstance(told, str) or len(told) > _LONGEST_VALUE:
        raise errors.BadValue(path=path)
    text = told.strip()
    kept = _READ[KINDS[field]](field, text)
    if not kept or not kept.isprintable():
        raise errors.BadValue(path=path)
    return kept


def _text(field: Field, text: str) -> str:
    return normalised(text) if field is Field.COUNTERPARTY_ACCOUNT else folded(text)


def _amount(_field: Field, text: str) -> str:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        return ""
    if not amount.is_finite() or not is_storable(amount) or amount < 0:
        return ""
    return f"{amount:f}"


def _date(_field: Field, text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return ""


def _choice(field: Field, text: str) -> str:
    code = text.upper()
    if field in CHOICES:
        return code if code in CHOICES[field] else ""
    is_code = code.isascii() and code.isalpha() and len(code) == _LETTERS[field]
    return code if is_code else ""


def _reference(_field: Field, text: str) -> str:
    return text if text.isascii() and text.isdigit() and len(text) < 19 else ""


_READ = {
    FieldKind.TEXT: _text,
    FieldKind.AMOUNT: _amount,
    FieldKind.DATE: _date,
    FieldKind.CHOICE: _choice,
    FieldKind.REFERENCE: _reference,
}


def _currency(kind: FieldKind, told: Any, path: str) -> str:
    if kind is not FieldKind.AMOUNT:
        return ""
    code = told.strip().upper() if isinstance(told, str) else ""
    if not (len(code) == _CURRENCY and code.isascii() and code.isalpha()):
        raise errors.CurrencyNeeded(path=path)
    return code


def _actions(subject: Subject, told: Sequence[Any]) -> tuple[Action, ...]:
    if not told:
        raise errors.NoActions(path="actions")
    if len(told) > MOST_ACTIONS:
        raise errors.TooManyOfThem(path="actions")
    found = [_action(subject, one, f"actions.{n}") for n, one in enumerate(told)]
    single = [one.kind for one in found if one.kind is not ActionKind.LABEL]
    if len(set(single)) != len(single):
        raise errors.BadAction("A rule does this only once", path="actions")
    return tuple(dict.fromkeys(found))


def _action(subject: Subject, data: Any, path: str) -> Action:
    _only(data, {"kind", "account", "text", "labelId", "approvals", "role"}, path)
    kind = _one(ActionKind, data.get("kind"), f"{path}.kind")
    if kind not in ACTIONS[subject]:
        raise errors.BadAction(path=f"{path}.kind")
    if kind is ActionKind.POSTING:
        at = f"{path}.account"
        account = _line(data.get("account"), _LONGEST_ACCOUNT, at)
        if not account:
            raise errors.BadAction("Say on which account to post", path=at)
        text = _line(data.get("text"), _LONGEST_VALUE, f"{path}.text")
        return Action(kind, account=account, text=text)
    if kind is ActionKind.LABEL:
        label = data.get("labelId")
        if not isinstance(label, int) or isinstance(label, bool) or label < 1:
            raise errors.BadAction("Choose a label", path=f"{path}.labelId")
        return Action(kind, label_id=label)
    if kind is ActionKind.APPROVAL:
        count = data.get("approvals")
        if not isinstance(count, int) or not 1 < count <= MOST_APPROVALS:
            raise errors.BadAction("2 to 9 approvals", path=f"{path}.approvals")
        return Action(kind, approvals=count)
    if kind is ActionKind.NOTIFY:
        return Action(kind, role=_one(NotifiedRole, data.get("role"), f"{path}.role"))
    return Action(kind)


def _line(told: Any, most: int, path: str) -> str:
    text = " ".join(told.split()) if isinstance(told, str) else ""
    if len(text) > most or not text.isprintable():
        raise errors.BadAction(f"At most {most} characters in one line", path=path)
    return text


def _only(data: Any, known: set[str], path: str) -> None:
    if not isinstance(data, Mapping) or not known.issuperset(data):
        raise errors.BadRule(path=path or None)


def _list(data: Data, name: str, path: str) -> Sequence[Any]:
    told = data.get(name, [])
    if not isinstance(told, list | tuple):
        raise errors.BadRule(path=f"{path}.{name}" if path else name)
    return told


def _one(kind: type[Chosen], told: Any, path: str) -> Chosen:
    try:
        return kind(told)
    except ValueError as error:
        raise errors.BadRule(path=path) from error
