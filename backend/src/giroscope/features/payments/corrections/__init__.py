"""Refused and returned payments, corrected and paid again by new ones.

Lends the acts and what links a payment to the one that stands for it.
"""
