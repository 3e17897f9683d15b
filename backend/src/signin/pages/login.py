"""The sign-in page."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from signin.pages.layout import Page, alert, hidden
from signin.words import Words

_CONTENT = Markup(
    """<section class="card">
<h1>{heading}</h1>
{problem}
<form method="post" action="{action}">
{csrf}
<div class="field">
<label for="username">{username_label}</label>
<input id="username" name="username" type="text" value="{username}"
 autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="255"
 required{username_extra}>
</div>
<div class="field">
<label for="password">{password_label}</label>
<input id="password" name="password" type="password" autocomplete="current-password"
 maxlength="256" required{password_extra}>
</div>
<button type="submit" class="primary">{submit}</button>
</form>
{forgotten}</section>"""
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginForm:
    """What the sign-in page shows besides its words."""

    realm: str
    action: str
    csrf: str
    username: str = ""
    problem: str | None = None
    other_language_address: str | None = None
    form_origin: str | None = None
    forgotten_address: str | None = None


def login_page(form: LoginForm, words: Words) -> Page:
    """Ask for name and password; the first field still to be filled has the focus."""
    invalid = (
        Markup(' aria-invalid="true" aria-describedby="problem"')
        if form.problem
        else Markup("")
    )
    focus = Markup(" autofocus")
    nothing = Markup("")
    heading = words.sign_in_to.format(realm=form.realm)
    content = _CONTENT.format(
        heading=heading,
        problem=Markup('<div id="problem">{}</div>').format(alert(form.problem))
        if form.problem
        else nothing,
        action=form.action,
        csrf=hidden("csrf", form.csrf),
        username=form.username,
        username_label=words.username,
        username_extra=invalid + (nothing if form.username else focus),
        password_label=words.password,
        password_extra=invalid + (focus if form.username else nothing),
        submit=words.sign_in,
        forgotten=Markup('<p class="aside"><a href="{}">{}</a></p>\n').format(
            form.forgotten_address, words.forgotten
        )
        if form.forgotten_address
        else nothing,
    )
    return Page(
        title=heading,
        content=content,
        other_language_address=form.other_language_address,
        form_origin=form.form_origin,
    )
