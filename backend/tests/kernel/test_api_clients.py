"""What a program may do, and how soon a change of it counts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import pytest
from sqlalchemy.exc import OperationalError

from giroscope.kernel.access import (
    CALLS,
    CLIENT_CALLS,
    GRANTS,
    SCOPES,
    Actor,
    ActorKind,
    ensure_may_call,
)
from giroscope.kernel.api_clients import (
    ApiClients,
    ClientRefused,
    KnownClient,
)
from giroscope.kernel.errors import Forbidden, Unavailable

MAY = {
    "documents.read", "journals.read", "messages.read", "payments.check",
    "payments.read", "statements.read", "uploads.create", "uploads.read",
}  # fmt: skip
NAME = "giroscope-api-1"
KNOWN = KnownClient(
    NAME, "Ledger", frozenset({"payments.read"}), is_on=True,
    expires=date(2026, 11, 30), secret_since=datetime(2026, 11, 1, tzinfo=UTC),
    last_used=None,
)  # fmt: skip
SINCE = KNOWN.secret_since.timestamp()


@dataclass
class Store:
    """Clients of the tenant `acme`; other tenants have none."""

    clients: Sequence[KnownClient] = (KNOWN,)
    noted: list[tuple[str, str, date]] = field(default_factory=list)
    seconds: float = 100.0
    now: datetime = datetime(2026, 11, 29, 12, tzinfo=UTC)
    is_down: bool = False

    async def load(self, realm: str) -> Sequence[KnownClient]:
        if self.is_down:
            raise OperationalError("", {}, Exception())
        return self.clients if realm == "acme" else ()

    async def touch(self, realm: str, client_id: str, day: date) -> None:
        self.noted.append((realm, client_id, day))

    def known(self) -> ApiClients:
        return ApiClients(
            self.load, self.touch, lambda: self.now, now=lambda: self.seconds
        )


def program(realm: str = "acme", at: float = SINCE, *scopes: str) -> Actor:
    return Actor(
        NAME, realm, NAME, NAME, frozenset(GRANTS), ActorKind.CLIENT,
        signed_in=at, scopes=frozenset(scopes),
    )  # fmt: skip


def test_a_program_may_what_is_written_here_and_nothing_else() -> None:
    assert program(*("acme", SINCE), *SCOPES).permissions == MAY
    # Roles that a token names, and scopes that nobody knows, give nothing.
    assert program().permissions == frozenset()
    assert program("acme", SINCE, "users.read").permissions == frozenset()


def test_a_program_calls_what_is_written_here_and_nothing_else() -> None:
    person = Actor("u", "acme", "u", "U", frozenset())
    open_to_it = set()
    for call in CALLS:
        method, _, path = call.partition(" ")
        path = path.replace("{id}", "7").replace("{list}", "journals")
        ensure_may_call(person, method, path)
        try:
            ensure_may_call(program(), method, path)
        except Forbidden:
            continue
        open_to_it.add(call)
    assert open_to_it == set(CLIENT_CALLS)
    for path in ("/api/upload/x", "/x/api/upload", "/api/export/tickets/7"):
        with pytest.raises(Forbidden):
            ensure_may_call(program(), "GET", path)


async def test_a_program_is_what_its_tenant_says_it_is() -> None:
    store = Store()
    known = store.known()

    found = await known.as_of_now(program())

    assert (found.name, found.permissions) == ("API client: Ledger", {"payments.read"})
    with pytest.raises(ClientRefused):
        await known.as_of_now(program("globex"))
    # The day is kept once.
    await known.as_of_now(program())
    assert store.noted == [("acme", NAME, date(2026, 11, 29))]


@pytest.mark.parametrize(
    "change",
    [{"is_on": False}, {"expires": date(2026, 11, 28)}, {"client_id": "another"}],
)
async def test_a_change_counts_within_two_seconds(change: dict[str, object]) -> None:
    store = Store()
    known = store.known()
    await known.as_of_now(program())

    store.clients = (KNOWN._replace(**change),)
    store.seconds += 1.9
    await known.as_of_now(program())
    store.seconds += 0.1
    with pytest.raises(ClientRefused):
        await known.as_of_now(program())


async def test_the_last_day_counts_whole() -> None:
    store = Store(now=datetime(2026, 11, 30, 22, 59, tzinfo=UTC))
    known = store.known()
    await known.as_of_now(program())
    # Midnight in Copenhagen.
    store.now = datetime(2026, 11, 30, 23, tzinfo=UTC)
    with pytest.raises(ClientRefused):
        await known.as_of_now(program())


async def test_a_token_of_an_earlier_secret_counts_no_more() -> None:
    known = Store().known()
    with pytest.raises(ClientRefused):
        await known.as_of_now(program(at=SINCE - 1))


async def test_what_cannot_be_known_is_not_let_in() -> None:
    store = Store()
    known = store.known()
    await known.as_of_now(program())
    store.is_down = True
    store.seconds += 2
    with pytest.raises(Unavailable):
        await known.as_of_now(program())
