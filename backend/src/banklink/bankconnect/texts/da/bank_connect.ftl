### Hvad en forbindelse over Bank Connect beder om.

title = Bank Connect
summary = Over bankens datacentral, med et certifikat
functionId = Funktions-id
functionId_help = I boksen med numre, første linje.
regNo = Bankens registreringsnummer
regNo_help = I boksen med numre, anden linje: bankens egne fire cifre, ikke jeres kontos.
countryCode = Land
countryCode_help = To bogstaver, sidst i adressen: DK, SE, NO eller FI.
activationCode = Aktiveringskode
activationCode_help = Nederst i et brev for sig, i grupper; med eller uden bindestreger.
