### Hvad filudveksling over SFTP fejler med, og hvad en test af den finder.

no_certificates = Filudveksling over SFTP har ingen certifikater.
no_confirmed_key = Forbindelsen har ingen nøgle, der er bekræftet.
server_not_allowed = De, der driver installationen, tillader ikke { $host }.
other_host_key = Serveren er ikke bankens: dens værtsnøgle er ikke den bekræftede.
not_let_in = Banken lukker ikke { $user } ind med vores nøgle.
let_in = Banken lukker { $user } ind med vores nøgle.
host_key_known = Serveren har den bekræftede værtsnøgle.
stands_archive_already = Ligger allerede i arkivet.
line_broke = Linjen brød, mens filen fik sit navn: { $error }.
in_neither = Filen er hverken i udbakken eller i arkivet: banken kan have taget den.
changed_meanwhile = { $name } blev ændret, mens den blev læst.
not_archived = { $name } kan ikke flyttes til arkivet: { $error }.
