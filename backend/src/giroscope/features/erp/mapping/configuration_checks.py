"""What the mapping tells the checks of the configuration (the ninth and the tenth)."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from erplink import ErpAccount, PaymentMethod, Words
from giroscope.features.erp.checking.mapping_seam import MappingFindings, MappingFlaw
from giroscope.features.erp.mapping.context import banks_of, rules_of
from giroscope.features.erp.mapping.legality import Known, flaws, number_of
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.words import sentence

_UNMAPPED = Words(
    "no mapping; its payments are held",
    "ingen tilknytning; dens betalinger holdes tilbage",
)
_ORPHANED = Words(
    "a mapping for a method that the ERP has no more",
    "en tilknytning til en metode, som ERP-systemet ikke længere har",
)
_PUT_ASIDE = Words(
    "a mapping for a method that is not in use in the ERP; take it into use there, or"
    " end the mapping",
    "en tilknytning til en metode, der er taget ud af brug i ERP-systemet; tag den i"
    " brug dér, eller afslut tilknytningen",
)


class MappingsChecked:
    """Looks at mappings against what the ERP says at this moment."""

    def unmapped(
        self,
        connection: Connection,
        connection_id: int,
        methods: Sequence[PaymentMethod],
    ) -> MappingFindings:
        """Active outbound methods without a mapping, and mappings without a method."""
        rules = [one for one in rules_of(connection, connection_id) if one.is_enabled]
        used = [one for one in methods if one.is_active and one.is_outbound]
        return MappingFindings(len(used), tuple(_gaps(rules, methods, used)))

    def illegal(
        self,
        connection: Connection,
        connection_id: int,
        methods: Sequence[PaymentMethod],
        accounts: Sequence[ErpAccount],
    ) -> MappingFindings:
        """Mappings that could not be saved as they are, by what holds now."""
        rules = [one for one in rules_of(connection, connection_id) if one.is_enabled]
        numbers = {number_of(one) for one in accounts}
        numbers |= {rule.debtor_account for rule in rules}
        known = Known(
            {one.native_id: one for one in methods},
            {one.native_id: one for one in accounts},
            banks_of(connection, numbers),
        )
        return MappingFindings(len(rules), tuple(_faults(rules, known)))


def _gaps(
    rules: Sequence[Rule],
    methods: Sequence[PaymentMethod],
    used: Sequence[PaymentMethod],
) -> Iterator[MappingFlaw]:
    mapped = {rule.method for rule in rules}
    for method in used:
        if method.native_id not in mapped:
            yield MappingFlaw(method.native_id, method.code, _UNMAPPED)
    for method in methods:
        if method.native_id in mapped and not method.is_active:
            yield MappingFlaw(method.native_id, method.code, _PUT_ASIDE)
    for native_id in sorted(mapped - {one.native_id for one in methods}):
        yield MappingFlaw(native_id, native_id, _ORPHANED)


def _faults(rules: Sequence[Rule], known: Known) -> Iterator[MappingFlaw]:
    for rule in rules:
        method = known.methods.get(rule.method)
        for flaw in flaws(rule, known):
            # One that the ERP has no more is told by the check before.
            if flaw.code != "method_unknown":
                code = method.code if method else rule.method
                text = sentence(flaw.code, flaw.values)
                yield MappingFlaw(rule.method, code, text)
