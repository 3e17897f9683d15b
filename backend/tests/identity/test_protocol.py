"""What the console relies on, asked of the embedded provider and of Keycloak alike."""

from collections.abc import Callable
from math import ceil
from time import sleep, time
from typing import Any

import httpx2
import pytest

from giroscope.kernel.access import UPLOAD
from giroscope.kernel.ended_sessions import EndedSessions, Ending
from giroscope.kernel.identity import AdminApi
from giroscope.kernel.signing_keys import RealmKeys
from giroscope.kernel.tokens import TokenVerifier
from tests.identity.visitor import CLIENT, Provider, Visitor, claims, fragment, key_id

THREE = ("access_token", "refresh_token", "id_token")
REFUSALS = {"invalid_request", "unsupported_response_type", "unauthorized_client"}


def test_signing_in_gives_three_tokens_that_say_who_and_what(visitor: Visitor) -> None:
    back = visitor.sign_in("operator")
    asked = int(time())
    tokens = visitor.exchange(back["code"]).json()
    answered = ceil(time())
    access, identity = claims(tokens["access_token"]), claims(tokens["id_token"])
    assert back["state"] == "state-1"
    assert back["iss"] == visitor.provider.issuer
    assert back["session_state"] == access["sid"]
    assert access["iss"] == visitor.provider.issuer
    assert "giroscope-api" in access["aud"]
    assert (access["azp"], access["typ"]) == (CLIENT, "Bearer")
    assert access["exp"] - access["iat"] == 300
    assert access["preferred_username"] == "operator"
    assert access["realm_access"] == {"roles": [UPLOAD]}
    assert identity["realm_access"] == {"roles": [UPLOAD]}
    assert (identity["nonce"], identity["aud"]) == ("nonce-1", CLIENT)
    assert identity["sub"] == access["sub"]
    # keycloak-js reads all three and gives up where one is no JWT.
    assert all(tokens[name].count(".") == 2 for name in THREE)
    assert tokens["token_type"] == "Bearer"
    # What is left of it at some moment between question and answer.
    assert access["exp"] - answered <= tokens["expires_in"] <= access["exp"] - asked
    assert 1700 < tokens["refresh_expires_in"] <= 1800


def test_a_fresh_sign_in_is_made_where_it_is_asked_for_and_told(
    visitor: Visitor,
) -> None:
    asked = int(time())
    first = claims(visitor.tokens("operator")["access_token"])
    assert asked <= first["auth_time"] <= ceil(time())
    # The session is known: nothing is asked, and nobody has proved anything anew.
    silent = visitor.exchange(fragment(visitor.ask())["code"]).json()
    assert claims(silent["access_token"])["auth_time"] == first["auth_time"]
    sleep(2.1)
    page = visitor.ask(max_age="1")
    assert 'name="password"' in page.text
    back = fragment(visitor.fill_in(page, "operator", visitor.provider.password))
    tokens = visitor.exchange(back["code"]).json()
    fresh = claims(tokens["access_token"])
    assert fresh["auth_time"] > first["auth_time"]
    renewed = visitor.refresh(tokens["refresh_token"]).json()["access_token"]
    assert claims(renewed)["auth_time"] == fresh["auth_time"]


async def test_the_api_accepts_the_token_and_knows_the_roles(visitor: Visitor) -> None:
    provider = visitor.provider

    async def keys(_realm: str) -> dict[str, Any]:
        answer: dict[str, Any] = httpx2.get(f"{provider.protocol}/certs").json()
        return answer

    async def nothing_ended(_realm: str, _since: float) -> list[Ending]:
        return []

    verifier = TokenVerifier(
        lambda realm: f"{provider.url}/realms/{realm}",
        CLIENT,
        RealmKeys(keys),
        EndedSessions(nothing_ended),
    )
    operator = visitor.tokens("operator")["access_token"]
    actor = await verifier.actor(provider.realm, operator)
    assert actor.username == "operator"
    assert actor.may("uploads.create")
    viewer = Visitor(provider).tokens("viewer")["access_token"]
    assert not (await verifier.actor(provider.realm, viewer)).may("uploads.create")


@pytest.mark.parametrize("username", ["viewer", "nobody-of-that-name"])
def test_a_wrong_password_shows_the_form_again(visitor: Visitor, username: str) -> None:
    page = visitor.ask()
    answer = visitor.fill_in(page, username, "wrong-horse-battery")
    assert "location" not in answer.headers
    assert 'name="password"' in answer.text
    # The same browser may try again.
    back = visitor.fill_in(answer, "operator", visitor.provider.password)
    assert "code" in fragment(back)


