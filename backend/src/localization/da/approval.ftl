### Approvals, in messages and timelines.

waiting = Sat til godkendelse, sendes via { $connection_name }
given = Godkendt
given_for = Godkendt på vegne af { $absent }
given_why = Godkendt: { $reason }
given_for_why = Godkendt på vegne af { $absent }: { $reason }
complete = Godkendt; alle godkendelser er givet
complete_for = Godkendt på vegne af { $absent }; alle godkendelser er givet
complete_why = Godkendt; alle godkendelser er givet: { $reason }
complete_for_why = Godkendt på vegne af { $absent }; alle godkendelser er givet: { $reason }
rejected = Afvist: { $reason }
rejection_undone = Afvisning fortrudt
undone = Godkendelse fortrudt
reopened = Sat til godkendelse igen
voided = Godkendelsen fra { $people } tæller ikke længere
more_needed = Den sendes nu via en anden forbindelse, hvis regler kræver flere godkendelser
signed = Underskrevet til afsendelse
expired = Ikke godkendt i tide; intet er sendt
date_passed = Betalinger blev ikke godkendt før udførelsesdatoen; intet er sendt. Lav en ny fil med en senere dato
waited_too_long = Betalinger blev ikke godkendt i tide; intet er sendt. De kan sættes til godkendelse igen
