"""What the mail to an approver says, in English and in Danish."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from giroscope.kernel.mail import Mail


@dataclass(frozen=True, slots=True)
class Waiting:
    """A payment document that waits, as the mail names it."""

    name: str
    totals: tuple[tuple[str, Decimal], ...]
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
        amounts = ", ".join(_amount(*total, say["marks"]) for total in one.totals)
        day = one.execution_date
        parts = [
            f"- {one.name}: {amounts}",
            *([say["day"].format(day=day.strftime(say["date"]))] if day else []),
            *([say["absent"].format(name=one.absent)] if one.absent else []),
        ]
        lines += [", ".join(parts), f"  {one.address}"]
    lines += [
        "",
        say["all"].format(address=address),
        "",
        say["why"].format(realm=realm),
    ]
    return Mail(reader.email, say["subject"], "\n".join(lines) + "\n")


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
    "all": "Alt, der afventer dig: {address}",
    "why": "Du får denne mail, fordi du godkender betalinger hos {realm}.",
}
