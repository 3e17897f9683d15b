/** What to do about a message, for the codes that ask for something. */
import { defineLabels } from '@/kernel/i18n';

export const suggestions = defineLabels({
  'alarm.status_missing': {
    en: 'Look at the connection under Banks and at the bank’s own site, then ask the bank. Do not send the file again.',
    da: 'Se på forbindelsen under Banker og på bankens egen side, og spørg derefter banken. Send ikke filen igen.',
  },
  'alarm.statement_missing': {
    en: 'Look whether the connection fetches, or upload the statement by hand; then ask the bank.',
    da: 'Se, om forbindelsen henter, eller upload selv kontoudtoget; spørg derefter banken.',
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
