/** Danish sentences for message and timeline codes; English comes from the server. */
export const danishSentences: Readonly<Record<string, string>> = {
  'import.done': '{name} er importeret',
  'import.done_with_warnings': '{name} er importeret; advarsler: {warnings}',
  'import.known': '{name} indeholder intet nyt: alle {entries} posteringer er her allerede',
  'import.refused': '{name} blev afvist: {reason}',
  'import.cancelled': 'Importen af {name} blev annulleret',
  'import.failed': 'Importen af {name} mislykkedes: {reason}',
  'import.undone': 'Importen af {name} er fortrudt',
  'journal.booked': 'Bogført på {name}',
  'journal.payment_received': 'Betalingsfilen {name} er modtaget',
  'journal.payment_reimported': 'Betalingsfilen {name} er importeret igen',
  'journal.status_received': 'Statusrapporten {name} er modtaget',
  'journal.status_reimported': 'Statusrapporten {name} er importeret igen',
  'journal.statement_received': 'Kontoudtoget {name} er modtaget',
  'journal.statement_reimported': 'Kontoudtoget {name} er importeret igen',
};
