### What a person does about a refusal; docs/status.md lists them.

ACCOUNT = Ask the payee for the account number by a way you trust, correct it, and pay again in a new file.
ADDRESS = Give town and country of the address in fields of their own, and pay again in a new file.
AGREEMENT = Ask the bank what the agreement lacks, or pay from an account that may make this kind of payment.
AMOUNT = Correct the amount in the finance system and make a new file.
ASK_BANK = Ask the bank; give it the message id and the end-to-end id.
ASK_PAYEE = Ask the payee, then pay again if it is still owed.
BANK = Correct the payee's bank (BIC or registration number) and pay again in a new file.
CANCELLED = Pay again only if it is still owed.
CURRENCY = Pay in a currency that both accounts take.
DATE = Choose a banking day the bank can still reach, and make a new file.
DUPLICATE = Do not pay again yet: look at the first one's status and at the statement. If it was paid, nothing is left to do.
FIELD = Correct the field in the finance system and make a new file.
FILE = Have whoever makes the file correct it. The bank took nothing of it.
FUNDS = Put money on the account, then pay again in a new file.
LIMIT = Ask the bank for a higher limit, or split the payment.
NAME = Compare the name with the one the account is held in, correct it, and pay again in a new file.
OTHER_ACCOUNT = Ask the payee for another account by a way you trust, and pay again in a new file.
OWN_ACCOUNT = Compare your own account in the finance system with the bank's, correct it, and make a new file.
READ = Read the bank's own words beside the code.
REFERENCE = Correct the payment reference (FIK line or creditor reference) and pay again in a new file.
REGULATION = Ask the bank which information it lacks. Do not pay another way before it has answered.
RETRY = The payment itself is in order: pay again in a new file, and ask the bank if it fails once more.
SIGNATURE = Look at the connection's certificate under Banks, and ask the bank what the signer may do.
WAIT = Nothing to do: the bank will tell more.
