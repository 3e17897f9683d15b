### Messages and timeline lines on the ERP.

activated = { $person } har taget version { $version } af ERP-opsætningen i brug: { $name }
asked_activation = { $by } beder om en ændring af ERP-opsætningen. En anden brugeradministrator afgør det
asked_debtor_account = { $by } beder om at betale fra en anden konto. En anden brugeradministrator afgør det
claimed = { $count } betalinger reserveret i { $erp }; ingen andre betaler dem dér
failing = { $name } har ikke svaret, som det skal, siden { $since }: { $reason }
fetched = { $count } betalinger hentet fra { $erp }
not_written = { $erp } tog ikke imod { $label }: { $reason }
recovered = { $name } svarer igen, efter { $minutes } minutter
status_written = { $erp } har fået besked: { $state ->
    [SENT] sendt
    [ACCEPTED] accepteret
    [REJECTED] afvist
    [EXECUTED] udført
    [BOOKED] bogført
    [RETURNED] returneret
    [CANCELLED] annulleret
   *[other] { $state }
}
verdict_invalid = { $name }: noget er fejlet ({ $checks })
verdict_unknown = { $name }: ERP-systemet svarer ikke ({ $checks })
verdict_valid = { $name }: alt er i orden
verdict_warnings = { $name }: der er advarsler ({ $checks })
