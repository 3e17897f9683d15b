"""Writes camt.053 files of many shapes, since a reader is fast on the shape it knows.

Every shape has a name and is made by a seed, so that the same arguments give the same
bytes. Entries of real samples are repeated, with other numbers in their texts, where
the samples are at hand.
"""

from __future__ import annotations

import io
import os
import random
import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import cycle, islice
from pathlib import Path

import generate

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = Path(os.environ.get("GIROSCOPE_SAMPLES", ROOT.parent / "shared" / "samples"))

_BATCH_EVERY = 10
_MANY_STATEMENTS = 1_000
_ENTRY = re.compile(rb"<Ntry>.*?</Ntry>", re.DOTALL)
_LONG_NUMBER = re.compile(rb"\d{6,}")
_AMOUNT_CURRENCY = re.compile(rb'(<InstdAmt>\s*<Amt) Ccy="\w+"')
_NAME = re.compile(rb"<(/?)(?=\w)")
_CURRENCIES = ("EUR", "USD", "SEK", "NOK", "GBP", "CHF", "PLN", "JPY")
_WORDS = ("faktura", "betaling", "rate", "ordre", "kontrakt", "aconto", "refusion")


def own(entries: int, seed: int) -> bytes:
    """What `generate` writes."""
    return _generated(entries, seed)


def statements(entries: int, seed: int) -> bytes:
    """The same in a thousand statements."""
    return _generated(entries, seed, statements=min(_MANY_STATEMENTS, entries))


def comment(entries: int, seed: int) -> bytes:
    """The same with one comment in the first entry."""
    return _generated(entries, seed).replace(b"<RvslInd>", b"<!-- x --><RvslInd>", 1)


def cdata(entries: int, seed: int) -> bytes:
    """The same with texts as CDATA in one entry of a hundred."""
    pieces = _generated(entries, seed).split(b"</Ntry>")
    for each in range(0, len(pieces) - 1, 100):
        pieces[each] = (
            pieces[each]
            .replace(b"<Ustrd>", b"<Ustrd><![CDATA[")
            .replace(b"</Ustrd>", b"]]></Ustrd>")
        )
    return b"</Ntry>".join(pieces)


def attributes(entries: int, seed: int) -> bytes:
    """The same with amounts instructed in any of eight currencies, and in odd names."""
    source = random.Random(seed)  # noqa: S311 - made-up values are no secrets

    def other(match: re.Match[bytes]) -> bytes:
        return b'%s Ccy="%s"' % (match[1], source.choice(_CURRENCIES).encode())

    def marked(_match: re.Match[bytes]) -> bytes:
        return b'<Ref n="%d">' % source.randrange(10**6)

    data = _AMOUNT_CURRENCY.sub(other, _generated(entries, seed))
    return re.sub(rb"<Ref>", marked, data)


def rich(entries: int, seed: int) -> bytes:
    """Entries of up to 36 fields, each left out now and then, and batches."""
    return _rich(entries, seed, batches=True)


def rich_single(entries: int, seed: int) -> bytes:
    """The same with one transaction in every entry."""
    return _rich(entries, seed, batches=False)


def prefix(entries: int, seed: int) -> bytes:
    """Rich entries with a namespace prefix before every name."""
    data = _NAME.sub(rb"<\1ns2:", rich(entries, seed))
    return data.replace(b"xmlns=", b"xmlns:ns2=")


def mixed(entries: int, seed: int) -> bytes:
    """Entries of all samples in turns."""
    return _repeated(_real(), entries, seed)


def ragged(entries: int, seed: int) -> bytes:
    """Each sample's entries that are like no other of it in their tags."""
    seen: dict[bytes, bytes] = {}
    for entry in _real():
        seen.setdefault(re.sub(rb">[^<]*<", b"><", entry), entry)
    return _repeated(list(seen.values()), entries, seed)


def batch(entries: int, seed: int) -> bytes:
    """Entries of samples that have several transactions, but no more than 60."""
    several = [e for e in _real() if 1 < e.count(b"<TxDtls>") <= 60]
    return _repeated(several, entries, seed)


