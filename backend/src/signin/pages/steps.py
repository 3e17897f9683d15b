"""Pages between the password and the session, and those that mailed links open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import segno
from markupsafe import Markup

from signin.pages.layout import Page, alert, hidden, notice
from signin.passwords import MAX_LENGTH, MIN_LENGTH
from signin.words import Words

_NOTHING = Markup("")
_KEY_GROUP = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class StepForm:
    """What every page with a step's form needs."""

    action: str
    hidden_fields: dict[str, str]
    problem: str | None = None
    good_news: str | None = None
    # A step that the application asked for may be left out.
    may_cancel: bool = False
    other_language_address: str | None = None
    form_origin: str | None = None
    # Where somebody goes who does not want to.
    back: str | None = None


_STEP = Markup(
    """<section class="card">
<h1>{heading}</h1>
<p>{text}</p>
{message}{before}
<form method="post" action="{action}">
{hidden}
{fields}
<button type="submit" class="primary">{submit}</button>
{cancel}</form>
{after}
</section>"""
)

_FIELD = Markup(
    """<div class="field"><label for="{id}">{label}</label>
<input id="{id}" name="{name}" {kind}{extra}>{hint}</div>
"""
)

_CODE_KIND = Markup(
    'type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="11"'
    ' class="code" required'
)


def second_factor_page(form: StepForm, words: Words, branding: str) -> Page:
    """Ask for a code, or, one step further, for a recovery code."""
    recovery = Markup(
        """<details><summary>{title}</summary>
<form method="post" action="{action}">
{hidden}
{field}
<button type="submit">{submit}</button>
</form></details>"""
    ).format(
        title=words.use_recovery_code,
        action=form.action,
        hidden=_hidden(form),
        field=_field(
            "recovery-code",
            words.recovery_code,
            Markup('type="text" autocomplete="off" maxlength="40" required'),
            hint=words.recovery_code_hint,
        ),
        submit=words.go_on,
    )
    return _page(
        form,
        words,
        heading=words.second_factor,
        text=words.second_factor_explained.format(branding=branding),
        fields=_field(
            "otp",
            words.code,
            _CODE_KIND,
            hint=words.code_hint,
            is_invalid=bool(form.problem),
            is_first=True,
        ),
        submit=words.go_on,
        after=recovery,
    )


def password_page(form: StepForm, words: Words, username: str) -> Page:
    """Ask for a new password."""
    kind = Markup(
        'type="password" autocomplete="new-password" maxlength="{}" required'
    ).format(MAX_LENGTH)
    fields = (
        _username(username),
        _field(
            "password-new",
            words.new_password,
            kind + Markup(' minlength="{}"').format(MIN_LENGTH),
            hint=words.password_rule.format(length=MIN_LENGTH),
            is_invalid=bool(form.problem),
            is_first=True,
        ),
        _field(
            "password-confirm",
            words.repeat_password,
            kind,
            is_invalid=bool(form.problem),
        ),
    )
    return _page(
        form,
        words,
        heading=words.choose_password,
        text=words.choose_password_explained,
        fields=Markup("").join(fields),
        submit=words.save_password,
    )


def app_page(
    form: StepForm,
    words: Words,
    *,
    uri: str,
    secret: str,
    extra_fields: Markup = _NOTHING,
) -> Page:
    """Show the picture and the key, and ask for the first code."""
    fields = extra_fields + _field(
        "totp",
        words.code,
        _CODE_KIND,
        hint=words.set_up_confirm,
        is_invalid=bool(form.problem),
    )
    fields += _field(
        "userLabel",
        words.app_name,
        Markup('type="text" autocomplete="off" maxlength="100"'),
        hint=words.app_name_hint,
    )
    groups = range(0, len(secret), _KEY_GROUP)
    before = Markup(
        """<p>{scan}</p>
<div class="qr" role="img" aria-label="{picture}">{svg}</div>
<p class="hint" id="by-hand">{by_hand}</p>
<p><code class="key">{key}</code></p>"""
    ).format(
        scan=words.set_up_scan,
        picture=words.set_up_picture,
        svg=_qr(uri),
        by_hand=words.set_up_by_hand,
        key=" ".join(secret[start : start + _KEY_GROUP] for start in groups),
    )
    return _page(
        form,
        words,
        heading=words.set_up_app,
        text=words.set_up_app_explained,
        before=before,
        fields=fields,
        submit=words.set_up,
        after=_aside(form.back, words.cancel) if form.back else _NOTHING,
    )


def current_password_field(words: Words, *, username: str, is_invalid: bool) -> Markup:
    """Ask for the password again, before an account is changed."""
    return _username(username) + _field(
        "current-password",
        words.your_password,
        Markup(
            'type="password" autocomplete="current-password" maxlength="{}" required'
        ).format(MAX_LENGTH),
        is_invalid=is_invalid,
    )


def recovery_page(codes: Sequence[str], words: Words, *, onward: str) -> Page:
    """Show recovery codes, this once."""
    listed = Markup("").join(
        Markup("<li><code>{}</code></li>").format(code) for code in codes
    )
    content = Markup(
        """<section class="card">
<h1>{heading}</h1>
<p>{text}</p>
<ul class="recovery">{codes}</ul>
<p class="row"><a class="button primary" href="{onward}">{kept}</a></p>
</section>"""
    ).format(
        heading=words.recovery_codes,
        text=words.recovery_codes_explained,
        codes=listed,
        onward=onward,
        kept=words.recovery_codes_kept,
    )
    return Page(title=words.recovery_codes, content=content)


