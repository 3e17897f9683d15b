"""The two tenants, and people who ask at their hosts."""

from dataclasses import dataclass

import httpx2
from starlette.applications import Starlette

from giroscope.kernel.access import GRANTS
from giroscope.kernel.database import Database
from tests.kernel.issuer import Issuer

VICTIM, STRANGER = "giroscope", "acme"
MARK = "ZQXMARKXQZ"
IBAN = "DK5000400440116243"
KEY = bytes(range(32))
PERSON = "0d9a1c2e-victim"


@dataclass
class World:
    """The application, its two tenants, and the ids of all that the victim has."""

    app: Starlette
    issuer: Issuer
    database: Database
    ids: dict[str, str]

    def client(self, token: str, realm: str) -> httpx2.AsyncClient:
        """Somebody with any token at any tenant's host; "" means none."""
        return httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=self.app),
            base_url=f"http://{realm}.giroscope.test",
            headers={"authorization": f"Bearer {token}"} if token else {},
        )

    def stranger(self) -> httpx2.AsyncClient:
        """Somebody who may do everything, at home."""
        return self.client(self.issuer.token(STRANGER, *GRANTS), STRANGER)
