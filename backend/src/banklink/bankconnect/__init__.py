"""Bank Connect: one service at three data centres for most Danish banks."""

from banklink.bankconnect.channel import BankConnectChannel
from banklink.bankconnect.enrolment import BankConnectEnrolment

__all__ = ["BankConnectChannel", "BankConnectEnrolment"]
