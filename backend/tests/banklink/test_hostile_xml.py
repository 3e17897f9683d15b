"""XML that no bank sends: refused before it costs anything, or read as it stands."""

import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from banklink import AnswerNotTrusted
from banklink._inflate import inflated
from banklink._xml import (
    DEEPEST,
    MOST_TAGS,
    decoded,
    only,
    optional,
    parse,
    take_out,
    text_of,
)

MEGABYTE = 1024 * 1024
LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>
<lolz>&d;</lolz>"""


@pytest.mark.parametrize(
    "data",
    [
        LAUGHS,
        b"<!DOCTYPE r SYSTEM 'file:///etc/passwd'><r/>",
        b"\xef\xbb\xbf<!DOCTYPE r><r/>",
        b"<?xml version='1.0'?>\n<!-- x --><!DOCTYPE r [<!ENTITY e 'x'>]><r a='&e;'/>",
        b"<!-- <r> --><!DOCTYPE r><r/>",
        b"<!---><!DOCTYPE r [<!ENTITY e 'x'>]><r>&e;</r>-->",
        '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE r><r/>'.encode("utf-16"),
        "<!DOCTYPE r><r/>".encode("utf-16-le"),
        '<?xml version="1.0" encoding="utf-7"?><r/>'.encode("utf-7"),
        "<r>a</r>".encode("utf-16-le"),
        "<r>a</r>".encode("utf-16-be"),
        "<r>a</r>".encode("utf-32-le"),
        b"<?xml version='1.0' encoding='ibm037'?><r/>",
        b"<?xml-stylesheet href='x'?><r/>",
        b"<r><?php evil?></r>",
        b"<r/><?late?>",
        b"<r>&undefined;</r>",
        b"<r",
        b"<r></s>",
        b"<r/><r/>",
        b"<r a='1' a='2'/>",
        b"<x:r/>",
        b"<r>\x00</r>",
        b"<r>\xff</r>",
        b"text",
        b" ",
        b"",
    ],
)
def test_what_no_bank_sends_is_refused(data: bytes) -> None:
    with pytest.raises(AnswerNotTrusted):
        parse(data, largest=MEGABYTE)


def test_one_byte_too_many_is_refused_without_being_read() -> None:
    largest = 50 * MEGABYTE
    data = b"<r>" + b" " * (largest - 7) + b"</r>"
    assert len(data) == largest
    assert parse(data, largest=largest).tag == "r"
    longer = data + b" "
    tracemalloc.start()
    with pytest.raises(AnswerNotTrusted, match="more than"):
        parse(longer, largest=largest)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MEGABYTE


def test_depth_is_bounded() -> None:
    def nested(depth: int) -> bytes:
        return b"<r>" * depth + b"</r>" * depth

    assert parse(nested(DEEPEST), largest=MEGABYTE).tag == "r"
    for depth in (DEEPEST + 1, 2_000, 100_000):
        with pytest.raises(AnswerNotTrusted):
            parse(nested(depth), largest=MEGABYTE)


def test_many_small_elements_are_refused_before_they_take_memory() -> None:
    data = b"<r>" + b"<a/>" * MOST_TAGS + b"</r>"
    tracemalloc.start()
    with pytest.raises(AnswerNotTrusted, match="elements"):
        parse(data, largest=50 * MEGABYTE)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MEGABYTE


def test_a_prolog_that_never_ends_takes_no_time(at_once: Any) -> None:
    for hostile in (b"<!--" + b"-" * MEGABYTE, b" " * MEGABYTE, b"<!-- -->" * 100_000):
        with at_once(), pytest.raises(AnswerNotTrusted):
            parse(hostile, largest=2 * MEGABYTE)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"<r>a</r>", "a"),
        (b"<?xml version='1.0' encoding='UTF-8'?>\n<r>\xc3\xb8</r>", "ø"),
        (b"<?xml version='1.0' encoding='ISO-8859-1'?><r>\xf8</r>", "ø"),
        (b"\xef\xbb\xbf<r>a</r>", "a"),
        (b"<!-- - -- ->x --><r>a<!-- b -->c</r>".replace(b" -- ", b" - "), "ac"),
        (b"<r><![CDATA[<&]]></r>", "<&"),
    ],
)
def test_what_banks_do_send_is_read(data: bytes, text: str) -> None:
    assert text_of(parse(data, largest=MEGABYTE)) == text


def test_exactly_one_means_exactly_one() -> None:
    root = parse(b"<r><a/><b/><b/></r>", largest=MEGABYTE)
    assert only(root, "a").tag == "a"
    assert optional(root, "c") is None
    for wrong in ("b", "c"):
        with pytest.raises(AnswerNotTrusted):
            only(root, wrong)
    with pytest.raises(AnswerNotTrusted):
        optional(root, "b")


@pytest.mark.parametrize("text", ["a", "YQ", "YQ==YQ==", "Y Q=", "é", "YQ==x", "%"])
def test_what_is_no_base64_is_refused(text: str) -> None:
    root = etree.Element("r")
    root.text = text
    with pytest.raises(AnswerNotTrusted):
        decoded(root)


def test_base64_may_have_line_ends() -> None:
    root = etree.fromstring("<r>\n  YW\r\n  Jj\t\n</r>")
    assert decoded(root) == b"abc"
    with pytest.raises(AnswerNotTrusted, match="plain text"):
        decoded(etree.fromstring("<r>YQ==<x/></r>"))


def test_taking_an_element_out_leaves_the_text_around_it() -> None:
    for data, left in (
        ("<r>a<x/>b<y/>c</r>", b"<r>ab<y/>c</r>"),
        ("<r>a<y/>b<x/>c</r>", b"<r>a<y/>bc</r>"),
    ):
        root = etree.fromstring(data)
        take_out(root.find("x"))
        assert etree.tostring(root) == left


@given(st.binary(max_size=200))
@settings(max_examples=200)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for attempt in (data, b"<r>" + data + b"</r>"):
        try:
            assert parse(attempt, largest=1000).tag
        except AnswerNotTrusted as refusal:
            assert refusal.message  # noqa: PT017 - either outcome is right


@given(st.binary(max_size=200))
def test_any_bytes_unpack_or_are_refused(data: bytes) -> None:
    try:
        assert len(inflated(data, 1000)) <= 1000
    except AnswerNotTrusted as refusal:
        assert refusal.message  # noqa: PT017 - either outcome is right
