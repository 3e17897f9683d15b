### Hvorfor en postering hører til noget, og hvad folk har matchet.

same_amount = Samme beløb og valuta
not_round = Intet rundt beløb
same_sum = { $count } betalinger i samme samlepost, samme sum og valuta
chosen = { $count ->
    [one] Valgt af en person
   *[other] { $count } valgt af en person
}
same_end_to_end = Samme end-to-end-id { $id }
same_bank_reference = Samme bankreference { $id }
same_reference = Samme reference »{ $text }«
same_account = Samme modtagerkonto { $account }
same_name = Samme modtager { $name }
paid_from = Betalt fra denne konto
own_account = På en anden egen konto
names_account = Nævner den anden konto
reversal = Mærket som tilbageførsel
same_day = Samme dag
days_apart = { $days ->
    [one] { $days } dags forskel
   *[other] { $days } dages forskel
}
same_payment_reference = Samme betalingsreference { $id }
party_account = Betalt fra eller til modpartens konto { $account }
party_name = Samme modpart { $name }
due_that_day = Forfald samme dag
due_before = { $days ->
    [one] Forfald { $days } dag før
   *[other] Forfald { $days } dage før
}
due_after = { $days ->
    [one] Forfald { $days } dag senere
   *[other] Forfald { $days } dage senere
}
alike = { $count ->
    [one] { $count } anden passer lige så godt
   *[other] { $count } andre passer lige så godt
}
matched = Matchet med posteringen af { $day } på { $amount }
unmatched = Match ophævet: { $what }
ended = Et match af { $name } er ophævet, fordi den ene side ikke længere findes. Match den anden side igen: { $sides }
