"""Where a bank's SFTP server is, and who we are there."""

from __future__ import annotations

from dataclasses import dataclass, field

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class SftpEndpoint:
    """A server as the operator and the agreement tell it; folders without an end slash.

    `host_key` is the SHA-256 fingerprint that was confirmed, as OpenSSH writes it.
    """

    host: str
    port: int
    user: str
    host_key: str
    outbox: str
    inbox: str
    archive: str
    """Where files lie that were taken, by us from the inbox or by the bank."""
    private_key: bytes = field(default=b"", repr=False)
    connect_seconds: float = 10.0
    read_seconds: float = 60.0
    """The longest wait for one answer; a whole file has four times as long."""
    settled_seconds: float = 10.0
    """A file that changed within this time may still be being written."""
    largest_file: int = 100 * MEGABYTE
    software_version: str = "1"

    def address(self, folder: str, name: str = "") -> str:
        """A file there, as logs name it: without the user."""
        path = f"{folder}/{name}".rstrip("/").lstrip("/")
        return f"sftp://{self.host}:{self.port}/{path}"
