"""What the paying bank takes, by its profile: types, charges, texts, characters."""

import re
from collections.abc import Iterator

from giroscope.features.payments.checks.case import Block, Case, Hit, Line
from giroscope.features.payments.checks.kinds import DANISH_KINDS, Kind
from giroscope.features.payments.checks.layers.bank_rules import RULES
from giroscope.features.payments.checks.profiles import (
    NORDIC_CHARACTERS,
    SEPA_CHARACTERS,
    Profile,
)
from giroscope.features.payments.checks.rules import ERROR, Words

__all__ = ["NO_PROFILE", "RULES", "of_batch", "of_file", "of_payment"]

NO_PROFILE = Words(
    "No profile is known of the bank that pays; its own rules were not looked at.",
    "Der kendes ingen profil for banken, der betaler; dens egne regler er ikke set"
    " efter.",
)


def of_file(case: Case, profile: Profile, size: int) -> Iterator[Hit]:
    """The file as the channel takes it; once for each bank in it."""
    header = case.header
    version = (header.version or "")[:15] if header else ""
    if version and version not in profile.versions:
        yield Hit(
            "version_not_taken", "Document", version, _either(profile.versions),
            source=profile.source,
        )  # fmt: skip
    if profile.most_bytes is not None and size > profile.most_bytes:
        most = f"{profile.most_bytes // 1_000_000} MB"
        yield Hit(
            "file_too_large_for_bank", "Document", f"{size / 1e6:.1f} MB",
            Words(f"at most {most}", f"højst {most}"), source=profile.source,
        )  # fmt: skip
    scheme = header.initiator_scheme if header else None
    if header and header.initiator_id is None:
        yield Hit(
            "initiator_id_missing", "GrpHdr/InitgPty/Id",
            note=_either(profile.initiator_schemes), source=profile.source,
        )  # fmt: skip
    elif scheme is not None and scheme not in profile.initiator_schemes:
        yield Hit(
            "initiator_scheme_not_taken", "GrpHdr/InitgPty/Id", scheme,
            _either(profile.initiator_schemes), source=profile.source,
        )  # fmt: skip


def of_batch(block: Block) -> Iterator[Hit]:
    """What a batch says once for its payments."""
    profile = block.profile
    if profile is not None:
        name = block.batch.debtor.name
        yield from _characters(name, NORDIC_CHARACTERS, block.at("Dbtr/Nm"), profile)


def of_payment(line: Line) -> Iterator[Hit]:
    """One payment against what its bank takes."""
    profile = line.batch.profile
    if profile is None:
        return
    yield from _type(line, profile)
    bearers = profile.bearers_for(line.kind)
    if line.bearer is not None and line.bearer not in bearers:
        yield Hit(
            "charge_bearer_not_taken", line.at("ChrgBr"), line.bearer,
            _either(bearers),
            severity=ERROR if line.kind is Kind.SEPA else None,
            source=profile.source,
        )  # fmt: skip
    yield from _texts(line, profile)


def _type(line: Line, profile: Profile) -> Iterator[Hit]:
    how = line.type
    for code, said, taken, name in (
        (
            "service_level_not_taken",
            how.service_level,
            profile.service_levels,
            "SvcLvl",
        ),
        (
            "local_instrument_not_taken",
            how.local_instrument,
            profile.local_instruments,
            "LclInstrm",
        ),
        (
            "category_purpose_not_taken",
            how.category_purpose,
            profile.category_purposes,
            "CtgyPurp",
        ),
    ):
        if said is not None and said not in taken:
            place = f"PmtTpInf/{name}"
            path = line.at(place) if any(line.payment.type) else line.batch.at(place)
            yield Hit(code, path, said, _either(taken), source=profile.source)
    instruction = line.payment.instruction
    if (
        instruction is not None
        and profile.instructions is not None
        and instruction not in profile.instructions
    ):
        yield Hit(
            "instruction_not_taken", line.at("InstrForDbtrAgt"), instruction,
            _either(profile.instructions), source=profile.source,
        )  # fmt: skip


def _texts(line: Line, profile: Profile) -> Iterator[Hit]:
    payment = line.payment
    is_sepa = line.kind is Kind.SEPA
    signs = NORDIC_CHARACTERS if line.kind in _NORDIC else SEPA_CHARACTERS
    yield from _characters(payment.creditor.name, signs, line.at("Cdtr/Nm"), profile)
    lines = payment.unstructured
    for number, text in enumerate(lines, 1):
        yield from _characters(text, signs, line.at(f"RmtInf/Ustrd[{number}]"), profile)
    most, width = (1, 140) if is_sepa else (profile.text_lines, profile.text_width)
    needed = sum(-(-len(text) // width) for text in lines)
    if needed > most:
        yield Hit(
            "text_too_long_for_bank", line.at("RmtInf/Ustrd"),
            f"{sum(map(len, lines))}",
            Words(
                f"{needed} lines of {width} signs are needed, {most} are carried",
                f"{needed} linjer à {width} tegn er nødvendige, {most} føres igennem",
            ),
            source=profile.source,
        )  # fmt: skip


_NORDIC = DANISH_KINDS | {Kind.SWEDISH, Kind.NORWEGIAN}


def _characters(
    text: str | None, taken: re.Pattern[str], path: str, profile: Profile
) -> Iterator[Hit]:
    if text is None or taken.fullmatch(text):
        return
    strange = sorted({sign for sign in text if not taken.fullmatch(sign)})
    shown = " ".join(
        sign if sign.isprintable() else f"U+{ord(sign):04X}" for sign in strange[:12]
    )
    yield Hit(
        "characters_not_taken", path, text[:140],
        Words(f"not carried: {shown}", f"føres ikke igennem: {shown}"),
        source=profile.source if taken is NORDIC_CHARACTERS else "EPC217-08",
    )  # fmt: skip


def _either(codes: frozenset[str]) -> Words:
    listed = ", ".join(sorted(codes))
    if not listed:
        return Words("none is taken", "ingen tages imod")
    return Words(f"taken: {listed}", f"tages imod: {listed}")
