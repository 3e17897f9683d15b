"""What is found of rights and of the mapping of payment methods."""

from collections.abc import Mapping

from giroscope.features.erp.checking.words.finding_texts import (
    MAPPING,
    RIGHTS,
    Sentence,
    told,
)

DOING: Mapping[str, Sentence] = {
    "rights_read_there": told(
        "{count:The one thing that is needed may be read.|All {count} that are"
        " needed may be read.}",
        "{count:Den ene nødvendige læserettighed er givet.|Alle {count} nødvendige"
        " læserettigheder er givet.}",
    ),
    "rights_read_partly": told(
        "{count} may be read; of {open} the ERP does not tell.",
        "{count} må læses; om {open} oplyser ERP-systemet intet.",
    ),
    "rights_read_missing": told(
        "{count:{resource} may not be read.|{count} may not be read, {resource}"
        " among them.}",
        "{count:{resource} må ikke læses.|{count} må ikke læses, blandt dem"
        " {resource}.}",
        RIGHTS,
    ),
    "rights_read_untold": told(
        "The ERP does not tell what may be read.",
        "ERP-systemet oplyser ikke, hvad der må læses.",
    ),
    "rights_read_none": told(
        "Nothing needs a right of its own to be read.",
        "Intet kræver en særskilt rettighed til at læse.",
    ),
    "rights_write_there": told(
        "{count:The one thing that is needed may be written.|All {count} that are"
        " needed may be written.}",
        "{count:Den ene nødvendige skriverettighed er givet.|Alle {count} nødvendige"
        " skriverettigheder er givet.}",
    ),
    "rights_write_partly": told(
        "{count} may be written; of {open} the ERP tells only when it is done.",
        "{count} må skrives; om {open} oplyser ERP-systemet det først, når det sker.",
    ),
    "rights_write_missing": told(
        "{count:{resource} may not be written.|{count} may not be written,"
        " {resource} among them.}",
        "{count:{resource} må ikke skrives.|{count} må ikke skrives, blandt dem"
        " {resource}.}",
        RIGHTS,
    ),
    "rights_write_untold": told(
        "The ERP tells only when it is done whether something may be written.",
        "ERP-systemet oplyser først, om noget må skrives, når det sker.",
    ),
    "rights_write_none": told(
        "Nothing needs a right of its own to be written.",
        "Intet kræver en særskilt rettighed til at skrive.",
    ),
    "rights_nothing_written": told(
        "Nothing is to be written to the ERP.",
        "Der skal ikke skrives noget til ERP-systemet.",
    ),
    "mapping_mapped": told(
        "{count:The one active method is mapped.|All {count} active methods are"
        " mapped.}",
        "{count:Den ene aktive betalingsmetode er tilknyttet.|Alle {count} aktive"
        " betalingsmetoder er tilknyttet.}",
    ),
    "mapping_not_mapped": told(
        "{count} of {total} {total:method|methods} {count:is|are} not in order.",
        "{count} af {total} {total:betalingsmetode|betalingsmetoder} er ikke i orden.",
        MAPPING,
    ),
    "mapping_legal": told(
        "{count:The one mapping is possible.|All {count} mappings are possible.}",
        "{count:Den ene tilknytning er mulig.|Alle {count} tilknytninger er mulige.}",
    ),
    "mapping_not_legal": told(
        "{count} of {total} {total:mapping|mappings} {count:is|are} not possible.",
        "{count} af {total} {total:tilknytning|tilknytninger} er ikke"
        " {count:mulig|mulige}.",
        MAPPING,
    ),
    "mapping_none_mapped": told(
        "The ERP has no payment method in use.",
        "ERP-systemet har ingen betalingsmetode i brug.",
        (
            "Take a method for payments to suppliers into use in the ERP.",
            "Tag en betalingsmetode til leverandører i brug i ERP-systemet.",
        ),
    ),
    "mapping_none_legal": told(
        "No payment method is mapped yet.",
        "Ingen betalingsmetode er tilknyttet endnu.",
    ),
    "mapping_follows": told(
        "Payment methods are mapped once the configuration is in use.",
        "Betalingsmetoder kobles, når opsætningen er taget i brug.",
        (
            "Put the configuration to use, then map the methods.",
            "Tag opsætningen i brug, og kobl derefter betalingsmetoderne.",
        ),
    ),
    "mapping_not_there": told(
        "Payment methods cannot be mapped in this installation.",
        "Betalingsmetoder kan ikke kobles i denne installation.",
    ),
    "methods_not_offered": told(
        "This connection has no payment methods.",
        "Denne forbindelse har ingen betalingsmetoder.",
    ),
}
