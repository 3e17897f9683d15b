"""The people of a realm, managed over the Admin REST API."""

from queue import Empty
from typing import Any

import httpx2
import pytest
from anyio import to_thread

from giroscope.kernel.access import BILLING, LOGS
from giroscope.kernel.errors import Conflict, NotFound
from giroscope.kernel.identity import (
    AdminApi,
    IdentityDoesNotAnswer,
    IdentityLocked,
    IdentityRefused,
    MailNotSent,
    NewPerson,
    PersonChange,
    open_admin_api,
)
from giroscope.kernel.identity.calls import new_client
from tests.identity.standing import REALM, Product, add_person, counted
from tests.identity.visitor import CLIENT, Provider, Visitor, claims

_NOBODY = "00000000-0000-4000-8000-000000000000"


def somebody(username: str, **values: str) -> NewPerson:
    return NewPerson(
        username=username,
        given_name=values.get("given_name", "Ida"),
        family_name=values.get("family_name", "Ørsted"),
        email=values.get("email", f"{username}@example.com"),
    )


async def test_a_person_is_made_found_changed_and_removed(api: AdminApi) -> None:
    made = await api.create(somebody("ida", given_name="Ida Marie"))
    person = await api.person(made)
    assert (person.username, person.name) == ("ida", "Ida Marie Ørsted")
    assert person.created is not None
    assert [p.id for p in await api.people("a Mari")] == [made]
    assert await api.count("ida") == 1
    await api.change(made, PersonChange(family_name="Bohr", is_enabled=False))
    changed = await api.person(made)
    assert (changed.given_name, changed.family_name) == ("Ida Marie", "Bohr")
    assert (changed.email, changed.is_enabled) == ("ida@example.com", False)
    assert [p.id for p in await api.people("ida", is_enabled=False)] == [made]
    assert await api.people("ida", is_enabled=True) == []
    await api.delete(made)
    with pytest.raises(NotFound):
        await api.person(made)


async def test_pages_are_of_the_size_asked_for(api: AdminApi) -> None:
    for number in range(3):
        await api.create(somebody(f"page-{number}"))
    first = await api.people("page-", limit=2)
    rest = await api.people("page-", first=2, limit=2)
    assert [p.username for p in first + rest] == ["page-0", "page-1", "page-2"]
    assert await api.count("page-") == 3


async def test_a_name_that_is_taken_is_a_conflict(api: AdminApi) -> None:
    await api.create(somebody("twice"))
    with pytest.raises(Conflict):
        await api.create(somebody("twice", email="another@example.com"))


async def test_what_is_no_address_is_refused_with_its_field(api: AdminApi) -> None:
    with pytest.raises(IdentityRefused) as refused:
        await api.create(somebody("odd", email="no address"))
    assert refused.value.path == "email"
    assert "e-mail" in refused.value.message.lower()


async def test_roles_are_given_and_taken(api: AdminApi) -> None:
    made = await api.create(somebody("roles"))
    wanted = [role for role in await api.roles() if role.name in {BILLING, LOGS}]
    await api.give(made, wanted)
    await api.give(made, wanted)
    assert {BILLING, LOGS} <= {role.name for role in await api.roles_of(made)}
    assert made in [person.id for person in await api.people_with(LOGS)]
    await api.take(made, [role for role in wanted if role.name == LOGS])
    names = {role.name for role in await api.roles_of(made)}
    assert BILLING in names
    assert LOGS not in names


async def test_a_temporary_password_must_be_changed(
    api: AdminApi, provider: Provider
) -> None:
    made = await add_person(api, "temporary")
    await api.set_password(made, provider.password, is_temporary=True)
    visitor = Visitor(provider)
    page = visitor.fill_in(visitor.ask(), "temporary", provider.password)
    assert "code=" not in page.headers.get("location", "")


async def test_a_weak_password_is_refused_in_words(api: AdminApi) -> None:
    made = await add_person(api, "weak")
    with pytest.raises(IdentityRefused) as refused:
        await api.set_password(made, "short")
    assert "12" in refused.value.message


async def test_sessions_are_seen_and_ended(api: AdminApi, provider: Provider) -> None:
    made = await add_person(api, "sessions")
    tokens = [Visitor(provider).tokens("sessions") for _ in range(2)]
    sids = {claims(each["access_token"])["sid"] for each in tokens}
    assert {session.id for session in await api.sessions(made)} == sids
    assert all([await api.is_live(each["access_token"]) for each in tokens])
    await api.end_session(claims(tokens[0]["access_token"])["sid"])
    assert not await api.is_live(tokens[0]["access_token"])
    assert await api.is_live(tokens[1]["access_token"])
    await api.sign_out(made)
    assert await api.sessions(made) == []
    assert not await api.is_live(tokens[1]["access_token"])
    refused = Visitor(provider).refresh(tokens[1]["refresh_token"])
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")


async def test_disabling_ends_everything(api: AdminApi, provider: Provider) -> None:
    made = await add_person(api, "disabled")
    visitor = Visitor(provider)
    tokens = visitor.tokens("disabled")
    await api.disable(made)
    assert not await api.is_live(tokens["access_token"])
    assert visitor.refresh(tokens["refresh_token"]).status_code == 400
    page = visitor.fill_in(visitor.ask(), "disabled", provider.password)
    assert "location" not in page.headers


