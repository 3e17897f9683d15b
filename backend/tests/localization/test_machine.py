"""What systems and their encryption say is told in Danish, however it comes."""

import errno
import os
import socket
import ssl
from pathlib import Path

import pytest

from localization import Message, Words, render
from localization.catalogue import texts_of
from localization.recognise import Recogniser

_RECOGNISER = Recogniser("machine", "link")
_MACHINE = sorted(texts_of("machine", "en"))


@pytest.mark.parametrize("name", _MACHINE)
def test_each_text_is_found_by_its_english(name: str) -> None:
    values = {"fault": Message("machine.ECONNREFUSED")}
    holes = {one: f"<{one}>" for one in ("number", "path", "place", "host", "text")}
    message = Message(f"machine.{name}", **{**holes, **values, "reason": "<reason>"})
    found = _RECOGNISER.message(str(message))
    assert str(found) == str(message)
    assert found.code == message.code
    assert render(found, "da") != str(found)


def test_a_port_where_nobody_listens_is_told() -> None:
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        with pytest.raises(OSError, match="refused") as refused:
            socket.create_connection(own.getsockname(), 1)
    text = f"The bank could not be reached: {refused.value}."
    number = errno.ECONNREFUSED
    told = f"Banken kunne ikke nås: forbindelsen blev afvist (fejl {number})."
    assert _RECOGNISER.in_both(text) == Words(text, told)


def test_a_file_that_is_not_there_is_told_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "gone"
    with pytest.raises(OSError, match="No such") as missing:
        path.read_bytes()
    told = f"filen eller mappen findes ikke: »{path}« (fejl {errno.ENOENT})"
    assert _RECOGNISER.in_both(str(missing.value)).da == told


@pytest.mark.parametrize(
    "name", ["ENOSPC", "EACCES", "ETIMEDOUT", "EHOSTUNREACH", "EPIPE", "EROFS"]
)
def test_frequent_faults_are_known_by_their_number(name: str) -> None:
    fault = OSError(getattr(errno, name), os.strerror(getattr(errno, name)))
    for text in (str(fault), fault.strerror):
        assert _RECOGNISER.in_both(text).da != text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("certificate has expired", "certifikatet er udløbet"),
        (
            "unable to get local issuer certificate",
            "certifikatets udsteder kendes ikke",
        ),
        (
            "Hostname mismatch, certificate is not valid for 'bank.example'.",
            "certifikatet gælder ikke for »bank.example«.",
        ),
    ],
)
def test_a_certificate_that_is_refused_is_told_with_the_raw_place(
    said: str, told: str
) -> None:
    raw = "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed"
    text = f"The bank could not be reached: {raw}: {said} (_ssl.c:1006)."
    expected = f"Banken kunne ikke nås: {told} (_ssl.c:1006)."
    assert _RECOGNISER.in_both(text).da == expected


def test_a_line_that_is_not_encrypted_is_told() -> None:
    fault = ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong version number")
    told = _RECOGNISER.in_both(fault.args[1]).da
    assert told == "modparten svarer ikke krypteret"


def test_what_is_not_known_stays_as_it_is() -> None:
    for text in ("", "Kunden findes ikke", "x" * 3000):
        assert _RECOGNISER.in_both(text) == Words.as_it_is(text)
