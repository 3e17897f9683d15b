"""What counts as an origin of an accounting system: exact, secure, canonical."""

import pytest

from giroscope.features.erp.errors import BadOrigin, OriginNotSecure
from giroscope.features.erp.window.origins import origin_of


@pytest.mark.parametrize(
    ("told", "origin"),
    [
        ("https://erp.example.com", "https://erp.example.com"),
        (" https://ERP.Example.com/ ", "https://erp.example.com"),
        ("https://erp.example.com:443", "https://erp.example.com"),
        ("https://erp.example.com:8443/", "https://erp.example.com:8443"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("https://10.1.2.3", "https://10.1.2.3"),
        ("https://[2001:DB8::1]:9443", "https://[2001:db8::1]:9443"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("http://127.0.0.1:80", "http://127.0.0.1"),
        ("http://erp.localhost:3000", "http://erp.localhost:3000"),
        ("http://[::1]:3000", "http://[::1]:3000"),
    ],
)
def test_an_address_is_taken_for_its_origin(told: str, origin: str) -> None:
    assert origin_of(told, allows_local=True) == origin


@pytest.mark.parametrize(
    "told",
    [
        "", "*", "https://", "erp.example.com", "https://*.example.com", "null",
        "https://erp.example.com/books", "https://erp.example.com?x=1",
        "https://erp.example.com#x", "https://user@erp.example.com",
        "https://erp.example.com:0", "https://erp.example.com:99999",
        "https://erp.example.com:port", "https://a.example;script-src *",
        "https://a.example https://b.example", "https://a.example,https://b.example",
        "ftp://erp.example.com", "javascript:alert(1)",
        "data:text/html,x", "https://-a.example", "https://a..example",
        "https://1.2.3", "https://1.2.3.999", "https://[::1", "https://[::g]",
        "https://'self'", "https://" + "a" * 300 + ".example",
    ],
)  # fmt: skip
def test_what_is_no_origin_is_refused(told: str) -> None:
    with pytest.raises(BadOrigin) as refused:
        origin_of(told, allows_local=True)
    assert refused.value.path == "origin"


@pytest.mark.parametrize(
    ("told", "allows_local"),
    [
        ("http://erp.example.com", True),
        ("http://10.1.2.3", True),
        ("http://localhost.example.com", True),
        ("http://localhost:3000", False),
        ("http://127.0.0.1", False),
    ],
)
def test_without_tls_only_the_own_machine_is_let_in_and_only_for_a_trial(
    told: str, *, allows_local: bool
) -> None:
    with pytest.raises(OriginNotSecure):
        origin_of(told, allows_local=allows_local)
