### Messages and timeline lines on the ERP.

activated = { $person } has put version { $version } of the ERP configuration to use: { $name }
asked_activation = { $by } asks for a change of the ERP configuration. Another account manager decides
asked_debtor_account = { $by } asks for another account to pay from. Another account manager decides
claimed = { $count } payments claimed in { $erp }; nobody else pays them there
failing = { $name } has not answered as it should since { $since }: { $reason }
fetched = { $count } payments fetched from { $erp }
not_written = { $erp } did not take { $label }: { $reason }
recovered = { $name } answers again, after { $minutes } minutes
status_written = { $erp } was told: { $state ->
    [SENT] sent
    [ACCEPTED] accepted
    [REJECTED] rejected
    [EXECUTED] executed
    [BOOKED] booked
    [RETURNED] returned
    [CANCELLED] cancelled
   *[other] { $state }
}
verdict_invalid = { $name }: something has failed ({ $checks })
verdict_unknown = { $name }: the ERP does not answer ({ $checks })
verdict_valid = { $name }: everything is well
verdict_warnings = { $name }: there are warnings ({ $checks })
