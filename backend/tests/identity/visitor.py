"""Somebody with a browser, over plain HTTP: signs in by form post, keeps cookies.

Cookies are kept by hand: Python's jar hides those marked secure from a loopback
address, where browsers do send them.
"""

import base64
import hashlib
import html
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx2
from joserfc import jws

CLIENT = "giroscope-console"


@dataclass(frozen=True, slots=True)
class Provider:
    """An identity provider with one realm, and how the product reaches it."""

    kind: str
    url: str
    realm: str
    address: str
    """Origin of the console."""
    secret: str
    password: str
    """Of everybody."""

    @property
    def issuer(self) -> str:
        return f"{self.url}/realms/{self.realm}"

    @property
    def protocol(self) -> str:
        return f"{self.issuer}/protocol/openid-connect"


@dataclass
class Visitor:
    """One browser profile."""

    provider: Provider
    cookies: dict[str, str] = field(default_factory=dict)
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    def send(self, method: str, address: str, **values: Any) -> httpx2.Response:
        headers = {**values.pop("headers", {}), "cookie": self._cookie_header()}
        answer = httpx2.request(
            method, address, headers=headers, follow_redirects=False, timeout=120,
            **values,
        )  # fmt: skip
        for line in answer.headers.get_list("set-cookie"):
            name, _, rest = line.partition("=")
            self.cookies[name.strip()] = rest.partition(";")[0]
        return answer

    def _cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def request(self, **changes: str | None) -> dict[str, str]:
        """The parameters keycloak-js asks with, some of them changed or left out."""
        challenge = hashlib.sha256(self.verifier.encode()).digest()
        values = {
            "client_id": CLIENT,
            "redirect_uri": f"{self.provider.address}/",
            "state": "state-1",
            "response_mode": "fragment",
            "response_type": "code",
            "scope": "openid",
            "nonce": "nonce-1",
            "code_challenge": _unpadded(challenge),
            "code_challenge_method": "S256",
            **changes,
        }
        return {name: value for name, value in values.items() if value is not None}

    def ask(self, **changes: str | None) -> httpx2.Response:
        """Open the sign-in."""
        asked = self.request(**changes)
        return self.send("GET", f"{self.provider.protocol}/auth", params=asked)

    def fill_in(
        self, page: httpx2.Response, username: str, password: str
    ) -> httpx2.Response:
        """Send the form of a sign-in page, hidden fields and all."""
        form = re.search(r"<form[^>]*action=\"([^\"]+)\"", page.text)
        assert form is not None, page.text[:2000]
        hidden = dict(_hidden_fields(page.text))
        return self.send(
            "POST",
            urljoin(str(page.url), html.unescape(form[1])),
            data={**hidden, "username": username, "password": password},
        )

    def sign_in(
        self, username: str, password: str | None = None, **changes: str | None
    ) -> dict[str, str]:
        """All the way to the redirect; gives what its fragment says."""
        page = self.ask(**changes)
        answer = self.fill_in(page, username, password or self.provider.password)
        return fragment(answer)

    def token(self, form: Mapping[str, str]) -> httpx2.Response:
        """Ask the token endpoint as the console does."""
        return self.send(
            "POST",
            f"{self.provider.protocol}/token",
            data={"client_id": CLIENT, **form},
            headers={"origin": self.provider.address},
        )

    def exchange(self, code: str, **changes: str) -> httpx2.Response:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": f"{self.provider.address}/",
            "code_verifier": self.verifier,
        }
        return self.token({**form, **changes})

    def refresh(self, refresh_token: str) -> httpx2.Response:
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        return self.token(form)

    def tokens(self, username: str) -> dict[str, Any]:
        """Sign in and fetch the three tokens."""
        answer = self.exchange(self.sign_in(username)["code"])
        assert answer.status_code == 200, answer.text
        tokens: dict[str, Any] = answer.json()
        return tokens

    def userinfo(self, access_token: str) -> httpx2.Response:
        headers = {"authorization": f"bearer {access_token}"}
        return self.send("GET", f"{self.provider.protocol}/userinfo", headers=headers)


def fragment(answer: httpx2.Response) -> dict[str, str]:
    """What a redirect back to the console says."""
    assert answer.status_code in {302, 303}, answer.text[:2000]
    parts = parse_qs(urlsplit(answer.headers["location"]).fragment)
    return {name: values[0] for name, values in parts.items()}


def claims(token: str) -> dict[str, Any]:
    """What a token says, its signature unread."""
    body = token.split(".")[1]
    told: dict[str, Any] = httpx2.Response(
        200, content=base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    ).json()
    return told


def key_id(token: str) -> str:
    return str(jws.extract_compact(token.encode()).headers()["kid"])


def _hidden_fields(page: str) -> list[tuple[str, str]]:
    found = []
    for tag in re.findall(r"<input[^>]*type=\"hidden\"[^>]*>", page):
        name = re.search(r"name=\"([^\"]*)\"", tag)
        value = re.search(r"value=\"([^\"]*)\"", tag)
        if name:
            found.append((name[1], html.unescape(value[1]) if value else ""))
    return found


def _unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