async def test_the_product_hears_at_once_that_a_session_ended(
    api: AdminApi, provider: Provider, product: Product
) -> None:
    made = await add_person(api, "leaving")
    sid = claims(Visitor(provider).tokens("leaving")["access_token"])["sid"]
    await api.sign_out(made)
    told: dict[str, Any] = {}
    while told.get("sid") != sid:
        # Other tests' sessions end too, and are told of.
        path, form = await to_thread.run_sync(_next_heard, product)
        told = claims(form["logout_token"][0])
    assert path == "/api/backchannel-logout"
    assert (told["iss"], told["aud"]) == (provider.issuer, CLIENT)
    assert "http://schemas.openid.net/event/backchannel-logout" in told["events"]


def _next_heard(product: Product) -> tuple[str, dict[str, list[str]]]:
    try:
        return product.heard.get(timeout=60)
    except Empty:
        pytest.fail("nothing was heard of it")


async def test_what_is_no_token_lives_not(api: AdminApi) -> None:
    assert not await api.is_live("nonsense")


async def test_ways_to_sign_in_are_listed_and_taken_away(
    api: AdminApi, provider: Provider
) -> None:
    made = await add_person(api, "credentials")
    (password,) = await api.credentials(made)
    assert password.kind == "password"
    await api.remove_credential(made, password.id)
    assert await api.credentials(made) == []
    visitor = Visitor(provider)
    page = visitor.fill_in(visitor.ask(), "credentials", provider.password)
    assert "location" not in page.headers


async def test_wrong_guesses_are_counted_and_forgotten(
    api: AdminApi, provider: Provider
) -> None:
    made = await add_person(api, "guesses")
    visitor = Visitor(provider)
    visitor.fill_in(visitor.ask(), "guesses", "wrong-horse-battery")
    held = await counted(api, made, lambda one: one.failures > 0)
    assert held.failures == 1
    await api.unlock(made)
    assert (await api.lockout(made)).failures == 0


async def test_events_tell_what_happened(api: AdminApi, provider: Provider) -> None:
    made = await add_person(api, "events")
    sid = claims(Visitor(provider).tokens("events")["access_token"])["sid"]
    (event,) = await api.events(person_id=made, kinds=["LOGIN"])
    assert (event.kind, event.session_id) == ("LOGIN", sid)
    done = await api.admin_events()
    assert ("CREATE", f"users/{made}") in {(e.operation, e.path) for e in done}


async def test_without_a_mail_server_that_is_what_is_said(
    api: AdminApi, provider: Provider
) -> None:
    made = await api.create(somebody("mail"))
    with pytest.raises(MailNotSent):
        await api.send_actions(
            made, ["UPDATE_PASSWORD"], client_id="giroscope-console",
            return_to=f"{provider.address}/",
        )  # fmt: skip


@pytest.mark.parametrize("nobody", [_NOBODY, "../users", ""])
async def test_nobody_is_not_found(api: AdminApi, nobody: str) -> None:
    with pytest.raises(NotFound):
        await api.person(nobody)


async def test_a_wrong_secret_is_told_apart_from_silence(provider: Provider) -> None:
    async with open_admin_api(provider.url, REALM, "wrong" * 10) as api:
        with pytest.raises(IdentityLocked, match="secret"):
            await api.people()
    async with open_admin_api(provider.url, "elsewhere", provider.secret) as api:
        with pytest.raises(NotFound, match="no such realm"):
            await api.people()


async def test_a_provider_that_does_not_answer_is_unavailable() -> None:
    async with open_admin_api("http://127.0.0.1:9", REALM, "secret" * 6) as api:
        with pytest.raises(IdentityDoesNotAnswer):
            await api.people()


def _answering(*answers: httpx2.Response) -> httpx2.AsyncClient:
    left = list(answers)

    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.path.endswith("/token"):
            token = {"access_token": "t", "expires_in": 300}
            return httpx2.Response(200, json=token)
        return left.pop(0)

    return httpx2.AsyncClient(transport=httpx2.MockTransport(answer))


@pytest.mark.parametrize(
    "answer",
    [
        httpx2.Response(503, text="<html>Gateway</html>"),
        httpx2.Response(429),
        httpx2.Response(200, text="<html>Log in to the proxy</html>"),
        httpx2.Response(200, content=b"[" + b" " * (5 << 20)),
    ],
    ids=["outage", "too often", "a proxy's page", "without end"],
)
async def test_what_is_no_answer_is_unavailable(answer: httpx2.Response) -> None:
    async with _answering(answer) as client:
        api = AdminApi(client, "http://identity.example", REALM, "s")
        with pytest.raises(IdentityDoesNotAnswer):
            await api.people()


async def test_a_token_that_was_withdrawn_is_asked_for_again() -> None:
    answers = (httpx2.Response(401), httpx2.Response(200, json=7))
    async with _answering(*answers) as client:
        assert await AdminApi(client, "http://i.example", REALM, "s").count() == 7


async def test_no_secret_stands_in_what_is_printed() -> None:
    async with new_client() as client:
        api = AdminApi(client, "http://i.example", REALM, "very-secret")
        assert "very-secret" not in repr(vars(api._calls))
