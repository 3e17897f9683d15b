"""Lets these tests use the desk of the banks' tests."""
