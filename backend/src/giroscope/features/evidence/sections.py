"""What a pack's PDF says, section by section; draws nothing."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from giroscope.features.evidence.words import (
    DAYS,
    DIFFERENCES,
    KINDS,
    MATCHES,
    PARTS,
    RECALLS,
    REPORTS,
    SENDING,
    STANDINGS,
    VERSIONS,
    WORDS,
    called,
    instant,
    money,
    on,
    state_of,
)
from giroscope.features.journals.export import SOURCES
from giroscope.features.payments.export import STATES

Line = tuple[str, str]
"""What stands on the left in grey, and what is said of it."""
_ARROW = " \N{LEFT RIGHT ARROW} "
_TO = " \N{EN DASH} "


class _Sections(ABC):
    """What packs of every kind say."""

    def __init__(self, about: Mapping[str, Any], language: str) -> None:
        self._about, self._language, self._words = about, language, WORDS[language]
        self._at = partial(instant, language=language)
        self._money = partial(money, language=language)

    @abstractmethod
    def all(self) -> Iterator[tuple[str, Sequence[Line]]]:
        """Each section: its title, and its lines."""

    def _files(self, files: Sequence[Mapping[str, Any]]) -> Iterator[Line]:
        for one in files:
            size = self._words["bytes"].format(size=one["size"])
            kind = called(KINDS, one["kind"], self._language)
            yield kind, f"{one['name']}, {size}, {self._at(one['received'])}"
            yield "", f"SHA-256 {one['sha256']}"

    def _days(self, *days: str | None) -> str:
        told = filter(None, (on(day, self._language) for day in days))
        return _TO.join(dict.fromkeys(told))

    def _balance(self, name: str, amount: Any, currency: str) -> str:
        words = self._words
        told = words["unstated"] if amount is None else self._money(amount, currency)
        return f"{words[name]} {told}"

    def _stated(self, one: Mapping[str, Any], currency: str) -> Iterator[str]:
        """A statement: its period, its balances, and whether it adds up."""
        if period := self._days(one["fromDate"], one["toDate"]):
            yield period
        for name in ("opening", "closing"):
            yield self._balance(name, one[name], currency)
        if one["balanced"] is not None:
            yield self._words["addsUp" if one["balanced"] else "addsNotUp"]

    def _trail(self) -> Iterator[Line]:
        links, words = self._about["links"], self._words
        count = len(links["events"])
        about = words["eventsOf"][self._about["about"]["kind"]]
        yield (
            "",
            words["events"].format(
                count=count, about=about, all=links["head"]["count"]
            ),
        )
        yield "", words["anchors"].format(count=len(links["anchors"]))


class _Journal(_Sections):
    """Those of a journal; some say that there is nothing of the kind."""

    @property
    def _record(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._about["journal"]
        return found

    def all(self) -> Iterator[tuple[str, Sequence[Line]]]:
        """Figures, files, and each step that the record has something for."""
        words, record = self._words, self._record
        yield words["figures"], list(self._figures())
        yield words["files"], list(self._files(record["documents"]))
        if record["validation"]:
            yield words["checks"], list(self._checks(record["validation"]))
        if record["approval"]:
            yield words["behind"], list(self._behind(record["approval"]))
            yield words["approvals"], list(self._approvals())
        if self._about["sendings"]:
            yield words["sending"], list(self._sendings())
        if record["counts"]["payments"]:
            yield words["answers"], list(self._answers())
        if record["recalls"]:
            yield words["recalls"], list(self._recalls())
        yield words["statements"], list(self._statements())
        yield words["trail"], list(self._trail())

    def _figures(self) -> Iterator[Line]:
        record, words = self._record, self._words
        state = state_of(record, self._language)
        if record["needsAttention"]:
            state = f"{state} · {words['attention']}"
        yield words["state"], state
        if record["account"]:
            account = record["account"]
            named = filter(
                None, (account["iban"] or account["number"], account["name"])
            )
            yield words["account"], "  ".join(named)
        if record["executionDate"]:
            yield words["executionDate"], on(record["executionDate"], self._language)
        yield words["source"], called(SOURCES, record["source"], self._language)
        for label, sums in (("total", record["totals"]), ("unpaid", record["unpaid"])):
            for one in sums:
                amount = self._money(one["amount"], one["currency"])
                key = "onePayment" if one["count"] == 1 else "payments"
                count = words[key].format(count=one["count"])
                yield words[label], f"{amount}  ({count})" if self._pays else amount
        if self._pays:
            yield words["counted"], words["counts"].format(**record["counts"])

    @property
    def _pays(self) -> bool:
        return bool(self._record["counts"]["payments"])

    def _checks(self, found: Mapping[str, Any]) -> Iterator[Line]:
        standing = called(STANDINGS, found["standing"], self._language)
        counts = self._words["found"].format(**found["counts"])
        yield standing, f"{counts}, {self._at(found['checked'])}"
        for one in found["groups"]:
            yield one["code"], f"{one['title'][self._language]} ({one['count']})"

    def _behind(self, approval: Mapping[str, Any]) -> Iterator[Line]:
        for one in approval["behind"]:
            part = called(PARTS, one["part"], self._language)
            yield one["person"], f"{part}, {self._at(one['at'])}"

    def _approvals(self) -> Iterator[Line]:
        words = self._words
        for case in self._about["documents"]:
            for one in case["decisions"]:
                said = [words[one["decision"]], self._at(one["at"])]
                if one.get("forPerson"):
                    said.append(words["for"].format(name=one["forPerson"]))
                proof = one["proof"]
                said.append(
                    words["passkey"].format(name=proof["passkey"]["name"])
                    if proof
                    else words["noPasskey"]
                )
                if one.get("undone"):
                    said.append(words["undone"].format(at=self._at(one["undone"])))
                if one.get("reason"):
                    said.append(one["reason"])
                yield one["person"], ", ".join(said)
                yield "", f"SHA-256 {one['sha256']}"

    def _sendings(self) -> Iterator[Line]:
        for one in self._about["sendings"]:
            state = called(SENDING, one["state"], self._language)
            since = self._at(one["sent"] or one["since"])
            yield one["bank"] or "", f"{state}, {since}"
            for attempt in one["attempts"]:
                label = self._words["attempt"].format(number=attempt["number"])
                state = called(SENDING, attempt["state"], self._language)
                times = [self._at(at) for at in (attempt["left"],) if at]
                said = [state, *times, attempt["bankText"], attempt["bankReference"]]
                yield label, ", ".join(filter(None, said))
                if attempt["requestSha256"]:
                    yield "", f"SHA-256 {attempt['requestSha256']}"

    def _answers(self) -> Iterator[Line]:
        for one in self._record["answers"]:
            yield one["document"]["name"], self._at(one["stated"] or one["received"])
            for line in one["lines"]:
                codes = [line["status"] and _code(line["status"])]
                codes += [_reason(reason) for reason in line["reasons"]]
                yield line["batch"] or "", ", ".join(filter(None, codes))
            for said in one["payments"]:
                yield "", f"{said['count']} \N{MULTIPLICATION SIGN} {_code(said)}"

    def _recalls(self) -> Iterator[Line]:
        for one in self._record["recalls"]:
            state = called(RECALLS, one["state"], self._language)
            asked = f"{one['askedBy']}, {self._at(one['asked'])}"
            yield one["caseId"], f"{one['reasonText']}, {state}, {asked}"
            for said in one["answers"]:
                told = filter(None, (said["answer"], said["code"], said["meaning"]))
                yield "", f"{said['count']} \N{MULTIPLICATION SIGN} {' '.join(told)}"

    def _statements(self) -> Iterator[Line]:
        for one in self._record["statements"]:
            account = one["account"]
            currency = one["currency"] or account["currency"]
            named = account["iban"] or account["number"]
            yield named, ", ".join(self._stated(one, currency))


class _Payment(_Journal):
    """Those of a payment: its own, and then those of its file's journal."""

    def all(self) -> Iterator[tuple[str, Sequence[Line]]]:
        """What it is and became of it, before what proves its file."""
        yield self._words["paid"], list(self._own())
        yield from super().all()

    def _own(self) -> Iterator[Line]:
        one, words = self._about["payment"], self._words
        payee, amount = one["creditor"], one["amount"]
        for label, told in (
            ("payee", filter(None, (payee["name"], payee["account"], payee["agent"]))),
            ("amount", [self._money(amount["amount"], amount["currency"])]),
            ("executionDate", [on(one["executionDate"], self._language)]),
            ("paidFrom", filter(None, (one["debtorAccount"], one["bank"]))),
            ("endToEndId", [one["endToEndId"]]),
            ("text", filter(None, (one["remittance"], one["reference"]))),
            ("state", [called(STATES, one["progress"], self._language)]),
            ("bookedOn", [on(one["bookedOn"], self._language)]),
            ("returnedOn", [on(one["returnedOn"], self._language)]),
        ):
            if said := "  ".join(filter(None, told)):
                yield words[label], said
        for reason in one["reasons"]:
            yield words["reason"], _reason(reason)


