"""Giroscope: a console for payment and bank-statement journals."""

from importlib.metadata import version

__version__ = version("giroscope")
