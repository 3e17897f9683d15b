"""From where something is asked for: which proxy is believed, and what is kept."""

import pytest

from giroscope.kernel.access import Actor
from giroscope.kernel.errors import Forbidden
from giroscope.kernel.origin import (
    Origin,
    client_address,
    coming_from,
    present_origin,
    shell_origin,
    short_agent,
    trace_of,
    trusted_networks,
)
from giroscope.settings import Settings

PROXIES = trusted_networks("10.0.0.0/8, ::1")
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("198.51.100.7", None, "198.51.100.7"),
        # A stranger may claim what he likes.
        ("198.51.100.7", "203.0.113.9", "198.51.100.7"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "192.0.2.66, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9, 10.2.3.4", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
        ("::1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("testclient", "203.0.113.9", None),
        (None, "203.0.113.9", None),
    ],
)
def test_only_trusted_proxies_are_believed(
    peer: str | None, forwarded: str | None, address: str | None
) -> None:
    assert client_address(peer, forwarded, PROXIES) == address


def test_without_trusted_proxies_the_peer_is_the_caller() -> None:
    assert client_address("127.0.0.1", "203.0.113.9", ()) == "127.0.0.1"


def test_a_setting_that_is_no_network_is_refused() -> None:
    assert Settings(trusted_proxies="10.0.0.1, 172.16.0.0/12").trusted_proxies
    with pytest.raises(ValueError, match="does not appear"):
        Settings(trusted_proxies="proxy.example")


GECKO = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (
            f"Mozilla/5.0 (X11; Linux x86_64) {GECKO} Chrome/156.0.0.0 Safari/537.36",
            "Chrome 156, Linux",
        ),
        (
            f"Mozilla/5.0 (Windows NT 10.0) {GECKO} Chrome/156 Safari/537 Edg/156.0.0",
            "Edge 156, Windows",
        ),
        (
            f"Mozilla/5.0 (Intel Mac OS X 10_15_7) {GECKO} Version/18.2 Safari/605.1",
            "Safari 18, macOS",
        ),
        ("Mozilla/5.0 (Android 15; rv:145.0) Firefox/145.0", "Firefox 145, Android"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("x" * 500, "x" * 80),
        ("", None),
        (None, None),
    ],
)
def test_a_browser_is_named_in_a_few_words(
    header: str | None, said: str | None
) -> None:
    assert short_agent(header) == said


def test_the_trace_the_caller_began_is_kept() -> None:
    assert trace_of(f"00-{TRACE}-00f067aa0ba902b7-01", "own") == TRACE
    assert trace_of(f"00-{'0' * 32}-00f067aa0ba902b7-01", "own") == "own"
    assert trace_of("nonsense", "own") == trace_of(None, "own") == "own"


def test_who_is_refused_what_is_noted_while_a_call_lasts() -> None:
    actor = Actor("u", "giroscope", "u", "U", frozenset())
    with coming_from(Origin(address="192.0.2.1")) as origin:
        for _ in range(9):
            with pytest.raises(Forbidden):
                actor.ensure("uploads.create")
        assert present_origin().address == "192.0.2.1"
    assert origin.refusals == [(actor, "uploads.create")] * 5
    assert present_origin().address is None
    with pytest.raises(Forbidden):
        actor.ensure("uploads.create")


def test_the_command_line_says_whose_account_it_is() -> None:
    assert (shell_origin().agent or "").startswith("command line, account ")
