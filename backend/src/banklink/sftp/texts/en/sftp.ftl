### What file exchange over SFTP asks for, and what a test of it looks at.

title = SFTP file exchange
summary = Files in three folders of the bank's SFTP server
host = Server
host_help = One of the servers that those who run this installation have allowed.
user = User
user_help = The name under which the bank lets you in.
hostFingerprint = Host key of the server
hostFingerprint_help = Its SHA-256 fingerprint, from the bank's letter: SHA256: and 43 characters. Another account manager confirms it.
outbox = Folder for files to the bank
outbox_help = Payment files are laid here.
inbox = Folder for files from the bank
inbox_help = Statements and status reports lie here.
archive = Archive
archive_help = Files from the bank are moved here once they are stored.
stage_host_key = Host key
stage_sign_in = Sign-in
stage_archive = Archive
