"""What changed, by topic: what a console that shows it reads anew.

Told by the acts that the audit trail holds, by background work that begins or ends, and
by the messages that it leaves behind.
"""

import re
from collections.abc import Iterable, Mapping
from enum import Enum

import strawberry

from giroscope.kernel.latest_jobs import JobsOfVerb


@strawberry.enum
class Topic(Enum):
    """A part of the picture that a console shows."""

    IMPORTS = "IMPORTS"
    JOURNALS = "JOURNALS"
    PAYMENTS = "PAYMENTS"
    BALANCES = "BALANCES"
    BANKS = "BANKS"
    TASKS = "TASKS"
    RULES = "RULES"
    ERP = "ERP"
    USERS = "USERS"
    BILLING = "BILLING"
    MESSAGES = "MESSAGES"
    WEBHOOKS = "WEBHOOKS"


_MONEY = (Topic.JOURNALS, Topic.PAYMENTS, Topic.TASKS)
_ALL = tuple(Topic)

_OF_ACTS: Mapping[str, tuple[Topic, ...]] = {
    "api-client": (Topic.USERS,),
    "account": (Topic.BALANCES, Topic.BANKS),
    "approvalPolicies": (Topic.TASKS,),
    "bank": (Topic.BANKS,),
    "banks": (Topic.BANKS,),
    "demo": _ALL,
    "document": _MONEY,
    "erp": (Topic.ERP,),
    "erp-request": (Topic.ERP, Topic.TASKS),
    "file": (Topic.IMPORTS, *_MONEY),
    "invoice": (Topic.BILLING,),
    "journal": _MONEY,
    "message": (Topic.MESSAGES,),
    "monthRule": (Topic.BALANCES,),
    "passkey": (Topic.USERS,),
    "permission": (Topic.USERS, Topic.TASKS),
    "rule": (Topic.RULES, Topic.PAYMENTS),
    "subscription": (Topic.BILLING,),
    "transaction": (Topic.BALANCES, Topic.TASKS),
    "upload": (Topic.IMPORTS, Topic.BALANCES, *_MONEY),
    "user": (Topic.USERS, Topic.TASKS),
    "webhook": (Topic.WEBHOOKS,),
}
"""By the kind of what was acted upon."""

_OF_MESSAGES: Mapping[str, tuple[Topic, ...]] = {
    "alarm": (Topic.BALANCES, Topic.BANKS, Topic.TASKS),
    "approval": _MONEY,
    "banks": (Topic.BANKS,),
    "billing": (Topic.BILLING,),
    "correction": _MONEY,
    "demo": _ALL,
    "erp": (Topic.ERP, *_MONEY),
    "import": (Topic.IMPORTS, Topic.BALANCES, *_MONEY),
    "journal": (Topic.BALANCES, *_MONEY),
    "passkey": (Topic.USERS,),
    "recall": _MONEY,
    "rule": (Topic.RULES, *_MONEY),
    "send": (Topic.BANKS, *_MONEY),
    "users": (Topic.USERS, Topic.TASKS),
    "webhook": (Topic.WEBHOOKS,),
}
"""By the room a message's code names."""

_OF_JOBS: Mapping[str, tuple[Topic, ...]] = {
    "accounts": (Topic.BALANCES, Topic.BANKS, *_MONEY),
    "bank": (Topic.BANKS,),
    "bill": (Topic.BILLING,),
    "collect": (Topic.IMPORTS, Topic.BALANCES, Topic.BANKS, *_MONEY),
    "demo": _ALL,
    "erp": (Topic.ERP, *_MONEY),
    "import": (Topic.IMPORTS, Topic.BALANCES, *_MONEY),
    "ledger": (Topic.IMPORTS, Topic.BALANCES, *_MONEY),
    "payees": _MONEY,
    "recall": _MONEY,
    "reconciliation": (Topic.BALANCES, *_MONEY),
    "rules": (Topic.RULES, *_MONEY),
    "send": (Topic.BANKS, *_MONEY),
    "undo": (Topic.IMPORTS, Topic.BALANCES, *_MONEY),
    "webhooks": (Topic.WEBHOOKS,),
}
"""By the first word of their verb."""
_AFTER_FIRST_WORD = re.compile("[^a-z]")

Versions = Mapping[Topic, str]
"""Each topic that changed lately, with what differs whenever it changes again."""


def versions(
    acts: Mapping[str, int],
    messages: Iterable[tuple[str, int]],
    jobs: Mapping[str, JobsOfVerb],
) -> Versions:
    """Of acts by kind, messages by code and jobs by verb, each with its number."""
    latest: dict[Topic, list[int]] = {}

    def note(topics: tuple[Topic, ...], place: int, number: int) -> None:
        for topic in topics:
            places = latest.setdefault(topic, [0, 0, 0, 0])
            places[place] = max(places[place], number)

    for kind, number in acts.items():
        note(_OF_ACTS.get(kind, ()), 0, number)
    for code, number in messages:
        of_room = _OF_MESSAGES.get(code.partition(".")[0], ())
        note((Topic.MESSAGES, *of_room), 1, number)
    for verb, (newest, unfinished) in jobs.items():
        topics = _OF_JOBS.get(_AFTER_FIRST_WORD.split(verb)[0], ())
        note(topics, 2, newest)
        for topic in topics:
            latest[topic][3] += unfinished
    return {topic: ".".join(map(str, places)) for topic, places in latest.items()}
