"""One company's conversation with a Tryton server, in its own terms.

Everything is asked in the name of the company, without which Tryton's rules hide
its records. Writes wait for each other: on SQLite parallel ones fail, and a server
gives no hint whether it stands on SQLite.
"""

from __future__ import annotations

import base64
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from erplink._answers import Answer
from erplink._http import Line
from erplink._requests import Body, as_json
from erplink.errors import ContractChanged, NotAllowed, SignInRefused
from erplink.surroundings import Surroundings
from erplink.tryton.answers import judged_door, judged_rest, judged_rpc, refused_call
from erplink.tryton.typed import revived, typed

Record = Mapping[str, Any]
Domain = Sequence[Any]
_MOST_AT_ONCE = 1000
_MOST_IDS = 200
"""In one address, which servers limit to some thousand signs."""
_WRITING: defaultdict[tuple[str, str], Lock] = defaultdict(Lock)


@dataclass(frozen=True, slots=True)
class Access:
    """Where the server is, and who signs in."""

    address: str
    database: str
    key: str
    user: str
    password: str
    company: int


@dataclass(frozen=True, slots=True)
class Session:
    """A sign-in for JSON-RPC."""

    user: int
    header: str


class Speaking:
    """Search, read, create and act; see `Line` for what is attempted again."""

    def __init__(self, access: Access, surroundings: Surroundings) -> None:
        self.access = access
        self._line = Line(
            access.address,
            surroundings,
            secrets=[access.key, access.password],
            judge=judged_rest,
            revive=revived,
        )
        self._session: Session | None = None
        self._writing = _WRITING[access.address.rstrip("/"), access.database]

    def version(self) -> Answer:
        """The server's own version; asked without signing in."""
        body = _call("common.server.version", [])
        return self._line.ask("rpc/", body, operation="version", judge=judged_door)

    def search(
        self,
        model: str,
        domain: Domain,
        fields: Sequence[str],
        *,
        operation: str,
        limit: int = _MOST_AT_ONCE,
    ) -> Sequence[Record]:
        """Records in the order of their ids, at most `limit`."""
        query = [
            ("d", packed(domain)),
            ("o", packed([["id", "ASC"]])),
            ("s", str(limit)),
            *(("f", field) for field in fields),
        ]
        answer = self._line.get(
            self._rest(model), operation=operation, query=query, headers=self._context()
        )
        if not isinstance(answer.data, list):
            raise ContractChanged("erp_link.tryton_otherwise")
        return _complete(answer.data, fields, model)

    def every(
        self, model: str, domain: Domain, fields: Sequence[str], *, operation: str
    ) -> Iterator[Record]:
        """All records, page by page."""
        last = 0
        while True:
            page = self.search(
                model, [*domain, ["id", ">", last]], fields, operation=operation
            )
            yield from page
            if len(page) < _MOST_AT_ONCE:
                return
            last = page[-1]["id"]

    def with_ids(
        self, model: str, ids: Sequence[int], fields: Sequence[str], *, operation: str
    ) -> Mapping[int, Record]:
        """Those of the records that are there, by id."""
        wanted = sorted(set(ids))
        found: dict[int, Record] = {}
        for start in range(0, len(wanted), _MOST_IDS):
            domain = [["id", "in", wanted[start : start + _MOST_IDS]]]
            for one in self.search(model, domain, fields, operation=operation):
                found[one["id"]] = one
        return found

    def read(
        self, model: str, native_id: int, fields: Sequence[str], *, operation: str
    ) -> Record:
        """One record.

        Raises:
            NotThere: There is none, or the company's rules hide it.
        """
        answer = self._line.get(
            f"{self._rest(model)}/{native_id}",
            operation=operation,
            query=[("f", field) for field in fields],
            headers=self._context(),
        )
        if not isinstance(answer.data, dict):
            raise ContractChanged("erp_link.tryton_otherwise")
        return _complete([answer.data], fields, model)[0]

    def create(
        self, model: str, values: Record, fields: Sequence[str], *, operation: str
    ) -> Record:
        """Make one record, and tell it."""
        return self._written(
            "POST", self._rest(model), values, fields, operation=operation
        )

    def change(
        self, model: str, native_id: int, values: Record, *, operation: str
    ) -> None:
        """Write into one record."""
        path = f"{self._rest(model)}/{native_id}"
        self._written("PUT", path, values, ("id",), operation=operation)

    def act(
        self,
        model: str,
        native_id: int,
        action: str,
        *,
        operation: str,
        context: Record | None = None,
    ) -> None:
        """Press a button of one record."""
        path = f"{self._rest(model)}/{native_id}/{action}"
        self._written(
            "POST", path, {}, ("id",), operation=operation, context=context or {}
        )

    def ask(self, model: str, question: str, values: Record, *, operation: str) -> Any:
        """Ask a model something that changes nothing."""
        return self._line.ask(
            f"{self._rest(model)}/{question}",
            as_json(typed(values)),
            operation=operation,
            headers=self._context(),
        ).data

    def call(
        self,
        method: str,
        params: Sequence[Any],
        *,
        operation: str,
        context: Record | None = None,
    ) -> Any:
        """Call over JSON-RPC, as one transaction.

        Raises:
            Conflict: A record is not what its time stamp in the context says.
        """
        with self._writing:
            try:
                return self._called(method, params, operation, context or {})
            except SignInRefused:
                # A session ends when nobody used it for a while.
                if self._session is None:
                    raise
                self._session = None
                return self._called(method, params, operation, context or {})

    def signed_in(self) -> Session:
        """Sign in for JSON-RPC, once."""
        if self._session is None:
            self._session = self._begun()
        return self._session

    def _begun(self) -> Session:
        who = self.access
        answer = self._line.ask(
            f"{who.database}/rpc/",
            _call("common.db.login", [who.user, {"password": who.password}, "en"]),
            operation="sign_in",
            reply_is_secret=True,
            judge=judged_rpc,
        )
        match _result(answer):
            case [int(user), str(token), *_]:
                self._line.keep_secret(token)
                told = f"{who.user}:{user}:{token}"
                packed = base64.b64encode(told.encode()).decode()
                self._line.keep_secret(packed)
                return Session(user, f"Session {packed}")
        raise ContractChanged("erp_link.tryton_otherwise")

    def _called(
        self, method: str, params: Sequence[Any], operation: str, context: Record
    ) -> Any:
        session = self.signed_in()
        answer = self._line.write(
            "POST",
            f"{self.access.database}/rpc/",
            _call(method, [*params, {**self._company(), **context}]),
            operation=operation,
            headers={"Authorization": session.header},
            judge=judged_rpc,
        )
        return _result(answer)

    def _written(
        self,
        method: str,
        path: str,
        values: Record,
        fields: Sequence[str],
        *,
        operation: str,
        context: Record | None = None,
    ) -> Record:
        with self._writing:
            answer = self._line.write(
                method,
                path,
                as_json(typed(values)),
                operation=operation,
                query=[("f", field) for field in fields],
                headers=self._context(context or {}),
            )
        return answer.data if isinstance(answer.data, dict) else {}

    def _rest(self, model: str) -> str:
        return f"{self.access.database}/rest/model/{model}"

    def _company(self) -> Record:
        return {"company": self.access.company, "language": "en"}

    def _context(self, more: Record | None = None) -> Mapping[str, str]:
        return {
            "Authorization": f"Bearer {self.access.key}",
            "X-Tryton-Context": packed({**self._company(), **(more or {})}),
        }


def _call(method: str, params: Sequence[Any]) -> Body:
    return as_json({"id": 0, "method": method, "params": typed(params)})


def _result(answer: Answer) -> Any:
    if not isinstance(answer.data, dict):
        raise ContractChanged("erp_link.tryton_otherwise")
    if answer.data.get("error"):
        raise refused_call(answer.data["error"])
    return answer.data.get("result")


def packed(value: Any) -> str:
    """A value as Tryton wants it in an address or a header."""
    text = json.dumps(typed(value), separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode()


def _complete(
    records: Sequence[Record], fields: Sequence[str], model: str
) -> Sequence[Record]:
    # Tryton leaves out without a word what the user may not read.
    for field in {field.partition(".")[0] for field in fields}:
        if any(field not in record for record in records[:1]):
            raise NotAllowed("erp_link.tryton_denied", f"{model}: {field}")
    return records
