### What a connection over Nordea Corporate Access asks for.

title = Nordea Corporate Access
summary = Over the bank's web services, with a certificate
agreementId = Agreement number
agreementId_help = At the top right of the agreement, as “Agreement No.”.
senderId = Sender ID
senderId_help = In the box of numbers, first line: 10 or 11 digits.
signerId = Signer ID
signerId_help = In the box of numbers, second line: 10 or 11 digits. The certificate belongs to it.
name = Name on the agreement
name_help = At the top left, letter by letter as the bank writes it; no slash.
countryCode = Country
countryCode_help = Two letters, at the end of the address: DK, SE, NO or FI.
activationCode = Activation code
activationCode_help = Ten digits, sent by text message to the person the agreement names. It works for seven days.
