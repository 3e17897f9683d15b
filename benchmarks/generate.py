"""Writes made-up camt.053 files of any size, for benchmarks and load tests.

The same arguments always give the same bytes. Balances add up, statements of
one file follow each other day by day, and every name, number and reference is
invented. The shape follows what banks send: about 1.58 kB and 1.2 details per
entry, with parties, addresses, batches and foreign currency.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import BinaryIO, NamedTuple

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"
DEFAULT_ACCOUNT = "DK5000400440116243"
BATCH_EVERY = 20
BATCH_SIZE = 5
FOREIGN_EVERY = 10
WRITE_ENTRIES = 500

NAMES = (
    "Nørrebro Cykler ApS",
    "Østerbro Bageri I/S",
    "Grønlund & Sønner A/S",
    "Kystens Tømrer ApS",
    "Lindegård Revision",
    "Fjordblik Ejendomme A/S",
    "Havnens Fisk ApS",
    "Bøgelund Tandlæger",
)
STREETS = ("Strandvejen", "Møllegade", "Søndergade", "Kirkevej", "Parkallé")
TOWNS = ("København", "Aarhus", "Odense", "Aalborg", "Esbjerg")
FOREIGN = ("EUR", "USD", "SEK", "NOK")


class Plan(NamedTuple):
    """What one generated statement is about."""

    number: int
    first: int
    entries: int
    day: date
    days: int
    account: str
    currency: str
    seed: int
    name: str

    def amounts(self) -> Iterator[int]:
        """Signed amounts of the entries in minor units, the same every time."""
        name = f"{self.seed}:{self.account}:{self.number}"
        source = random.Random(name)  # noqa: S311 - made-up amounts are no secrets
        for index in range(self.entries):
            amount = source.randrange(100, 2_500_000)
            if (self.first + index) % BATCH_EVERY == 0:
                amount -= amount % BATCH_SIZE
            yield amount if source.random() < 0.52 else -amount


def generate_camt053(  # noqa: PLR0913 - each option is one word on the command line
    target: str | Path | BinaryIO,
    entries: int,
    *,
    seed: int = 1,
    account: str = DEFAULT_ACCOUNT,
    currency: str = "DKK",
    statements: int = 1,
    start: date = date(2026, 1, 5),
    days: int = 1,
    opening: int = 1_000_000_00,
    message_id: str | None = None,
    name: str = "Driftskonto",
    on: Sequence[date] = (),
) -> int:
    """Write a camt.053.001.08 of `entries` entries; return the closing balance.

    `statements` splits the entries evenly, each statement covering `days`
    days after the one before, or the one day that `on` holds in its place.
    `name` is the account's. `opening` and the result are minor units.
    """
    if isinstance(target, str | Path):
        with Path(target).open("wb") as stream:
            return generate_camt053(
                stream,
                entries,
                seed=seed,
                account=account,
                currency=currency,
                statements=statements,
                start=start,
                days=days,
                opening=opening,
                message_id=message_id,
                name=name,
                on=on,
            )
    firsts = on or [start + timedelta(days=each * days) for each in range(statements)]
    created = firsts[-1] + timedelta(days=days)
    message = message_id or f"GEN-{seed}-{account}-{entries}"
    target.write(_head(message, created).encode())
    share, rest = divmod(entries, len(firsts))
    first = 0
    for number, day in enumerate(firsts):
        size = share + (number < rest)
        plan = Plan(number + 1, first, size, day, days, account, currency, seed, name)
        opening = _write_statement(target, plan, opening)
        first += size
    target.write(b"</BkToCstmrStmt>\n</Document>\n")
    return opening


def _head(message: str, created: date) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<Document xmlns="{NAMESPACE}">\n<BkToCstmrStmt>\n<GrpHdr>'
        f"<MsgId>{message}</MsgId><CreDtTm>{created}T05:12:30+01:00</CreDtTm>"
        "<MsgPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></MsgPgntn></GrpHdr>\n"
    )


def _write_statement(target: BinaryIO, plan: Plan, opening: int) -> int:
    closing = opening + sum(plan.amounts())
    last = plan.day + timedelta(days=plan.days - 1)
    target.write(
        (
            f"<Stmt><Id>{plan.account}-{plan.number:05}</Id>"
            f"<ElctrncSeqNb>{plan.number}</ElctrncSeqNb>"
            f"<CreDtTm>{last}T23:59:00+01:00</CreDtTm>"
            f"<FrToDt><FrDtTm>{plan.day}T00:00:00+01:00</FrDtTm>"
            f"<ToDtTm>{last}T23:59:59+01:00</ToDtTm></FrToDt>"
            f"<Acct><Id><IBAN>{plan.account}</IBAN></Id><Ccy>{plan.currency}</Ccy>"
            f"<Nm>{plan.name}</Nm><Ownr><Nm>Giro Handel A/S</Nm></Ownr>"
            "<Svcr><FinInstnId><BICFI>TESTDKKKXXX</BICFI></FinInstnId></Svcr></Acct>\n"
            + _balance("OPBD", opening, plan.currency, plan.day)
            + _balance("CLBD", closing, plan.currency, last)
        ).encode()
    )
    batch: list[str] = []
    for index, amount in enumerate(plan.amounts()):
        batch.append(_entry(plan, index, amount))
        if len(batch) == WRITE_ENTRIES:
            target.write("".join(batch).encode())
            batch.clear()
    target.write("".join(batch).encode())
    target.write(b"</Stmt>\n")
    return closing


def _decimal(minor: int) -> str:
    return f"{abs(minor) // 100}.{abs(minor) % 100:02}"


def _direction(amount: int) -> str:
    return "CRDT" if amount >= 0 else "DBIT"


def _balance(code: str, amount: int, currency: str, day: date) -> str:
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>"
        f'<Amt Ccy="{currency}">{_decimal(amount)}</Amt>'
        f"<CdtDbtInd>{_direction(amount)}</CdtDbtInd>"
        f"<Dt><Dt>{day}</Dt></Dt></Bal>\n"
    )


def _entry(plan: Plan, index: int, amount: int) -> str:
    number = plan.first + index + 1
    day = plan.day + timedelta(days=index * plan.days // plan.entries)
    reference = f"{plan.seed:04}{plan.number:04}{number:010}"
    size = BATCH_SIZE if (number - 1) % BATCH_EVERY == 0 else 1
    family = "RCDT" if amount >= 0 else "ICDT"
    batch = ""
    if size > 1:
        batch = (
            f"<Btch><PmtInfId>PI{reference}</PmtInfId><NbOfTxs>{size}</NbOfTxs>"
            f'<TtlAmt Ccy="{plan.currency}">{_decimal(amount)}</TtlAmt></Btch>'
        )
    details = "\n".join(
        _detail(
            plan, number, part, amount // size if amount > 0 else -(-amount // size)
        )
        for part in range(size)
    )
    return (
        f"<Ntry><NtryRef>{number}</NtryRef>"
        f'<Amt Ccy="{plan.currency}">{_decimal(amount)}</Amt>'
        f"<CdtDbtInd>{_direction(amount)}</CdtDbtInd>"
        "<RvslInd>false</RvslInd><Sts><Cd>BOOK</Cd></Sts>\n"
        f"<BookgDt><Dt>{day}</Dt></BookgDt><ValDt><Dt>{day}</Dt></ValDt>"
        f"<AcctSvcrRef>AS{reference}</AcctSvcrRef>\n"
        f"<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>{family}</Cd>"
        "<SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>"
        "<Prtry><Cd>NTRF</Cd><Issr>TEST</Issr></Prtry></BkTxCd>\n"
        f"<NtryDtls>{batch}{details}</NtryDtls>\n"
        f"<AddtlNtryInf>Overførsel {number}</AddtlNtryInf></Ntry>\n"
    )


def _detail(plan: Plan, number: int, part: int, amount: int) -> str:
    reference = f"{plan.seed:04}{plan.number:04}{number:010}{part:02}"
    ours, theirs = ("Cdtr", "Dbtr") if amount >= 0 else ("Dbtr", "Cdtr")
    name = NAMES[number % len(NAMES)].replace("&", "&amp;")
    parties = {
        ours: f"<{ours}><Nm>Giro Handel A/S</Nm></{ours}>"
        f"<{ours}Acct><Id><IBAN>{plan.account}</IBAN></Id></{ours}Acct>",
        theirs: f"<{theirs}><Nm>{name}</Nm>"
        f"<PstlAdr><StrtNm>{STREETS[number % 5]}</StrtNm>"
        f"<BldgNb>{number % 180 + 1}</BldgNb>"
        f"<PstCd>{1000 + number % 8990}</PstCd><TwnNm>{TOWNS[number % 5]}</TwnNm>"
        f"<Ctry>DK</Ctry></PstlAdr></{theirs}>"
        f"<{theirs}Acct><Id><IBAN>DK{number % 89 + 10}{number % 10**14:014}</IBAN></Id>"
        f"</{theirs}Acct>",
    }
    return (
        f"<TxDtls><Refs><MsgId>MSG{reference}</MsgId>"
        f"<AcctSvcrRef>TX{reference}</AcctSvcrRef>"
        f"<InstrId>IN{reference}</InstrId><EndToEndId>E2E{reference}</EndToEndId>"
        f"<TxId>TI{reference}</TxId></Refs>\n"
        f'<Amt Ccy="{plan.currency}">{_decimal(amount)}</Amt>'
        f"<CdtDbtInd>{_direction(amount)}</CdtDbtInd>\n"
        f"{_exchange(plan, number, amount)}"
        f"<RltdPties>{parties['Dbtr']}\n{parties['Cdtr']}</RltdPties>\n"
        f"<RltdAgts><{theirs}Agt><FinInstnId>"
        f"<BICFI>TESTDK{number % 90 + 10}XXX</BICFI>"
        f"</FinInstnId></{theirs}Agt></RltdAgts>\n"
        "<Purp><Cd>SUPP</Cd></Purp>"
        f"<RmtInf><Ustrd>Faktura {number:08} af {plan.day} "
        f"kunde {number % 9973}</Ustrd>"
        "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp>"
        f"<Ref>71/{number:015}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>"
    )


def _exchange(plan: Plan, number: int, amount: int) -> str:
    if number % FOREIGN_EVERY:
        return ""
    foreign = FOREIGN[number // FOREIGN_EVERY % len(FOREIGN)]
    return (
        "<AmtDtls><InstdAmt>"
        f'<Amt Ccy="{foreign}">{_decimal(amount * 2)}</Amt></InstdAmt>'
        f'<TxAmt><Amt Ccy="{plan.currency}">{_decimal(amount)}</Amt>'
        f"<CcyXchg><SrcCcy>{foreign}</SrcCcy><TrgtCcy>{plan.currency}</TrgtCcy>"
        f"<UnitCcy>{foreign}</UnitCcy><XchgRate>0.5</XchgRate></CcyXchg></TxAmt></AmtDtls>\n"
    )


def main(argv: list[str] | None = None) -> None:
    """Write one file: `generate.py FILE ENTRIES [--statements N] …`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("entries", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--account", default=DEFAULT_ACCOUNT)
    parser.add_argument("--currency", default="DKK")
    parser.add_argument("--statements", type=int, default=1)
    parser.add_argument("--start", type=date.fromisoformat, default=date(2026, 1, 5))
    parser.add_argument("--days", type=int, default=1)
    chosen = vars(parser.parse_args(argv))
    generate_camt053(chosen.pop("file"), chosen.pop("entries"), **chosen)


if __name__ == "__main__":
    main()