class _Month(_Sections):
    """Those of an account's month."""

    def all(self) -> Iterator[tuple[str, Sequence[Line]]]:
        """Figures, closings, statements, what is amiss, matches and files."""
        about, words = self._about, self._words
        yield words["figures"], list(self._figures())
        yield words["closings"], list(self._closings())
        yield words["statements"], list(self._statements())
        yield words["amiss"], list(self._amiss())
        if about["matches"]:
            yield words["matches"], list(self._matches())
        yield words["files"], list(self._files(about["files"]))
        yield words["trail"], list(self._trail())

    @property
    def _currency(self) -> str:
        return str(self._about["account"]["currency"])

    def _figures(self) -> Iterator[Line]:
        account, month, words = (
            self._about["account"],
            self._about["month"],
            self._words,
        )
        named = filter(None, (account["iban"] or account["number"], account["name"]))
        yield words["account"], "  ".join(named)
        yield words["month"], self._days(month["first"], month["last"])
        yield words["statements"], words["complete"][month["isComplete"]]
        yield words["balances"], words["balanced"][month["addsUp"]]
        yield words["entries"], words["matched"].format(**month)
        for name in ("opening", "closing"):
            yield "", self._balance(name, month[name], self._currency)

    def _closings(self) -> Iterator[Line]:
        words = self._words
        for one in self._about["closings"]:
            said = [
                words["closed"].format(at=self._at(one["closedAt"])),
                self._balance("closing", one["closing"], self._currency),
                words["entriesOf"].format(count=one["entries"]),
                one["proposedByName"]
                and words["proposed"].format(name=one["proposedByName"]),
                one["reason"],
            ]
            yield one["closedByName"], ", ".join(filter(None, said))
            if one["reopenedAt"]:
                again = words["reopened"].format(at=self._at(one["reopenedAt"]))
                said = [again, one["reopenedReason"]]
                yield one["reopenedByName"], ", ".join(filter(None, said))

    def _statements(self) -> Iterator[Line]:
        for one in self._about["statements"]:
            said = [*self._stated(one, one["currency"] or self._currency)]
            for table, code in ((REPORTS, one["kind"]), (VERSIONS, one["status"])):
                said.append(called(table, code, self._language))
            yield one["sequence"] or one["bankId"] or "", ", ".join(filter(None, said))

    def _amiss(self) -> Iterator[Line]:
        """Days that lack a statement or something is the matter with, run by run."""
        days = self._about["month"]["days"]
        for said, run in groupby(days, self._matter):
            dates = [day["date"] for day in run]
            if said:
                yield said, self._days(dates[0], dates[-1])

    def _matter(self, day: Mapping[str, Any]) -> str:
        found = [day["state"]] if day["state"] == "MISSING" else []
        found += day["marks"]
        return ", ".join(called(DAYS, one, self._language) for one in found)

    def _matches(self) -> Iterator[Line]:
        for one in self._about["matches"]:
            kind = called(MATCHES, one["kind"], self._language)
            sides = _ARROW.join(side["about"] for side in one["sides"])
            said = f"{kind}, {self._at(one['matchedAt'])}: {sides}"
            if one["difference"]:
                differs = self._balance("differs", one["difference"], one["currency"])
                note = one["differenceNote"]
                why = called(DIFFERENCES, one["differenceReason"], self._language)
                said = ", ".join(filter(None, (said, differs, why, note)))
            if one["endedAt"]:
                ended = self._words["undone"].format(at=self._at(one["endedAt"]))
                said = f"{said}, {ended}"
            yield one["matchedByName"], said


OF_KIND: Mapping[str, type[_Sections]] = {
    "journal": _Journal,
    "month": _Month,
    "payment": _Payment,
}
"""By what a pack is about."""


def _code(status: Mapping[str, Any]) -> str:
    return " ".join(filter(None, (status["code"], status["meaning"])))


def _reason(reason: Mapping[str, Any]) -> str:
    return " ".join(filter(None, (reason["code"], reason["meaning"], reason["text"])))
