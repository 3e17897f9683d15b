"""Calls Giroscope as an API client; Python 3.11 and nothing else.

export GIROSCOPE_URL=https://acme.giroscope.example
export GIROSCOPE_TOKEN_URL=https://id.example/realms/acme/protocol/openid-connect/token
export GIROSCOPE_CLIENT_ID=giroscope-api-0123456789abcdef
export GIROSCOPE_CLIENT_SECRET=...

python giroscope_api.py entries 2026-11-01
python giroscope_api.py journal 2b0e7c1a-...
python giroscope_api.py upload payments.xml payment
"""

import base64
import json
import os
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote_plus, urlencode
from urllib.request import Request, urlopen

TRIES = 6
RENEW_BEFORE_SECONDS = 30

ENTRIES = """
query Entries($since: Date!, $after: String) {
  transactions(
    first: 200
    after: $after
    filter: {bookingDate: {from: $since}}
    orderBy: {field: BOOKING_DATE, direction: ASC}
  ) {
    edges {
      node {
        id
        bookingDate
        direction
        amount { amount currency }
        endToEndId
        account { id }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}
"""
JOURNAL = """
query Journal($id: ID!) {
  journal(correlationId: $id) {
    correlationId
    state
    messageId
    totals { amount currency count }
  }
}
"""
UPLOAD = """
query Upload($id: ID!) {
  upload(id: $id) { id state correlationId }
}
"""


class Refused(Exception):
    """What Giroscope answers instead, with the code that stays the same."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code


class Giroscope:
    """One API client."""

    def __init__(self, url: str, token_url: str, client_id: str, secret: str) -> None:
        self._url = url.rstrip("/")
        self._token_url = token_url
        self._named = f"{quote_plus(client_id)}:{quote_plus(secret)}"
        self._token = ""
        self._renew_at = 0.0

    def ask(self, question: str, **variables: object) -> Any:
        """The answer to a GraphQL question; raises `Refused`."""
        body = json.dumps({"query": question, "variables": variables}).encode()
        told = self._call("POST", "/api/data/graphql", body, "application/json")
        if told.get("errors"):
            error = told["errors"][0]
            why = error["extensions"]
            raise Refused(why.get("reason", why["code"]), error["message"])
        return told["data"]

    def entries(self, since: str) -> Iterator[Any]:
        """Every entry booked on a day or later, page by page."""
        after = None
        while True:
            page = self.ask(ENTRIES, since=since, after=after)["transactions"]
            for edge in page["edges"]:
                yield edge["node"]
            if not page["pageInfo"]["hasNextPage"]:
                return
            after = page["pageInfo"]["endCursor"]

    def journal(self, correlation_id: str) -> Any:
        """One journal; None where there is none."""
        return self.ask(JOURNAL, id=correlation_id)["journal"]

    def upload(self, file: Path, kind: str) -> Any:
        """Hand a file in; sent again with the same bytes it is one upload."""
        edge = uuid.uuid4().hex
        head = (
            f'--{edge}\r\ncontent-disposition: form-data; name="files";'
            f' filename="{quote_plus(file.name)}"\r\n\r\n'
        )
        body = head.encode() + file.read_bytes() + f"\r\n--{edge}--\r\n".encode()
        told = self._call(
            "POST",
            f"/api/upload?{urlencode({'kind': kind})}",
            body,
            f"multipart/form-data; boundary={edge}",
        )
        return self.ask(UPLOAD, id=told["jobs"][0]["uploadId"])["upload"]

    def _call(self, method: str, path: str, body: bytes, content_type: str) -> Any:
        for attempt in range(1, TRIES + 1):
            headers = {
                "authorization": f"Bearer {self._fresh_token()}",
                "content-type": content_type,
            }
            request = Request(self._url + path, body, headers, method=method)
            try:
                with urlopen(request, timeout=60) as answer:
                    return json.load(answer)
            except HTTPError as error:
                if error.code == 401:
                    # Off, expired or a new secret: a new token tells which.
                    self._token = ""
                if attempt == TRIES or error.code not in {401, 429, 503}:
                    raise refused(error) from error
                if error.code == 401 and attempt > 1:
                    raise refused(error) from error
                # Asked too fast, or the product is away for a moment: it says when.
                time.sleep(float(error.headers.get("retry-after", 0)))
        raise AssertionError

    def _fresh_token(self) -> str:
        if not self._token or time.monotonic() >= self._renew_at:
            named = base64.b64encode(self._named.encode()).decode()
            request = Request(
                self._token_url,
                b"grant_type=client_credentials",
                {"authorization": f"Basic {named}"},
            )
            asked = time.monotonic()
            try:
                with urlopen(request, timeout=30) as answer:
                    told = json.load(answer)
            except HTTPError as error:
                raise refused(error) from error
            self._token = told["access_token"]
            self._renew_at = asked + told["expires_in"] - RENEW_BEFORE_SECONDS
        return self._token


def refused(error: HTTPError) -> Refused:
    """What an answer says, in whichever form it comes."""
    try:
        told = json.load(error)
    except ValueError:
        told = {}
    if told.get("errors") and "extensions" in told["errors"][0]:
        told = {
            **told["errors"][0]["extensions"],
            "detail": told["errors"][0]["message"],
        }
    code = told.get("reason") or told.get("code") or told.get("error") or error.code
    sentence = told.get("detail") or told.get("error_description") or error.reason
    return Refused(str(code), str(sentence))


def main(words: list[str]) -> None:
    """Do what the command line says, and write JSON."""
    api = Giroscope(
        *(os.environ[f"GIROSCOPE_{name}"]
          for name in ("URL", "TOKEN_URL", "CLIENT_ID", "CLIENT_SECRET"))
    )  # fmt: skip
    match words:
        case ["entries", since]:
            for entry in api.entries(since):
                print(json.dumps(entry))
        case ["journal", correlation_id]:
            print(json.dumps(api.journal(correlation_id)))
        case ["upload", file, kind]:
            print(json.dumps(api.upload(Path(file), kind)))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Refused as refusal:
        sys.exit(str(refusal))
