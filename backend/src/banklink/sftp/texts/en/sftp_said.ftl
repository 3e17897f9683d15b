### What file exchange over SFTP fails with, and what a test of it finds.

no_certificates = File exchange over SFTP has no certificates.
no_confirmed_key = There is no key for this connection that was confirmed.
server_not_allowed = The operator does not allow { $host }.
other_host_key = The server is not the bank's: its host key is not the confirmed one.
not_let_in = The bank does not let { $user } in with our key.
let_in = The bank lets { $user } in with our key.
host_key_known = The server has the confirmed host key.
stands_archive_already = Stands in the archive already.
line_broke = The line broke while the file was given its name: { $error }.
in_neither = The file is neither in the outbox nor in the archive: the bank may have taken it.
changed_meanwhile = { $name } was changed while it was read.
not_archived = { $name } cannot be moved to the archive: { $error }.
