"""The part of the account page about second factors."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from signin.pages.instants import iso_instant, shown_instant
from signin.pages.layout import hidden
from signin.passwords import MAX_LENGTH
from signin.second_factors import SecondFactor
from signin.words import Words

_CARD = Markup(
    """<section class="card" id="second-factor">
<h2>{heading}</h2>
<p class="hint">{text}</p>
{listed}<p class="row">
<a class="button" href="{base}/second-factor{query}">{set_up}</a></p>
</section>"""
)

_ITEM = Markup("<li><div><strong>{name}</strong>{hint}</div>\n{proof}</li>\n")

_PROOF = Markup(
    """<details class="proof">
<summary class="button" aria-label="{named}">{title}</summary>
<form method="post" action="{action}">
{csrf}<input type="text" name="username" value="{username}" autocomplete="username"
 readonly hidden>
<p class="hint">{hint}</p>
<div class="field"><label for="password-{id}">{password}</label>
<input id="password-{id}" name="current-password" type="password"
 autocomplete="current-password" maxlength="{longest}" required></div>
<div class="field"><label for="otp-{id}">{code}</label>
<input id="otp-{id}" name="otp" type="text" inputmode="numeric"
 autocomplete="one-time-code" maxlength="11" class="code" required></div>
<button type="submit">{title}</button>
</form></details>"""
)


def security_card(
    factors: Sequence[SecondFactor],
    codes_left: int,
    words: Words,
    *,
    base: str,
    query: str,
    csrf: str,
    username: str,
) -> Markup:
    """Show a person's authenticator apps and recovery codes, and what can be done."""

    def proof(identity: str, *, tail: str, title: str, named: str, hint: str) -> Markup:
        return _PROOF.format(
            id=identity,
            action=f"{base}/{tail}{query}",
            csrf=hidden("csrf", csrf),
            username=username,
            title=title,
            named=named,
            hint=hint,
            password=words.your_password,
            code=words.code,
            longest=MAX_LENGTH,
        )

    apps = Markup("").join(
        _ITEM.format(
            name=factor.label,
            hint=_since(factor, words),
            proof=proof(
                f"app-{number}",
                tail=f"second-factor/{factor.id}/remove",
                title=words.remove_app,
                named=words.remove_app_named.format(label=factor.label),
                hint=words.remove_app_hint,
            ),
        )
        for number, factor in enumerate(factors)
    )
    codes = _ITEM.format(
        name=words.security_codes_left.format(count=codes_left),
        hint="",
        proof=proof(
            "codes",
            tail="recovery-codes",
            title=words.new_recovery_codes,
            named=words.new_recovery_codes,
            hint=words.new_recovery_codes_hint,
        ),
    )
    return _CARD.format(
        heading=words.security,
        text=words.security_on if factors else words.security_off,
        listed=Markup('<ul class="sessions">\n{}{}</ul>\n').format(apps, codes)
        if factors
        else "",
        base=base,
        query=query,
        set_up=words.set_up_another if factors else words.set_up_app,
    )


def _since(factor: SecondFactor, words: Words) -> Markup:
    return Markup('<p class="hint">{} <time datetime="{}">{}</time></p>').format(
        words.security_added,
        iso_instant(factor.created_at),
        shown_instant(factor.created_at, words),
    )
