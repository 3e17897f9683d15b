"""The bank's customers: agreements, letters with codes, and the certificates issued.

What the bank trusts is what it has issued and not replaced; a certificate is found
by its fingerprint, never by what it says of itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding

from banksim.certificates import Authority
from banksim.demo import (
    ACTIVATION_CODES_VALID_DAYS,
    BANK_CONNECT_DEMOS,
    COMPANY,
    NORDEA_DEMO,
    BankConnectDemo,
    NordeaDemo,
)
from banksim.store import Row, Store

NORDEA, BANK_CONNECT = "nordea", "bank-connect"
OPEN, LOCKED, OUTDATED = "open", "locked", "outdated"
FRESH, TRIED, USED = "fresh", "tried", "used"
ACTIVE, REPLACED = "active", "replaced"
CODE_SIGNS = "0123456789ABCDEFGHJKLMNPQRTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Agreement:
    """An agreement as the bank keeps it."""

    id: str
    channel: str
    centre: str | None
    bank: str
    customer: str
    country: str
    agreement_no: str | None
    sender_id: str | None
    signer_id: str | None
    function_id: str | None
    reg_no: str | None
    state: str
    code: str
    code_issued: str
    code_state: str

    def is_code_valid(self, now: datetime) -> bool:
        """Whether the letter's code can still be used."""
        issued = datetime.fromisoformat(self.code_issued)
        age = now - issued
        is_young = age <= timedelta(days=ACTIVATION_CODES_VALID_DAYS)
        return self.code_state != USED and is_young


@dataclass(frozen=True, slots=True)
class Issued:
    """A certificate the bank has issued to a customer."""

    fingerprint: str
    agreement: str
    environment: str
    user_id: str
    key_id: str
    certificate: x509.Certificate
    expires: datetime
    state: str


