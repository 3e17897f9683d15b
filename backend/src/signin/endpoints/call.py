"""What every endpoint knows of its request: realm, issuer, language, cookies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response

from signin.devices import device_of, with_device
from signin.endpoints.problems import PageProblem, UnknownRealm
from signin.pages.layout import THEME_COOKIE, Page, render, theme_of
from signin.parameters import Parameters
from signin.provider import Provider
from signin.realms import Realm, realm_by_name
from signin.secret_values import is_same, mac, random_secret
from signin.sessions import Origin, Session, session_by_cookie
from signin.settings import is_loopback
from signin.words import Words, words_for

_THEME_SECONDS = 31_536_000
_DEVICE_SECONDS = 31_536_000

_SHOWN_ADDRESS = 64
_SHOWN_USER_AGENT = 300


@dataclass(frozen=True, slots=True)
class Call:
    """One request to a realm that exists."""

    request: Request
    provider: Provider
    realm: Realm
    base_url: str
    words: Words
    origin: Origin
    # A theme of the console, "light" or "dark", when one was asked for; else the
    # browser decides.
    theme: str = ""

    @property
    def path(self) -> str:
        """The path everything of this realm is below."""
        return f"/realms/{self.realm.name}"

    @property
    def issuer(self) -> str:
        """The name under which the realm signs."""
        return f"{self.base_url}{self.path}"

    @property
    def now(self) -> int:
        """Whole seconds since 1970."""
        return self.provider.store.now()

    @property
    def session_cookie(self) -> str | None:
        """The secret of the browser's session, if it sent one."""
        return self.request.cookies.get(f"SIGNIN_SESSION_{self.realm.name}")

    async def session(self, db: AsyncConnection) -> Session | None:
        """Find the browser's living session."""
        return await session_by_cookie(
            db, self.realm.name, self.session_cookie, now=self.now
        )

    def set_session(self, response: Response, session: Session, secret: str) -> None:
        """Hand the browser the secret of its session, until it closes.

        From now on it is a browser that the person has signed in with.
        """
        self._set_cookie(response, "SESSION", secret)
        self._set_device(response, session.user_id)

    def clear_session(self, response: Response) -> None:
        """Take the browser's session secret away."""
        self._delete_cookie(response, "SESSION")

    @property
    def pending_cookie(self) -> str | None:
        """The secret of what the browser has begun, if it sent one."""
        return self.request.cookies.get(f"SIGNIN_PENDING_{self.realm.name}")

    def set_pending(self, response: Response, secret: str) -> None:
        """Hand the browser the secret of what it has begun."""
        self._set_cookie(response, "PENDING", secret)

    def clear_pending(self, response: Response) -> None:
        """Take that secret away."""
        self._delete_cookie(response, "PENDING")

    def device(self, user_id: str) -> str | None:
        """What marks the browser as one the person has signed in with before."""
        key = self.provider.keyring.device_key
        cookie = self.request.cookies.get(self._device_cookie)
        return device_of(key, self.realm.name, user_id, cookie)

    def _set_device(self, response: Response, user_id: str) -> None:
        """Mark the browser as one the person has signed in with."""
        key = self.provider.keyring.device_key
        cookie = self.request.cookies.get(self._device_cookie)
        response.set_cookie(
            self._device_cookie,
            with_device(key, self.realm.name, user_id, cookie),
            max_age=_DEVICE_SECONDS,
            path=self.path,
            secure=self._is_secure,
            httponly=True,
            samesite="lax",
        )

    @property
    def _device_cookie(self) -> str:
        return f"SIGNIN_DEVICE_{self.realm.name}"

    def form_secret(self) -> str:
        """The browser's secret that forms are bound to; new when it has none."""
        return (
            self.request.cookies.get(f"SIGNIN_FORM_{self.realm.name}")
            or random_secret()
        )

    def form_token(self, secret: str, purpose: str) -> str:
        """The value that proves a form to be from a page of this browser."""
        return mac(
            self.provider.keyring.form_key, f"{self.realm.name}\n{purpose}\n{secret}"
        )

    def is_genuine(self, form: Parameters, purpose: str) -> bool:
        """Tell whether a form was made for this browser and purpose."""
        secret = self.request.cookies.get(f"SIGNIN_FORM_{self.realm.name}")
        return bool(secret) and is_same(
            form.get("csrf", ""), self.form_token(secret or "", purpose)
        )

    def show(
        self, page: Page, *, form_secret: str | None = None, status: int = 200
    ) -> Response:
        """Make a page; a page with a form hands out the secret the form is bound to."""
        response = render(
            page,
            self.words,
            self.provider.settings.branding,
            status=status,
            theme=self.theme,
        )
        if self.theme and self.theme != self.request.cookies.get(THEME_COOKIE):
            response.set_cookie(
                THEME_COOKIE,
                self.theme,
                max_age=_THEME_SECONDS,
                secure=self._is_secure,
                httponly=True,
                samesite="lax",
            )
        if form_secret is not None:
            self._set_cookie(response, "FORM", form_secret)
        return response

    @property
    def _is_secure(self) -> bool:
        return self.base_url.startswith("https:")

    def _delete_cookie(self, response: Response, kind: str) -> None:
        response.delete_cookie(
            f"SIGNIN_{kind}_{self.realm.name}",
            path=self.path,
            secure=self._is_secure,
            httponly=True,
            samesite="lax",
        )

    def _set_cookie(self, response: Response, kind: str, value: str) -> None:
        response.set_cookie(
            f"SIGNIN_{kind}_{self.realm.name}",
            value,
            path=self.path,
            secure=self._is_secure,
            httponly=True,
            samesite="lax",
        )


async def call_of(request: Request, asked: Parameters | None = None) -> Call:
    """Find the realm; raises `UnknownRealm`, or `PageProblem` for a foreign host."""
    provider = cast("Provider", request.app.state.provider)
    realm = await realm_by_name(provider, request.path_params["realm"])
    if realm is None or not realm.enabled:
        raise UnknownRealm
    locales = (
        None if asked is None else asked.get("ui_locales") or asked.get("kc_locale")
    )
    client = request.client.host if request.client else "unknown"
    return Call(
        request=request,
        provider=provider,
        realm=realm,
        base_url=_base_url(request, provider),
        words=words_for(locales, request.headers.get("accept-language")),
        origin=Origin(
            address=client[:_SHOWN_ADDRESS],
            user_agent=request.headers.get("user-agent", "")[:_SHOWN_USER_AGENT],
        ),
        theme=theme_of(asked or {}, request.cookies),
    )


def _base_url(request: Request, provider: Provider) -> str:
    fixed = provider.settings.public_url
    if fixed is not None:
        return fixed.rstrip("/")
    # The host header is the caller's choice; only names that mean this machine are
    # believed.
    if not is_loopback(request.url.hostname or ""):
        raise PageProblem(400, lambda words: words.foreign_host)
    return f"{request.url.scheme}://{request.url.netloc}"
