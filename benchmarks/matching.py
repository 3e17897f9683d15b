"""How right and how quick automatic matching is, on months of which the truth is known.

Precision and recall: a month of payments and entries is made up of a seed, with twins,
round amounts, wrong and missing references, names as banks write them, charges, money
paid in two, returns, and transfers. It is imported as files. What the product matched,
when it imported and by itself afterwards, is held against the truth, score by score.

Time: many entries that wait against many payments, put into the tables directly.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from sqlalchemy import select, update

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import outlook  # noqa: E402 - its folder was just made importable
import store  # noqa: E402

from giroscope.features.matches import STANDS, EntryMatch, MatchSide  # noqa: E402
from giroscope.features.payments import Payment  # noqa: E402
from giroscope.features.reconciliation.background import match_some  # noqa: E402
from giroscope.features.reconciliation.tables import (  # noqa: E402
    ONLY_ROW,
    AutomaticMatching,
)
from giroscope.features.statements import Transaction  # noqa: E402
from giroscope.features.uploads import Kind  # noqa: E402

WAITING = outlook.Shape(20, 375, 900)
FIRST = date(2026, 9, 1)
NOW = datetime(2026, 10, 5, 9, tzinfo=UTC)
LEAST_RIGHT, LEAST_FOUND = 0.995, 0.90
SCORES = (100, 95, 90)
CENT = Decimal("0.01")
SEEDS = 6


@dataclass(frozen=True, slots=True)
class Shape:
    """How a month is told: shares of a hundred."""

    name: str
    payments: int
    with_id: int
    """Of the entries that repeat the end-to-end id."""
    with_account: int
    with_name: int
    wrong_reference: int = 6
    charged: int = 4
    in_two: int = 2
    twins: int = 6
    round_amounts: int = 15
    others: int = 30
    """Entries of other things, to a hundred payments."""


SHAPES = (
    Shape("well told", 300, 80, 85, 95),
    Shape("no end-to-end ids", 300, 0, 80, 95),
    Shape("names only", 300, 10, 10, 95, round_amounts=30),
    Shape("many twins", 300, 40, 70, 90, twins=30, wrong_reference=15),
)


OWN = ("DK5050010099887766", "DK0730000011223344")
WORDS = ("Fjord", "Skov", "Havn", "Bælt", "Søndergård", "Ærø", "Nord", "Vester", "Kær")
KINDS = ("Byg A/S", "Energi ApS", "Transport", "Papir A/S", "Revision", "VVS ApS")
ROUND = (500, 1000, 1250, 2500, 5000, 10000)
CHARGES = (Decimal("2.50"), Decimal(7), Decimal("9.95"))


class Month:
    """A month of one company with two accounts, and what belongs together in it."""

    def __init__(self, shape: Shape, seed: int) -> None:
        self.payments: list[str] = []
        self.entries: dict[str, list[tuple[date, Decimal, str]]] = {
            account: [] for account in OWN
        }
        self.truth: dict[str, str] = {}
        """By the bank's reference of an entry the payment's end-to-end id, or the
        bank's reference of the other entry."""
        self._shape = shape
        self._seed = seed
        self._dice = random.Random(f"{shape.name} {seed}")  # noqa: S311 - no secret
        self._ids = 0
        self._suppliers = [
            (
                f"{self._dice.choice(WORDS)} {self._dice.choice(KINDS)} {number}",
                iban(1000 + seed * 100 + number),
            )
            for number in range(70)
        ]
        for _ in range(shape.payments):
            self._bill()
        for _ in range(12):
            self._transfer()
        for _ in range(shape.payments * shape.others // 100):
            self._other()

    def _happens(self, share: int) -> bool:
        return self._dice.randrange(100) < share

    def _amount(self) -> Decimal:
        if self._happens(self._shape.round_amounts):
            return Decimal(self._dice.choice(ROUND))
        return Decimal(self._dice.randrange(5_000, 4_000_000)) / 100

    def _next_id(self, kind: str) -> str:
        self._ids += 1
        return f"{kind}{self._seed}{self._ids:06d}"

    def _book(self, account: str, day: date, signed: Decimal, **told: Any) -> str:
        reference = self._next_id("B")
        xml = _entry(reference, day, signed, **told)
        self.entries[account].append((day, signed, xml))
        return reference

    def _bill(self) -> None:
        """A payment to a supplier, and at times the same again."""
        supplier = self._dice.choice(self._suppliers)
        due, sum_ = FIRST + timedelta(days=self._dice.randrange(24)), self._amount()
        self._pay(*supplier, due, sum_)
        if self._happens(self._shape.twins):
            later = timedelta(days=self._dice.choice((0, 1, 7, 14)))
            self._pay(*supplier, due + later, sum_)

    def _pay(self, name: str, account: str, due: date, sum_: Decimal) -> None:
        own_id, bill = self._next_id("E"), str(self._dice.randrange(10**6, 10**7))
        self.payments.append(_payment(own_id, due, sum_, name, account, bill))
        fate = self._dice.randrange(100)
        if fate < 3:
            # Refused, or not booked in this month.
            return
        day = due + timedelta(days=self._dice.choice((0, 0, 0, 1, 1, 2, 3)))
        told = self._told(own_id, name, account, bill)
        for part in self._parts(sum_):
            self.truth[self._book(OWN[0], day, -part, **told)] = own_id
        if fate > 97:
            day += timedelta(days=self._dice.randrange(1, 5))
            told |= {"text": f"RETUR {bill}", "reversal": self._happens(50)}
            self.truth[self._book(OWN[0], day, sum_, **told)] = own_id

    def _told(self, own_id: str, name: str, account: str, bill: str) -> dict[str, Any]:
        """What the bank says of a payment."""
        shape, choice = self._shape, self._dice.choice
        is_wrong = self._happens(shape.wrong_reference)
        written = choice((name, name.upper(), name.replace("Ø", "OE")))
        has_name = self._happens(shape.with_name)
        has_id = self._happens(shape.with_id) and not is_wrong
        number = self._dice.randrange(10**6, 10**7) if is_wrong else bill
        return {
            "name": written if has_name else choice(("", "OVERFØRSEL")),
            "other": account if self._happens(shape.with_account) else "",
            "end_to_end": own_id if has_id else "NOTPROVIDED",
            "text": f"FAKTURA {number}" if self._happens(70) or is_wrong else "",
        }

    def _parts(self, sum_: Decimal) -> list[Decimal]:
        """As it is booked: as it is, with a charge, or in two."""
        if self._happens(self._shape.charged):
            return [sum_ + self._dice.choice(CHARGES)]
        if self._happens(self._shape.in_two):
            part = (sum_ / 3).quantize(CENT)
            return [part, sum_ - part]
        return [sum_]

    def _transfer(self) -> None:
        day, sum_ = FIRST + timedelta(days=self._dice.randrange(26)), self._amount()
        later = timedelta(days=self._dice.choice((0, 0, 1)))
        named = [one if self._happens(80) else "" for one in reversed(OWN)]
        own = "Giro Handel A/S"
        out = self._book(
            OWN[0], day, -sum_, name=own, other=named[0], text="OVERFOERSEL EGEN KONTO"
        )
        came = self._book(OWN[1], day + later, sum_, name=own, other=named[1])
        self.truth[out], self.truth[came] = came, out

    def _other(self) -> None:
        """What no file of ours paid; the last is a direct debit of such a payee."""
        day, sum_ = FIRST + timedelta(days=self._dice.randrange(28)), self._amount()
        name, account = self._dice.choice(self._suppliers)
        signed, told = self._dice.choice((
            (-sum_, {"text": "GEBYR"}),
            (sum_, {"name": "Kunde Aps", "text": "INDBETALING"}),
            (-sum_, {"name": name, "text": "KORTKØB"}),
            (-sum_, {"name": name, "other": account, "text": "BS"}),
        ))  # fmt: skip
        self._book(OWN[0], day, signed, **told)


def iban(number: int) -> str:
    """A Danish account that is one."""
    plain = f"{3000 + number % 7:04d}{number:010d}"
    check = 98 - int(f"{plain}132000") % 97
    return f"DK{check:02d}{plain}"


def _payment(
    own_id: str, due: date, sum_: Decimal, name: str, account: str, bill: str
) -> str:
    return (
        f"<PmtInf><PmtInfId>P{own_id}</PmtInfId><PmtMtd>TRF</PmtMtd>"
        f"<ReqdExctnDt><Dt>{due}</Dt></ReqdExctnDt>"
        "<Dbtr><Nm>Giro Handel A/S</Nm></Dbtr>"
        f"<DbtrAcct><Id><IBAN>{OWN[0]}</IBAN></Id></DbtrAcct>"
        "<DbtrAgt><FinInstnId><BICFI>TESTDKKK</BICFI></FinInstnId></DbtrAgt>"
        f"<CdtTrfTxInf><PmtId><EndToEndId>{own_id}</EndToEndId></PmtId>"
        f'<Amt><InstdAmt Ccy="DKK">{sum_:.2f}</InstdAmt></Amt>'
        f"<Cdtr><Nm>{escape(name)}</Nm></Cdtr>"
        f"<CdtrAcct><Id><IBAN>{account}</IBAN></Id></CdtrAcct>"
        f"<RmtInf><Ustrd>Faktura {bill}</Ustrd></RmtInf></CdtTrfTxInf></PmtInf>"
    )


def _entry(
    reference: str, day: date, signed: Decimal, *, name: str = "", other: str = "",
    end_to_end: str = "", text: str = "", reversal: bool = False,
) -> str:  # fmt: skip
    is_debit = signed < 0
    party = "Cdtr" if is_debit else "Dbtr"
    amount = f'<Amt Ccy="DKK">{abs(signed):.2f}</Amt>'
    who = f"<{party}><Pty><Nm>{escape(name)}</Nm></Pty></{party}>" if name else ""
    number = (
        f"<{party}Acct><Id><IBAN>{other}</IBAN></Id></{party}Acct>" if other else ""
    )
    parties = f"<RltdPties>{who}{number}</RltdPties>" if who or number else ""
    direction = "DBIT" if is_debit else "CRDT"
    ids = f"<Refs><EndToEndId>{end_to_end}</EndToEndId></Refs>" if end_to_end else ""
    told = f"<RmtInf><Ustrd>{escape(text)}</Ustrd></RmtInf>" if text else ""
    return (
        f"<Ntry>{amount}<CdtDbtInd>{direction}</CdtDbtInd>"
        f"{'<RvslInd>true</RvslInd>' if reversal else ''}<Sts><Cd>BOOK</Cd></Sts>"
        f"<BookgDt><Dt>{day}</Dt></BookgDt><ValDt><Dt>{day}</Dt></ValDt>"
        f"<AcctSvcrRef>{reference}</AcctSvcrRef>"
        "<BkTxCd><Prtry><Cd>NONE</Cd></Prtry></BkTxCd>"
        f"<NtryDtls><TxDtls>{ids}{amount}<CdtDbtInd>{direction}</CdtDbtInd>"
        f"{parties}{told}</TxDtls></NtryDtls></Ntry>"
    )


def payment_file(month: Month, seed: int) -> str:
    """All payments of the month in one file."""
    return (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">'
        f"<CstmrCdtTrfInitn><GrpHdr><MsgId>MONTH-{seed}</MsgId>"
        "<CreDtTm>2026-09-01T08:00:00</CreDtTm>"
        f"<NbOfTxs>{len(month.payments)}</NbOfTxs>"
        "<InitgPty><Nm>Giro Handel A/S</Nm></InitgPty></GrpHdr>"
        f"{''.join(month.payments)}</CstmrCdtTrfInitn></Document>"
    )


def statement_file(month: Month, account: str, seed: int) -> str:
    """The month of an account in one statement."""
    rows = sorted(month.entries[account], key=lambda row: row[0])
    opening = Decimal(10_000_000)
    closing = opening + sum((amount for _, amount, _ in rows), Decimal(0))
    balances = "".join(
        f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>"
        f'<Amt Ccy="DKK">{value:.2f}</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
        f"<Dt><Dt>{day}</Dt></Dt></Bal>"
        for code, value, day in (
            ("OPBD", opening, FIRST), ("CLBD", closing, FIRST + timedelta(days=35)),
        )
    )  # fmt: skip
    return (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">'
        f"<BkToCstmrStmt><GrpHdr><MsgId>S{account}{seed}</MsgId>"
        "<CreDtTm>2026-10-05T06:00:00</CreDtTm></GrpHdr>"
        f"<Stmt><Id>{account}-{seed}</Id><CreDtTm>2026-10-05T06:00:00</CreDtTm>"
        f"<Acct><Id><IBAN>{account}</IBAN></Id><Ccy>DKK</Ccy></Acct>{balances}"
        f"{''.join(xml for _, _, xml in rows)}</Stmt></BkToCstmrStmt></Document>"
    )


def set_score(place: store.Installation, score: int | None, charge: str = "10") -> None:
    """What an account manager sets."""
    with place.database.job_session(store.REALM) as session:
        row = session.get(AutomaticMatching, ONLY_ROW) or AutomaticMatching(
            id=ONLY_ROW, version=0, entries_seen=0, payments_seen=0, items_seen=0
        )
        row.score, row.charge, row.walked_on = score, Decimal(charge), None
        row.version += 1
        session.add(row)


def run(place: store.Installation) -> tuple[int, float]:
    """Jobs until nothing is left: how many were matched, and in which time."""
    began, matched = time.perf_counter(), 0
    while True:
        before = seen(place)
        matched += match_some(place.database, store.REALM, lambda: NOW)
        if seen(place) == before:
            return matched, time.perf_counter() - began


def seen(place: store.Installation) -> tuple[Any, ...]:
    """How far the walk is."""
    with place.database.job_session(store.REALM) as session:
        row = session.get_one(AutomaticMatching, ONLY_ROW)
        return row.entries_seen, row.payments_seen, row.walked_on


def matches(place: store.Installation) -> dict[str, set[str]]:
    """By the bank's reference of an entry, what it is matched with."""
    found: dict[str, set[str]] = {}
    with place.database.job_session(store.REALM) as session:
        for column in (Payment.transaction_id, Payment.return_id):
            rows = session.execute(
                select(Transaction.bank_reference, Payment.end_to_end_id).join(
                    Payment, column == Transaction.id
                )
            )
            for reference, own_id in rows:
                found.setdefault(str(reference), set()).add(str(own_id))
        rows = session.execute(
            select(MatchSide.match_id, Transaction.bank_reference)
            .join(Transaction, Transaction.id == MatchSide.entry_id)
            .join(EntryMatch, EntryMatch.id == MatchSide.match_id)
            .where(STANDS)
        )
        pairs: dict[int, list[str]] = {}
        for match_id, reference in rows:
            pairs.setdefault(match_id, []).append(str(reference))
        for pair in pairs.values():
            if len(pair) == 2:
                found.setdefault(pair[0], set()).add(pair[1])
                found.setdefault(pair[1], set()).add(pair[0])
    return found


@dataclass(frozen=True, slots=True)
class Figures:
    """How right a month was matched, and how much of it."""

    right: int
    wrong: int
    there: int

    @property
    def precision(self) -> float:
        """Of what was matched."""
        return self.right / max(self.right + self.wrong, 1)

    @property
    def recall(self) -> float:
        """Of what belongs together."""
        return self.right / max(self.there, 1)


def judge(month: Month, found: dict[str, set[str]]) -> Figures:
    """What was matched, held against the truth."""
    right = sum(month.truth.get(one) in other for one, other in found.items())
    return Figures(right, len(found) - right, len(month.truth))


def measure_month(
    shape: Shape, seed: int, which: str, spent: list[tuple[int, float]]
) -> Iterator[tuple[str, Figures]]:
    """A month as it is imported, and score by score from the strictest on."""
    month = Month(shape, seed)
    with store.installation(which) as place, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.xml"
        path.write_text(payment_file(month, seed))
        place.import_file(path, Kind.PAYMENT)
        for account in OWN:
            path.write_text(statement_file(month, account, seed))
            place.import_file(path)
        yield "imported", judge(month, matches(place))
        for score in SCORES:
            set_score(place, score)
            spent.append(run(place))
            found = matches(place)
            yield str(score), judge(month, found)


def measure_time(which: str, entries: int, orders: int) -> None:
    """How long all that waits takes, and what other work would feel of one turn."""
    with store.installation(which) as place:
        outlook.build(place, WAITING, entries, orders)
        with place.database.job_session(store.REALM) as session:
            session.execute(
                update(Payment).values(outcome="IN_FLIGHT", progress="SENT")
            )
        set_score(place, 90)
        began, spent = time.perf_counter(), time.process_time()
        matched, _ = run(place)
        print(
            f"{which}: {entries:,} entries, {orders:,} payments in flight:"
            f" {matched:,} matched in {time.perf_counter() - began:.1f} s"
            f" ({time.process_time() - spent:.1f} s of this process),"
            f" peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB"
        )
        with place.database.job_session(store.REALM) as session:
            session.execute(update(AutomaticMatching).values(walked_on=None))
        began = time.perf_counter()
        run(place)
        print(f"  the walk of the next day {time.perf_counter() - began:.1f} s")


def main() -> int:
    """Print the figures of every shape, the worst beside the median."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="sqlite", choices=("sqlite", "postgres"))
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--entries", type=int, default=0)
    parser.add_argument("--payments", type=int, default=200_000)
    asked = parser.parse_args()
    if asked.entries:
        measure_time(asked.store, asked.entries, asked.payments)
        return 0
    missed, spent = False, []
    for shape in SHAPES:
        by_stage: dict[str, list[Figures]] = {}
        for seed in range(asked.seeds):
            for stage, figures in measure_month(shape, seed, asked.store, spent):
                by_stage.setdefault(stage, []).append(figures)
        print(shape.name)
        for stage, found in by_stage.items():
            precision = [one.precision for one in found]
            recall = [one.recall for one in found]
            print(
                f"  {stage:>9}  precision {statistics.median(precision):.4f}"
                f" worst {min(precision):.4f}  recall {statistics.median(recall):.4f}"
                f" worst {min(recall):.4f}  wrong {sum(one.wrong for one in found)}"
            )
        last = by_stage[str(SCORES[-1])]
        missed |= statistics.median(one.precision for one in last) < LEAST_RIGHT
        # What no bank tells, nobody can find.
        if shape is SHAPES[0]:
            missed |= statistics.median(one.recall for one in last) < LEAST_FOUND
    matched, seconds = (sum(column) for column in zip(*spent, strict=True))
    each = seconds / matched * 1000
    print(f"{matched:,} matched in {seconds:.1f} s, {each:.0f} ms each")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
