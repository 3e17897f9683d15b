"""The simulated bank, and a customer of each of its protocols."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

import banksim
from banklink import (
    BankConnectEndpoint,
    BankConnectEnrolment,
    BankConnectParameters,
    Environment,
    NordeaEnrolment,
    RefusalKind,
    Refused,
    WrongName,
    fresh_ids,
)
from banksim import Options, Running
from tests.banklink.link_customers import (
    CENTRES,
    NORDEA,
    Customer,
    customer,
    nordea_endpoint,
    nordea_parameters,
    root,
)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    options = Options(pace=None, history_days=2)
    with banksim.running(tmp_path_factory.mktemp("simulated"), options) as running:
        yield running


@pytest.fixture(autouse=True)
def _no_faults(there: Running) -> Iterator[None]:
    yield
    there.bank.faults.remove()


@pytest.fixture(scope="module")
def nordea(there: Running) -> Customer:
    """Activated with a wrong name first, which costs nothing but a second try."""
    endpoint, wrong = nordea_endpoint(there), nordea_parameters()
    code = banksim.NORDEA_DEMO.activation_code
    enrolment = NordeaEnrolment(wrong, endpoint)
    key = enrolment.new_key()
    with pytest.raises(WrongName) as caught:
        enrolment.obtain(enrolment.request(key, code, fresh_ids()), key)
    assert caught.value.right_name == banksim.NORDEA_DEMO.name
    right = replace(wrong, name=caught.value.right_name)
    enrolment = NordeaEnrolment(right, endpoint)
    issued = enrolment.obtain(enrolment.request(key, code, fresh_ids()), key)
    with pytest.raises(Refused) as used:
        enrolment.obtain(enrolment.request(key, code, fresh_ids()), key)
    assert used.value.kind is RefusalKind.AGREEMENT
    own = replace(right, private_key=key, certificates=issued.certificates)
    return customer(NORDEA, own, endpoint)


@pytest.fixture(scope="module")
def connected(there: Running) -> dict[str, Customer]:
    made = {}
    for name, (centre, demo) in CENTRES.items():
        endpoint = BankConnectEndpoint(
            environment=Environment.PRODUCTION,
            roots=(root(there, f"bank-connect-{name}"),),
            bank_names=(f"bank-connect-{name} File Transfer (simulated)",),
            address=there.url + banksim.bank_connect_path(banksim.Centre(name)),
            data_centre=centre,
            read_seconds=60.0,
        )
        parameters = BankConnectParameters(
            private_key=b"",
            certificates=(),
            function_id=demo.function_id,
            reg_no=demo.reg_no,
            country_code=demo.country_code,
        )
        enrolment = BankConnectEnrolment(parameters, endpoint)
        key = enrolment.new_key()
        sealed = enrolment.request(key, demo.activation_code, fresh_ids())
        issued = enrolment.obtain(sealed, key)
        own = replace(parameters, private_key=key, certificates=issued.certificates)
        made[name] = customer(demo.id, own, endpoint)
    return made


@pytest.fixture(params=[NORDEA, *CENTRES])
def we(
    request: pytest.FixtureRequest, nordea: Customer, connected: dict[str, Customer]
) -> Customer:
    return nordea if request.param == NORDEA else connected[request.param]
