"""What a mail of messages and tasks says, in English and in Danish.

As on screen: tasks first, then a line for all messages that belong together. No sums.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from giroscope.features.messages.tables import SystemMessage
from giroscope.features.tasks.own_tasks import Task, TaskKind
from localization import render

_MOST_LINES = 20
_GRAVEST = ("ERROR", "WARNING")
_LONGEST = 300


class Letter(NamedTuple):
    """A mail before it has an address."""

    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class News:
    """What is new for one person."""

    tasks: Sequence[Task]
    messages: Sequence[SystemMessage]
    is_daily: bool


class _Line(NamedTuple):
    text: str
    address: str


def letter(
    news: News, name: str, language: str | None, company: str, console: str
) -> Letter:
    """The mail for one person."""
    own = "da" if language == "da" else "en"
    say = _WORDS[own]
    threads = _threads(news.messages)
    parts: list[tuple[str, list[_Line]]] = []
    if news.tasks:
        parts.append((say["tasks"], [_task(one, own, console) for one in news.tasks]))
    if threads:
        lines = [_thread(one, own, console) for one in threads[:_MOST_LINES]]
        if len(threads) > _MOST_LINES:
            more = say["more"].format(count=len(threads) - _MOST_LINES)
            lines.append(_Line(more, f"{console}/messages"))
        parts.append((say["messages"], lines))
    hello = say["hello"].format(name=_line(name))
    why = say["why"].format(company=company, address=f"{console}/messages?tab=mail")
    subject = say["daily" if news.is_daily else "now"].format(company=company)
    return Letter(
        subject, "\n".join(_plain(hello, parts, why)),
        "".join(_marked(own, subject, hello, parts, why)),
    )  # fmt: skip


def _plain(hello: str, parts: list[tuple[str, list[_Line]]], why: str) -> Iterator[str]:
    yield from (hello, "")
    for title, lines in parts:
        yield from (title, "")
        for line in lines:
            yield from (f"- {line.text}", f"  {line.address}")
        yield ""
    yield from (why, "")


def _marked(
    language: str, subject: str, hello: str, parts: list[tuple[str, list[_Line]]],
    why: str,
) -> Iterator[str]:  # fmt: skip
    yield f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    yield f"<title>{escape(subject)}</title></head><body><p>{escape(hello)}</p>"
    for title, lines in parts:
        yield f"<h2>{escape(title)}</h2><ul>"
        for line in lines:
            yield f'<li><a href="{escape(line.address)}">{escape(line.text)}</a></li>'
        yield "</ul>"
    yield f"<p>{escape(why)}</p></body></html>"


def _task(task: Task, language: str, console: str) -> _Line:
    number = str(task.count) if task.is_exact else f"{task.count}+"
    words = _KINDS[task.kind][language == "da"]
    return _Line(f"{words}: {number}", f"{console}{task.path}")


def _threads(messages: Sequence[SystemMessage]) -> list[list[SystemMessage]]:
    """Those that belong together; the gravest before, the newest of each first."""
    found: dict[str, list[SystemMessage]] = {}
    for one in sorted(messages, key=lambda one: (_rank(one), -one.id)):
        found.setdefault(one.thread, []).append(one)
    return list(found.values())


def _rank(message: SystemMessage) -> int:
    level = message.level
    return _GRAVEST.index(level) if level in _GRAVEST else len(_GRAVEST)


def _thread(messages: list[SystemMessage], language: str, console: str) -> _Line:
    first = messages[0]
    level = _WORDS[language].get(first.level, "")
    words = _line(render(first.message, language))
    times = f" (\u00d7{len(messages)})" if len(messages) > 1 else ""
    return _Line(f"{level}{words}{times}", f"{console}/messages?message={first.id}")


def _line(text: str) -> str:
    """What a file may have said, on one line and without signs that cannot be seen."""
    words = "".join(sign if sign.isprintable() else " " for sign in text).split()
    line = " ".join(words)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


_WORDS = {
    "en": {
        "daily": "{company}: tasks and messages of the day",
        "now": "{company}: new messages",
        "hello": "Hello {name},",
        "tasks": "This waits for you:",
        "messages": "New messages:",
        "more": "and {count} more",
        "ERROR": "Error: ",
        "WARNING": "Warning: ",
        "why": "You get this mail because you work at {company}. What you are mailed,"
        " and how often, you choose here: {address}",
    },
    "da": {
        "daily": "{company}: dagens opgaver og meddelelser",
        "now": "{company}: nye meddelelser",
        "hello": "Hej {name}",
        "tasks": "Dette venter på dig:",
        "messages": "Nye meddelelser:",
        "more": "og {count} til",
        "ERROR": "Fejl: ",
        "WARNING": "Advarsel: ",
        "why": "Du får denne mail, fordi du arbejder hos {company}. Hvad du får mails"
        " om, og hvor ofte, vælger du her: {address}",
    },
}
_KINDS = {
    TaskKind.UNKNOWN_OUTCOME: (
        "Files with an unknown outcome to decide",
        "Filer med ukendt udfald at afgøre",
    ),
    TaskKind.APPROVE: ("Payments to approve", "Betalinger at godkende"),
    TaskKind.SIGN: ("Payments to sign", "Betalinger at underskrive"),
    TaskKind.CONFIRM_BANK: (
        "Keys and connections to banks to confirm",
        "Nøgler og forbindelser til banker at bekræfte",
    ),
    TaskKind.CONFIRM_ERP: (
        "Changes of the ERP configuration to confirm",
        "Ændringer af ERP-opsætningen at bekræfte",
    ),
    TaskKind.CONFIRM_ROLE: ("Roles to confirm", "Roller at bekræfte"),
    TaskKind.CONFIRM_PASSKEY: ("Passkeys to confirm", "Adgangsnøgler at bekræfte"),
    TaskKind.CONFIRM_APPROVAL_RULES: (
        "New approval rules to confirm",
        "Nye godkendelsesregler at bekræfte",
    ),
    TaskKind.CONFIRM_RULE: ("Rules to confirm", "Regler at bekræfte"),
    TaskKind.CONFIRM_MONTH: ("Months to confirm", "Måneder at bekræfte"),
    TaskKind.CONFIRM_MONTH_RULE: (
        "Who closes a month, to confirm",
        "Hvem der lukker en måned, at bekræfte",
    ),
    TaskKind.DISPUTED_STATEMENT: (
        "Contradicting statements to decide",
        "Modstridende kontoudtog at afgøre",
    ),
    TaskKind.POSSIBLE_DUPLICATE: (
        "Possible duplicates to decide",
        "Mulige dubletter at afgøre",
    ),
    TaskKind.MATCH: ("Entries to match", "Posteringer at matche"),
}
