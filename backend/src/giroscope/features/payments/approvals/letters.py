"""What the mail to an approver says, in English and in Danish."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from giroscope.features.payments.approvals.payees import Payee, PayeeFacts
from giroscope.features.payments.deadline import Deadline
from giroscope.kernel.clock import COPENHAGEN
from giroscope.kernel.mail import Mail

_LONGEST = 70


@dataclass(frozen=True, slots=True)
class Waiting:
    """A payment document that waits, as the mail names it."""

    name: str
    facts: PayeeFacts
    largest: Sequence[Payee]
    cut_off: Deadline | None
    execution_date: date | None
    address: str
    absent: str | None
    """For whom the reader may approve it, where it is not for themselves."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who is written to."""

    name: str
    email: str
    language: str | None


def letter(reader: Reader, waiting: list[Waiting], realm: str, address: str) -> Mail:
    """The mail about everything that waits for one person."""
    say = _DANISH if reader.language == "da" else _ENGLISH
    lines = [say["hello"].format(name=reader.name), "", say["begin"], ""]
    for one in waiting:
        lines += [*_document(one, say), ""]
    lines += [
        say["all"].format(address=address),
        "",
        say["why"].format(realm=realm),
    ]
    return Mail(reader.email, say["subject"], "\n".join(lines) + "\n")


def _document(one: Waiting, say: Mapping[str, str]) -> Iterator[str]:
    """What is to be paid, to whom, from where and until when."""
    facts, day = one.facts, one.execution_date
    amounts = ", ".join(_amount(*sum_[:2], say["marks"]) for sum_ in facts.totals)
    parts = [
        f"- {_line(one.name)}: {amounts}",
        *([say["day"].format(day=day.strftime(say["date"]))] if day else []),
        *([say["absent"].format(name=one.absent)] if one.absent else []),
    ]
    yield ", ".join(parts)
    yield "  " + ", ".join(_counts(facts, say))
    for debited in facts.debited:
        named = [_line(debited.owner), _line(debited.account)]
        yield "  " + say["from"].format(account=", ".join(filter(None, named)))
    if one.cut_off:
        at = one.cut_off.at.astimezone(COPENHAGEN)
        yield "  " + say["cut_off"].format(at=at.strftime(f"{say['date']} %H:%M"))
    for payee in one.largest:
        yield "    " + _payee(payee, say)
    more = facts.payments - len(one.largest)
    if more > 0:
        yield "    " + say["more" if more > 1 else "more_one"].format(count=more)
    yield f"  {one.address}"


def _counts(facts: PayeeFacts, say: Mapping[str, str]) -> Iterator[str]:
    """How many payments and accounts, and which of those are new or changed."""
    for word, count in (
        ("payments", facts.payments), ("payees", facts.payees),
        ("new", facts.new_accounts), ("changed", facts.changed_accounts),
    ):  # fmt: skip
        if count:
            yield say[word if count > 1 else f"{word}_one"].format(count=count)


def _payee(payee: Payee, say: Mapping[str, str]) -> str:
    day = payee.execution_date
    parts = [
        _line(payee.name) or say["nameless"],
        _line(payee.account),
        _amount(payee.currency, payee.amount, say["marks"]),
        day.strftime(say["date"]) if day else "",
    ]
    marked = f" [{say[payee.mark]}]" if payee.mark else ""
    return ", ".join(filter(None, parts)) + marked


def _line(text: str | None) -> str:
    """What a file says, on one line and without signs that cannot be seen."""
    words = "".join(sign if sign.isprintable() else " " for sign in text or "").split()
    line = " ".join(words)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _amount(currency: str, amount: Decimal, marks: str) -> str:
    """With the marks of the language: for thousands first, then for the fraction."""
    plain = f"{amount:,.2f}" if amount == round(amount, 2) else f"{amount:,f}"
    swapped = plain.translate(str.maketrans(",.", marks))
    return f"{swapped} {currency}"


_ENGLISH = {
    "marks": ",.",
    "date": "%Y-%m-%d",
    "subject": "Payments wait for your approval",
    "hello": "Hello {name},",
    "begin": "these payments wait for your approval:",
    "day": "to be executed on {day}",
    "absent": "for {name}",
    "payments": "{count} payments",
    "payments_one": "1 payment",
    "payees": "{count} beneficiary accounts",
    "payees_one": "1 beneficiary account",
    "new": "{count} new beneficiary accounts",
    "new_one": "1 new beneficiary account",
    "changed": "{count} CHANGED beneficiary accounts",
    "changed_one": "1 CHANGED beneficiary account",
    "from": "Paid from {account}",
    "cut_off": "Cut-off {at}, by the bank's clock in Copenhagen",
    "more": "and {count} more payments",
    "more_one": "and 1 more payment",
    "nameless": "No name",
    "NEW": "new beneficiary account",
    "CHANGED": "CHANGED beneficiary account",
    "OTHER": "other account than last time",
    "all": "Everything that waits for you: {address}",
    "why": "You get this mail because you approve payments at {realm}.",
}
_DANISH = {
    "marks": ".,",
    "date": "%d.%m.%Y",
    "subject": "Betalinger afventer din godkendelse",
    "hello": "Hej {name}",
    "begin": "Disse betalinger afventer din godkendelse:",
    "day": "udføres {day}",
    "absent": "for {name}",
    "payments": "{count} betalinger",
    "payments_one": "1 betaling",
    "payees": "{count} modtagerkonti",
    "payees_one": "1 modtagerkonto",
    "new": "{count} nye modtagerkonti",
    "new_one": "1 ny modtagerkonto",
    "changed": "{count} ÆNDREDE modtagerkonti",
    "changed_one": "1 ÆNDRET modtagerkonto",
    "from": "Betales fra {account}",
    "cut_off": "Frist {at} efter bankens ur i København",
    "more": "og {count} betalinger til",
    "more_one": "og 1 betaling til",
    "nameless": "Intet navn",
    "NEW": "ny modtagerkonto",
    "CHANGED": "ÆNDRET modtagerkonto",
    "OTHER": "anden konto end sidst",
    "all": "Alt, der afventer dig: {address}",
    "why": "Du får denne mail, fordi du godkender betalinger hos {realm}.",
}
