### Why an entry belongs to something, and what people matched.

same_amount = Same amount and currency
not_round = No round amount
same_sum = { $count } payments of one batch, same sum and currency
chosen = { $count ->
    [one] Chosen by a person
   *[other] { $count } chosen by a person
}
same_end_to_end = Same end-to-end id { $id }
same_bank_reference = Same bank reference { $id }
same_reference = Same reference “{ $text }”
same_account = Same payee account { $account }
same_name = Same payee { $name }
paid_from = Paid from this account
own_account = On another own account
names_account = Names the other account
reversal = Marked as a reversal
same_day = Same day
days_apart = { $days ->
    [one] { $days } day apart
   *[other] { $days } days apart
}
same_payment_reference = Same payment reference { $id }
party_account = Paid by or to the account { $account } of the party
party_name = Same party { $name }
due_that_day = Due that day
due_before = { $days ->
    [one] Due { $days } day before
   *[other] Due { $days } days before
}
due_after = { $days ->
    [one] Due { $days } day later
   *[other] Due { $days } days later
}
alike = { $count ->
    [one] { $count } other fits as well
   *[other] { $count } others fit as well
}
matched = Matched with the entry of { $day } over { $amount }
unmatched = Unmatched: { $what }
ended = A match by { $name } ended, since one side no longer exists. Match the other side again: { $sides }
