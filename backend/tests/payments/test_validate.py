"""`POST /api/validate`: a report for every file, and nothing kept of any."""

import json
from typing import Any

import pytest

from tests.kernel.issuer import UPLOADER
from tests.payments.payment_orders import payment_order
from tests.uploads.bank_samples import statement

pytestmark = pytest.mark.served

WRONG = "DK5850510001322617"


def layers(report: dict[str, Any]) -> dict[str, str]:
    return {one["layer"]: one["light"] for one in report["layers"]}


def codes(report: dict[str, Any]) -> set[str]:
    return {group["code"] for group in report["groups"]}


def form(name: str, more: str) -> bytes:
    """The beginning of a form of one part."""
    said = f'Content-Disposition: form-data; name="{name}"{more}'
    return f"--x\r\n{said}\r\n\r\n1".encode()


async def check(api: Any, data: bytes, **headers: str) -> Any:
    async with api.client() as client:
        return await client.post("/api/validate", content=data, headers=headers)


async def test_everybody_signed_in_may_check_and_nobody_else(api: Any) -> None:
    assert (await check(api, payment_order())).status_code == 200
    async with api.client(token="") as client:
        refused = await client.post("/api/validate", content=payment_order())
    assert refused.status_code == 401
    assert refused.headers["content-type"] == "application/problem+json"


async def test_a_form_and_a_raw_body_give_the_same_report(api: Any) -> None:
    data = payment_order()
    raw = (await check(api, data)).json()
    async with api.client() as client:
        form = (
            await client.post("/api/validate", files={"file": ("a.xml", data)})
        ).json()
    assert form["file"] == "a.xml"
    same = {"sha256", "groups", "findings", "layers", "totals", "standing", "token"}
    assert {key: raw[key] for key in same} == {key: form[key] for key in same}


async def test_every_layer_has_a_light_and_a_reason_where_it_did_not_run(
    api: Any,
) -> None:
    report = (await check(api, payment_order())).json()
    assert list(layers(report)) == [
        "file", "schema", "iso", "bank", "danish", "own", "duplicates", "address",
        "cutOff",
    ]  # fmt: skip
    for layer in report["layers"]:
        assert (layer["reason"] is not None) or layer["light"] != "notRun"
        assert set(layer["name"]) == {"en", "da"}


async def test_a_finding_names_rule_source_place_value_and_what_to_do(api: Any) -> None:
    bad = payment_order(creditor=WRONG)
    report = (await check(api, bad)).json()
    assert report["standing"] == "invalid"
    (group,) = [one for one in report["groups"] if one["code"] == "iban_check_digits"]
    assert group["layer"] == "iso"
    assert group["severity"] == "error"
    assert "ISO 13616" in group["source"]
    assert group["fix"]["da"].startswith("Bed modtageren")
    (finding,) = [one for one in report["findings"] if one["code"] == group["code"]]
    assert finding["path"] == "PmtInf[1]/CdtTrfTxInf[1]/CdtrAcct/Id/IBAN"
    assert finding["line"]
    assert finding["value"] == WRONG
    assert finding["payment"]["endToEndId"]


async def test_the_next_run_says_what_was_mended_and_what_is_new(api: Any) -> None:
    first = (await check(api, payment_order(creditor=WRONG))).json()
    mended = payment_order(currency="XYZ")
    again = (await check(api, mended, validation_token="")).json()
    assert again["rerun"] is None
    async with api.client() as client:
        again = (
            await client.post(
                "/api/validate",
                files={"file": ("a.xml", mended)},
                data={"previous": first["token"]},
            )
        ).json()
    assert [one["code"] for one in again["rerun"]["mended"]] == ["iban_check_digits"]
    new = {one["code"] for one in again["findings"] if one["isNew"]}
    # In a currency nobody knows it is no domestic payment any more.
    assert new == {"currency_unknown", "address_missing"}
    assert again["rerun"]["newCount"] == 2


@pytest.mark.parametrize("token", ["x", "!!!", "eJwz", "A" * 40_000, "ÆØÅ"])
async def test_a_damaged_token_is_refused_in_words(api: Any, token: str) -> None:
    async with api.client() as client:
        refused = await client.post(
            "/api/validate",
            files={"file": ("a.xml", payment_order())},
            data={"previous": token},
        )
    assert refused.status_code == 400
    assert refused.json()["code"] == "invalid_input"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"hello", "not_a_bank_file"),
        (b"%PDF-1.7", "not_a_bank_file"),
        (statement(), "not_a_payment_file"),
        (payment_order()[:700], "truncated"),
        (
            payment_order().replace(b"<Doc", b'<!DOCTYPE a [<!ENTITY b "c">]><Doc', 1),
            "hostile_xml",
        ),
    ],
)
async def test_what_cannot_be_read_has_a_report_that_says_why(
    api: Any, data: bytes, code: str
) -> None:
    response = await check(api, data)
    report = response.json()
    assert response.status_code == 200
    assert report["standing"] == "invalid"
    assert code in codes(report)
    assert layers(report)["file"] == "errors"
    assert layers(report)["duplicates"] == "notRun"
    says_unsupported = "Unsupported file format" in response.text
    assert says_unsupported == (code == "not_a_bank_file")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"--x--\r\n", "multipart/form-data; boundary=x"),
        (b"", "multipart/form-data"),
        (
            form("other", "") + b"\r\n--x--\r\n",
            "multipart/form-data; boundary=x",
        ),
        (
            form("file", "; filename=a"),
            "multipart/form-data; boundary=x",
        ),
    ],
)
async def test_a_bad_call_is_a_problem_in_words(
    api: Any, body: bytes, kind: str
) -> None:
    response = await check(api, body, **{"content-type": kind})
    assert response.status_code == 400
    assert response.json()["errors"][0]["message"]


async def test_too_long_a_file_is_refused_before_it_is_read(api: Any) -> None:
    response = await check(api, b"x", **{"content-length": str(1 << 40)})
    assert response.status_code == 413
    assert "Upload payments" in response.json()["detail"]


async def test_a_check_keeps_nothing(api: Any) -> None:
    await check(api, payment_order())
    found = await api.data(
        "{uploads{totalCount} journals{totalCount} payments{totalCount}}", UPLOADER
    )
    assert [one["totalCount"] for one in found.values()] == [0, 0, 0]
    report = (await check(api, payment_order())).json()
    assert "same_file" not in codes(report)
    assert json.dumps(report)
