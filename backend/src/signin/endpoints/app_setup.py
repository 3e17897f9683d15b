"""Setting up an authenticator app: a candidate secret, its first code, its codes.

The candidate travels sealed in the form, bound to the person and a time, so nothing is
stored of an app that is never confirmed.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag

from signin.endpoints.call import Call
from signin.endpoints.credentials import Refused
from signin.endpoints.second_factor import check_first_code
from signin.events import EventKind, record
from signin.parameters import Parameters
from signin.required_actions import CONFIGURE_TOTP
from signin.second_factors import (
    add_factor,
    make_recovery_codes,
    new_secret,
    provisioning_uri,
    recovery_codes_left,
)
from signin.users import User, require_actions

_CANDIDATE_SECONDS = 1_800
_LONGEST_LABEL = 100


@dataclass(frozen=True, slots=True)
class Candidate:
    """A secret that somebody may take into their app."""

    secret: str
    sealed: str

    def uri(self, call: Call, user: User) -> str:
        """What the QR code says."""
        branding = call.provider.settings.branding
        issuer = f"{branding} {call.realm.display_name}"
        if branding == call.realm.display_name:
            issuer = branding
        return provisioning_uri(self.secret, username=user.username, issuer=issuer)


def new_candidate(call: Call, user: User) -> Candidate:
    """Make a secret for a person to take into their app."""
    secret = new_secret()
    content = json.dumps({"secret": secret, "until": call.now + _CANDIDATE_SECONDS})
    sealed = call.provider.keyring.seal(content.encode(), purpose=_purpose(user))
    return Candidate(secret, base64.urlsafe_b64encode(sealed).decode())


def candidate_of(call: Call, user: User, form: Parameters) -> Candidate | None:
    """Read the secret a form carries; None when it is old or not this person's."""
    sealed = form.get("candidate", "")
    try:
        content = call.provider.keyring.unseal(
            base64.urlsafe_b64decode(sealed), purpose=_purpose(user)
        )
    except (InvalidTag, ValueError):
        return None
    told = json.loads(content)
    return Candidate(told["secret"], sealed) if told["until"] > call.now else None


async def confirm(
    call: Call, user: User, candidate: Candidate, form: Parameters
) -> list[str] | Refused:
    """Store the app if its first code is right.

    Returns the recovery codes to be shown: none for a second app.
    """
    step = await check_first_code(call, user, candidate.secret, form.get("totp", ""))
    if isinstance(step, Refused):
        return step
    label = form.get("userLabel", "").strip()[:_LONGEST_LABEL]
    keyring = call.provider.keyring
    async with call.provider.store.writing() as db:
        is_new = await add_factor(
            db,
            keyring,
            user.id,
            candidate.secret,
            label=label or call.words.app_name_default,
            step=step,
            now=call.now,
        )
        if not is_new:
            return Refused()
        await require_actions(db, user, done=CONFIGURE_TOTP)
        codes: list[str] = []
        if not await recovery_codes_left(db, user.id):
            codes = await make_recovery_codes(db, keyring, user.id, now=call.now)
        await record(
            db,
            EventKind.SECOND_FACTOR_ADDED,
            realm=call.realm.name,
            now=call.now,
            client_id=call.provider.settings.client_id,
            user_id=user.id,
            address=call.origin.address,
        )
    return codes


def _purpose(user: User) -> str:
    return f"signin second factor candidate {user.id}"
