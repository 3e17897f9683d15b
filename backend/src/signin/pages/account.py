"""The account page: who you are, a new password, and where you are signed in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from signin.pages.instants import iso_instant, shown_instant
from signin.pages.layout import Page, alert, hidden, notice
from signin.pages.security import security_card
from signin.passwords import MAX_LENGTH, MIN_LENGTH
from signin.roles import called
from signin.second_factors import SecondFactor
from signin.sessions import Session
from signin.users import User
from signin.words import Words

_CONTENT = Markup(
    """<section class="card">
<div class="person"><span class="avatar" aria-hidden="true">{initials}</span>
<div><h1>{name}</h1><p class="hint">{signed_in_as} · {realm}</p></div></div>
<dl class="roles"><dt>{roles_label}</dt>{roles}</dl>
<div class="row">{back}<form method="post" action="{base}/sign-out{query}">{csrf}
<button type="submit">{sign_out}</button></form></div>
</section>
{message}
<section class="card">
<h2>{change_password}</h2>
<form method="post" action="{base}/password{query}">
{csrf}
<input type="text" name="username" value="{username}" autocomplete="username"
 readonly hidden>
{fields}
<button type="submit" class="primary">{change_password}</button>
</form>
</section>
{security}
<section class="card">
<h2>{sessions_label}</h2>
<p class="hint">{sessions_hint}</p>
<ul class="sessions">
{sessions}
</ul>
</section>"""
)

_FIELD = Markup(
    """<div class="field"><label for="{name}">{label}</label>
<input id="{name}" name="{name}" type="password" autocomplete="{autocomplete}" required
 maxlength="{longest}"{extra}>{hint}</div>
"""
)

_SESSION = Markup(
    """<li><div><strong>{browser}</strong>{badge}
<p class="hint">{address_label} {address}<br>
{started} <time datetime="{started_iso}">{started_shown}</time><br>
{last_used} <time datetime="{used_iso}">{used_shown}</time></p></div>{end}</li>"""
)

_ROLE = Markup("<dd>{named} <small><code>{role}</code></small></dd>")

# The order matters: Edge and Opera also call themselves Chrome, and Chrome calls itself
# Safari.
_BROWSERS = (
    (re.compile(r"Edg(?:e|A|iOS)?/"), "Edge"),
    (re.compile(r"OPR/"), "Opera"),
    (re.compile(r"Firefox/|FxiOS/"), "Firefox"),
    (re.compile(r"(?:Headless)?Chrome/|CriOS/"), "Chrome"),
    (re.compile(r"Safari/"), "Safari"),
)
_SYSTEMS = (
    (re.compile(r"iPhone|iPad"), "iOS"),
    (re.compile(r"Android"), "Android"),
    (re.compile(r"Windows"), "Windows"),
    (re.compile(r"Mac OS X"), "macOS"),
    (re.compile(r"Linux|X11"), "Linux"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountView:
    """What the account page shows."""

    user: User
    realm: str
    base: str
    # Carried from form to form, so that the way back and the language stay.
    query: str
    csrf: str
    current: Session
    sessions: list[Session]
    factors: list[SecondFactor]
    codes_left: int
    back: str | None
    other_language_address: str
    problem: str | None = None
    good_news: str | None = None


def account_page(view: AccountView, words: Words, branding: str) -> Page:
    """Show a person their account."""
    name = view.user.name
    content = _CONTENT.format(
        initials="".join(part[0] for part in name.split()[:2]).upper(),
        name=name,
        username=view.user.username,
        signed_in_as=words.signed_in_as.format(username=view.user.username),
        realm=view.realm,
        roles_label=words.roles,
        roles=_roles(view.user.roles, words),
        base=view.base,
        query=view.query,
        csrf=hidden("csrf", view.csrf),
        sign_out=words.sign_out,
        back=_back(view.back, words, branding),
        message=_message(view),
        change_password=words.change_password,
        fields=_password_fields(words),
        security=security_card(
            view.factors,
            view.codes_left,
            words,
            base=view.base,
            query=view.query,
            csrf=view.csrf,
            username=view.user.username,
        ),
        sessions_label=words.sessions,
        sessions_hint=words.sessions_hint,
        sessions=Markup("\n").join(
            _session(session, view, words) for session in view.sessions
        ),
    )
    return Page(
        title=words.account,
        content=content,
        is_wide=True,
        other_language_address=view.other_language_address,
    )


def browser_name(user_agent: str, words: Words) -> str:
    """Name a browser as people do; the header is only a claim."""
    browser = next(
        (name for pattern, name in _BROWSERS if pattern.search(user_agent)), None
    )
    system = next(
        (name for pattern, name in _SYSTEMS if pattern.search(user_agent)), None
    )
    if browser is None:
        return words.unknown_browser
    return (
        words.browser_on.format(browser=browser, system=system) if system else browser
    )


def _back(address: str | None, words: Words, branding: str) -> Markup:
    if address is None:
        return Markup("")
    return Markup('<a class="button" href="{}">{}</a>').format(
        address, words.back.format(branding=branding)
    )


def _message(view: AccountView) -> Markup:
    if view.problem:
        return alert(view.problem)
    return notice(view.good_news) if view.good_news else Markup("")


def _password_fields(words: Words) -> Markup:
    rule = Markup('<p class="hint" id="password-rule">{}</p>').format(
        words.password_rule.format(length=MIN_LENGTH)
    )
    described = Markup(' minlength="{}" aria-describedby="password-rule"').format(
        MIN_LENGTH
    )
    nothing = Markup("")
    fields = (
        (
            "current-password",
            words.current_password,
            "current-password",
            nothing,
            nothing,
        ),
        ("new-password", words.new_password, "new-password", described, rule),
        ("repeat-password", words.repeat_password, "new-password", nothing, nothing),
    )
    return Markup("").join(
        _FIELD.format(
            name=name,
            label=label,
            autocomplete=kind,
            longest=MAX_LENGTH,
            extra=extra,
            hint=hint,
        )
        for name, label, kind, extra, hint in fields
    )


def _session(session: Session, view: AccountView, words: Words) -> Markup:
    is_current = session.sid == view.current.sid
    browser = browser_name(session.user_agent, words)
    end = Markup(
        '<form method="post" action="{}/sessions/{}/end{}">{}'
        '<button type="submit" aria-label="{}">{}</button></form>'
    ).format(
        view.base,
        session.sid,
        view.query,
        hidden("csrf", view.csrf),
        words.end_session_named.format(browser=browser, address=session.address),
        words.end_session,
    )
    badge = Markup(' <span class="badge">{}</span>').format(words.this_session)
    return _SESSION.format(
        browser=browser,
        badge=badge if is_current else Markup(""),
        address_label=words.address,
        address=session.address,
        started=words.started,
        started_iso=iso_instant(session.started_at),
        started_shown=shown_instant(session.started_at, words),
        last_used=words.last_used,
        used_iso=iso_instant(session.used_at),
        used_shown=shown_instant(session.used_at, words),
        # The session in use is ended by signing out.
        end=Markup("") if is_current else end,
    )


def _roles(roles: Sequence[str], words: Words) -> Markup:
    """What each role is called, with the name an administrator knows it by."""
    if not roles:
        return Markup("<dd>{}</dd>").format(words.no_roles)
    return Markup("").join(
        _ROLE.format(named=called(role, words.language), role=role) for role in roles
    )
