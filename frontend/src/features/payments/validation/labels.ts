/** Words of the check of payment files. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Journal validation', da: 'Journalvalidering' },
  lead: {
    en: 'See what is wrong with a payment file before anything happens. Nothing is stored and nothing is sent.',
    da: 'Se, hvad der er galt med en betalingsfil, før der sker noget. Intet gemmes, og intet sendes.',
  },
  dropName: { en: 'Payment file', da: 'Betalingsfil' },
  dropHere: {
    en: 'Drop a payment file here, paste it, or',
    da: 'Slip en betalingsfil her, indsæt den, eller',
  },
  dropNow: { en: 'Drop to check', da: 'Slip for at kontrollere' },
  choose: { en: 'Choose file', da: 'Vælg fil' },
  accepted: {
    en: (size: string) => `pain.001, version 03 to 13, up to ${size}.`,
    da: (size: string) => `pain.001, version 03 til 13, op til ${size}.`,
  },
  tooLarge: {
    en: (size: string) =>
      `The file is larger than ${size}, the most that is checked at once. Split it, or give it on the page Upload payments.`,
    da: (size: string) =>
      `Filen er større end ${size}, som er det højeste, der kontrolleres på én gang. Del den op, eller aflever den på siden Upload betalinger.`,
  },
  pasted: { en: 'pasted.xml', da: 'indsat.xml' },
  progress: {
    en: (name: string) => `Progress of ${name}`,
    da: (name: string) => `Fremdrift for ${name}`,
  },
  sending: {
    en: (name: string, done: string, total: string) => `${name} is being sent: ${done} of ${total}`,
    da: (name: string, done: string, total: string) => `${name} sendes: ${done} af ${total}`,
  },
  checking: {
    en: (name: string) => `${name} is being checked. A large file takes up to a minute.`,
    da: (name: string) => `${name} kontrolleres. En stor fil tager op til et minut.`,
  },
  cancel: { en: 'Cancel', da: 'Annullér' },
  noAnswer: {
    en: 'The server did not answer. Look whether you are online, and try again.',
    da: 'Serveren svarede ikke. Se, om du er online, og prøv igen.',
  },
  notChecked: {
    en: (name: string) => `${name} was not checked`,
    da: (name: string) => `${name} blev ikke kontrolleret`,
  },
  standing_valid: { en: 'Valid', da: 'Gyldig' },
  standing_warnings: { en: 'Valid, but look at the findings', da: 'Gyldig, men se på fundene' },
  standing_invalid: {
    en: 'Invalid: the file must not go to a bank',
    da: 'Ugyldig: filen må ikke sendes til en bank',
  },
  errors: {
    en: (count: number) => plural.en(count, '1 error', `${count} errors`),
    da: (count: number) => plural.da(count, '1 fejl', `${count} fejl`),
  },
  warnings: {
    en: (count: number) => plural.en(count, '1 warning', `${count} warnings`),
    da: (count: number) => plural.da(count, '1 advarsel', `${count} advarsler`),
  },
  notes: {
    en: (count: number) => plural.en(count, '1 note', `${count} notes`),
    da: (count: number) => plural.da(count, '1 bemærkning', `${count} bemærkninger`),
  },
  checkedAt: { en: 'Checked', da: 'Kontrolleret' },
  message: { en: 'Message id', da: 'Meddelelses-id' },
  layers: { en: 'Layers of the check', da: 'Kontrollens lag' },
  light_passed: { en: 'Passed', da: 'Bestået' },
  light_warnings: { en: 'Warnings', da: 'Advarsler' },
  light_errors: { en: 'Errors', da: 'Fejl' },
  light_notRun: { en: 'Not run', da: 'Ikke kørt' },
  totals: { en: 'Totals control', da: 'Totalkontrol' },
  totalsOf: { en: 'Of', da: 'For' },
  wholeFile: { en: 'The whole file', da: 'Hele filen' },
  batch: { en: (id: string) => `Batch ${id}`, da: (id: string) => `Samlepost ${id}` },
  number: { en: 'Payments', da: 'Betalinger' },
  sum: { en: 'Control sum', da: 'Kontrolsum' },
  perCurrency: { en: 'Per currency', da: 'Pr. valuta' },
  execution: { en: 'Execution', da: 'Udførelse' },
  releaseBy: { en: 'release by', da: 'frigiv senest' },
  stated: { en: 'stated', da: 'angivet' },
  notStated: { en: 'not stated', da: 'ikke angivet' },
  same: { en: 'agrees', da: 'stemmer' },
  differs: { en: 'differs', da: 'afviger' },
  moreBatches: {
    en: (count: number) =>
      `${count} more ${plural.en(count, 'batch is', 'batches are')} not listed.`,
    da: (count: number) =>
      plural.da(
        count,
        '1 samlepost mere er ikke vist.',
        `${count} flere samleposter er ikke vist.`,
      ),
  },
  findings: { en: 'Findings', da: 'Fund' },
  noFindings: { en: 'Nothing was found.', da: 'Der blev intet fundet.' },
  noneOfThese: { en: 'No finding of this severity.', da: 'Intet fund af denne alvor.' },
  filter: { en: 'Severity', da: 'Alvor' },
  severity_error: { en: 'Error', da: 'Fejl' },
  severity_warning: { en: 'Warning', da: 'Advarsel' },
  severity_info: { en: 'Note', da: 'Bemærkning' },
  times: { en: (count: number) => `×${count}`, da: (count: number) => `×${count}` },
  affected: {
    en: (count: number) => plural.en(count, '1 payment', `${count} payments`),
    da: (count: number) => plural.da(count, '1 betaling', `${count} betalinger`),
  },
  rule: { en: 'Rule', da: 'Regel' },
  fix: { en: 'What to do', da: 'Hvad du kan gøre' },
  source: { en: 'Source', da: 'Kilde' },
  code: { en: 'Code', da: 'Kode' },
  findingsOf: {
    en: (title: string) => `Findings: ${title}`,
    da: (title: string) => `Fund: ${title}`,
  },
  payment: { en: 'Payment', da: 'Betaling' },
  payee: { en: 'Payee', da: 'Modtager' },
  amount: { en: 'Amount', da: 'Beløb' },
  currency: { en: 'Currency', da: 'Valuta' },
  value: { en: 'Value found', da: 'Fundet værdi' },
  comparedWith: { en: 'Compared with', da: 'Sammenlignet med' },
  place: { en: 'Line and element', da: 'Linje og element' },
  line: { en: 'Line', da: 'Linje' },
  atLine: { en: (line: number) => `line ${line}`, da: (line: number) => `linje ${line}` },
  path: { en: 'Element', da: 'Element' },
  endToEndId: { en: 'End-to-end id', da: 'End-to-end-id' },
  leftOut: {
    en: (count: number) =>
      `${count} more of this cause ${plural.en(count, 'is', 'are')} counted but not listed.`,
    da: (count: number) => `${count} flere med denne årsag er talt med, men ikke vist.`,
  },
  isNew: { en: 'New', da: 'Ny' },
  earlier: { en: 'Open the earlier journal', da: 'Åbn den tidligere journal' },
  linkTo: {
    en: (who: string) => `Link to the finding of ${who}`,
    da: (who: string) => `Link til fundet for ${who}`,
  },
  theFile: { en: 'the file', da: 'filen' },
  mended: {
    en: (count: number) => plural.en(count, '1 finding is mended', `${count} findings are mended`),
    da: (count: number) => plural.da(count, '1 fund er rettet', `${count} fund er rettet`),
  },
  nothingMended: {
    en: 'Nothing of the earlier check is mended',
    da: 'Intet fra den tidligere kontrol er rettet',
  },
  added: {
    en: (count: number) =>
      count === 0 ? 'nothing new' : plural.en(count, '1 is new', `${count} are new`),
    da: (count: number) =>
      count === 0 ? 'intet nyt' : plural.da(count, '1 er nyt', `${count} er nye`),
  },
  comparison: { en: 'Since the earlier check', da: 'Siden den tidligere kontrol' },
  again: { en: 'Check again', da: 'Kontrollér igen' },
  another: { en: 'Start over', da: 'Start forfra' },
  chooseAgain: {
    en: 'The file itself is not kept. To check it once more, mended or not, choose it again; what was mended is told then.',
    da: 'Selve filen gemmes ikke. Vælg den igen for at kontrollere den endnu en gang, rettet eller ej; så fortælles det, hvad der er rettet.',
  },
  copy: { en: 'Copy findings', da: 'Kopiér fund' },
  copied: { en: 'The findings are copied', da: 'Fundene er kopieret' },
  forErp: {
    en: (host: string) => `Opened by ${host}, which is told the result of each check.`,
    da: (host: string) => `Åbnet af ${host}, som får besked om resultatet af hver kontrol.`,
  },
  stranger: {
    en: (origin: string) =>
      `A page at ${origin} opened this window, but it is not on your company's list. It is told nothing, and no file is taken from it. An account manager puts it on the list at ERP › Configuration.`,
    da: (origin: string) =>
      `En side på ${origin} har åbnet vinduet, men den står ikke på virksomhedens liste. Den får intet at vide, og der tages ingen fil fra den. En brugeradministrator kan sætte den på listen under ERP › Opsætning.`,
  },
  close: { en: 'Close', da: 'Luk' },
  closed: {
    en: 'You are done here. The program that shows this page has been told.',
    da: 'Du er færdig her. Programmet, der viser siden, har fået besked.',
  },
  opensTab: { en: 'opens in a new tab', da: 'åbner i en ny fane' },
  export: { en: 'Export CSV', da: 'Eksportér CSV' },
});
