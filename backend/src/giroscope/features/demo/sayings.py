"""Why demo data could not be made or paid, kept as a text: each with its Danish."""

from giroscope.features.payments.sending.sayings import SAYINGS as OF_SENDING
from giroscope.features.uploads.sayings import BLOCKS
from giroscope.features.uploads.sayings import SAYINGS as OF_UPLOADS
from sayings import Sayings

SAYINGS = Sayings(
    OF_SENDING.danish,
    OF_UPLOADS.danish,
    {f"{{file}}: {en}": f"{{file}}: {da}" for en, da in BLOCKS.items()},
    {
        "Made-up money has no place among real money.": (
            "Opdigtede penge hører ikke hjemme mellem rigtige penge."
        ),
        "The company's people decide about its own payments alone.": (
            "Demovirksomhedens folk tager kun stilling til dens egne betalinger."
        ),
        "This journal is not up for approval.": (
            "Denne journal er ikke sat til godkendelse."
        ),
        "A rule holds payments of it back, until somebody lets them go.": (
            "En regel holder nogle af betalingerne tilbage, indtil nogen frigiver dem."
        ),
        "The payment file has errors and cannot be sent; upload a corrected one.": (
            "Betalingsfilen har fejl og kan ikke sendes; upload en rettet fil."
        ),
        "The rules ask for somebody else's approval, or for somebody else's first.": (
            "Reglerne kræver en andens godkendelse, eller en andens først."
        ),
        "Its payments are on their way": "Betalingerne er på vej",
        "Somebody's own payments left over the connection; they stay, and so does"
        " it.": (
            "Nogens egne betalinger er sendt over forbindelsen; de bliver, og det gør"
            " den også."
        ),
        "{file}: it is still being imported": "{file}: den er ved at blive importeret",
        "There is none beside this installation, or it does not answer.": (
            "Der er ingen ved siden af denne installation, eller den svarer ikke."
        ),
        "There is no simulated bank in this installation": (
            "Denne installation har ingen simuleret bank"
        ),
        "The simulated bank says: {reason}": "Den simulerede bank siger: {reason}",
        "A payment file of demo data could not be imported": (
            "En betalingsfil med demodata kunne ikke importeres"
        ),
        "The simulated bank refused them; the journal says why": (
            "Den simulerede bank afviste dem; journalen fortæller hvorfor"
        ),
        "Somebody decided otherwise about its payments": (
            "Nogen har besluttet noget andet om betalingerne"
        ),
        "The simulated bank did not take it": "Den simulerede bank tog ikke imod den",
        "The simulated bank has not paid it yet": (
            "Den simulerede bank har endnu ikke betalt den"
        ),
        "There is no simulated ERP in this installation": (
            "Denne installation har intet simuleret ERP-system"
        ),
        "The simulated ERP says: {reason}": (
            "Det simulerede ERP-system siger: {reason}"
        ),
        "The simulated ERP does not answer": "Det simulerede ERP-system svarer ikke",
        "The simulated ERP takes nothing that is written to it": (
            "Det simulerede ERP-system tager ikke imod det, der skrives til det"
        ),
        "Somebody else has changed the configuration of the ERP": (
            "En anden har ændret ERP-systemets opsætning"
        ),
        "A check of its configuration has failed": (
            "En kontrol af opsætningen er fejlet"
        ),
        "Its open payments are held back; the exchange says why": (
            "Dens åbne betalinger holdes tilbage; udvekslingen fortæller hvorfor"
        ),
        "A fault in the product stopped it": "En fejl i produktet standsede det",
    },
)
"""All that is kept of demo data that went wrong."""
