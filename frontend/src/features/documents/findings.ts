/** What to do about a reader’s findings, by code; docs/findings.md lists the same. */
import { defineLabels } from '@/kernel/i18n';

const askForCorrect = {
  en: 'Ask the sender for a correct file.',
  da: 'Bed afsenderen om en rettet fil.',
};
const askWhichIsRight = {
  en: 'Ask the sender which of the two is right.',
  da: 'Spørg afsenderen, hvad der er rigtigt.',
};
const fetchAgain = { en: 'Fetch the file again, whole.', da: 'Hent hele filen igen.' };
const lookAtFigures = {
  en: 'Check the figures against the bank’s own.',
  da: 'Sammenlign tallene med bankens egne.',
};

/** What to do, for the findings that ask for something. */
export const remedies = defineLabels({
  account_missing: {
    en: 'Ask the bank which account it is.',
    da: 'Spørg banken, hvilken konto det er.',
  },
  amount_missing: askForCorrect,
  amount_negative: { en: 'Compare with the balances.', da: 'Sammenlign med saldiene.' },
  amount_out_of_range: askForCorrect,
  amount_unreadable: askForCorrect,
  balance_currency_missing: {
    en: 'Compare with the currency of the account.',
    da: 'Sammenlign med kontoens valuta.',
  },
  balance_date_missing: {
    en: 'Compare with the statement before.',
    da: 'Sammenlign med det forrige kontoudtog.',
  },
  balance_direction_missing: {
    en: 'Compare with the day before.',
    da: 'Sammenlign med dagen før.',
  },
  balance_unreadable: askForCorrect,
  balances_missing: lookAtFigures,
  batch_sum_differs: {
    en: 'Compare with the order that was sent.',
    da: 'Sammenlign med den ordre, der blev sendt.',
  },
  count_differs: askWhichIsRight,
  currencies_mixed: {
    en: 'Do not rely on the sums of this statement.',
    da: 'Stol ikke på summerne i dette kontoudtog.',
  },
  currency_unknown: askForCorrect,
  date_implausible: askForCorrect,
  date_missing: {
    en: 'Ask the sender for the execution date.',
    da: 'Spørg afsenderen om udførelsesdatoen.',
  },
  date_unreadable: askForCorrect,
  direction_missing: askForCorrect,
  direction_unreadable: askForCorrect,
  does_not_balance: {
    en: 'Look for a missing page or statement.',
    da: 'Se efter en manglende side eller et manglende kontoudtog.',
  },
  encoding_differs: {
    en: 'Look at letters such as æ, ø and å.',
    da: 'Se efter bogstaver som æ, ø og å.',
  },
  end_mark_missing: { en: 'Compare with the balances.', da: 'Sammenlign med saldiene.' },
  entries_doubted: {
    en: 'Decide under Possible duplicates in Statement transactions.',
    da: 'Afgør det under Mulige dubletter i Kontoposteringer.',
  },
  field_unexpected: { en: 'Look at the line in the original.', da: 'Se linjen i originalen.' },
  group_header_missing: {
    en: 'Ask where the file comes from.',
    da: 'Find ud af, hvor filen kommer fra.',
  },
  hidden_characters: {
    en: 'Compare the text with the original.',
    da: 'Sammenlign teksten med originalen.',
  },
  hostile_xml: {
    en: 'Do not open it elsewhere; tell whoever sent it.',
    da: 'Åbn den ikke andre steder; sig det til afsenderen.',
  },
  line_unreadable: askForCorrect,
  malformed_xml: askForCorrect,
  message_id_used: {
    en: 'Give the file a new message id before it is sent.',
    da: 'Giv filen et nyt meddelelses-id, før den sendes.',
  },
  namespace_missing: lookAtFigures,
  namespace_unknown: lookAtFigures,
  not_a_bank_file: {
    en: 'Choose the file as the bank or the finance system made it.',
    da: 'Vælg filen, som banken eller økonomisystemet lavede den.',
  },
  nothing_inside: askForCorrect,
  page_of_several: { en: 'Import the other pages too.', da: 'Importér også de andre sider.' },
  preview_differs: { en: 'Look at the figures of the import.', da: 'Se tallene for importen.' },
  schema_violation: {
    en: 'Correct it before it goes to a bank.',
    da: 'Ret den, før den sendes til en bank.',
  },
  statement_differs: {
    en: 'Ask the bank why it sent the statement twice.',
    da: 'Spørg banken, hvorfor den sendte kontoudtoget to gange.',
  },
  statement_disputed: {
    en: 'Decide which one is right under Statement in the journal.',
    da: 'Afgør, hvilket der er rigtigt, under Kontoudtog i journalen.',
  },
  statement_replaced: {
    en: 'Nothing to do; the later version counts.',
    da: 'Intet at gøre; den senere version tæller.',
  },
  statement_replaces: {
    en: 'Look at What changed under Statement in the journal.',
    da: 'Se Hvad er ændret under Kontoudtog i journalen.',
  },
  statement_same: {
    en: 'Nothing to do; nothing is booked twice.',
    da: 'Intet at gøre; intet bogføres to gange.',
  },
  statement_text: {
    en: 'Nothing to do; it is what the bank says.',
    da: 'Intet at gøre; det er bankens egen besked.',
  },
  statement_unfinished: fetchAgain,
  status_missing: { en: 'Ask the bank for the status.', da: 'Spørg banken om status.' },
  status_unknown: {
    en: 'Ask the bank what the status means.',
    da: 'Spørg banken, hvad statussen betyder.',
  },
  sum_differs: askWhichIsRight,
  text_too_long: askForCorrect,
  too_large: {
    en: 'Split the file, or ask for a higher limit.',
    da: 'Del filen, eller bed om en højere grænse.',
  },
  truncated: fetchAgain,
  unsupported_format: {
    en: 'Ask the bank for camt.053 or MT940.',
    da: 'Bed banken om camt.053 eller MT940.',
  },
  version_unknown: lookAtFigures,
  wrong_encoding: askForCorrect,
  wrong_page: { en: 'Move it there with one click.', da: 'Flyt den dertil med ét klik.' },
});
