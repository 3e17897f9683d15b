"""What the mails say, in the language of the person they go to."""

from __future__ import annotations

from collections.abc import Sequence

from signin.mail import Mail
from signin.pages.instants import shown_instant
from signin.required_actions import CONFIGURE_TOTP, UPDATE_PASSWORD, VERIFY_EMAIL
from signin.users import User
from signin.words import Words, words_for

_LOCALE = "locale"


def words_of(user: User, otherwise: str | None = None) -> Words:
    """Choose the person's own language, else that of whoever asked."""
    own = user.attributes.get(_LOCALE) or []
    return words_for(own[0] if own else otherwise, None)


def action_names(actions: Sequence[str], words: Words) -> list[str]:
    """Name what has to be done as people do."""
    names = {
        UPDATE_PASSWORD: words.action_password,
        CONFIGURE_TOTP: words.action_app,
        VERIFY_EMAIL: words.action_email,
    }
    return [names[action] for action in actions]


def password_letter(
    user: User, words: Words, branding: str, *, link: str, expires_at: int
) -> Mail:
    """Answer a person who has forgotten the password."""
    return _letter(
        user,
        words,
        subject=words.mail_password_subject.format(branding=branding),
        said=[words.mail_password.format(username=user.username)],
        link=link,
        expires_at=expires_at,
    )


def verification_letter(
    user: User, words: Words, branding: str, *, link: str, expires_at: int
) -> Mail:
    """Ask a person to prove their mail address."""
    return _letter(
        user,
        words,
        subject=words.mail_verify_subject.format(branding=branding),
        said=[words.mail_verify.format(username=user.username)],
        link=link,
        expires_at=expires_at,
    )


def actions_letter(
    user: User,
    words: Words,
    branding: str,
    *,
    actions: Sequence[str],
    link: str,
    expires_at: int,
) -> Mail:
    """Ask a person to do what an administrator wants of them."""
    listed = "\n".join(f"  - {name}" for name in action_names(actions, words))
    return _letter(
        user,
        words,
        subject=words.mail_actions_subject.format(branding=branding),
        said=[words.mail_actions.format(username=user.username), listed],
        link=link,
        expires_at=expires_at,
    )


def _letter(
    user: User,
    words: Words,
    *,
    subject: str,
    said: list[str],
    link: str,
    expires_at: int,
) -> Mail:
    paragraphs = [
        words.mail_greeting.format(name=user.name),
        *said,
        words.mail_link.format(until=shown_instant(expires_at, words)),
        link,
        words.mail_end,
    ]
    text = "\n\n".join(paragraphs) + "\n"
    return Mail(to=user.email, subject=subject, text=text, realm=user.realm)
