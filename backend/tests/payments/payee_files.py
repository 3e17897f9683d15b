"""Payment files whose payments name a payee's account and address."""

from dataclasses import dataclass

from tests.payments.payment_factory import Order

IN_FIELDS = "<TwnNm>Aarhus</TwnNm><Ctry>DK</Ctry>"
IN_LINES = "<AdrLine>Havnegade 1</AdrLine><AdrLine>8000 Aarhus</AdrLine>"
TOWNLESS = "<StrtNm>Hafenstr.</StrtNm><Ctry>DE</Ctry>"
HOME, SECOND = "DK1930003330157765", "DK5000400440116243"
GERMAN = "DE89370400440532013000"
NORDEA = "NDEADKKK"


@dataclass(frozen=True, slots=True)
class Bill(Order):
    """One credit transfer to an account, with an address or without."""

    account: str = HOME
    address: str = ""

    def xml(self) -> str:
        """As an element."""
        address = f"<PstlAdr>{self.address}</PstlAdr>" if self.address else ""
        # `slots` makes a class anew, which a bare `super()` does not know.
        plain = Order.xml(self)
        if not self.creditor:
            plain = plain.replace("<Cdtr><Nm></Nm></Cdtr>", "<Cdtr></Cdtr>")
        return plain.replace("</Cdtr>", f"{address}</Cdtr>").replace(HOME, self.account)


def by_nordea(file: bytes) -> bytes:
    """The same file, paid by a bank whose dates are known."""
    return file.replace(b"TESTDKKK", NORDEA.encode())
