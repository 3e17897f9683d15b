"""Figures across rooms; owns no table."""
