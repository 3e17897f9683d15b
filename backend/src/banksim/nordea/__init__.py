"""Nordea Corporate Access: files and certificates over signed SOAP."""