def verify_page(form: StepForm, words: Words, *, email: str) -> Page:
    """Wait for the person to follow the link in the mail."""
    again = Markup(
        """<form method="post" action="{action}">{hidden}
<button type="submit" name="again" value="1">{again}</button></form>"""
    ).format(action=form.action, hidden=_hidden(form), again=words.send_again)
    return _page(
        form,
        words,
        heading=words.verify_email,
        text=words.verify_email_explained.format(email=email)
        if email
        else words.verify_email_missing,
        submit=words.go_on,
        after=again if email else _NOTHING,
    )


def forgotten_page(form: StepForm, words: Words, *, username: str, back: str) -> Page:
    """Ask whose password is forgotten."""
    name = Markup(
        'type="text" autocomplete="username" autocapitalize="none"'
        ' spellcheck="false" maxlength="255" value="{}" required'
    ).format(username)
    return _page(
        form,
        words,
        heading=words.forgotten_title,
        text=words.forgotten_explained,
        fields=_field(
            "username",
            words.username_or_email,
            name,
            is_invalid=bool(form.problem),
            is_first=True,
        ),
        submit=words.send_link,
        after=_aside(back, words.back_to_sign_in),
    )


def link_sent_page(words: Words, *, minutes: int, back: str) -> Page:
    """Say the same whether anybody has the name or not."""
    content = Markup(
        '<section class="card">\n<h1>{}</h1>\n<p>{}</p>\n{}</section>'
    ).format(
        words.link_sent,
        words.link_sent_explained.format(minutes=minutes),
        _aside(back, words.back_to_sign_in),
    )
    return Page(title=words.link_sent, content=content)


def link_page(
    form: StepForm, words: Words, *, username: str, realm: str, actions: Sequence[str]
) -> Page:
    """Say what a mailed link is for, before it is used up."""
    listed = Markup("").join(Markup("<li>{}</li>").format(one) for one in actions)
    return _page(
        form,
        words,
        heading=words.link_title,
        text=words.link_explained.format(username=username, realm=realm),
        before=Markup('<ul class="actions">{}</ul>').format(listed),
        submit=words.link_begin,
    )


def link_done_page(words: Words, branding: str, *, onward: str) -> Page:
    """Say that all is done, and where to go."""
    link = Markup('<p class="row"><a class="button primary" href="{}">{}</a></p>')
    content = Markup(
        '<section class="card">\n<h1>{}</h1>\n<p>{}</p>\n{}</section>'
    ).format(
        words.link_done,
        words.link_done_explained,
        link.format(onward, words.link_to_app.format(branding=branding))
        if onward
        else _NOTHING,
    )
    return Page(title=words.link_done, content=content)


def _page(
    form: StepForm,
    words: Words,
    *,
    heading: str,
    text: str,
    submit: str,
    fields: Markup = _NOTHING,
    before: Markup = _NOTHING,
    after: Markup = _NOTHING,
) -> Page:
    cancel = Markup(
        '<button type="submit" name="cancel" value="1" formnovalidate>{}</button>\n'
    ).format(words.cancel)
    content = _STEP.format(
        heading=heading,
        text=text,
        message=_message(form),
        before=before,
        action=form.action,
        hidden=_hidden(form),
        fields=fields,
        submit=submit,
        cancel=cancel if form.may_cancel else _NOTHING,
        after=after,
    )
    return Page(
        title=heading,
        content=content,
        other_language_address=form.other_language_address,
        form_origin=form.form_origin,
    )


def _message(form: StepForm) -> Markup:
    if form.problem:
        return Markup('<div id="problem">{}</div>').format(alert(form.problem))
    if form.good_news:
        return Markup('<div id="problem">{}</div>').format(notice(form.good_news))
    return _NOTHING


def _hidden(form: StepForm) -> Markup:
    return Markup("").join(
        hidden(name, value) for name, value in form.hidden_fields.items()
    )


def _field(
    name: str,
    label: str,
    kind: Markup,
    *,
    hint: str = "",
    is_invalid: bool = False,
    is_first: bool = False,
) -> Markup:
    described = [f"{name}-hint"] if hint else []
    extra = _NOTHING
    if is_invalid:
        described.insert(0, "problem")
        extra += Markup(' aria-invalid="true"')
    if described:
        extra += Markup(' aria-describedby="{}"').format(" ".join(described))
    if is_first:
        extra += Markup(" autofocus")
    return _FIELD.format(
        id=name,
        name=name,
        label=label,
        kind=kind,
        extra=extra,
        hint=Markup('<p class="hint" id="{}-hint">{}</p>').format(name, hint)
        if hint
        else _NOTHING,
    )


def _username(username: str) -> Markup:
    """Tell password managers whose password it is."""
    return Markup(
        '<input type="text" name="username" value="{}" autocomplete="username"'
        " readonly hidden>"
    ).format(username)


def _aside(address: str, text: str) -> Markup:
    return Markup('<p class="aside"><a href="{}">{}</a></p>\n').format(address, text)


def _qr(uri: str) -> Markup:
    """Draw a QR code; dark on white in every theme, because scanners expect that."""
    drawn = BytesIO()
    segno.make(uri, error="m", micro=False).save(
        drawn, kind="svg", scale=4, border=4, xmldecl=False, svgns=False,
        light="#fff", nl=False, omitsize=True,
    )  # fmt: skip
    # It is made of numbers only; nothing of the address stands in it.
    return Markup(drawn.getvalue().decode())  # noqa: S704 - see above
