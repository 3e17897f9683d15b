"""Pages that tell one thing: a problem, a question before signing out, a farewell."""

from __future__ import annotations

from markupsafe import Markup

from signin.pages.layout import Page, hidden
from signin.words import Words

_MESSAGE = Markup(
    """<section class="card">
<h1>{heading}</h1>
<p{role}>{text}</p>
{more}
</section>"""
)

_QUESTION = Markup(
    """<section class="card">
<h1>{heading}</h1>
<p>{text}</p>
<form method="post" action="{action}">
{fields}
<button type="submit" class="primary">{submit}</button>
</form>
<p class="aside"><a href="{stay}">{stay_words}</a></p>
</section>"""
)


def problem_page(text: str, words: Words) -> Page:
    """Say what is wrong and what to do; never lead anywhere."""
    more = Markup('<p class="hint">{}</p>').format(words.close_hint)
    content = _MESSAGE.format(
        heading=words.problem, role=Markup(' role="alert"'), text=text, more=more
    )
    return Page(title=words.problem, content=content)


def signed_out_page(words: Words) -> Page:
    """Tell that nobody is signed in any more."""
    content = _MESSAGE.format(
        heading=words.signed_out,
        role=Markup(""),
        text=words.signed_out_explained,
        more=Markup(""),
    )
    return Page(title=words.signed_out, content=content)


def sign_out_page(
    words: Words,
    *,
    branding: str,
    action: str,
    fields: dict[str, str],
    stay: str,
    form_origin: str | None,
) -> Page:
    """Ask first, since the request came without proof that the person wants it."""
    content = _QUESTION.format(
        heading=words.sign_out_question,
        text=words.sign_out_explained.format(branding=branding),
        action=action,
        fields=Markup("").join(hidden(name, value) for name, value in fields.items()),
        submit=words.sign_out,
        stay=stay,
        stay_words=words.stay,
    )
    return Page(title=words.sign_out_question, content=content, form_origin=form_origin)
