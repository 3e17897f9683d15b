"""What a mail says: grouped, gravest first, in either language, as text and HTML."""

from datetime import UTC, datetime

import orjson

from giroscope.features.messages.tables import SystemMessage
from giroscope.features.tasks import letters
from giroscope.features.tasks.letters import News, letter
from giroscope.features.tasks.own_tasks import Task, TaskKind

NOW = datetime(2026, 11, 2, tzinfo=UTC)


def _message(number: int, level: str, thread: str, text: str = "x") -> SystemMessage:
    values = orjson.dumps({"name": text, "reason": "r"}).decode()
    return SystemMessage(
        id=number, level=level, code="import.refused", values=values, thread=thread
    )


def _told(*messages: SystemMessage, language: str = "en", tasks: int = 0) -> str:
    waiting = [Task(TaskKind.MATCH, tasks, NOW, is_exact=False)] if tasks else []
    news = News(waiting, messages, is_daily=True)
    return letter(news, "Bo", language, "Fjord", "https://c.example").text


def test_messages_that_belong_together_are_a_line_and_the_gravest_is_first() -> None:
    told = _told(
        _message(3, "WARNING", "b"), _message(2, "ERROR", "a"), _message(1, "INFO", "b")
    )  # fmt: skip
    lines = [line for line in told.splitlines() if line.startswith("- ")]
    assert [line[:10] for line in lines] == ["- Error: x", "- Warning:"]
    assert lines[1].endswith("(\u00d72)")
    assert "https://c.example/messages?message=2" in told


def test_more_than_a_mail_holds_is_told_by_number() -> None:
    most = letters._MOST_LINES
    told = _told(*(_message(n, "ERROR", str(n)) for n in range(1, most + 3)))
    assert told.count("- Error") == most
    assert "and 2 more" in told


def test_tasks_are_told_in_danish_and_of_many_that_there_are_more() -> None:
    told = _told(language="da", tasks=1000)
    assert "Posteringer at matche: 1000+" in told
    assert "https://c.example/reconciliation" in told


def test_what_a_file_says_is_text_on_one_line_and_never_markup() -> None:
    bad = _message(1, "ERROR", "a", "<b>\n\u202e.xml")
    found = letter(News((), [bad], is_daily=False), "Bo", None, "F", "https://c")
    assert "<b> .xml was refused" in found.text
    assert "<b>" not in found.html
    assert "&lt;b&gt; .xml was refused" in found.html


def test_every_kind_of_task_has_words() -> None:
    assert set(letters._KINDS) == set(TaskKind)
