"""Browsers that people have signed in with before, known by a cookie (OWASP).

A browser keeps a mark for each of the last few people who signed in with it. A mark
says whose it is to nobody but this provider, opens nothing, and lets nobody in: it only
gives the failures at that browser a count of their own.
"""

from __future__ import annotations

from signin.secret_values import is_same, mac, random_secret

_KEPT = 4
"""People who share one browser."""
_BETWEEN, _WITHIN = "~", "."


def device_of(key: bytes, realm: str, user_id: str, cookie: str | None) -> str | None:
    """The mark of the person at this browser; None where they never signed in here."""
    return next(
        (mark for mark in _marks(cookie) if _is_of(key, realm, user_id, mark)), None
    )


def with_device(key: bytes, realm: str, user_id: str, cookie: str | None) -> str:
    """The cookie of a browser with which the person has signed in just now."""
    marks = _marks(cookie)
    mine = device_of(key, realm, user_id, cookie)
    if mine is None:
        name = random_secret()
        mine = f"{name}{_WITHIN}{_proof(key, realm, user_id, name)}"
    others = [mark for mark in marks if mark != mine]
    return _BETWEEN.join([mine, *others][:_KEPT])


def _marks(cookie: str | None) -> list[str]:
    return [mark for mark in (cookie or "").split(_BETWEEN) if mark][:_KEPT]


def _is_of(key: bytes, realm: str, user_id: str, mark: str) -> bool:
    name, _, proof = mark.partition(_WITHIN)
    return bool(proof) and is_same(proof, _proof(key, realm, user_id, name))


def _proof(key: bytes, realm: str, user_id: str, name: str) -> str:
    return mac(key, f"{realm}\n{user_id}\n{name}")
