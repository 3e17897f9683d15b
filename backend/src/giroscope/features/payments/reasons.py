"""Why banks refuse: what a reason code means, and what to do about it.

The codes are those of the ISO 20022 external status reason list that occur in
Danish and SEPA credit transfers and in the files that carry them; the sentences
are ours. The console says the same in Danish; docs/reasons.md lists both sides.
"""

from enum import StrEnum
from typing import NamedTuple


class Remedy(StrEnum):
    """What a person does about a refusal."""

    ACCOUNT = "ACCOUNT"
    OTHER_ACCOUNT = "OTHER_ACCOUNT"
    OWN_ACCOUNT = "OWN_ACCOUNT"
    BANK = "BANK"
    AGREEMENT = "AGREEMENT"
    FUNDS = "FUNDS"
    AMOUNT = "AMOUNT"
    LIMIT = "LIMIT"
    CURRENCY = "CURRENCY"
    DUPLICATE = "DUPLICATE"
    NAME = "NAME"
    ADDRESS = "ADDRESS"
    DATE = "DATE"
    FILE = "FILE"
    FIELD = "FIELD"
    REFERENCE = "REFERENCE"
    SIGNATURE = "SIGNATURE"
    REGULATION = "REGULATION"
    RETRY = "RETRY"
    ASK_BANK = "ASK_BANK"
    ASK_PAYEE = "ASK_PAYEE"
    READ = "READ"
    WAIT = "WAIT"
    CANCELLED = "CANCELLED"


REMEDIES = {
    Remedy.ACCOUNT: "Ask the payee for the account number by a way you trust, correct"
    " it, and pay again in a new file.",
    Remedy.OTHER_ACCOUNT: "Ask the payee for another account by a way you trust, and"
    " pay again in a new file.",
    Remedy.OWN_ACCOUNT: "Compare your own account in the finance system with the"
    " bank's, correct it, and make a new file.",
    Remedy.BANK: "Correct the payee's bank (BIC or registration number) and pay again"
    " in a new file.",
    Remedy.AGREEMENT: "Ask the bank what the agreement lacks, or pay from an account"
    " that may make this kind of payment.",
    Remedy.FUNDS: "Put money on the account, then pay again in a new file.",
    Remedy.AMOUNT: "Correct the amount in the finance system and make a new file.",
    Remedy.LIMIT: "Ask the bank for a higher limit, or split the payment.",
    Remedy.CURRENCY: "Pay in a currency that both accounts take.",
    Remedy.DUPLICATE: "Do not pay again yet: look at the first one's status and at the"
    " statement. If it was paid, nothing is left to do.",
    Remedy.NAME: "Compare the name with the one the account is held in, correct it,"
    " and pay again in a new file.",
    Remedy.ADDRESS: "Give town and country of the address in fields of their own, and"
    " pay again in a new file.",
    Remedy.DATE: "Choose a banking day the bank can still reach, and make a new file.",
    Remedy.FILE: "Have whoever makes the file correct it. The bank took nothing of it.",
    Remedy.FIELD: "Correct the field in the finance system and make a new file.",
    Remedy.REFERENCE: "Correct the payment reference (FIK line or creditor reference)"
    " and pay again in a new file.",
    Remedy.SIGNATURE: "Look at the connection's certificate under Banks, and ask the"
    " bank what the signer may do.",
    Remedy.REGULATION: "Ask the bank which information it lacks. Do not pay another"
    " way before it has answered.",
    Remedy.RETRY: "The payment itself is in order: pay again in a new file, and ask"
    " the bank if it fails once more.",
    Remedy.ASK_BANK: "Ask the bank; give it the message id and the end-to-end id.",
    Remedy.ASK_PAYEE: "Ask the payee, then pay again if it is still owed.",
    Remedy.READ: "Read the bank's own words beside the code.",
    Remedy.WAIT: "Nothing to do: the bank will tell more.",
    Remedy.CANCELLED: "Pay again only if it is still owed.",
}


