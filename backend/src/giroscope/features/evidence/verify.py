"""Verifies a pack with nothing but the pack: no database, no settings, no network.

Each check says what is good or what fails, and in which file. It proves that the pack
is as it was made and that what it says fits together; see docs/evidence.md.
"""

import csv
import hashlib
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import orjson
from webauthn.helpers import base64url_to_bytes

from giroscope.features.evidence import layout
from giroscope.features.evidence.archive import Archive, NoPack, opened
from giroscope.features.evidence.signature import signed_by
from giroscope.features.passkeys import ceremony, challenges
from giroscope.features.passkeys.errors import BadPasskeyAnswer

# What a file that is JSON but says other things than a pack does leads to.
_UNFIT = (KeyError, TypeError, ValueError, AttributeError, IndexError)
_JOURNAL, _MONTH, _PAYMENT = (
    layout.RECORDS[kind] for kind in ("journal", "month", "payment")
)
Recount = Callable[[Mapping[str, Any]], bool]
"""Whether an event's keyed hash is right, for whoever has the company's key."""


class Check(NamedTuple):
    """One thing that was looked at."""

    what: str
    """What is checked: `archive`, `files`, `signature`, `trail`, `approvals` of a
    journal, or `balances` of a month."""
    is_good: bool
    file: str
    said: str


def _good(what: str, file: str, said: str) -> Check:
    return Check(what, is_good=True, file=file, said=said)


def _bad(what: str, file: str, said: str) -> Check:
    return Check(what, is_good=False, file=file, said=said)


class Verdict(NamedTuple):
    """What became of all checks, and what the pack says that it is about."""

    checks: list[Check]
    manifest: Mapping[str, Any]

    @property
    def is_good(self) -> bool:
        """Whether nothing failed."""
        return all(check.is_good for check in self.checks)


def verify(
    path: Path, expected_key: str | None = None, recount: Recount | None = None
) -> Verdict:
    """Every check of a pack; those that rest on a file that is not there are left out.

    `expected_key` is the fingerprint that the company told by another way.
    """
    try:
        with opened(path) as archive:
            return _verdict(archive, expected_key, recount)
    except NoPack as fault:
        return Verdict([_bad("archive", path.name, str(fault))], {})


def _verdict(
    archive: Archive, expected_key: str | None, recount: Recount | None
) -> Verdict:
    try:
        manifest = orjson.loads(archive.whole(layout.MANIFEST))
        files = _named(manifest)
    except NoPack as fault:
        return Verdict([_bad("archive", layout.MANIFEST, str(fault))], {})
    except _UNFIT:
        said = "it is no manifest of a pack"
        return Verdict([_bad("archive", layout.MANIFEST, said)], {})
    steps = (
        _files(archive, files, manifest["about"]["kind"]),
        _signature(archive, expected_key),
        _trail(archive, recount),
        _OF_KIND[manifest["about"]["kind"]](archive, files),
    )
    return Verdict([check for step in steps for check in step], manifest)