MADE: dict[str, Callable[[int, int], bytes]] = {
    "own": own,
    "rich, batches": rich,
    "rich": rich_single,
    "rich, prefix": prefix,
    "1,000 statements": statements,
    "one comment": comment,
    "some CDATA": cdata,
    "attributes": attributes,
}
REAL: dict[str, Callable[[int, int], bytes]] = {
    "samples, mixed": mixed,
    "samples, ragged": ragged,
    "samples, batches": batch,
}


def at_hand() -> dict[str, Callable[[int, int], bytes]]:
    """The shapes that can be made here: those of samples only where there are any."""
    return {**MADE, **REAL} if SAMPLES.is_dir() else MADE


def _generated(entries: int, seed: int, *, statements: int = 1) -> bytes:
    stream = io.BytesIO()
    generate.generate_camt053(stream, entries, seed=seed, statements=statements)
    return stream.getvalue()


def _around(written: Iterator[bytes]) -> bytes:
    """One statement of these entries."""
    empty = _generated(0, 1)
    at = empty.index(b"</Stmt>")
    return empty[:at] + b"\n".join(written) + empty[at:]


def _real() -> list[bytes]:
    """The entries of all camt samples, at most 60 of each, in the order of names."""
    found: list[bytes] = []
    for family in ("camt052", "camt053", "camt054"):
        for path in sorted((SAMPLES / family).iterdir()):
            data = path.read_bytes()
            if b"<Ntry>" in data and b"<!" not in data:
                found += _ENTRY.findall(data)[:60]
    return [each for each in found if _is_utf8(each)]


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _repeated(real: list[bytes], entries: int, seed: int) -> bytes:
    source = random.Random(seed)  # noqa: S311

    def other(match: re.Match[bytes]) -> bytes:
        size = len(match[0])
        return b"%0*d" % (size, source.randrange(10**size))

    return _around(
        _LONG_NUMBER.sub(other, each) for each in islice(cycle(real), entries)
    )


def _rich(entries: int, seed: int, *, batches: bool) -> bytes:
    source = random.Random(seed)  # noqa: S311
    return _around(
        _rich_entry(source, number, batches=batches).encode()
        for number in range(1, entries + 1)
    )


def _rich_entry(source: random.Random, number: int, *, batches: bool) -> str:
    is_batch = batches and source.random() < 1 / _BATCH_EVERY
    parts = [source.randrange(100, 900_000) for _ in range(source.randint(2, 12))]
    parts = parts if is_batch else parts[:1]
    total, way = sum(parts), source.choice(("CRDT", "DBIT"))
    booked = date(2026, 1, 5) + timedelta(days=source.randrange(30))
    day = f"<Dt>{booked}</Dt>"
    stamp = f"<DtTm>{booked}T{source.randrange(24):02}:15:00+01:00</DtTm>"
    details = "\n".join(_rich_detail(source, number, way, part) for part in parts)
    head = (
        f"<Btch><MsgId>BM{number:012}</MsgId><PmtInfId>BP{number:012}</PmtInfId>"
        f'<NbOfTxs>{len(parts)}</NbOfTxs><TtlAmt Ccy="DKK">{_money(total)}</TtlAmt>'
        f"<CdtDbtInd>{way}</CdtDbtInd></Btch>"
        if is_batch
        else ""
    )
    bank_code = source.choice(("NTRF", "NMSC", "NCHG", "NDDT"))
    family = "RCDT" if way == "CRDT" else "ICDT"
    return (
        f'<Ntry>\n<NtryRef>{number}</NtryRef>\n<Amt Ccy="DKK">{_money(total)}</Amt>\n'
        f"<CdtDbtInd>{way}</CdtDbtInd>"
        f"{_now_and_then(source, 0.5, '<RvslInd>false</RvslInd>')}\n"
        f"<Sts><Cd>{source.choice(('BOOK', 'BOOK', 'PDNG'))}</Cd></Sts>\n"
        f"<BookgDt>{source.choice((day, stamp))}</BookgDt><ValDt>{day}</ValDt>\n"
        f"<AcctSvcrRef>AS{number:014}</AcctSvcrRef>\n"
        f"<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>{family}</Cd><SubFmlyCd>ESCT</SubFmlyCd>"
        f"</Fmly></Domn><Prtry><Cd>{bank_code}</Cd><Issr>BANK</Issr></Prtry></BkTxCd>\n"
        f"<NtryDtls>{head}\n{details}\n</NtryDtls>\n"
        f"{_now_and_then(source, 0.7, f'<AddtlNtryInf>Post {number}</AddtlNtryInf>')}"
        "\n</Ntry>"
    )


