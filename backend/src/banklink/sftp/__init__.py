"""Files exchanged with a bank over SFTP: an outbox, an inbox and an archive there.

The server is known by the host key that two people have confirmed, and we by a key
made here. Facts from RFC 4251 to 4254 and draft-ietf-secsh-filexfer-02.
"""

from banklink.sftp.channel import SftpChannel

__all__ = ["SftpChannel"]
