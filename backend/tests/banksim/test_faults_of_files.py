"""Faults in what becomes of a file: its statuses and its payments."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from banksim import SDC_DEMO, FaultKind, Options
from banksim.demo import BankConnectDemo
from banksim.house import Bank
from tests.banksim.kit.bank_line import NOW, Line
from tests.banksim.kit.connect_customer import ConnectCustomer
from tests.banksim.kit.nordea_customer import NordeaCustomer
from tests.banksim.kit.nordea_desk import Desk

Connect = Callable[[BankConnectDemo], ConnectCustomer]


def test_no_status_comes_at_all(desk: Desk) -> None:
    desk.fault(FaultKind.STATUS_MISSING)
    desk.customer.upload(desk.payments())
    desk.bank.settle()

    assert desk.groups() == []
    assert desk.paid() == 4


def test_a_late_status_comes_when_its_time_has_come(
    folder: Path, keys: list[Any]
) -> None:
    times = [NOW]
    bank = Bank(folder, Options(pace=None, now=lambda: times[-1]))
    line = Line(bank)
    customer = NordeaCustomer(line, keys[0])
    customer.activate()
    desk = Desk(bank, line, customer)
    desk.fault(FaultKind.STATUS_LATE, seconds=600)

    customer.upload(desk.payments())

    assert desk.groups() == []
    times.append(NOW + timedelta(seconds=601))
    assert desk.groups() == ["ACTC"]
    bank.close()


def test_a_late_status_is_there_on_the_next_banking_day(desk: Desk) -> None:
    desk.fault(FaultKind.STATUS_LATE)
    desk.customer.upload(desk.payments())
    assert desk.groups() == []

    desk.bank.next_day()

    assert desk.groups()[0] == "ACTC"


def test_each_status_comes_twice(desk: Desk) -> None:
    desk.fault(FaultKind.STATUS_REPEATED)
    desk.customer.upload(desk.payments())

    first, second = desk.customer.statuses()

    assert first == second


def test_the_first_status_comes_after_the_second(desk: Desk) -> None:
    desk.fault(FaultKind.STATUS_OUT_OF_ORDER)
    desk.customer.upload(desk.payments())
    assert desk.groups() == []

    desk.bank.settle()

    assert desk.groups() == ["ACCP", "ACTC", "ACSC"]


def test_a_rejection_in_the_netbank_is_told_to_nobody(
    bank: Bank, connect: Connect, desk: Desk
) -> None:
    customer = connect(SDC_DEMO)
    bank.faults.set(FaultKind.REJECTED_IN_NETBANK, agreement="sdc", times=1)

    customer.transfer(desk.payments(agreement="sdc"))
    bank.next_day()

    [only] = customer.everything("getStatus")
    assert b"<GrpSts>ACTC</GrpSts>" in only
    assert desk.paid() == 0


def test_a_file_is_refused_with_a_reason(desk: Desk) -> None:
    desk.fault(FaultKind.REJECT_FILE, reason="NARR", text="Not today")

    assert desk.customer.upload(desk.payments()).code == "00"

    [content] = desk.customer.statuses()
    assert b"<GrpSts>RJCT</GrpSts>" in content
    assert b"<Cd>NARR</Cd></Rsn><AddtlInf>Not today</AddtlInf>" in content


def test_every_other_payment_is_refused(desk: Desk) -> None:
    desk.fault(FaultKind.REJECT_PAYMENTS, reason="AC04")
    desk.customer.upload(desk.payments(4))
    desk.bank.settle()

    first, _accepted, last = desk.customer.statuses()

    assert b"<GrpSts>PART</GrpSts>" in first
    assert first.count(b"<Cd>AC04</Cd>") == 2
    assert last.count(b"<TxSts>ACSC</TxSts>") == 2
    assert desk.paid() == 2


def test_without_a_duplicate_check_a_file_is_paid_twice(desk: Desk) -> None:
    content = desk.payments(2)
    desk.customer.upload(content)
    desk.fault(FaultKind.NO_DUPLICATE_CHECK)

    desk.customer.upload(content)
    desk.bank.settle()

    assert desk.paid() == 4
