### What a bank connection, a test of it or its certificate work ends with.

connection_ended = Denne forbindelse er afsluttet
no_address = Driften har ikke angivet, hvor denne bank nås; docs/banks.md beskriver hvordan.
root_certificate_missing = Rodcertifikatet { $file } mangler
certificate_of_another_key = Bankens certifikat hører til en anden nøgle end den, der er lavet her.
certificate_used_by_another_company = Et andet område på denne installation bruger dette certifikat eller denne nøgle. Hvert af dem ville hente filer, som det andet så aldrig ser: bed banken om jeres eget certifikat
certificate_used_here = En anden forbindelse her bruger dette certifikat eller denne nøgle, måske i det andet miljø: bestil ét til hver
accounts_not_served = Den gælder konti, som denne forbindelse ikke betjener: { $accounts }
certificate_days_left = { $name }: { $days } dage tilbage, til { $day }.
key_can_be_made = Der kan laves en ny RSA-nøgle på 2048 bit. Den er smidt væk igen.
request_can_be_signed = Anmodningen kan underskrives: { $bytes } byte, som ikke blev sendt.
