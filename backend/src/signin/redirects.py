"""Where a browser may be sent back to; nothing unlisted is followed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

_MAX_LENGTH = 2_000

# Browsers and servers read these differently, which is how allow-lists are slipped
# past.
_TREACHEROUS = re.compile(r"[\x00-\x20\x7f\\#]|[^\x00-\x7f]")

_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class RedirectRules:
    """The console's addresses, exact or ending in `/*`, with `{realm}` replaced."""

    patterns: tuple[str, ...]

    def allow(self, uri: str, realm: str) -> bool:
        """Tell whether the browser may be sent to an address."""
        asked = _parse(uri)
        return asked is not None and any(
            _fits(asked, uri, pattern) for pattern in self._of(realm)
        )

    def origins(self, realm: str) -> frozenset[str]:
        """The origins whose scripts may read answers."""
        parsed = (_parse(pattern) for pattern in self._of(realm))
        return frozenset(_origin(parts) for parts in parsed if parts is not None)

    def _of(self, realm: str) -> tuple[str, ...]:
        return tuple(pattern.replace("{realm}", realm) for pattern in self.patterns)


def origin_of(uri: str) -> str:
    """The origin of an address that `RedirectRules.allow` has passed."""
    return _origin(urlsplit(uri))


def _parse(uri: str) -> SplitResult | None:
    if len(uri) > _MAX_LENGTH or _TREACHEROUS.search(uri):
        return None
    try:
        parts = urlsplit(uri)
        _ = parts.port
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        return None
    return parts


def _origin(parts: SplitResult) -> str:
    host = parts.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    if parts.port is None or parts.port == _DEFAULT_PORTS[parts.scheme]:
        return f"{parts.scheme}://{shown}"
    return f"{parts.scheme}://{shown}:{parts.port}"


def _fits(asked: SplitResult, uri: str, pattern: str) -> bool:
    if not pattern.endswith("/*"):
        return uri == pattern
    allowed = _parse(pattern)
    if allowed is None or _origin(asked) != _origin(allowed):
        return False
    # An origin without a path is its root.
    path = asked.path or "/"
    segments = unquote(unquote(path)).replace("\\", "/").split("/")
    return (
        path.startswith(allowed.path[:-1])
        and ".." not in segments
        and "." not in segments
    )