def _rich_detail(source: random.Random, number: int, way: str, amount: int) -> str:
    def some(chance: float, text: str) -> str:
        return _now_and_then(source, chance, text)

    code = source.choice(_CURRENCIES)
    key = f"{number:09}{source.randrange(10**6):06}"
    lines = "".join(
        f"<Ustrd>{source.choice(_WORDS)} {key} linje {each}</Ustrd>"
        for each in range(source.randint(1, 3))
    )
    charge = (
        '<Chrgs><Rcrd><Amt Ccy="DKK">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd>'
        "</Chrgs>"
    )
    agent = "<CdtrAgt><FinInstnId><BICFI>TESTDKKKXXX</BICFI></FinInstnId></CdtrAgt>"
    structured = (
        "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp>"
        f"<Ref>71/{key}</Ref></CdtrRefInf></Strd>"
    )
    exchange = (
        f'<AmtDtls><InstdAmt><Amt Ccy="{code}">{_money(amount * 2)}</Amt></InstdAmt>\n'
        f'<TxAmt><Amt Ccy="DKK">{_money(amount)}</Amt><CcyXchg><SrcCcy>{code}</SrcCcy>'
        f"<TrgtCcy>DKK</TrgtCcy><UnitCcy>{code}</UnitCcy><XchgRate>0.5</XchgRate>"
        "</CcyXchg></TxAmt></AmtDtls>\n"
    )
    return (
        f"<TxDtls>\n<Refs><MsgId>M{key}</MsgId><AcctSvcrRef>T{key}</AcctSvcrRef>"
        f"{some(0.6, f'<PmtInfId>P{key}</PmtInfId>')}<InstrId>I{key}</InstrId>"
        f"<EndToEndId>E{key}</EndToEndId>"
        f"{some(0.5, f'<UETR>{source.getrandbits(128):032x}</UETR>')}"
        f"<TxId>X{key}</TxId>{some(0.2, f'<MndtId>D{key}</MndtId>')}</Refs>\n"
        f'<Amt Ccy="DKK">{_money(amount)}</Amt><CdtDbtInd>{way}</CdtDbtInd>\n'
        f"{some(0.2, exchange)}"
        f"{some(0.15, charge)}"
        f"<RltdPties>{_rich_party(source, 'Dbtr', number)}\n"
        f"{_rich_party(source, 'Cdtr', number + 1)}</RltdPties>\n"
        f"<RltdAgts><DbtrAgt><FinInstnId><BICFI>TESTDK{number % 90 + 10}XXX</BICFI>"
        f"</FinInstnId></DbtrAgt>"
        f"{some(0.8, agent)}</RltdAgts>\n"
        f"{some(0.5, '<Purp><Cd>SUPP</Cd></Purp>')}<RmtInf>{lines}"
        f"{some(0.5, structured)}</RmtInf>\n"
        f"{some(0.05, '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')}"
        f"{some(0.3, f'<AddtlTxInf>Note {key}</AddtlTxInf>')}</TxDtls>"
    )


def _rich_party(source: random.Random, role: str, number: int) -> str:
    name = generate.NAMES[number % len(generate.NAMES)].replace("&", "&amp;")
    town = generate.TOWNS[number % len(generate.TOWNS)]
    street = f"<AdrLine>Vej {number % 180}</AdrLine>"
    lines = street + _now_and_then(source, 0.5, f"<AdrLine>{town}</AdrLine>")
    last = f"<Ultmt{role}><Nm>{name} Holding</Nm></Ultmt{role}>"
    return (
        f"<{role}><Nm>{name}</Nm><PstlAdr><PstCd>{1000 + number % 8990}</PstCd>"
        f"<TwnNm>{town}</TwnNm><Ctry>DK</Ctry>{lines}</PstlAdr></{role}>"
        f"<{role}Acct><Id><IBAN>DK{number % 89 + 10}{number % 10**14:014}</IBAN></Id>"
        f"</{role}Acct>{_now_and_then(source, 0.15, last)}"
    )


def _now_and_then(source: random.Random, chance: float, text: str) -> str:
    return text if source.random() < chance else ""


def _money(minor: int) -> str:
    return f"{minor // 100}.{minor % 100:02}"
