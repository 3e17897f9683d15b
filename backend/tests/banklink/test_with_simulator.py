"""The clients against the simulated bank, which shares no code with them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

import banksim
from banklink import (
    AnswerNotTrusted,
    BankConnectChannel,
    BankConnectEndpoint,
    BankConnectEnrolment,
    BankConnectParameters,
    Channel,
    DataCentre,
    Environment,
    FileKind,
    KeyNaming,
    LinkError,
    NordeaCAParameters,
    NordeaChannel,
    NordeaEndpoint,
    NordeaEnrolment,
    NotReady,
    OutcomeUnknown,
    OutgoingFile,
    ProbeOutcome,
    RefusalKind,
    Refused,
    WrongName,
    fresh_ids,
)
from banksim import FaultKind, Options, Running
from banksim.bank import accounts

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
NORDEA = "nordea"
CENTRES = {
    "bankdata": (DataCentre.BANKDATA, banksim.BANKDATA_DEMO),
    "sdc": (DataCentre.SDC, banksim.SDC_DEMO),
    "bec": (DataCentre.BEC, banksim.BEC_DEMO),
}
_NORDEA_KINDS = {
    FileKind.STATUS: ("NDCAPXMLO",),
    FileKind.STATEMENT: ("NDARSTXMLO",),
    FileKind.NOTIFICATION: ("NDCAPXMLD54O", "NDARCRAXMLO"),
}


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    options = Options(pace=None, history_days=2)
    with banksim.running(tmp_path_factory.mktemp("simulated"), options) as running:
        yield running


@pytest.fixture(autouse=True)
def _no_faults(there: Running) -> Iterator[None]:
    yield
    there.bank.faults.remove()


def root(there: Running, issuer: str) -> bytes:
    name = banksim.root_file(issuer, banksim.Environment.PRODUCTION)
    return (there.roots / name).read_bytes()


@dataclass
class Customer:
    """Who has an agreement, with the way to the bank."""

    id: str
    channel: Channel
    enrolment: NordeaEnrolment | BankConnectEnrolment
    parameters: NordeaCAParameters | BankConnectParameters
    endpoint: NordeaEndpoint | BankConnectEndpoint
    bank_certificates: tuple[bytes, ...] = ()

    def renewed(self) -> "Customer":
        key = self.enrolment.new_key()
        issued = self.enrolment.obtain(self.enrolment.renewal(key, fresh_ids()), key)
        # A lost answer loses nothing: asked again for the same key, the bank gives
        # the same certificate.
        again = self.enrolment.renewal(key, fresh_ids())
        assert self.enrolment.obtain(again, key).certificates == issued.certificates
        parameters = replace(
            self.parameters, private_key=key, certificates=issued.certificates
        )
        return customer(self.id, parameters, self.endpoint)


def customer(
    name: str,
    parameters: NordeaCAParameters | BankConnectParameters,
    endpoint: NordeaEndpoint | BankConnectEndpoint,
) -> Customer:
    if isinstance(parameters, NordeaCAParameters):
        return Customer(
            name,
            NordeaChannel(parameters, endpoint),
            NordeaEnrolment(parameters, endpoint),
            parameters,
            endpoint,
        )
    return Customer(
        name,
        BankConnectChannel(parameters, endpoint),
        BankConnectEnrolment(parameters, endpoint),
        parameters,
        endpoint,
    )


def nordea_endpoint(there: Running) -> NordeaEndpoint:
    return NordeaEndpoint(
        environment=Environment.PRODUCTION,
        roots=(root(there, NORDEA),),
        bank_names=("nordea File Transfer (simulated)",),
        file_service=there.url + banksim.NORDEA_FILES,
        certificate_service=there.url + banksim.NORDEA_CERTIFICATES,
        receives=_NORDEA_KINDS,
        read_seconds=5.0,
    )


def nordea_parameters() -> NordeaCAParameters:
    demo = banksim.NORDEA_DEMO
    return NordeaCAParameters(
        private_key=b"",
        certificates=(),
        agreement_id=demo.agreement_id,
        sender_id=demo.sender_id,
        signer_id=demo.signer_id,
        name="Havnens Handel",
        country_code=demo.country_code,
    )


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
            read_seconds=5.0,
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


def order(there: Running, we: Customer) -> OutgoingFile:
    bank = there.bank
    account = accounts.of_agreement(bank.store, we.id)[0]
    content = banksim.payment_file(
        account, "Havnens Handel ApS", "03", 2, bank.today(), bank.now()
    )
    return OutgoingFile(FileKind.PAYMENT, content, "løn.xml")


def taken_in(there: Running, we: Customer) -> int:
    """How many payment files the bank has of us."""
    row = there.bank.store.row(
        "SELECT count(*) AS many FROM uploads WHERE agreement = ?", we.id
    )
    return int(row["many"])


def deliver(there: Running, we: Customer) -> object:
    return we.channel.deliver(we.channel.seal(order(there, we), fresh_ids()))


def test_a_payment_goes_out_and_its_status_comes_back(
    there: Running, we: Customer
) -> None:
    list(we.channel.waiting())
    before = taken_in(there, we)
    receipt = deliver(there, we)
    assert receipt.bank_code in {"00", "200"}
    assert taken_in(there, we) == before + 1
    there.bank.settle()
    there.bank.next_day()
    fetched = []
    for waiting in we.channel.waiting():
        one = we.channel.fetch(waiting)
        we.channel.taken(one)
        fetched.append(one)
    kinds = {one.kind for one in fetched}
    assert {FileKind.STATUS, FileKind.STATEMENT} <= kinds
    assert all(one.kind.value in one.content.decode() for one in fetched)
    assert list(we.channel.waiting({FileKind.STATUS})) == []


def test_everything_can_be_listed_again_at_nordea(nordea: Customer) -> None:
    old = list(nordea.channel.waiting(everything=True))
    fetched_before = [waiting for waiting in old if not waiting.is_new]
    assert nordea.channel.fetch(fetched_before[0]).content


def test_a_probe_finds_everything_in_order(we: Customer) -> None:
    outcomes = [step.outcome for step in we.channel.probe()]
    assert outcomes == [
        ProbeOutcome.OK, ProbeOutcome.SKIPPED, ProbeOutcome.OK,
        ProbeOutcome.OK, ProbeOutcome.OK,
    ]  # fmt: skip


@pytest.mark.parametrize("naming", list(KeyNaming))
def test_both_ways_to_name_the_bank_s_key_are_understood(
    naming: KeyNaming, there: Running, connected: dict[str, Customer]
) -> None:
    we = connected["bankdata"]
    endpoint = replace(we.endpoint, key_naming=naming)
    other = customer(we.id, we.parameters, endpoint)
    assert deliver(there, other).bank_code == "200"


UNTRUSTED = [
    FaultKind.WRONG_SIGNER,
    FaultKind.WRONG_DIGEST,
    FaultKind.ALTERED_CONTENT,
    FaultKind.UNSIGNED,
    FaultKind.TRUNCATED_REPLY,
    FaultKind.EXPIRED_CERTIFICATE,
    FaultKind.UNKNOWN_ROOT,
    FaultKind.OTHER_AGREEMENT,
]


_OTHER_KEYS = {
    FaultKind.WRONG_SIGNER,
    FaultKind.EXPIRED_CERTIFICATE,
    FaultKind.UNKNOWN_ROOT,
}


@pytest.mark.parametrize("kind", UNTRUSTED)
def test_an_answer_that_cannot_be_believed_leaves_a_doubt(
    kind: FaultKind, there: Running, we: Customer
) -> None:
    sealed = we.channel.seal(order(there, we), fresh_ids())
    operation = sealed.operation
    there.bank.faults.set(kind, agreement=we.id, operation=operation, times=1)
    before = taken_in(there, we)
    with pytest.raises((OutcomeUnknown, Refused)) as caught:
        we.channel.deliver(sealed)
    # Another bank cannot read what is encrypted for this one, and says so. Else the
    # doubt is real: the bank has it.
    cannot_read = we.id != NORDEA and kind in _OTHER_KEYS
    assert isinstance(caught.value, Refused) is cannot_read
    assert taken_in(there, we) == before + (not cannot_read)


@pytest.mark.parametrize("layer", ["content", "soap"])
@pytest.mark.parametrize("kind", [FaultKind.WRONG_DIGEST, FaultKind.UNSIGNED])
def test_each_signature_alone_is_looked_at(
    kind: FaultKind, layer: str, there: Running, we: Customer
) -> None:
    sealed = we.channel.seal(order(there, we), fresh_ids())
    there.bank.faults.set(kind, agreement=we.id, times=1, parameters={"layer": layer})
    with pytest.raises(OutcomeUnknown):
        we.channel.deliver(sealed)


# With files, another agreement's stand in an answer that is ours: whose a file is, it
# says itself, to who can read it.
@pytest.mark.parametrize("kind", UNTRUSTED[:-1])
@pytest.mark.parametrize("we", [NORDEA, "sdc"], indirect=True)
def test_a_list_that_cannot_be_believed_is_refused(
    kind: FaultKind, there: Running, we: Customer
) -> None:
    there.bank.faults.set(kind, agreement=we.id, times=1)
    with pytest.raises(AnswerNotTrusted):
        _fetch_all(we.channel)


def _fetch_all(channel: Channel) -> None:
    for waiting in channel.waiting({FileKind.STATUS}):
        channel.fetch(waiting)


@pytest.mark.parametrize(
    ("kind", "is_taken"),
    [
        (FaultKind.DROP_BEFORE_ACCEPT, False),
        (FaultKind.DROP_AFTER_ACCEPT, True),
        (FaultKind.HTTP_ERROR, False),
        (FaultKind.SOAP_FAULT, False),
    ],
)
def test_no_answer_leaves_a_doubt_whatever_the_bank_did(
    kind: FaultKind, is_taken: bool, there: Running, we: Customer
) -> None:
    sealed = we.channel.seal(order(there, we), fresh_ids())
    there.bank.faults.set(kind, agreement=we.id, times=1)
    before = taken_in(there, we)
    with pytest.raises(OutcomeUnknown):
        we.channel.deliver(sealed)
    assert taken_in(there, we) == before + is_taken


def test_a_slow_answer_leaves_a_doubt(there: Running, nordea: Customer) -> None:
    hasty = customer(
        nordea.id, nordea.parameters, replace(nordea.endpoint, read_seconds=0.3)
    )
    sealed = hasty.channel.seal(order(there, nordea), fresh_ids())
    there.bank.faults.set(
        FaultKind.SLOW, agreement=nordea.id, times=1, parameters={"seconds": 1}
    )
    with pytest.raises(OutcomeUnknown, match="in time"):
        hasty.channel.deliver(sealed)


def test_the_same_bytes_twice_are_a_doubt_and_not_a_refusal(
    there: Running, we: Customer
) -> None:
    sealed = we.channel.seal(order(there, we), fresh_ids())
    we.channel.deliver(sealed)
    before = taken_in(there, we)
    with pytest.raises(OutcomeUnknown) as caught:
        we.channel.deliver(sealed)
    assert caught.value.bank_code in {"31", "409"}
    assert taken_in(there, we) == before


@pytest.mark.parametrize("code", ["02", "12", "18", "25", "29"])
def test_nordea_s_refusals_are_certain(
    code: str, there: Running, nordea: Customer
) -> None:
    there.bank.faults.set(
        FaultKind.RESPONSE_CODE, agreement=NORDEA, times=1, parameters={"code": code}
    )
    before = taken_in(there, nordea)
    with pytest.raises(Refused) as caught:
        deliver(there, nordea)
    assert caught.value.bank_code == code
    assert taken_in(there, nordea) == before


def test_an_empty_list_is_empty(there: Running, we: Customer) -> None:
    there.bank.faults.set(FaultKind.EMPTY_LIST, agreement=we.id)
    assert list(we.channel.waiting()) == []


def test_compressed_answers_are_unpacked(there: Running, we: Customer) -> None:
    list(we.channel.waiting({FileKind.STATUS}))
    deliver(there, we)
    there.bank.settle()
    there.bank.faults.set(FaultKind.GZIP, agreement=we.id)
    first = next(iter(we.channel.waiting({FileKind.STATUS})))
    assert b"pain.002" in we.channel.fetch(first).content


def test_the_order_of_bec_is_a_setting(
    there: Running, connected: dict[str, Customer]
) -> None:
    we = connected["sdc"]
    sealed = we.channel.seal(order(there, we), fresh_ids())
    there.bank.faults.set(FaultKind.BEC_ORDER, agreement=we.id)
    with pytest.raises(OutcomeUnknown):
        we.channel.deliver(sealed)


def test_a_bank_with_a_new_certificate_is_believed_and_written_to(
    there: Running, we: Customer
) -> None:
    """A fresh look at the certificate is enough, since the root is the same."""
    there.bank.faults.set(FaultKind.ROTATED_CERTIFICATE, agreement=we.id)
    fresh = customer(we.id, we.parameters, we.endpoint)
    assert deliver(there, fresh).bank_code in {"00", "200"}


def test_a_certificate_is_renewed_and_the_old_one_is_worthless(
    there: Running, we: Customer
) -> None:
    new = we.renewed()
    assert deliver(there, new).bank_code in {"00", "200"}
    with pytest.raises(LinkError) as caught:
        deliver(there, we)
    assert isinstance(caught.value, Refused)
    # Those after this one go on with the new key.
    we.parameters, we.channel, we.enrolment = (
        new.parameters,
        new.channel,
        new.enrolment,
    )


def test_a_key_nobody_certified_is_not_used(nordea: Customer) -> None:
    other = replace(nordea.parameters, private_key=b"")
    with pytest.raises(NotReady):
        NordeaChannel(other, nordea.endpoint).seal(
            OutgoingFile(FileKind.PAYMENT, b"x"), fresh_ids()
        )
