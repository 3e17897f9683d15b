### Hvad filudveksling over SFTP beder om, og hvad en test af den ser på.

title = SFTP-filudveksling
summary = Filer i tre mapper på bankens SFTP-server
host = Server
host_help = En af de servere, som de, der driver installationen, har tilladt.
user = Bruger
user_help = Det navn, banken lukker jer ind under.
hostFingerprint = Serverens værtsnøgle
hostFingerprint_help = Dens SHA-256-fingeraftryk fra bankens brev: SHA256: og 43 tegn. En anden brugeradministrator bekræfter det.
outbox = Mappe til filer til banken
outbox_help = Her lægges betalingsfiler.
inbox = Mappe med filer fra banken
inbox_help = Her ligger kontoudtog og statusrapporter.
archive = Arkiv
archive_help = Hertil flyttes filer fra banken, når de er gemt.
stage_host_key = Værtsnøgle
stage_sign_in = Log-in
stage_archive = Arkiv
