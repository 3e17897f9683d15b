### What a connection over Bank Connect asks for.

title = Bank Connect
summary = Over the bank's data centre, with a certificate
functionId = Function ID
functionId_help = In the box of numbers, first line.
regNo = Bank’s registration number
regNo_help = In the box of numbers, second line: the bank’s own four digits, not your account’s.
countryCode = Country
countryCode_help = Two letters, at the end of the address: DK, SE, NO or FI.
activationCode = Activation code
activationCode_help = At the bottom of a letter of its own, in groups; with or without hyphens.
