"""Payees: whom payments pay, on which accounts, and whether banks take the address."""
