### Messages on bank connections.

activated = { $name } er tilsluttet; certifikatet gælder til { $date }
activation_failed = { $name } kunne ikke aktiveres: { $reason }
answer_cut_off = { $name }: et svar blev afbrudt { $since }, og banken giver kun en fil én gang. Mangler der en fil fra det tidspunkt ({ $kinds }), så bed banken om at lægge den frem igen
certificate_ended = { $name }: certifikatet er udløbet; intet sendes eller hentes, før forbindelsen er aktiveret med en ny kode fra banken
certificate_ends = { $name }: certifikatet udløber om { $days } dage, den { $date }
certificate_refused = { $name } godtager ikke længere vores certifikat: { $reason }. Det kan være spærret i banken; intet sendes eller hentes
failing = { $name } har ikke svaret, som den skal, siden { $since }: { $reason }
file_refused = { $name } gav en fil, der er gemt, men ikke importeret: { $file }. { $reason }
key_replacement_asked = { $by } beder om en ny nøgle til { $name }: { $reason }. En anden brugeradministrator afgør det
name_corrected = { $name }: aftalen har navnet »{ $right }«, ikke »{ $wrong }«; det er rettet, og der er spurgt én gang til
recovered = { $name } svarer igen, efter { $minutes } minutter
renewal_failed = { $name }: certifikatet kunne ikke fornyes: { $reason }
renewed = { $name } har et nyt certifikat, gyldigt til { $date }
confirmation_asked = { $by } beder om, at { $name } bekræftes: { $reason }. En anden brugeradministrator sammenligner med bankens brev og afgør det