class Customers:
    """Finds agreements and keeps their codes and certificates."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def open_demo_accounts(self, now: datetime) -> dict[str, int]:
        """Take in the customers of the beginning; tells what their accounts hold."""
        openings: dict[str, int] = {}
        for demo in (NORDEA_DEMO, *BANK_CONNECT_DEMOS):
            self.take_in(demo, now)
            openings |= {one.iban: one.opening for one in demo.accounts}
        return openings

    def take_in(self, demo: NordeaDemo | BankConnectDemo, now: datetime) -> None:
        """A new customer with its agreement, letter and accounts, nothing on them."""
        self._open(demo, now)
        for account in demo.accounts:
            self._store.run(
                "INSERT INTO accounts (iban, agreement, name, currency, bank_code,"
                " number, bic, overdraft, statements)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                account.iban,
                demo.id,
                account.name,
                account.currency,
                account.bank_code,
                account.number,
                account.bic,
                account.overdraft,
                account.statements,
            )

    def _open(self, demo: NordeaDemo | BankConnectDemo, now: datetime) -> None:
        values: dict[str, str | None] = {
            "id": demo.id,
            "customer": demo.name if isinstance(demo, NordeaDemo) else COMPANY,
            "country": demo.country_code,
            "state": OPEN,
            "code": demo.activation_code,
            "code_issued": now.isoformat(),
            "code_state": FRESH,
        }
        if isinstance(demo, NordeaDemo):
            values |= {
                "channel": NORDEA,
                "bank": "Nordea",
                "agreement_no": demo.agreement_id,
                "sender_id": demo.sender_id,
                "signer_id": demo.signer_id,
            }
        else:
            values |= {
                "channel": BANK_CONNECT,
                "centre": demo.centre.value,
                "bank": demo.bank,
                "function_id": demo.function_id,
                "reg_no": demo.reg_no,
            }
        marks = ", ".join("?" for _ in values)
        self._store.run(
            f"INSERT INTO agreements ({', '.join(values)}) VALUES ({marks})",  # noqa: S608 - names of our own
            *values.values(),
        )

    def renew_unused_letters(self, now: datetime) -> None:
        """Let letters nobody has used be of today, so that they can be tried."""
        self._store.run(
            "UPDATE agreements SET code_issued = ? WHERE code_state = ?",
            now.isoformat(),
            FRESH,
        )

    def all(self) -> list[Agreement]:
        """Every agreement."""
        rows = self._store.rows("SELECT * FROM agreements ORDER BY rowid")
        return [_agreement(row) for row in rows]

    def by_id(self, agreement: str) -> Agreement | None:
        """An agreement by the name it has here."""
        row = self._store.row("SELECT * FROM agreements WHERE id = ?", agreement)
        return _agreement(row) if row else None

    def by_sender(self, sender_id: str) -> Agreement | None:
        """The Nordea agreement that holds a sender id."""
        row = self._store.row("SELECT * FROM agreements WHERE sender_id = ?", sender_id)
        return _agreement(row) if row else None

    def by_user(self, user_id: str) -> Agreement | None:
        """The Nordea agreement of a signer or sender, as certificates name it."""
        row = self._store.row(
            "SELECT * FROM agreements WHERE signer_id = ? OR sender_id = ?",
            user_id,
            user_id,
        )
        return _agreement(row) if row else None

    def by_function(
        self, centre: str, function_id: str, reg_no: str
    ) -> Agreement | None:
        """The Bank Connect agreement of a function at a bank."""
        row = self._store.row(
            "SELECT * FROM agreements WHERE centre = ? AND function_id = ?"
            " AND reg_no = ?",
            centre,
            function_id,
            reg_no,
        )
        return _agreement(row) if row else None

    def set_state(self, agreement: str, state: str) -> bool:
        """Open, lock or let an agreement run out; tells whether there is one."""
        return bool(
            self._store.changed(
                "UPDATE agreements SET state = ? WHERE id = ?", state, agreement
            )
        )

    def set_code_state(self, agreement: str, state: str) -> None:
        """Note that a code was tried in vain, or used."""
        self._store.run(
            "UPDATE agreements SET code_state = ? WHERE id = ?", state, agreement
        )

    def new_letter(self, agreement: str, seed: int, now: datetime) -> str | None:
        """A new activation code; the one before is worthless."""
        found = self.by_id(agreement)
        if found is None:
            return None
        letters = int(self._store.value("letters") or "0") + 1
        self._store.keep("letters", str(letters))
        # The same code again for the same seed; it guards nothing.
        chance = Random(f"{seed}:{agreement}:{letters}")  # noqa: S311
        if found.channel == NORDEA:
            code = "".join(chance.choice("0123456789") for _ in range(10))
        else:
            parts = ("".join(chance.choices(CODE_SIGNS, k=4)) for _ in range(3))
            code = "-".join(parts)
        self._store.run(
            "UPDATE agreements SET code = ?, code_issued = ?, code_state = ?"
            " WHERE id = ?",
            code,
            now.isoformat(),
            FRESH,
            agreement,
        )
        return code

    def keep_certificate(
        self,
        agreement: str,
        authority: Authority,
        user_id: str,
        certificate: x509.Certificate,
        now: datetime,
    ) -> None:
        """Remember a certificate; earlier ones of this user are replaced by it."""
        environment = authority.environment.value
        self._store.run(
            "UPDATE certificates SET state = ? WHERE agreement = ? AND environment = ?"
            " AND user_id = ?",
            REPLACED,
            agreement,
            environment,
            user_id,
        )
        self._store.run(
            "INSERT INTO certificates VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            fingerprint(certificate),
            agreement,
            environment,
            user_id,
            key_id(certificate.public_key()),
            certificate.public_bytes(Encoding.DER),
            now.isoformat(),
            certificate.not_valid_after_utc.isoformat(),
            ACTIVE,
        )

    def issued(self, certificate: x509.Certificate) -> Issued | None:
        """What the bank knows of a certificate."""
        row = self._store.row(
            "SELECT * FROM certificates WHERE fingerprint = ?",
            fingerprint(certificate),
        )
        return _issued(row) if row else None

    def active(self, agreement: str, environment: str) -> Issued | None:
        """The certificate an agreement uses now."""
        row = self._store.row(
            "SELECT * FROM certificates WHERE agreement = ? AND environment = ?"
            " AND state = ? ORDER BY rowid DESC",
            agreement,
            environment,
            ACTIVE,
        )
        return _issued(row) if row else None

    def by_key(self, agreement: str, environment: str, key: str) -> Issued | None:
        """The certificate in use that was issued for a key."""
        row = self._store.row(
            "SELECT * FROM certificates WHERE agreement = ? AND environment = ?"
            " AND key_id = ? AND state = ?",
            agreement,
            environment,
            key,
            ACTIVE,
        )
        return _issued(row) if row else None

    def certificates(self, agreement: str) -> list[Issued]:
        """Every certificate of an agreement, the newest first."""
        rows = self._store.rows(
            "SELECT * FROM certificates WHERE agreement = ? ORDER BY rowid DESC",
            agreement,
        )
        return [_issued(row) for row in rows]


def fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 of a certificate, in hex."""
    return certificate.fingerprint(hashes.SHA256()).hex()


def key_id(key: object) -> str:
    """What tells a public key from others.

    Raises:
        TypeError: It is no RSA key.
    """
    if not isinstance(key, rsa.RSAPublicKey):
        raise TypeError("only RSA keys are certified")
    return x509.SubjectKeyIdentifier.from_public_key(key).digest.hex()


def _agreement(row: Row) -> Agreement:
    return Agreement(**{name: row[name] for name in Agreement.__slots__})


def _issued(row: Row) -> Issued:
    return Issued(
        row["fingerprint"],
        row["agreement"],
        row["environment"],
        row["user_id"],
        row["key_id"],
        x509.load_der_x509_certificate(row["der"]),
        datetime.fromisoformat(row["expires"]),
        row["state"],
    )