def test_a_code_works_once_and_a_replay_ends_what_it_gave(visitor: Visitor) -> None:
    code = visitor.sign_in("operator")["code"]
    tokens = visitor.exchange(code).json()
    again = visitor.exchange(code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert visitor.refresh(tokens["refresh_token"]).status_code == 400


def test_a_code_is_bound_to_its_verifier_and_address(visitor: Visitor) -> None:
    wrong = visitor.exchange(
        visitor.sign_in("operator")["code"], code_verifier="x" * 64
    )
    assert (wrong.status_code, wrong.json()["error"]) == (400, "invalid_grant")
    code = fragment(visitor.ask())["code"]
    other = "http://acme.localhost:8087/"
    moved = visitor.exchange(code, redirect_uri=other)
    assert (moved.status_code, moved.json()["error"]) == (400, "invalid_grant")


@pytest.mark.parametrize(
    "changes",
    [
        {"code_challenge": None, "code_challenge_method": None},
        {"code_challenge_method": "plain"},
        {"response_type": "token"},
    ],
)
def test_what_is_no_code_with_s256_is_refused_with_the_state(
    visitor: Visitor, changes: dict[str, str | None]
) -> None:
    # Without the state, keycloak-js would ask again for ever.
    back = fragment(visitor.ask(**changes))
    assert back["state"] == "state-1"
    assert back["error"] in REFUSALS
    assert "code" not in back
    assert "access_token" not in back


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "{console}.evil.example/",
        "{console}@evil.example/",
        "{console}/../",
        "javascript:alert(1)",
    ],
)
def test_nobody_is_sent_to_an_address_that_is_not_listed(
    visitor: Visitor, address: str
) -> None:
    wanted = address.replace("{console}", visitor.provider.address)
    answer = visitor.ask(redirect_uri=wanted)
    assert answer.status_code == 400
    assert "location" not in answer.headers


def test_a_client_nobody_knows_is_refused_on_a_page(visitor: Visitor) -> None:
    answer = visitor.ask(client_id="somebody-else")
    assert answer.status_code == 400
    assert "location" not in answer.headers


def test_asked_not_to_show_a_form_it_says_that_one_is_needed(visitor: Visitor) -> None:
    back = fragment(visitor.ask(prompt="none"))
    assert (back["error"], back["state"]) == ("login_required", "state-1")


def test_who_is_signed_in_gets_a_code_without_a_form(visitor: Visitor) -> None:
    first = visitor.tokens("operator")
    back = fragment(visitor.ask(prompt="none", state="state-2", nonce="nonce-2"))
    second = visitor.exchange(back["code"]).json()
    assert back["state"] == "state-2"
    assert claims(second["id_token"])["nonce"] == "nonce-2"
    assert claims(second["access_token"])["sid"] == claims(first["access_token"])["sid"]


@pytest.mark.parametrize("state", ["a b&c=d#e", "<script>", "ø" * 40])
def test_a_state_comes_back_as_it_was(visitor: Visitor, state: str) -> None:
    assert fragment(visitor.ask(prompt="none", state=state))["state"] == state


@pytest.mark.parametrize("name", ["state", "nonce", "code_challenge", "redirect_uri"])
def test_parameters_without_end_are_refused_not_fallen_over(
    visitor: Visitor, name: str
) -> None:
    answer = visitor.ask(prompt="none", **{name: "x" * 30_000})
    assert answer.status_code < 500
    assert "code=" not in answer.headers.get("location", "")


def test_a_refresh_gives_three_new_tokens_of_the_same_session(visitor: Visitor) -> None:
    first = visitor.tokens("operator")
    second = visitor.refresh(first["refresh_token"]).json()
    assert all(second[name] != first[name] for name in THREE)
    assert claims(second["access_token"])["sid"] == claims(first["access_token"])["sid"]
    assert claims(second["access_token"])["realm_access"] == {"roles": [UPLOAD]}
    third = visitor.refresh(second["refresh_token"])
    assert third.status_code == 200


def test_a_refresh_token_that_was_used_is_worth_nothing(visitor: Visitor) -> None:
    first = visitor.tokens("operator")
    visitor.refresh(first["refresh_token"])
    again = visitor.refresh(first["refresh_token"])
    # Only a 400 makes keycloak-js forget its tokens and ask for sign-in.
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")


@pytest.mark.parametrize("token", ["", "nonsense", "a.b.c"])
def test_what_is_no_refresh_token_is_refused(visitor: Visitor, token: str) -> None:
    answer = visitor.refresh(token)
    assert answer.status_code == 400
    assert answer.json()["error"] in {"invalid_grant", "invalid_request"}