class Reason(NamedTuple):
    """A code in words."""

    remedy: Remedy
    meaning: str


_R = Remedy
REASONS = {
    "AB01": Reason(_R.RETRY, "The clearing took too long and gave up"),
    "AB02": Reason(_R.RETRY, "The clearing failed"),
    "AB03": Reason(_R.RETRY, "The settlement took too long and was given up"),
    "AB04": Reason(_R.RETRY, "The settlement failed"),
    "AB05": Reason(_R.RETRY, "The payee's bank did not answer in time"),
    "AB06": Reason(_R.RETRY, "A bank on the way did not answer in time"),
    "AB07": Reason(_R.RETRY, "A bank on the way cannot be reached"),
    "AB08": Reason(_R.RETRY, "The payee's bank cannot be reached"),
    "AB09": Reason(_R.RETRY, "The payee's bank had a fault"),
    "AB10": Reason(_R.RETRY, "A bank on the way had a fault"),
    "AB11": Reason(_R.RETRY, "Your own bank did not answer in time"),
    "AC01": Reason(_R.ACCOUNT, "The account number is wrong or missing"),
    "AC02": Reason(_R.OWN_ACCOUNT, "Your own account number is wrong or missing"),
    "AC03": Reason(_R.ACCOUNT, "The payee's account number is wrong or missing"),
    "AC04": Reason(_R.OTHER_ACCOUNT, "The account is closed"),
    "AC05": Reason(_R.OWN_ACCOUNT, "Your own account is closed"),
    "AC06": Reason(_R.OTHER_ACCOUNT, "The account is blocked"),
    "AC07": Reason(_R.OTHER_ACCOUNT, "The payee's account is closed"),
    "AC08": Reason(_R.BANK, "The branch number is wrong or missing"),
    "AC09": Reason(_R.CURRENCY, "The account's currency is wrong or missing"),
    "AC10": Reason(_R.CURRENCY, "Your own account's currency is wrong or missing"),
    "AC11": Reason(_R.CURRENCY, "The payee's account is in another currency"),
    "AC12": Reason(_R.FIELD, "The kind of account is wrong or missing"),
    "AC13": Reason(_R.OWN_ACCOUNT, "The kind of your own account is wrong or missing"),
    "AC14": Reason(_R.ACCOUNT, "The kind of the payee's account is wrong or missing"),
    "AC15": Reason(_R.OTHER_ACCOUNT, "The payee has another account now"),
    "AC16": Reason(_R.ACCOUNT, "The card number is wrong"),
    "AG01": Reason(_R.AGREEMENT, "This account may not make or take such payments"),
    "AG02": Reason(_R.FIELD, "The bank does not know this kind of payment"),
    "AG03": Reason(_R.AGREEMENT, "This kind of payment is not agreed for the account"),
    "AG04": Reason(_R.BANK, "The bank's country is wrong or missing"),
    "AG05": Reason(_R.OWN_ACCOUNT, "Your own bank's country is wrong or missing"),
    "AG06": Reason(_R.BANK, "The country of the payee's bank is wrong or missing"),
    "AG07": Reason(_R.FUNDS, "The account cannot be debited"),
    "AG08": Reason(_R.SIGNATURE, "The user or the right to do this is missing"),
    "AG10": Reason(_R.RETRY, "A bank is shut out of instant payments for now"),
    "AG11": Reason(_R.RETRY, "The payee's bank is shut out of instant payments"),
    "AG12": Reason(_R.AGREEMENT, "Transfers within one bank are not allowed this way"),
    "AGNT": Reason(_R.BANK, "A bank on the way is wrong"),
    "AM01": Reason(_R.AMOUNT, "The amount is zero"),
    "AM02": Reason(_R.LIMIT, "The amount is higher than allowed"),
    "AM03": Reason(_R.CURRENCY, "The bank does not pay in this currency"),
    "AM04": Reason(_R.FUNDS, "There is not enough money on the account"),
    "AM05": Reason(_R.DUPLICATE, "The bank has this already"),
    "AM06": Reason(_R.AMOUNT, "The amount is lower than allowed"),
    "AM07": Reason(_R.REGULATION, "Authorities have blocked the amount"),
    "AM09": Reason(_R.AMOUNT, "The amount is not the agreed one"),
    "AM10": Reason(_R.FILE, "The amounts do not make the control sum"),
    "AM11": Reason(_R.CURRENCY, "The currency is wrong or missing"),
    "AM12": Reason(_R.AMOUNT, "The amount is wrong or missing"),
    "AM13": Reason(_R.LIMIT, "The amount is over the limit of the clearing"),
    "AM14": Reason(_R.LIMIT, "The amount is over your limit at the bank"),
    "AM15": Reason(_R.AMOUNT, "The amount is under the clearing's least"),
    "AM16": Reason(_R.FILE, "The control sum of the file is wrong"),
    "AM17": Reason(_R.FILE, "The control sum of the batch is wrong"),
    "AM18": Reason(_R.FILE, "The number of payments is wrong or missing"),
    "AM19": Reason(_R.FILE, "The number of payments in the file is wrong"),
    "AM20": Reason(_R.FILE, "The number of payments in the batch is wrong"),
    "AM21": Reason(_R.LIMIT, "The amount is over what is agreed with the bank"),
    "AM23": Reason(_R.LIMIT, "The amount is over the limit of the settlement"),
    "BE01": Reason(_R.NAME, "The name does not fit the account"),
    "BE04": Reason(_R.ADDRESS, "The payee's address is missing or wrong"),
    "BE05": Reason(_R.ASK_BANK, "The one who sent it is not known"),
    "BE06": Reason(_R.ACCOUNT, "The payee is not known at this bank"),
    "BE07": Reason(_R.ADDRESS, "Your own address is missing or wrong"),
    "BE08": Reason(_R.FIELD, "Your own name is missing"),
    "BE09": Reason(_R.ADDRESS, "A country code is wrong or missing"),
    "BE10": Reason(_R.ADDRESS, "Your own country code is wrong or missing"),
    "BE11": Reason(_R.ADDRESS, "The payee's country code is wrong or missing"),
    "BE15": Reason(_R.FIELD, "An identification is wrong or missing"),
    "BE16": Reason(_R.FIELD, "Your own identification is wrong or missing"),
    "BE17": Reason(_R.FIELD, "The payee's identification is wrong or missing"),
    "BE19": Reason(_R.FIELD, "Who bears the charges is wrong for this payment"),
    "BE20": Reason(_R.NAME, "A name is too long for this kind of payment"),
    "BE21": Reason(_R.NAME, "A name is wrong or missing"),
    "BE22": Reason(_R.NAME, "The payee's name is missing"),
    "BE23": Reason(_R.ACCOUNT, "The phone number or alias leads to no account"),
    "CH03": Reason(_R.DATE, "The execution date is too far ahead"),
    "CH04": Reason(_R.DATE, "The execution date is too long ago"),
    "CH11": Reason(_R.REFERENCE, "The creditor identifier is wrong"),
    "CH15": Reason(_R.FIELD, "The structured message is longer than 140 characters"),
    "CH16": Reason(_R.FIELD, "The content of a field is wrong"),
    "CH17": Reason(_R.FIELD, "A field is used that is not allowed"),
    "CH20": Reason(_R.AMOUNT, "The amount has too many decimals for its currency"),
    "CH21": Reason(_R.FIELD, "A required field is missing"),
    "CNOR": Reason(_R.BANK, "The clearing does not know the payee's bank"),
    "CURR": Reason(_R.CURRENCY, "The currency is wrong"),
    "CUST": Reason(_R.CANCELLED, "It was called back by the payer"),
    "DNOR": Reason(_R.ASK_BANK, "The clearing does not know your own bank"),
    "DS02": Reason(_R.CANCELLED, "Somebody with the right to do so has cancelled it"),
    "DS04": Reason(_R.ASK_BANK, "The bank refused the order for what is in it"),
    "DS0A": Reason(_R.SIGNATURE, "The file must be signed"),
    "DS0C": Reason(_R.SIGNATURE, "The signer's certificate is revoked"),
    "DS0D": Reason(_R.SIGNATURE, "The signer's certificate is not valid"),
    "DS0E": Reason(_R.SIGNATURE, "The signer's certificate is missing"),
    "DS0G": Reason(_R.SIGNATURE, "The signer may not sign this kind of order"),
    "DS0H": Reason(_R.SIGNATURE, "The signer may not sign for this account"),
    "DS14": Reason(_R.SIGNATURE, "The bank does not know the user"),
    "DS15": Reason(_R.DUPLICATE, "The bank has this very signature already"),
    "DS17": Reason(_R.SIGNATURE, "The signature does not fit the file"),
    "DS19": Reason(_R.SIGNATURE, "The signer's rights do not reach"),
    "DS24": Reason(_R.ASK_BANK, "The bank waited too long for what was lacking"),
    "DS28": Reason(_R.SIGNATURE, "It was sent to test instead of production"),
    "DT01": Reason(_R.DATE, "The date is wrong or missing"),
    "DT02": Reason(_R.FILE, "The file's own date is wrong"),
    "DT03": Reason(_R.DATE, "The banks are closed on that day"),
    "DT04": Reason(_R.DATE, "Dates ahead are not possible here"),
    "DT05": Reason(_R.DATE, "It came after the last day for it"),
    "DT06": Reason(_R.WAIT, "The bank carries it out on another day"),
    "DU01": Reason(_R.DUPLICATE, "The message id has been used before"),
    "DU02": Reason(_R.DUPLICATE, "The batch has been sent before"),
    "DU03": Reason(_R.DUPLICATE, "The payment has been sent before"),
    "DU04": Reason(_R.DUPLICATE, "The end-to-end id has been used before"),
    "DU05": Reason(_R.DUPLICATE, "The instruction id has been used before"),
    "DUPL": Reason(_R.DUPLICATE, "It is a copy of another payment"),
    "ED01": Reason(_R.BANK, "The correspondent bank cannot be used"),
    "ED03": Reason(_R.REGULATION, "The bank needs figures for the authorities"),
    "ED05": Reason(_R.RETRY, "The settlement has failed"),
    "ED06": Reason(_R.RETRY, "The banks' settlement system is down"),
    "EDNA": Reason(_R.DATE, "The execution date is not accepted"),
    "FF01": Reason(_R.FILE, "The file's form is wrong"),
    "FF02": Reason(_R.FILE, "The file's form is wrong; the bank says where"),
    "FF03": Reason(_R.FIELD, "The kind of payment is wrong or missing"),
    "FF04": Reason(_R.FIELD, "The service level is wrong or missing"),
    "FF05": Reason(_R.FIELD, "The local instrument is wrong or missing"),
    "FF06": Reason(_R.FIELD, "The category purpose is wrong or missing"),
    "FF07": Reason(_R.FIELD, "The purpose is wrong or missing"),
    "FF08": Reason(_R.FIELD, "The end-to-end id is wrong or missing"),
    "FF10": Reason(_R.RETRY, "The bank had a fault"),
    "FOCR": Reason(_R.CANCELLED, "It came back because it was called back"),
    "FR01": Reason(_R.REGULATION, "It came back because of fraud"),
    "FRAD": Reason(_R.REGULATION, "It is suspected to be fraud"),
    "G000": Reason(_R.WAIT, "The next bank has it; it can be traced"),
    "G001": Reason(_R.WAIT, "The next bank has it; it cannot be traced further"),
    "G002": Reason(_R.WAIT, "It may reach the payee a day later"),
    "G003": Reason(_R.ASK_PAYEE, "The payee's bank waits for papers from the payee"),
    "G004": Reason(_R.WAIT, "The payee's bank waits for the money"),
    "ID01": Reason(_R.FILE, "The bank has the signature, but not the file"),
    "INDT": Reason(_R.FIELD, "The content of a field is not allowed there"),
    "MD07": Reason(_R.ASK_PAYEE, "The holder of the account is dead"),
    "MINF": Reason(_R.FIELD, "A field is empty that must not be"),
    "MS02": Reason(_R.ASK_PAYEE, "The payee refused without giving a reason"),
    "MS03": Reason(_R.ASK_BANK, "The bank gives no reason"),
    "NARR": Reason(_R.READ, "The bank gives its reason in words"),
    "NOAS": Reason(_R.ASK_PAYEE, "The payee did not answer"),
    "NOCM": Reason(_R.REGULATION, "The account does not meet the authorities' rules"),
    "RC01": Reason(_R.BANK, "The bank's BIC has a wrong form"),
    "RC02": Reason(_R.BANK, "The bank is wrong or missing"),
    "RC03": Reason(_R.OWN_ACCOUNT, "Your own bank is wrong or missing"),
    "RC04": Reason(_R.BANK, "The payee's bank is wrong or missing"),
    "RC05": Reason(_R.BANK, "The BIC is wrong or missing"),
    "RC06": Reason(_R.OWN_ACCOUNT, "Your own bank's BIC is wrong or missing"),
    "RC07": Reason(_R.BANK, "The BIC of the payee's bank is wrong or missing"),
    "RC08": Reason(_R.BANK, "The registration number is wrong or missing"),
    "RC09": Reason(_R.OWN_ACCOUNT, "Your own registration number is wrong or missing"),
    "RC10": Reason(_R.BANK, "The payee's registration number is wrong or missing"),
    "RC11": Reason(_R.BANK, "The bank in between is wrong or missing"),
    "RF01": Reason(_R.DUPLICATE, "The reference occurs twice in the file"),
    "RR01": Reason(_R.REGULATION, "The authorities need more about your own account"),
    "RR02": Reason(_R.ADDRESS, "Your own name or address is missing"),
    "RR03": Reason(_R.ADDRESS, "The payee's name or address is missing"),
    "RR04": Reason(_R.REGULATION, "Refused because of the authorities' rules"),
    "RR05": Reason(_R.REGULATION, "The report to the authorities is missing or wrong"),
    "RR06": Reason(_R.REGULATION, "Tax information is missing or wrong"),
    "RR07": Reason(_R.REFERENCE, "The message breaks the rules for this payment"),
    "RR08": Reason(_R.WAIT, "The message to the payee was cut short"),
    "RR09": Reason(_R.REFERENCE, "The creditor reference is wrong or missing"),
    "RR10": Reason(_R.FIELD, "There are characters the bank does not take"),
    "RR11": Reason(_R.FIELD, "The bank's own service code is wrong or missing"),
    "RR12": Reason(_R.FIELD, "An identification this country asks for is missing"),
    "SL01": Reason(_R.ASK_BANK, "A service of your own bank stopped it"),
    "SL02": Reason(_R.ASK_PAYEE, "A service of the payee's bank stopped it"),
    "SL03": Reason(_R.ASK_BANK, "A service of the clearing stopped it"),
    "TA01": Reason(_R.RETRY, "The file did not come through whole"),
    "TD02": Reason(_R.FILE, "The bank cannot read the file"),
    "TD03": Reason(_R.FILE, "The file is not whole or has a wrong form"),
    "TM01": Reason(_R.DATE, "It came after the cut-off time"),
    "UCRD": Reason(_R.ACCOUNT, "The payee is not known"),
    "UPAY": Reason(_R.ASK_PAYEE, "The payment is not justified"),
}
"""The codes, each with what it means and what to do."""


def meaning_of(code: str | None) -> str | None:
    """What the code means, if it is one of the list's."""
    reason = REASONS.get(code or "")
    return reason.meaning if reason else None


def remedy_of(code: str | None) -> Remedy | None:
    """What to do about it; a bank's own code is for the bank to explain."""
    reason = REASONS.get(code or "")
    if reason is None:
        return Remedy.ASK_BANK if code else None
    return reason.remedy