def _named(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The files that the manifest names.

    Raises:
        NoPack: It is of another kind, or does not say what a manifest says.
    """
    if manifest["format"] != layout.FORMAT:
        raise NoPack("it is of another kind or of a later release")
    if manifest["about"]["kind"] not in layout.RECORDS:
        raise NoPack("it is about something of a later release")
    for told in (manifest["company"], manifest["realm"], manifest["made"]["at"]):
        if not isinstance(told, str):
            raise NoPack("it does not say whose it is")
    files = {one["name"]: one for one in manifest["files"]}
    if len(files) < len(manifest["files"]):
        raise NoPack("it names a file twice")
    for one in files.values():
        is_told = isinstance(one["size"], int) and isinstance(one["sha256"], str)
        if not is_told or not isinstance(one["name"], str):
            raise NoPack("it names a file without its size and hash")
    return files


def _files(archive: Archive, files: Mapping[str, Any], kind: str) -> Iterator[Check]:
    """Nothing missing, nothing added, and each file the one that was hashed."""
    is_whole = True
    for name in sorted(files.keys() - archive.files.keys()):
        is_whole = False
        yield _bad("files", name, "it is missing")
    for name in sorted(archive.files.keys() - files.keys() - {*layout.UNLISTED}):
        is_whole = False
        yield _bad("files", name, "it was added; the manifest does not name it")
    for name in (*layout.required(kind), *files):
        if name not in files:
            is_whole = False
            yield _bad("files", name, "the manifest does not name it")
        elif name in archive.files and (fault := _differs(archive, files[name])):
            is_whole = False
            yield _bad("files", name, fault)
    if is_whole:
        said = f"all {len(files)} files are there, and each has its hash"
        yield _good("files", layout.MANIFEST, said)
    listed = [one for name, one in files.items() if name != layout.SUMS]
    try:
        is_same = archive.whole(layout.SUMS) == layout.sums(listed)
    except NoPack:
        return
    said = "the same hashes as" if is_same else "other hashes than"
    yield Check("files", is_same, layout.SUMS, f"it names {said} the manifest")


def _differs(archive: Archive, told: Mapping[str, Any]) -> str | None:
    digest, size = hashlib.sha256(), 0
    try:
        for chunk in archive.chunks(told["name"], told["size"]):
            digest.update(chunk)
            size += len(chunk)
    except NoPack as fault:
        return str(fault)
    if size != told["size"] or digest.hexdigest() != told["sha256"]:
        return "it is not the file that was hashed"
    return None


def _signature(archive: Archive, expected: str | None) -> Iterator[Check]:
    """The manifest is signed by the key that lies beside it, or by the one expected."""
    try:
        key = signed_by(
            archive.whole(layout.PUBLIC_KEY),
            archive.whole(layout.MANIFEST),
            archive.whole(layout.SIGNATURE),
        )
    except NoPack as fault:
        yield _bad("signature", layout.SIGNATURE, f"not verified: {fault}")
        return
    if key is None:
        said = "it is no signature of the manifest by the key in public-key.pem"
        yield _bad("signature", layout.SIGNATURE, said)
        return
    said = f"the manifest is signed by the key {key}"
    yield _good("signature", layout.SIGNATURE, said)
    if expected is not None:
        is_same = _plain(expected) == _plain(key)
        said = "it is the key you named" if is_same else "it is not the key you named"
        yield Check("signature", is_same, layout.PUBLIC_KEY, said)


def _plain(told: str) -> str:
    return "".join(told.lower().replace(":", " ").split())


def _trail(archive: Archive, recount: Recount | None) -> Iterator[Check]:
    """Each event is the one that its link names, and they stand in their order."""
    try:
        lines = archive.whole(layout.EVENTS).splitlines()
        links = orjson.loads(archive.whole(layout.LINKS))
        events = [orjson.loads(line) for line in lines]
        fault = _trail_fault(lines, events, links)
        head = links["head"]["count"]
        anchors = len(links["anchors"])
    except NoPack as fault_told:
        yield _bad("trail", layout.EVENTS, f"not verified: {fault_told}")
        return
    except _UNFIT:
        yield _bad("trail", layout.EVENTS, "it holds no events of a trail")
        return
    if fault is not None:
        yield _bad("trail", *fault)
        return
    said = (
        f"{len(events)} events, in the order of the chain and as its links name them;"
        f" the trail had {head} events, and {anchors} anchors were noted after these"
    )
    yield _good("trail", layout.EVENTS, said)
    if recount is not None:
        yield _recounted(events, recount)


def _trail_fault(
    lines: list[bytes], events: list[Any], links: Mapping[str, Any]
) -> tuple[str, str] | None:
    """The first event that is not as its link says, with the file that shows it."""
    told = {one["sequence"]: one for one in links["events"]}
    before: Mapping[str, Any] | None = None
    for line, event in zip(lines, events, strict=True):
        number = event["sequence"]
        link = told.pop(number, None)
        if link is None:
            return layout.EVENTS, f"event {number} was added or stands there twice"
        if hashlib.sha256(line).hexdigest() != link["sha256"]:
            return layout.EVENTS, f"event {number} was changed"
        if (event["hash"], event["previous"]) != (link["hash"], link["previous"]):
            return layout.LINKS, f"the link of event {number} was changed"
        if before is not None:
            if number <= before["sequence"]:
                return layout.EVENTS, f"event {number} stands in the wrong place"
            follows = number == before["sequence"] + 1
            if follows and event["previous"] != before["hash"]:
                return layout.EVENTS, f"event {number} does not follow the one before"
        before = event
    if told:
        return layout.EVENTS, f"event {min(told)} is missing"
    return _end_fault(events, links)


def _end_fault(events: list[Any], links: Mapping[str, Any]) -> tuple[str, str] | None:
    """Whether events contradict the trail's end, or an anchor that was noted."""
    hashes = {event["sequence"]: event["hash"] for event in events}
    ends = [links["head"], *links["anchors"]]
    for end in ends:
        if hashes.get(end["count"], end["hash"]) != end["hash"]:
            return layout.LINKS, f"event {end['count']} is not the one that was noted"
    if hashes and max(hashes) > links["head"]["count"]:
        return layout.LINKS, "the trail ends before the last event"
    return None


def _recounted(events: list[Any], recount: Recount) -> Check:
    for event in events:
        if not recount(event):
            said = f"event {event['sequence']} was not written by this company"
            return _bad("trail", layout.EVENTS, said)
    said = f"the keyed hashes of all {len(events)} events are the company's own"
    return _good("trail", layout.EVENTS, said)


def _approvals(
    archive: Archive, files: Mapping[str, Any], name: str = _JOURNAL
) -> Iterator[Check]:
    """Each approval by passkey is signed by that key, for a file that is here."""
    try:
        record = orjson.loads(archive.whole(name))
        decisions = [
            (one, str(record["journal"]["correlationId"]))
            for case in record["documents"]
            for one in case["decisions"]
        ]
        proven = [pair for pair in decisions if pair[0]["proof"] is not None]
    except NoPack as missing:
        yield _bad("approvals", name, f"not verified: {missing}")
        return
    except _UNFIT:
        yield _bad("approvals", name, "it holds no record of a pack")
        return
    held = _originals(files)
    is_good = True
    for one, journal in decisions:
        fault = _decision_fault(one, journal, held)
        if fault is not None:
            is_good = False
            yield _bad("approvals", name, fault)
    for absent in _absent(record["journal"]["documents"], held, name):
        is_good = False
        yield absent
    if is_good:
        without = len(decisions) - len(proven)
        said = (
            f"{len(proven)} signatures of people's devices are good, each for a file"
            f" in originals/; {without} decisions were made without a passkey"
        )
        yield _good("approvals", name, said)


def _payment(archive: Archive, files: Mapping[str, Any]) -> Iterator[Check]:
    """The approvals of its file, and that the list tells of the payment alone."""
    yield from _approvals(archive, files, _PAYMENT)
    try:
        told = str(orjson.loads(archive.whole(_PAYMENT))["payment"]["id"])
        listed = _listed(archive, layout.PAYMENTS, layout.ID)
    except (NoPack, *_UNFIT):
        yield _bad("payment", _PAYMENT, "it tells of no payment")
        return
    said = f"payment {told} alone" if listed == [told] else "other payments"
    yield Check("payment", listed == [told], layout.PAYMENTS, f"it lists {said}")


def _originals(files: Mapping[str, Any]) -> Mapping[str, str]:
    """The names of the originals by their hashes."""
    return {
        one["sha256"]: name
        for name, one in files.items()
        if name.startswith(layout.ORIGINALS)
    }


def _absent(
    told: Iterable[Mapping[str, Any]], held: Mapping[str, str], record: str
) -> Iterator[Check]:
    """Files that a record names and that are not there."""
    for one in told:
        if one["sha256"] not in held:
            said = f"{one['name']}, which it names, is not among the originals"
            yield _bad("files", record, said)


def _month(archive: Archive, files: Mapping[str, Any]) -> Iterator[Check]:
    """The entries are those that the month counts, and lead to its balance."""
    try:
        record = orjson.loads(archive.whole(_MONTH))
        month, rows = record["month"], _amounts(archive)
        counted, opening, closing = month["entries"], month["opening"], month["closing"]
        is_sure = bool(month["isComplete"] and month["addsUp"])
        faults = [*_absent(record["files"], _originals(files), _MONTH)]
        balances = [Decimal(one) for one in (opening, closing) if one is not None]
    except NoPack as missing:
        yield _bad("balances", _MONTH, f"not verified: {missing}")
        return
    except (*_UNFIT, ArithmeticError):
        yield _bad("balances", _MONTH, "it holds no month of a pack")
        return
    yield from faults
    if counted != len(rows):
        said = f"it counts {counted} entries, and {len(rows)} are here"
        yield _bad("balances", layout.ENTRIES, said)
    elif not is_sure or len(balances) < len((opening, closing)):
        said = f"{len(rows)} entries; balances are missing or do not add up"
        yield _good("balances", layout.ENTRIES, said)
    else:
        is_right = balances[0] + sum(rows) == balances[1]
        led = "lead" if is_right else "do not lead"
        said = f"{len(rows)} entries {led} from {opening} to {closing}"
        yield Check("balances", is_right, layout.ENTRIES, said)


def _amounts(archive: Archive) -> list[Decimal]:
    """What each line of the list of entries amounts to, with its sign."""
    return [Decimal(one) for one in _listed(archive, layout.ENTRIES, layout.AMOUNT)]


def _listed(archive: Archive, name: str, heading: Collection[str]) -> list[str]:
    """A column of a list, by its heading in any language."""
    text = archive.whole(name).decode("utf-8-sig")
    headings, *lines = csv.reader(io.StringIO(text, newline=""))
    (at,) = [place for place, one in enumerate(headings) if one in heading]
    return [line[at] for line in lines]


def _decision_fault(
    one: Mapping[str, Any], journal: str, held: Mapping[str, str]
) -> str | None:
    """What is wrong with an approval or signature; None where nothing is."""
    try:
        who = f"{one['person']} ({one['decision']}, {one['at']})"
        if one["sha256"] not in held:
            return f"{who} decided about a file that is not among the originals"
        if one["proof"] is None:
            return None
        return None if _is_signed(one, journal) else (
            f"what the device of {who} signed does not verify"
        )  # fmt: skip
    except _UNFIT:
        return "a decision in it is no decision of a pack"


def _is_signed(one: Mapping[str, Any], journal: str) -> bool:
    """Whether the person's device signed this decision about these bytes."""
    proof, passkey = one["proof"], one["proof"]["passkey"]
    said = orjson.loads(proof["statement"])
    is_about_this = (
        said["format"] == challenges.FORMAT
        and said["decision"] == one["decision"]
        and said["document"] == one["sha256"]
        and said["journal"] == journal
        and said["person"] == one["personId"] == proof["personId"]
        and passkey["personId"] == one["personId"]
    )
    if not is_about_this:
        return False
    key = SimpleNamespace(
        credential_id=passkey["credentialId"],
        public_key=base64url_to_bytes(passkey["publicKey"]),
        rp_id=passkey["rpId"],
    )
    try:
        ceremony.verify_kept(
            key,
            challenges.digest_of(proof["statement"]),
            base64url_to_bytes(proof["clientDataJSON"]),
            base64url_to_bytes(proof["authenticatorData"]),
            base64url_to_bytes(proof["signature"]),
        )
    except BadPasskeyAnswer:
        return False
    return True


_OF_KIND: Mapping[str, Callable[[Archive, Mapping[str, Any]], Iterator[Check]]] = {
    "journal": _approvals,
    "month": _month,
    "payment": _payment,
}
"""What else is verified, by what a pack is about."""
