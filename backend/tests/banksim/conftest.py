"""A bank in a folder of its own for each test, with customers to talk to it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from banksim.demo import BankConnectDemo
from banksim.house import Bank
from tests.banksim.kit.bank_line import Line, options
from tests.banksim.kit.connect_customer import ConnectCustomer
from tests.banksim.kit.nordea_customer import NordeaCustomer
from tests.banksim.kit.nordea_desk import Desk


@pytest.fixture(scope="session")
def keys() -> list[rsa.RSAPrivateKey]:
    """A few keys for customers; making them takes longer than using them."""
    return [
        rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in range(3)
    ]


@pytest.fixture(scope="session")
def first_day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a bank that has just been opened."""
    folder = tmp_path_factory.mktemp("bank") / "first"
    Bank(folder, options()).close()
    return folder


@pytest.fixture
def folder(first_day: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(first_day, tmp_path / "bank"))


@pytest.fixture
def bank(folder: Path) -> Iterator[Bank]:
    made = Bank(folder, options())
    yield made
    made.close()


@pytest.fixture
def line(bank: Bank) -> Line:
    return Line(bank)


@pytest.fixture
def nordea(line: Line, keys: list[rsa.RSAPrivateKey]) -> NordeaCustomer:
    """A customer of Corporate Access that has its certificate."""
    customer = NordeaCustomer(line, keys[0])
    customer.activate()
    return customer


@pytest.fixture
def connect(
    line: Line, keys: list[rsa.RSAPrivateKey]
) -> Callable[[BankConnectDemo], ConnectCustomer]:
    """Makes a customer of Bank Connect that has its certificate."""

    def made(demo: BankConnectDemo) -> ConnectCustomer:
        customer = ConnectCustomer(line, demo, keys[0])
        customer.activate()
        return customer

    return made


@pytest.fixture
def desk(bank: Bank, line: Line, nordea: NordeaCustomer) -> Desk:
    return Desk(bank, line, nordea)
