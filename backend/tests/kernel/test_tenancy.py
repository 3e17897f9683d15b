"""The host's realm, and nothing else, decides."""

import pytest

from giroscope.kernel.tenancy import UnknownRealm, realm_of_host


@pytest.mark.parametrize(
    ("host", "realm"),
    [
        ("localhost:8087", "giroscope"),
        ("127.0.0.1:8087", "giroscope"),
        ("[::1]:8087", "giroscope"),
        ("", "giroscope"),
        ("acme.localhost:8087", "acme"),
        ("ACME.example.com", "acme"),
        ("acme.example.com.", "acme"),
    ],
)
def test_realm_of_a_host(host: str, realm: str) -> None:
    assert realm_of_host(host, "giroscope") == realm


@pytest.mark.parametrize(
    "host", ["a b", "../x.example.com", "1st.example.com", "x:y:z"]
)
def test_hosts_that_name_no_realm_are_refused(host: str) -> None:
    with pytest.raises(UnknownRealm):
        realm_of_host(host, "giroscope")
