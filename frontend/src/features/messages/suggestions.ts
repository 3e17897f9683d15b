/** What to do about a message, for the codes that ask for something. */
import { defineLabels } from '@/kernel/i18n';

export const suggestions = defineLabels({
  'alarm.status_missing': {
    en: 'Look at the connection under Banks and at the bank’s own site, then ask the bank. Do not send the file again.',
    da: 'Se på forbindelsen under Banker og på bankens egen side, og spørg derefter banken. Send ikke filen igen.',
  },
  'alarm.execution_missing': {
    en: 'Ask the bank what became of it before anybody pays again: it may have been rejected in the netbank.',
    da: 'Spørg banken, hvad der blev af den, før nogen betaler igen: den kan være afvist i netbanken.',
  },
  'alarm.recall_missing': {
    en: 'Phone the bank: until it answers, the payments may be carried out. The message is resolved by itself when the answer is here.',
    da: 'Ring til banken: indtil den svarer, kan betalingerne blive udført. Beskeden løses af sig selv, når svaret er her.',
  },
  'alarm.statement_missing': {
    en: 'Look whether the connection fetches, or upload the statement by hand; then ask the bank.',
    da: 'Se, om forbindelsen henter, eller upload selv kontoudtoget; spørg derefter banken.',
  },
  'alarm.format_ends': {
    en: 'See File formats under Banks for what to switch to and who says so. A format that you send is set in the ERP; one that you receive is ordered at the bank.',
    da: 'Se Filformater under Banker: hvad der skal skiftes til, og hvem der siger det. Et format, I sender, vælges i ERP-systemet; et, I modtager, bestilles i banken.',
  },
  'alarm.format_ended': {
    en: 'Switch now: the bank may refuse the file, or stop giving it, without a word. See File formats under Banks.',
    da: 'Skift nu: banken kan uden varsel afvise filen eller holde op med at give den. Se Filformater under Banker.',
  },
  'alarm.month_proposed': {
    en: 'Open the month under Statements. Whoever did not propose it confirms or rejects it there.',
    da: 'Åbn måneden under Kontoudtog. En anden end forslagsstilleren bekræfter eller afviser den dér.',
  },
  'alarm.month_changed': {
    en: 'See under Statements what came for the month. Reopen it with a reason and close it again, once the books agree.',
    da: 'Se under Kontoudtog, hvad der er kommet til måneden. Genåbn den med en begrundelse, og luk den igen, når bogføringen stemmer.',
  },
  'alarm.erp_statement_replaced': {
    en: 'Open the statement to see what changed, and correct the bank postings in the ERP.',
    da: 'Åbn kontoudtoget for at se, hvad der er ændret, og ret bankposteringerne i ERP-systemet.',
  },
  'reconciliation.ended': {
    en: 'Open Reconciliation and match what is left. The match that ended is kept in the audit trail.',
    da: 'Åbn Afstemning, og match det, der er tilbage. Det ophævede match er gemt i revisionssporet.',
  },
  'journal.unbooked': {
    en: 'Open the journal: its payment is no longer booked by the bank. See what changed on the statement, and ask the bank if in doubt.',
    da: 'Åbn journalen: betalingen er ikke længere bogført af banken. Se, hvad der er ændret på kontoudtoget, og spørg banken ved tvivl.',
  },
  'alarm.statement_gap': {
    en: 'Ask the bank to lay the statement out again, or download it from the bank’s own site and upload it. The message is resolved by itself when it is here.',
    da: 'Bed banken om at lægge kontoudtoget frem igen, eller hent det på bankens egen side, og upload det. Beskeden løses af sig selv, når det er her.',
  },
  'banks.answer_cut_off': {
    en: 'Compare what came under Banks, Received, with the bank’s own site. Where a file is missing, ask the bank to lay it out again; it is fetched by itself then.',
    da: 'Sammenlign det, der står under Banker, Modtaget, med bankens egen side. Mangler der en fil, så bed banken om at lægge den frem igen; så hentes den af sig selv.',
  },
  'banks.activation_failed': {
    en: 'Open the connection under Banks: the reason stands there. A lost answer can be tried again with the same code; a refused code has to be ordered anew.',
    da: 'Åbn forbindelsen under Banker: årsagen står der. Et tabt svar kan prøves igen med samme kode; en afvist kode skal bestilles på ny.',
  },
  'banks.certificate_ended': {
    en: 'Order a new activation code at the bank, and activate the connection with it under Banks.',
    da: 'Bestil en ny aktiveringskode i banken, og aktivér forbindelsen med den under Banker.',
  },
  'banks.certificate_ends': {
    en: 'Open the certificates of the connection under Banks: try the renewal, then renew.',
    da: 'Åbn forbindelsens certifikater under Banker: prøvekør fornyelsen, og forny derefter.',
  },
  'banks.certificate_refused': {
    en: 'Ask the bank whether the certificate was revoked, and by whom. If so, order a new code and replace the key under Banks, Certificates; two account managers do it.',
    da: 'Spørg banken, om certifikatet er spærret, og af hvem. Er det spærret, så bestil en ny kode, og udskift nøglen under Banker, Certifikater; det gør to brugeradministratorer.',
  },
  'banks.failing': {
    en: 'Test the connection under Banks: it says which part of the way fails. Pause it if the bank has told of works.',
    da: 'Test forbindelsen under Banker: den viser, hvilken del af vejen der fejler. Sæt den på pause, hvis banken har varslet arbejde.',
  },
  'banks.file_refused': {
    en: 'Look at the file under Banks, Received. If the account is yours, add it to the connection and import the file; if not, tell the bank.',
    da: 'Se filen under Banker, Modtaget. Er kontoen jeres, så føj den til forbindelsen og importér filen; ellers giv banken besked.',
  },
  'banks.renewal_failed': {
    en: 'Make a dry run under Banks, Certificates: it says what fails. The present certificate stays in use meanwhile.',
    da: 'Prøvekør under Banker, Certifikater: det viser, hvad der fejler. Det nuværende certifikat er i brug imens.',
  },
  'import.no_room': {
    en: 'Tell whoever runs this installation to make room on the disk. The message is resolved by itself when that is done.',
    da: 'Bed den, der driver installationen, om at skaffe plads på disken. Beskeden løses af sig selv, når det er sket.',
  },
  'import.batch': {
    en: 'Open the files to see what each of them brought. A file that must be mended has a message of its own.',
    da: 'Åbn filerne for at se, hvad hver af dem bragte. En fil, der skal rettes, har sin egen meddelelse.',
  },
  'import.batch_fetched': {
    en: 'Open the files to see what each of them brought. A file that must be mended has a message of its own.',
    da: 'Åbn filerne for at se, hvad hver af dem bragte. En fil, der skal rettes, har sin egen meddelelse.',
  },
  'import.done_with_errors': {
    en: 'Open the upload: its lights say what is wrong and how to mend it. Payments with errors in file, schema or ISO rules cannot be approved.',
    da: 'Åbn uploaden: dens lys fortæller, hvad der er galt, og hvordan det rettes. Betalinger med fejl i fil, skema eller ISO-regler kan ikke godkendes.',
  },
  'import.done_with_warnings': {
    en: 'Look at the file’s findings and decide whether the sender must correct it. What was read is booked already.',
    da: 'Se filens bemærkninger, og vurdér, om afsenderen skal rette den. Det læste er allerede bogført.',
  },
  'import.refused': {
    en: 'Ask the sender for a correct file and upload that. Nothing of this file was kept as entries.',
    da: 'Bed afsenderen om en rettet fil, og upload den. Intet fra denne fil er blevet til posteringer.',
  },
  'import.failed': {
    en: 'Try the import again. If it fails once more, give support the reference below.',
    da: 'Prøv importen igen. Mislykkes den en gang til, så giv support referencen nedenfor.',
  },
  'import.cancelled': {
    en: 'Start the import again if the file is still needed.',
    da: 'Start importen igen, hvis filen stadig skal bruges.',
  },
  'import.known': {
    en: 'Nothing to do. Check with the sender if you expected something new.',
    da: 'Intet at gøre. Spørg afsenderen, hvis du ventede noget nyt.',
  },
});
