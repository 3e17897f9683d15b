/** Danish sentences for message and timeline codes; English comes from the server. Written by `scripts/danish_fresh.py`. */
export const danishSentences: Readonly<Record<string, string>> = {
  'banks.activated': '{name} er tilsluttet; certifikatet gælder til {date}',
  'banks.activation_failed': '{name} kunne ikke aktiveres: {reason_da}',
  'banks.answer_cut_off':
    '{name}: et svar blev afbrudt {since}, og banken giver kun en fil én gang. Mangler der en fil fra det tidspunkt ({kinds}), så bed banken om at lægge den frem igen',
  'banks.certificate_ended':
    '{name}: certifikatet er udløbet; intet sendes eller hentes, før forbindelsen er aktiveret med en ny kode fra banken',
  'banks.certificate_ends': '{name}: certifikatet udløber om {days} dage, den {date}',
  'banks.certificate_refused':
    '{name} godtager ikke længere vores certifikat: {reason_da}. Det kan være spærret i banken; intet sendes eller hentes',
  'banks.failing': '{name} har ikke svaret, som den skal, siden {since}: {reason_da}',
  'banks.file_refused': '{name} gav en fil, der er gemt, men ikke importeret: {file}. {reason_da}',
  'banks.key_replacement_asked':
    '{by} beder om en ny nøgle til {name}: {reason}. En anden brugeradministrator afgør det',
  'banks.name_corrected':
    '{name}: aftalen har navnet »{right}«, ikke »{wrong}«; det er rettet, og der er spurgt én gang til',
  'banks.recovered': '{name} svarer igen, efter {minutes} minutter',
  'banks.renewal_failed': '{name}: certifikatet kunne ikke fornyes: {reason_da}',
  'banks.renewed': '{name} har et nyt certifikat, gyldigt til {date}',
  'billing.journals_80':
    'Det meste af det, abonnementet omfatter, er brugt: {used} af {included} journaler',
  'billing.journals_100':
    'Alt det, abonnementet omfatter, er brugt: {used} af {included} journaler',
  'billing.mail_refused': 'Faktura {number} kunne ikke sendes til {recipient}',
  'billing.overdue': 'Faktura {number} er forfalden: {amount_da} {currency} siden {due}',
  'billing.paid': 'Faktura {number} er betalt',
  'billing.paid_partly': 'Faktura {number} er delvist betalt; der mangler {amount_da} {currency}',
  'billing.paid_too_much': 'Der er betalt for meget på faktura {number}: {amount_da} {currency}',
  'billing.questioned': 'Der er gjort indsigelse mod faktura {number}; der rykkes ikke imens',
  'billing.sendings_80':
    'Det meste af det, abonnementet omfatter, er brugt: {used} af {included} betalingsfiler',
  'billing.sendings_100':
    'Alt det, abonnementet omfatter, er brugt: {used} af {included} betalingsfiler',
  'billing.trial_ends': 'Prøveperioden slutter {end}. Vælg en plan under Abonnementer',
  'billing.trial_over': 'Prøveperioden er slut. Vælg en plan; intet standser imens',
  'billing.users_80':
    'Det meste af det, abonnementet omfatter, er brugt: {used} af {included} brugere',
  'billing.users_100': 'Alt det, abonnementet omfatter, er brugt: {used} af {included} brugere',
  'erp.activated': '{person} har taget version {version} af ERP-opsætningen i brug: {name}',
  'erp.asked_activation':
    '{by} beder om en ændring af ERP-opsætningen. En anden brugeradministrator afgør det',
  'erp.asked_debtor_account':
    '{by} beder om at betale fra en anden konto. En anden brugeradministrator afgør det',
  'erp.claimed': '{count} betalinger reserveret i {erp}; ingen andre betaler dem dér',
  'erp.failing': '{name} har ikke svaret, som det skal, siden {since}: {reason_da}',
  'erp.fetched': '{count} betalinger hentet fra {erp}',
  'erp.not_written': '{erp} tog ikke imod {label}: {reason_da}',
  'erp.recovered': '{name} svarer igen, efter {minutes} minutter',
  'erp.status_written': '{erp} har fået besked: {state}',
  'erp.verdict_invalid': '{name}: noget er fejlet ({checks_da})',
  'erp.verdict_unknown': '{name}: ERP-systemet svarer ikke ({checks_da})',
  'erp.verdict_valid': '{name}: alt er i orden',
  'erp.verdict_warnings': '{name}: der er advarsler ({checks_da})',
  'import.batch': '{files} filer: {summary_da}',
  'import.batch_fetched': '{files} filer fra {bank}: {summary_da}',
  'import.done': '{name} er importeret',
  'import.done_with_errors': '{name} er importeret; fejl: {errors}, advarsler: {warnings}',
  'import.done_with_warnings': '{name} er importeret; advarsler: {warnings}',
  'import.known': '{name} indeholder intet nyt: alle {entries} posteringer er her allerede',
  'import.refused': '{name} blev afvist: {reason_da}',
  'import.cancelled': 'Importen af {name} blev annulleret',
  'import.failed': '{name} kunne ikke importeres; en fejl i produktet',
  'demo.partly_removed': 'Dele af demodata er beholdt: {count}',
  'demo.removed': 'Demodata er fjernet',
  'import.undone': 'Importen af {name} er fortrudt',
  'alarm.status_missing':
    'Banken har ikke svaret på {name} inden for {hours} timer efter afsendelsen',
  'alarm.execution_missing':
    '{name} skulle udføres {day}, og kontoudtogene til og med {through} viser intet af den',
  'alarm.recall_missing':
    '{bank} har ikke svaret på anmodningen om tilbagekaldelse af {name} inden for {days} bankdage',
  'alarm.erp_statement_replaced':
    'ERP-systemet har en tidligere version af kontoudtog {sequence} for {name}, {day}: ret det dér efter ændringerne',
  'alarm.statement_gap':
    'Der mangler et kontoudtog for {name} før det fra {day}{sequence}: primosaldoen er ikke ultimosaldoen på det foregående',
  'alarm.statement_missing': 'Kontoudtoget for {name} for {day} er ikke kommet',
  'journal.status_late': '{name} kom sent og ændrer intet',
  'journal.status_repeated': '{name} siger intet nyt',
  'journal.status_unknown': 'Betalinger står nu som {status}, en kode der ikke kendes her: {count}',
  'journal.status_strangers':
    '{count} linjer i {name} nævner betalinger, som denne journal ikke har',
  'rule.fitted_transaction': 'Reglen »{rule}« passer på {count} postering (til {people_da})',
  'rule.fitted_transactions': 'Reglen »{rule}« passer på {count} posteringer (til {people_da})',
  'rule.fitted_payment': 'Reglen »{rule}« passer på {count} betaling (til {people_da})',
  'rule.fitted_payments': 'Reglen »{rule}« passer på {count} betalinger (til {people_da})',
  'rule.held': 'Reglen »{rule}«, udgave {version}, holder betalinger tilbage: {count}',
  'rule.marked': 'Reglen »{rule}«, udgave {version}, har mærket betalinger med {labels}: {count}',
  'rule.lifted': 'Frigivet, selv om regler holdt {count} betalinger tilbage: {reason}',
  'rule.approvals': 'Reglen »{rule}«, udgave {version}, kræver {count} godkendelser',
  'users.guessed_at':
    '{count} mislykkede forsøg på at logge ind som {name} inden for en time, fra {places} adresser. Var det ikke {name}, er der nogen, der gætter: browsere, som {name} har brugt før, lukker stadig ind',
  'approval.waiting': 'Sat til godkendelse, sendes via {connection_name}',
  'approval.given': 'Godkendt',
  'approval.given_for': 'Godkendt på vegne af {absent}',
  'approval.given_why': 'Godkendt: {reason}',
  'approval.given_for_why': 'Godkendt på vegne af {absent}: {reason}',
  'approval.complete': 'Godkendt; alle godkendelser er givet',
  'approval.complete_for': 'Godkendt på vegne af {absent}; alle godkendelser er givet',
  'approval.complete_why': 'Godkendt; alle godkendelser er givet: {reason}',
  'approval.complete_for_why':
    'Godkendt på vegne af {absent}; alle godkendelser er givet: {reason}',
  'approval.rejected': 'Afvist: {reason}',
  'approval.rejection_undone': 'Afvisning fortrudt',
  'approval.undone': 'Godkendelse fortrudt',
  'approval.reopened': 'Sat til godkendelse igen',
  'approval.voided': 'Godkendelsen fra {people} tæller ikke længere',
  'approval.more_needed':
    'Den sendes nu via en anden forbindelse, hvis regler kræver flere godkendelser',
  'approval.signed': 'Underskrevet til afsendelse',
  'approval.expired': 'Ikke godkendt i tide; intet er sendt',
  'approval.date_passed':
    'Betalinger blev ikke godkendt før udførelsesdatoen; intet er sendt. Lav en ny fil med en senere dato',
  'approval.waited_too_long':
    'Betalinger blev ikke godkendt i tide; intet er sendt. De kan sættes til godkendelse igen',
  'send.sent': 'Banken har betalingsfilen',
  'send.proven': 'Det, banken har sendt, viser, at den har betalingsfilen',
  'send.refused': 'Banken afviste betalingsfilen; intet i den er betalt: {reason_da}',
  'send.unknown':
    'Ingen ved, om banken har betalingsfilen. Den sendes ikke igen: spørg banken, og afgør det derefter. {reason_da}',
  'send.gave_up':
    'Banken kunne ikke nås i et døgn. Betalingsfilen er ikke sendt; send den igen, når banken svarer: {reason_da}',
  'send.not_released':
    'Betalingsfilen blev holdt tilbage: dens godkendelser kan ikke bekræftes. Intet i den er sendt; find ud af, hvem der har ændret dem, før den sendes igen',
  'passkey.registered':
    '{person} har registreret adgangsnøglen {passkey}. Den tæller, når en anden brugeradministrator har bekræftet den: spørg ejeren først',
  'passkey.removed': '{actor} fjernede adgangsnøglen {passkey} fra {person}: {reason}',
  'send.paused': 'Betalingsfilen venter, til bankens pause er ophævet',
  'send.not_reached':
    'Banken blev ikke nået. Betalingsfilen er ikke sendt og forsøges igen: {reason_da}',
  'send.not_ready': 'Betalingsfilen kan endnu ikke sendes og forsøges igen: {reason_da}',
  'send.cancelled': 'Stoppet, før noget blev sendt: {reason}',
  'send.decided_arrived': 'Afgjort, at banken har filen: {reason}',
  'send.decided_not_arrived': 'Afgjort, at banken ikke har filen: {reason}',
  'send.again': 'Lagt i køen igen',
  'recall.asked':
    'Bedt om tilbagekaldelse af betalinger ({count}); venter på, at en anden bekræfter: {reason}',
  'recall.confirmed': 'Anmodning om tilbagekaldelse bekræftet',
  'recall.declined': 'Anmodning om tilbagekaldelse afslået: {reason}',
  'recall.withdrawn': 'Anmodning om tilbagekaldelse trukket tilbage',
  'recall.queued': '{name} venter på afsendelse',
  'recall.sent': 'Banken har anmodningen om tilbagekaldelse',
  'recall.proven': 'Det, banken har sendt, viser, at den har anmodningen om tilbagekaldelse',
  'recall.send_refused': 'Banken afviste anmodningen om tilbagekaldelse; ring til den: {reason_da}',
  'recall.unknown':
    'Ingen ved, om banken har anmodningen om tilbagekaldelse. Den sendes ikke igen: spørg banken, og afgør det derefter. {reason_da}',
  'recall.gave_up':
    'Banken kunne ikke nås i et døgn. Anmodningen om tilbagekaldelse er ikke sendt; ring til banken: {reason_da}',
  'recall.paused':
    'Anmodningen om tilbagekaldelse venter, til bankens pause er ophævet; ring til banken',
  'recall.not_reached':
    'Banken blev ikke nået. Anmodningen om tilbagekaldelse forsøges igen: {reason_da}',
  'recall.not_ready':
    'Anmodningen om tilbagekaldelse kan endnu ikke sendes og forsøges igen: {reason_da}',
  'recall.cancelled': 'Anmodning om tilbagekaldelse stoppet, før noget blev sendt: {reason}',
  'recall.decided_arrived': 'Afgjort, at banken har anmodningen: {reason}',
  'recall.decided_not_arrived': 'Afgjort, at banken ikke har anmodningen: {reason}',
  'recall.again': 'Anmodning om tilbagekaldelse lagt i køen igen',
  'recall.accepted': 'Taget tilbage af banken: {count}',
  'recall.pending': 'Banken arbejder på at tage dem tilbage: {count}',
  'recall.refused': 'Ikke givet tilbage af banken: {count}',
  'recall.refused_why': 'Ikke givet tilbage af banken ({reason}): {count}',
  'journal.settled': 'Afklaret på anden vis: {reason}',
  'journal.unsettled': 'Taget op igen',
  'journal.resolution_received': '{name} modtaget',
  'journal.resolution_reimported': '{name} importeret igen',
  'journal.reimport_same': 'Da {name} blev importeret igen, ændrede det intet',
  'journal.reimport_changed': 'Da {name} blev importeret igen, ændrede det: {changed_da}',
  'journal.booked': 'Bogført på {name}',
  'journal.unbooked': '{name} fjernede en postering, der bogførte en betaling',
  'journal.payment_received': 'Betalingsfilen {name} er modtaget',
  'journal.payment_reimported': 'Betalingsfilen {name} er importeret igen',
  'journal.status_received': 'Statusrapporten {name} er modtaget',
  'journal.status_reimported': 'Statusrapporten {name} er importeret igen',
  'journal.statement_received': 'Kontoudtoget {name} er modtaget',
  'journal.statement_reimported': 'Kontoudtoget {name} er importeret igen',
};
