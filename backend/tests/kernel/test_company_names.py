"""What a company is called, while its sign-in service answers and while it does not."""

from giroscope.kernel.company_names import CompanyNames, company_name_of
from giroscope.kernel.database import Database
from giroscope.settings import Settings

REALM = "giroscope"


class _Service:
    def __init__(self, *names: str | Exception) -> None:
        self.names = list(names)

    async def __call__(self, realm: str) -> str:
        assert realm == REALM
        told = self.names.pop(0)
        if isinstance(told, Exception):
            raise told
        return told


async def test_a_company_is_called_as_its_sign_in_says_also_while_that_is_away() -> (
    None
):
    now = [0.0]
    service = _Service("Nordhavn A/S", ConnectionError(), "Nordhavn Group A/S", "")
    names = CompanyNames(service, now=lambda: now[0])
    told = []
    for moment in (0, 299, 300, 600, 900):
        now[0] = moment
        told.append(await names.of(REALM))
    assert told == [
        "Nordhavn A/S", "Nordhavn A/S", "Nordhavn A/S", "Nordhavn Group A/S",
        "Giroscope",
    ]  # fmt: skip
    assert service.names == []


async def test_who_never_said_a_name_is_called_by_the_address(
    settings: Settings, database: Database
) -> None:
    assert await CompanyNames(_Service(TimeoutError())).of(REALM) == "Giroscope"
    assert await company_name_of(settings, database, REALM) == "Giroscope"
