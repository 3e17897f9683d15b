"""`giroscope evidence`: verify a pack anywhere, make one, or tell the company's key."""

import argparse
from collections.abc import Callable
from pathlib import Path

from giroscope.cli import FAILED, OK
from giroscope.cli.output import print_json, print_lines
from giroscope.features.evidence.verify import Recount, Verdict, verify
from giroscope.settings import Settings
from localization import LANGUAGES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`verify` needs the pack alone; `make` and `key` need the company's data."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    check = verbs.add_parser("verify", help="verify a pack, without data or network")
    check.add_argument("file", type=Path, metavar="FILE", help="the pack, a ZIP file")
    check.add_argument(
        "--key",
        metavar="FINGERPRINT",
        help="of the key that must have signed it, as the company told you",
    )
    check.add_argument(
        "--realm",
        help="also recompute the events' hashes with this company's key; needs its"
        " data",
    )
    check.add_argument("--json", action="store_true", help="print JSON")
    make = verbs.add_parser("make", help="make a pack of a journal, payment or month")
    make.add_argument("--realm", required=True, help="whose it is")
    subject = make.add_mutually_exclusive_group(required=True)
    subject.add_argument("--journal", metavar="ID", help="a journal's correlation id")
    subject.add_argument("--payment", metavar="ID", help="a payment's id")
    subject.add_argument(
        "--account", metavar="ID", help="an account's id, with --month"
    )
    make.add_argument("--month", metavar="YYYY-MM", help="of the account")
    make.add_argument("--out", required=True, type=Path, metavar="FILE")
    make.add_argument(
        "--language", choices=sorted(LANGUAGES), default="en", help="for people"
    )
    key = verbs.add_parser("key", help="tell the keys that sign a company's packs")
    key.add_argument("--realm", required=True, help="whose keys")
    key.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do it, and tell the exit code."""
    return _VERBS[arguments.verb](arguments, settings)


def _verify(arguments: argparse.Namespace, settings: Settings) -> int:
    recount: Recount | None = None
    if arguments.realm:
        from giroscope.cli import evidence_data  # noqa: PLC0415 - verify needs none

        recount = evidence_data.recount(settings, arguments.realm)
    verdict = verify(arguments.file, arguments.key, recount)
    if arguments.json:
        print_json(_told(verdict))
    else:
        print_lines(_lines(verdict, arguments))
    return OK if verdict.is_good else FAILED


def _told(verdict: Verdict) -> dict[str, object]:
    """A verification as data."""
    manifest = verdict.manifest
    return {
        "intact": verdict.is_good,
        "company": manifest.get("company"),
        "about": manifest.get("about"),
        "made": manifest.get("made"),
        "holdsDemoData": manifest.get("holdsDemoData"),
        "checks": [
            {
                "check": check.what,
                "intact": check.is_good,
                "file": check.file,
                "message": check.said,
            }
            for check in verdict.checks
        ],
    }


def _lines(verdict: Verdict, arguments: argparse.Namespace) -> list[str]:
    manifest = verdict.manifest
    lines = []
    if manifest:
        about, made = manifest["about"], manifest["made"]
        lines += [
            f"Evidence pack of {manifest['company']} ({manifest['realm']})",
            f"{about['kind']} {about['name'] or ''} {about['id']}".replace("  ", " "),
            f"made {made['at']} by {made['by']} with {made['product']}",
        ]
    if manifest.get("holdsDemoData"):
        lines.append("It holds demo data")
    lines += [
        f"{'OK    ' if one.is_good else 'FAILED'}  {one.what:9}  {one.file}: {one.said}"
        for one in verdict.checks
    ]
    if not verdict.is_good:
        return [*lines, "The pack is not as it was made: it proves nothing"]
    lines.append("The pack is as it was made")
    if arguments.key is None:
        lines.append(
            "Ask the company for its key's fingerprint by another way, and give it as"
            " --key: anybody can sign with a key of their own"
        )
    return lines


def _with_data(arguments: argparse.Namespace, settings: Settings) -> int:
    # Whoever verifies a pack waits for nothing of what fills our screens.
    from giroscope.cli import evidence_data  # noqa: PLC0415

    if arguments.verb == "key":
        found = evidence_data.keys_of(settings, arguments.realm)
        if arguments.json:
            print_json(found)
        else:
            print_lines([f"key {one['id']}: {one['fingerprint']}" for one in found])
        return OK
    named = ("journal", "payment", "account", "month")
    said = {
        name: getattr(arguments, name) for name in named if getattr(arguments, name)
    }
    said["locale"] = arguments.language
    evidence_data.make(settings, arguments.realm, said, arguments.out)
    print_lines([f"Verify it by: giroscope evidence verify {arguments.out}"])
    return OK


_VERBS: dict[str, Callable[[argparse.Namespace, Settings], int]] = {
    "verify": _verify,
    "make": _with_data,
    "key": _with_data,
}
