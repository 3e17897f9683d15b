"""The way to the ERP of a laptop, which speaks an interface of its own over HTTP."""

from erplink.demo.maker import DEMO

__all__ = ["DEMO"]