def test_two_tabs_refresh_in_turn_without_ending_each_other(visitor: Visitor) -> None:
    tabs = [visitor.tokens("operator")]
    tabs.append(visitor.exchange(fragment(visitor.ask(prompt="none"))["code"]).json())
    for _ in range(2):
        for index, tokens in enumerate(tabs):
            answer = visitor.refresh(tokens["refresh_token"])
            assert answer.status_code == 200, answer.text
            tabs[index] = answer.json()


def test_signing_out_ends_the_session_and_goes_back(visitor: Visitor) -> None:
    tokens = visitor.tokens("operator")
    back = f"{visitor.provider.address}/"
    answer = visitor.send(
        "GET",
        f"{visitor.provider.protocol}/logout",
        params={
            "client_id": CLIENT,
            "post_logout_redirect_uri": back,
            "id_token_hint": tokens["id_token"],
        },
    )
    assert (answer.status_code, answer.headers["location"]) == (302, back)
    refused = visitor.refresh(tokens["refresh_token"])
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert visitor.userinfo(tokens["access_token"]).status_code == 401
    assert fragment(visitor.ask(prompt="none"))["error"] == "login_required"


def test_nobody_is_sent_elsewhere_after_signing_out(visitor: Visitor) -> None:
    tokens = visitor.tokens("operator")
    answer = visitor.send(
        "GET",
        f"{visitor.provider.protocol}/logout",
        params={
            "client_id": CLIENT,
            "post_logout_redirect_uri": "https://evil.example/",
            "id_token_hint": tokens["id_token"],
        },
    )
    assert answer.status_code == 400
    assert "location" not in answer.headers


def test_who_asks_with_a_token_is_told_who_that_is(visitor: Visitor) -> None:
    tokens = visitor.tokens("operator")
    told = visitor.userinfo(tokens["access_token"]).json()
    assert told["sub"] == claims(tokens["access_token"])["sub"]
    assert told["preferred_username"] == "operator"
    assert visitor.userinfo("nonsense").status_code == 401


def test_keys_and_addresses_are_published(visitor: Visitor) -> None:
    provider = visitor.provider
    tokens = visitor.tokens("operator")
    keys = httpx2.get(f"{provider.protocol}/certs").json()["keys"]
    assert key_id(tokens["access_token"]) in {key["kid"] for key in keys}
    told = httpx2.get(f"{provider.issuer}/.well-known/openid-configuration").json()
    assert told["issuer"] == provider.issuer
    assert told["token_endpoint"] == f"{provider.protocol}/token"
    assert "S256" in told["code_challenge_methods_supported"]


def test_the_console_may_read_the_answer_and_others_may_not(visitor: Visitor) -> None:
    provider = visitor.provider
    answer = visitor.refresh("nonsense")
    assert answer.headers["access-control-allow-origin"] == provider.address
    assert answer.headers["access-control-allow-credentials"] == "true"
    elsewhere = visitor.send(
        "POST",
        f"{provider.protocol}/token",
        data={"client_id": CLIENT, "grant_type": "refresh_token", "refresh_token": "x"},
        headers={"origin": "https://evil.example"},
    )
    assert "access-control-allow-origin" not in elsewhere.headers


@pytest.mark.parametrize("grant", ["password", "client_credentials", "implicit"])
def test_the_console_has_no_other_way_in(visitor: Visitor, grant: str) -> None:
    form = {
        "grant_type": grant,
        "username": "operator",
        "password": visitor.provider.password,
    }
    answer = visitor.token(form)
    assert answer.status_code in {400, 401}
    assert "access_token" not in answer.json()


def test_sessions_of_two_browsers_are_two(
    visitor: Visitor, another_visitor: Callable[[], Visitor]
) -> None:
    here = claims(visitor.tokens("viewer")["access_token"])
    there = claims(another_visitor().tokens("viewer")["access_token"])
    assert here["sub"] == there["sub"]
    assert here["sid"] != there["sid"]


async def test_any_number_of_sessions_is_listed_and_each_can_be_ended(
    another_visitor: Callable[[], Visitor], api: AdminApi
) -> None:
    held = [another_visitor().tokens("operator") for _ in range(4)]
    told = [claims(one["access_token"]) for one in held]
    person, sids = told[0]["sub"], [one["sid"] for one in told]
    listed = {session.id for session in await api.sessions(person)}
    assert len(set(sids)) == 4
    assert set(sids) <= listed
    await api.end_session(sids[1])
    left = {session.id for session in await api.sessions(person)}
    assert listed - left == {sids[1]}
    assert [await api.is_live(one["access_token"]) for one in held] == [
        True, False, True, True
    ]  # fmt: skip


def test_a_realm_that_is_not_there_is_not_found(provider: Provider) -> None:
    answer = httpx2.get(
        f"{provider.url}/realms/elsewhere/protocol/openid-connect/certs"
    )
    assert answer.status_code == 404
