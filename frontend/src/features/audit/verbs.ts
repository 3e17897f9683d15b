/** What people call the acts that are written down, every one the server records, grouped by the room they happen in. */
import { defineLabels } from '@/kernel/i18n';

export const verbLabels = defineLabels({
  'access.use': { en: 'Was refused access', da: 'Blev nægtet adgang' },
  'accounts.join': { en: 'Joined two accounts', da: 'Lagde to konti sammen' },
  'accounts.separate': { en: 'Separated two accounts', da: 'Skilte to konti ad' },
  'approvals.expired': {
    en: 'Approval of payments expired',
    da: 'Betalinger blev ikke godkendt i tide',
  },
  'audit.export': { en: 'Exported the trail', da: 'Eksporterede sporet' },
  'audit.restore_accepted': {
    en: 'Accepted a restored backup',
    da: 'Accepterede en gendannet backup',
  },
  'audit.verify': { en: 'Verified the trail', da: 'Kontrollerede sporet' },
  'banks.accept_file': {
    en: 'Let a file be imported that was kept aside',
    da: 'Lod en fil importere, som var lagt til side',
  },
  'banks.activate': {
    en: 'Asked a bank for the first certificate',
    da: 'Bad en bank om det første certifikat',
  },
  'banks.activated': {
    en: 'A bank connection was activated',
    da: 'En bankforbindelse blev aktiveret',
  },
  'banks.change': { en: 'Changed a bank connection', da: 'Ændrede en bankforbindelse' },
  'banks.confirmation_asked': {
    en: 'Requested confirmation of a bank connection',
    da: 'Anmodede om bekræftelse af en bankforbindelse',
  },
  'banks.confirmed': {
    en: 'Confirmed a bank connection',
    da: 'Bekræftede en bankforbindelse',
  },
  'banks.create': { en: 'Connected a bank', da: 'Tilsluttede en bank' },
  'banks.delete': { en: 'Deleted a bank connection', da: 'Slettede en bankforbindelse' },
  'banks.fetch': { en: 'Polled a bank manually', da: 'Hentede fra en bank manuelt' },
  'banks.key_replaced': {
    en: 'Confirmed a new key for a bank',
    da: 'Bekræftede en ny nøgle til en bank',
  },
  'banks.key_replacement_asked': {
    en: 'Asked for a new key for a bank',
    da: 'Bad om en ny nøgle til en bank',
  },
  'banks.key_replacement_rejected': {
    en: 'Refused a new key for a bank',
    da: 'Afviste en ny nøgle til en bank',
  },
  'banks.key_replacement_withdrawn': {
    en: 'Withdrew the request for a new key',
    da: 'Trak anmodningen om en ny nøgle tilbage',
  },
  'banks.nickname': { en: 'Gave an account a nickname', da: 'Gav en konto et kaldenavn' },
  'banks.pause': { en: 'Paused a bank', da: 'Satte en bank på pause' },
  'banks.renew': {
    en: 'Asked a bank for a new certificate',
    da: 'Bad en bank om et nyt certifikat',
  },
  'banks.renewed': { en: 'A bank’s certificate was renewed', da: 'Et bankcertifikat blev fornyet' },
  'banks.resume': { en: 'Resumed a bank', da: 'Genoptog en bank' },
  'banks.revoke': { en: 'Ended a bank connection', da: 'Afsluttede en bankforbindelse' },
  'banks.test': { en: 'Tested a bank connection', da: 'Testede en bankforbindelse' },
  'debug.bundle_taken': { en: 'Took a support bundle', da: 'Hentede en supportpakke' },
  'debug.file_inspected': {
    en: 'Inspected a file without storing it',
    da: 'Undersøgte en fil uden at gemme den',
  },
  'debug.job_again': {
    en: 'Had background work begun again',
    da: 'Fik baggrundsarbejde begyndt igen',
  },
  'debug.job_stopped': { en: 'Stopped background work', da: 'Standsede baggrundsarbejde' },
  'debug.process_drained': {
    en: 'Drained a worker process',
    da: 'Tog en arbejdsproces ud af drift',
  },
  'debug.process_taken_back': {
    en: 'Took a worker process back into use',
    da: 'Tog en arbejdsproces i brug igen',
  },
  'debug.work_held': { en: 'Held all background work', da: 'Holdt alt baggrundsarbejde tilbage' },
  'debug.work_released': { en: 'Released background work', da: 'Frigav baggrundsarbejdet' },
  'billing.answered': {
    en: 'Answered a question about an invoice',
    da: 'Besvarede et spørgsmål om en faktura',
  },
  'billing.cancel_undone': {
    en: 'Let the subscription go on after all',
    da: 'Lod abonnementet fortsætte alligevel',
  },
  'billing.cancelled': { en: 'Cancelled the subscription', da: 'Opsagde abonnementet' },
  'billing.change_undone': {
    en: 'Took back a change of the subscription',
    da: 'Fortrød en ændring af abonnementet',
  },
  'billing.changed': { en: 'Changed the subscription', da: 'Ændrede abonnementet' },
  'billing.credited': { en: 'Credited an invoice', da: 'Krediterede en faktura' },
  'billing.details_changed': {
    en: 'Changed who is billed',
    da: 'Ændrede faktureringsoplysningerne',
  },
  'billing.invoice_issued': { en: 'Issued an invoice', da: 'Udstedte en faktura' },
  'billing.paper_taken': { en: 'Downloaded an invoice', da: 'Hentede en faktura' },
  'billing.paused': { en: 'Paused the subscription', da: 'Satte abonnementet på pause' },
  'billing.payment_found': {
    en: 'Found the payment of an invoice',
    da: 'Fandt betalingen af en faktura',
  },
  'billing.questioned': { en: 'Disputed an invoice', da: 'Gjorde indsigelse mod en faktura' },
  'billing.reminded': { en: 'Reminded of an invoice', da: 'Rykkede for en faktura' },
  'billing.sent_again': { en: 'Had an invoice mailed again', da: 'Fik en faktura sendt igen' },
  'debug.mail_opened': {
    en: 'Opened a mail on the Debug screen',
    da: 'Åbnede en mail under Fejlsøgning',
  },
  'clients.changed': { en: 'Changed an API client', da: 'Ændrede en API-klient' },
  'clients.created': { en: 'Made an API client', da: 'Oprettede en API-klient' },
  'clients.deleted': { en: 'Deleted an API client', da: 'Slettede en API-klient' },
  'clients.secret_rotated': {
    en: 'Made the secret of an API client anew',
    da: 'Fornyede en API-klients hemmelighed',
  },
  'clients.switched_off': { en: 'Switched an API client off', da: 'Slog en API-klient fra' },
  'clients.switched_on': { en: 'Switched an API client on', da: 'Slog en API-klient til' },
  'demo.generate': { en: 'Asked for demo data', da: 'Bad om demodata' },
  'demo.remove': { en: 'Had demo data removed', da: 'Fik demodata fjernet' },
  'demo.removed': { en: 'Demo data was removed', da: 'Demodata blev fjernet' },
  'documents.download': { en: 'Downloaded a document', da: 'Hentede et dokument' },
  'documents.export': { en: 'Downloaded original files', da: 'Hentede originale filer' },
  'documents.view': { en: 'Viewed a document', da: 'Så et dokument' },
  'erp.request': { en: 'Requested an ERP change', da: 'Bad om en ændring af ERP-opsætningen' },
  'erp.request_rejected': {
    en: 'Rejected an ERP change',
    da: 'Afviste en ændring af ERP-opsætningen',
  },
  'erp.request_withdrawn': {
    en: 'Withdrew an ERP change',
    da: 'Trak en ændring af ERP-opsætningen tilbage',
  },
  'erp.activate': { en: 'Activated an ERP configuration', da: 'Aktiverede en ERP-opsætning' },
  'erp.change': {
    en: 'Changed the draft of the ERP configuration',
    da: 'Ændrede kladden til ERP-opsætningen',
  },
  'erp.check': { en: 'Ran checks of the ERP', da: 'Kørte kontroller af ERP-systemet' },
  'erp.check_stopped': {
    en: 'Stopped checks of the ERP',
    da: 'Stoppede kontroller af ERP-systemet',
  },
  'erp.discard': {
    en: 'Discarded the draft of the ERP configuration',
    da: 'Kasserede kladden til ERP-opsætningen',
  },
  'erp.fetch': { en: 'Fetched payments from the ERP', da: 'Hentede betalinger fra ERP-systemet' },
  'erp.hand_in': {
    en: 'Made a payment file of payments from the ERP',
    da: 'Dannede en betalingsfil af betalinger fra ERP-systemet',
  },
  'erp.leave': { en: 'Left a payment in the ERP', da: 'Lod en betaling blive i ERP-systemet' },
  'erp.let_go': { en: 'Released a held payment', da: 'Frigav en tilbageholdt betaling' },
  'erp.map': {
    en: 'Saved the mapping of a payment method',
    da: 'Gemte tilknytningen af en betalingsmetode',
  },
  'erp.read_lists': {
    en: 'Refreshed methods and accounts from the ERP',
    da: 'Opdaterede metoder og konti fra ERP-systemet',
  },
  'erp.restore': {
    en: 'Restored a version of the ERP configuration as a draft',
    da: 'Gendannede en version af ERP-opsætningen som kladde',
  },
  'erp.retry': {
    en: 'Retried a write to the ERP',
    da: 'Prøvede igen at skrive til ERP-systemet',
  },
  'erp.undo_mapping': {
    en: 'Took back a change of a mapping',
    da: 'Fortrød en ændring af en tilknytning',
  },
  'erp.unmap': {
    en: 'Removed the mapping of a payment method',
    da: 'Fjernede tilknytningen af en betalingsmetode',
  },
  'erp.window_allow': {
    en: 'Let an accounting system open the validation window',
    da: 'Lod et økonomisystem åbne valideringsvinduet',
  },
  'erp.window_forbid': {
    en: 'Took an accounting system off the list of the validation window',
    da: 'Fjernede et økonomisystem fra valideringsvinduets liste',
  },
  'erp.skip': {
    en: 'Skipped a write to the ERP',
    da: 'Sprang en skrivning til ERP-systemet over',
  },
  'journals.comment': { en: 'Commented on a journal', da: 'Kommenterede en journal' },
  'journals.reimport': { en: 'Imported again', da: 'Importerede igen' },
  'evidence.export': { en: 'Took an evidence pack', da: 'Hentede en dokumentationspakke' },
  'lists.export': { en: 'Exported a list', da: 'Eksporterede en liste' },
  'logs.change_keeping': {
    en: 'Changed how the communication log is kept',
    da: 'Ændrede, hvordan kommunikationsloggen opbevares',
  },
  'logs.redeliver': {
    en: 'Imported again what an exchange brought',
    da: 'Importerede igen, hvad en udveksling bragte',
  },
  'logs.reveal': { en: 'Saw an exchange unmasked', da: 'Så en udveksling umaskeret' },
  'messages.reopen': { en: 'Reopened a message', da: 'Åbnede en meddelelse igen' },
  'messages.resolve': { en: 'Resolved a message', da: 'Markerede en meddelelse som løst' },
  'passkeys.confirmed': { en: 'Confirmed a passkey', da: 'Bekræftede en adgangsnøgle' },
  'passkeys.registered': { en: 'Registered a passkey', da: 'Registrerede en adgangsnøgle' },
  'passkeys.removed': { en: 'Removed a passkey', da: 'Fjernede en adgangsnøgle' },
  'payments.approval_reopened': {
    en: 'Resubmitted payments for approval',
    da: 'Sendte betalinger til godkendelse igen',
  },
  'payments.approval_undone': {
    en: 'Withdrew an approval or rejection',
    da: 'Trak en godkendelse eller afvisning tilbage',
  },
  'payments.approval_voided': {
    en: 'An approval became void',
    da: 'En godkendelse bortfaldt',
  },
  'payments.approved': { en: 'Approved payments', da: 'Godkendte betalinger' },
  'payments.delegated': {
    en: 'Delegated approvals',
    da: 'Gav fuldmagt til godkendelse',
  },
  'payments.delegation_ended': { en: 'Ended a delegation', da: 'Afsluttede en fuldmagt' },
  'payments.policies_confirmed': {
    en: 'Activated approval rules',
    da: 'Aktiverede godkendelsesregler',
  },
  'payments.policies_proposed': {
    en: 'Proposed approval rules',
    da: 'Foreslog godkendelsesregler',
  },
  'payments.policies_rejected': { en: 'Rejected approval rules', da: 'Afviste godkendelsesregler' },
  'payments.policies_withdrawn': {
    en: 'Withdrew proposed approval rules',
    da: 'Trak foreslåede godkendelsesregler tilbage',
  },
  'payments.rejected': { en: 'Rejected payments', da: 'Afviste betalinger' },
  'payments.cancelled': {
    en: 'Stopped payments before they left',
    da: 'Stoppede betalinger, før de blev sendt',
  },
  'payments.decided': {
    en: 'Decided whether the bank has payments',
    da: 'Afgjorde, om banken har betalinger',
  },
  'journals.settle': { en: 'Settled a journal otherwise', da: 'Afklarede en journal på anden vis' },
  'journals.unsettle': {
    en: 'Took a settled journal up again',
    da: 'Tog en afklaret journal op igen',
  },
  'payments.correct': {
    en: 'Corrected and resubmitted payments',
    da: 'Rettede og genindsendte betalinger',
  },
  'payments.recall_asked': {
    en: 'Asked to call payments back',
    da: 'Bad om at få betalinger kaldt tilbage',
  },
  'payments.recall_confirmed': {
    en: 'Confirmed a request for recall',
    da: 'Bekræftede en anmodning om tilbagekaldelse',
  },
  'payments.recall_declined': {
    en: 'Declined a request for recall',
    da: 'Afslog en anmodning om tilbagekaldelse',
  },
  'payments.recall_given_up': {
    en: 'Gave up sending a request for recall',
    da: 'Opgav at sende en anmodning om tilbagekaldelse',
  },
  'payments.recall_refused': {
    en: 'The bank refused a request for recall',
    da: 'Banken afviste en anmodning om tilbagekaldelse',
  },
  'payments.recall_sent': {
    en: 'Sent a request for recall to the bank',
    da: 'Sendte en anmodning om tilbagekaldelse til banken',
  },
  'payments.recall_unknown': {
    en: 'Nobody knows whether the bank has a request for recall',
    da: 'Ingen ved, om banken har en anmodning om tilbagekaldelse',
  },
  'payments.recall_withdrawn': {
    en: 'Withdrew a request for recall',
    da: 'Trak en anmodning om tilbagekaldelse tilbage',
  },
  'reconciliation.automatic': {
    en: 'Changed automatic matching',
    da: 'Ændrede automatisk match',
  },
  'reconciliation.limit': {
    en: 'Changed the limit for differences',
    da: 'Ændrede grænsen for differencer',
  },
  'reconciliation.match': {
    en: 'Matched an entry',
    da: 'Matchede en postering',
  },
  'reconciliation.unmatch': {
    en: 'Took the match of an entry back',
    da: 'Ophævede matchet af en postering',
  },
  'statements.close_month': {
    en: 'Closed a month of an account',
    da: 'Lukkede en måned for en konto',
  },
  'statements.propose_month': {
    en: 'Proposed to close a month of an account',
    da: 'Foreslog at lukke en måned for en konto',
  },
  'statements.confirm_month': {
    en: 'Closed a month of an account that another proposed',
    da: 'Lukkede en måned for en konto på en andens forslag',
  },
  'statements.reject_month': {
    en: 'Rejected to close a month of an account',
    da: 'Afviste at lukke en måned for en konto',
  },
  'statements.withdraw_month': {
    en: 'Withdrew a proposal to close a month of an account',
    da: 'Trak et forslag om at lukke en måned for en konto tilbage',
  },
  'statements.month_rule_proposed': {
    en: 'Proposed whether one or two close a month',
    da: 'Foreslog, om én eller to lukker en måned',
  },
  'statements.month_rule_confirmed': {
    en: 'Confirmed whether one or two close a month',
    da: 'Bekræftede, om én eller to lukker en måned',
  },
  'statements.month_rule_rejected': {
    en: 'Rejected a change of who closes a month',
    da: 'Afviste en ændring af, hvem der lukker en måned',
  },
  'statements.month_rule_withdrawn': {
    en: 'Withdrew a change of who closes a month',
    da: 'Trak en ændring af, hvem der lukker en måned, tilbage',
  },
  'statements.reopen_month': {
    en: 'Reopened a month of an account',
    da: 'Genåbnede en måned for en konto',
  },
  'statements.decide': {
    en: 'Decided about statements or entries',
    da: 'Afgjorde noget om kontoudtog eller posteringer',
  },
  'statements.expect': {
    en: 'Changed when statements are expected',
    da: 'Ændrede, hvornår kontoudtog forventes',
  },
  'statements.undo_decision': {
    en: 'Undid a decision about statements or entries',
    da: 'Fortrød en afgørelse om kontoudtog eller posteringer',
  },
  'payments.send_given_up': { en: 'Gave up sending payments', da: 'Opgav at sende betalinger' },
  'payments.send_refused': {
    en: 'The bank refused a payment file',
    da: 'Banken afviste en betalingsfil',
  },
  'payments.send_unknown': {
    en: 'Nobody knows whether the bank has a payment file',
    da: 'Ingen ved, om banken har en betalingsfil',
  },
  'payments.lift': {
    en: 'Released payments held by rules',
    da: 'Frigav betalinger tilbageholdt af regler',
  },
  'payments.send_withheld': {
    en: 'Withheld payments whose approvals do not verify',
    da: 'Holdt betalinger tilbage, hvis godkendelser ikke kan bekræftes',
  },
  'payments.sent': { en: 'Sent payments to the bank', da: 'Sendte betalinger til banken' },
  'payments.sent_again': {
    en: 'Put payments in the queue again',
    da: 'Lagde betalinger i køen igen',
  },
  'rules.apply': { en: 'Applied a rule to the past', da: 'Anvendte en regel på tidligere poster' },
  'rules.ask': { en: 'Asked for a change of a rule', da: 'Bad om en ændring af en regel' },
  'rules.backtest': { en: 'Tested rules on the past', da: 'Afprøvede regler på tidligere poster' },
  'rules.change': { en: 'Changed the draft of a rule', da: 'Ændrede kladden til en regel' },
  'rules.create': { en: 'Made a rule', da: 'Oprettede en regel' },
  'rules.discard': { en: 'Discarded the draft of a rule', da: 'Kasserede kladden til en regel' },
  'rules.label': { en: 'Named a label', da: 'Navngav et mærke' },
  'rules.move': { en: 'Moved a rule in the order', da: 'Flyttede en regel i rækkefølgen' },
  'rules.preview': {
    en: 'Previewed a rule on the past',
    da: 'Så, hvad en regel ville gøre ved tidligere poster',
  },
  'rules.put': {
    en: 'Brought a rule into another state',
    da: 'Satte en regel i en anden tilstand',
  },
  'rules.reject': { en: 'Refused a change of a rule', da: 'Afviste en ændring af en regel' },
  'rules.restore': {
    en: 'Restored a version of a rule as a draft',
    da: 'Gendannede en version af en regel som kladde',
  },
  'rules.stop': { en: 'Stopped a run of rules', da: 'Standsede en kørsel af regler' },
  'rules.unlabel': { en: 'Removed a label', da: 'Fjernede et mærke' },
  'rules.withdraw': {
    en: 'Withdrew a change of a rule',
    da: 'Trak en ændring af en regel tilbage',
  },
  'payments.signed': {
    en: 'Signed payments for sending',
    da: 'Underskrev betalinger til afsendelse',
  },
  'realms.create': { en: 'Created the realm', da: 'Oprettede området' },
  'realms.delete': { en: 'Deleted a realm', da: 'Slettede et område' },
  'realms.export': { en: 'Exported the realm', da: 'Eksporterede området' },
  'realms.limits_changed': {
    en: 'Changed the limits of the realm',
    da: 'Ændrede områdets grænser',
  },
  'realms.master_key_replaced': { en: 'Replaced the master key', da: 'Udskiftede hovednøglen' },
  'realms.retire_keys': { en: 'Dropped old signing keys', da: 'Fjernede gamle signeringsnøgler' },
  'realms.rotate_keys': { en: 'Made a new signing key', da: 'Lavede en ny signeringsnøgle' },
  'realms.update': { en: 'Updated the realm', da: 'Opdaterede området' },
  'uploads.cancel': { en: 'Cancelled an import', da: 'Annullerede en import' },
  'uploads.hand_in': { en: 'Uploaded a file', da: 'Uploadede en fil' },
  'uploads.move': { en: 'Moved a file to its page', da: 'Flyttede en fil til dens side' },
  'uploads.retry': { en: 'Retried an import', da: 'Prøvede en import igen' },
  'uploads.take_back': { en: 'Import taken back', da: 'Import taget tilbage' },
  'uploads.undo': { en: 'Asked to undo an import', da: 'Bad om at fortryde en import' },
  'users.asked_at_sign_in': {
    en: 'Asked for something at the next sign-in',
    da: 'Bad om noget ved næste login',
  },
  'users.asked_by_mail': { en: 'Asked for something by mail', da: 'Bad om noget pr. mail' },
  'users.begins_with_password': {
    en: 'Made a temporary password for a new user',
    da: 'Lavede en midlertidig adgangskode til en ny bruger',
  },
  'users.changed': { en: 'Changed a user', da: 'Ændrede en bruger' },
  'users.credential_changed': { en: 'Changed a sign-in method', da: 'Ændrede en loginmetode' },
  'users.credential_removed': { en: 'Removed a sign-in method', da: 'Fjernede en loginmetode' },
  'users.disabled': { en: 'Disabled a user', da: 'Spærrede en bruger' },
  'users.email_changed': { en: 'Changed an e-mail address', da: 'Ændrede en e-mailadresse' },
  'users.email_verified': { en: 'Confirmed an e-mail address', da: 'Bekræftede en e-mailadresse' },
  'users.enabled': { en: 'Enabled a user', da: 'Åbnede for en bruger' },
  'users.erased': {
    en: 'Erased the personal data of a user',
    da: 'Slettede en brugers personoplysninger',
  },
  'users.erasure_begun': {
    en: 'Began to erase the personal data of a user',
    da: 'Begyndte at slette en brugers personoplysninger',
  },
  'users.invitation_revoked': { en: 'Revoked an invitation', da: 'Trak en invitation tilbage' },
  'users.invited': { en: 'Invited a user', da: 'Inviterede en bruger' },
  'users.invited_again': { en: 'Invited a user again', da: 'Inviterede en bruger igen' },
  'users.locked': {
    en: 'Was locked after wrong passwords',
    da: 'Blev låst efter forkerte adgangskoder',
  },
  'users.password_change_failed': {
    en: 'Failed to change a password',
    da: 'Kunne ikke ændre en adgangskode',
  },
  'users.password_changed': { en: 'Changed a password', da: 'Ændrede en adgangskode' },
  'users.password_reset': {
    en: 'Made a temporary password',
    da: 'Lavede en midlertidig adgangskode',
  },
  'users.personal_data_exported': {
    en: 'Exported the personal data of a user',
    da: 'Eksporterede en brugers personoplysninger',
  },
  'users.profile_changed': { en: 'Changed a profile', da: 'Ændrede en profil' },
  'users.returned': {
    en: 'Was erased, and is at the sign-in service again',
    da: 'Var slettet, og er hos logintjenesten igen',
  },
  'users.review_exported': {
    en: 'Exported the access review',
    da: 'Eksporterede adgangsgennemgangen',
  },
  'users.role_confirmed': { en: 'Confirmed a role', da: 'Bekræftede en rolle' },
  'users.role_expired': { en: 'Request for a role ran out', da: 'Anmodning om en rolle udløb' },
  'users.role_rejected': { en: 'Refused a role', da: 'Afviste en rolle' },
  'users.role_requested': { en: 'Requested a role', da: 'Anmodede om en rolle' },
  'users.role_withdrawn': {
    en: 'Withdrew the request for a role',
    da: 'Trak anmodningen om en rolle tilbage',
  },
  'users.roles_changed': { en: 'Changed roles', da: 'Ændrede roller' },
  'users.rules_changed': { en: 'Changed the rules for users', da: 'Ændrede reglerne for brugere' },
  'users.second_factor_added': { en: 'Added a second factor', da: 'Tilføjede en anden faktor' },
  'users.second_factor_removed': { en: 'Removed a second factor', da: 'Fjernede en anden faktor' },
  'users.second_factor_reset': { en: 'Reset a second factor', da: 'Nulstillede en anden faktor' },
  'users.session_refused': { en: 'Was refused a session', da: 'Blev nægtet en session' },
  'users.sign_in_failed': { en: 'Failed to sign in', da: 'Kunne ikke logge ind' },
  'users.sign_in_refused': { en: 'Was refused at sign-in', da: 'Blev afvist ved login' },
  'users.signed_in': { en: 'Signed in', da: 'Loggede ind' },
  'users.signed_out': { en: 'Signed out', da: 'Loggede ud' },
  'users.signed_out_by': { en: 'Signed a user out', da: 'Loggede en bruger ud' },
  'users.unlocked': { en: 'Unlocked a user', da: 'Låste en bruger op' },
  'views.arranged': { en: 'Put a list in their own order', da: 'Satte en liste i egen rækkefølge' },
  'views.changed': { en: 'Changed a saved view', da: 'Ændrede en gemt visning' },
  'views.created': { en: 'Saved a view', da: 'Gemte en visning' },
  'views.default_set': { en: 'Chose a view to begin with', da: 'Valgte en visning at begynde med' },
  'views.deleted': { en: 'Deleted a saved view', da: 'Slettede en gemt visning' },
  'views.renamed': { en: 'Renamed a saved view', da: 'Omdøbte en gemt visning' },
  'webhooks.add': { en: 'Added a webhook endpoint', da: 'Tilføjede et webhook-endpoint' },
  'webhooks.change': { en: 'Changed a webhook endpoint', da: 'Ændrede et webhook-endpoint' },
  'webhooks.delete': { en: 'Deleted a webhook endpoint', da: 'Slettede et webhook-endpoint' },
  'webhooks.rotate': {
    en: 'Rotated the secret of a webhook endpoint',
    da: 'Udskiftede hemmeligheden for et webhook-endpoint',
  },
  'webhooks.send_again': {
    en: 'Sent a webhook delivery again',
    da: 'Sendte en webhook-levering igen',
  },
  'webhooks.send_failed_again': {
    en: 'Sent failed webhook deliveries again',
    da: 'Sendte mislykkede webhook-leveringer igen',
  },
  'webhooks.stop': { en: 'Disabled a webhook endpoint', da: 'Deaktiverede et webhook-endpoint' },
  'webhooks.test': { en: 'Sent a test webhook', da: 'Sendte en test-webhook' },
});

/** The acts a list can be narrowed to. */
export const VERBS = Object.keys(verbLabels);
