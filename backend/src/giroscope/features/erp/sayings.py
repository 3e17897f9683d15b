"""What this room keeps as a text of an ERP that failed: each sentence with its Danish.

A connector's sentences are the library's; what the embedded ERP says of a payment that
is taken is told as well, being part of this product.
"""

import erplink
from giroscope.kernel.sayings import KERNEL
from sayings import Sayings

_ROOM = {
    "A fault in the product stopped this": "En fejl i produktet standsede dette",
    "There is no connector “{kind}” here": "Her findes ingen forbindelse »{kind}«",
    "The connector “{kind}” is not installed any more": (
        "Forbindelsen »{kind}« er ikke længere installeret"
    ),
    "There is no connector for this ERP here.": (
        "Her findes ingen forbindelse til dette ERP-system."
    ),
    "No ERP is configured yet.": "Der er endnu ikke opsat noget ERP-system.",
    "Something that the ERP needs is not set.": (
        "Noget, som ERP-systemet kræver, er ikke udfyldt."
    ),
    "The ERP did not answer as it should.": (
        "ERP-systemet svarede ikke, som det skulle."
    ),
}
_EMBEDDED = {
    "There is no such payment any more": "Betalingen findes ikke længere",
    "The payment was changed after it was read": (
        "Betalingen blev ændret, efter at den var læst"
    ),
    **{
        f"The payment is {state}": f"Betalingen er {danish}"
        for state, danish in {
            "open": "åben",
            "claimed": "reserveret",
            "sent": "sendt",
            "accepted": "accepteret",
            "executed": "udført",
            "booked": "bogført",
            "rejected": "afvist",
            "returned": "returneret",
            "cancelled": "annulleret",
        }.items()
    },
}
SAYINGS = Sayings(KERNEL, erplink.SAYINGS.danish, _ROOM, _EMBEDDED)
"""All that is kept of an ERP."""
