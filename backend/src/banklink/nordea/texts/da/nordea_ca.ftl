### Hvad en forbindelse over Nordea Corporate Access beder om.

title = Nordea Corporate Access
summary = Over bankens webtjenester, med et certifikat
agreementId = Aftalenummer
agreementId_help = Øverst til højre på aftalen, som »Aftalenr.«.
senderId = Afsender-id (Sender ID)
senderId_help = I boksen med numre, første linje: 10 eller 11 cifre.
signerId = Underskriver-id (Signer ID)
signerId_help = I boksen med numre, anden linje: 10 eller 11 cifre. Certifikatet hører til det.
name = Navn på aftalen
name_help = Øverst til venstre, bogstav for bogstav som banken skriver det; ingen skråstreg.
countryCode = Land
countryCode_help = To bogstaver, sidst i adressen: DK, SE, NO eller FI.
activationCode = Aktiveringskode
activationCode_help = Ti cifre, sendt pr. sms til den person, aftalen nævner. Den virker i syv dage.
