/** Words of approving: the panel of a journal, and the dialogs it opens. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  panel: { en: 'Approval', da: 'Godkendelse' },
  OPEN: { en: 'Pending approval', da: 'Afventer godkendelse' },
  APPROVED: { en: 'Approved, not signed', da: 'Godkendt, ikke underskrevet' },
  REJECTED: { en: 'Rejected here', da: 'Afvist her' },
  EXPIRED: { en: 'Not approved in time', da: 'Ikke godkendt i tide' },
  RELEASED: { en: 'Signed', da: 'Underskrevet' },
  ANSWERED: { en: 'A bank has answered', da: 'En bank har svaret' },
  progress: {
    en: (given: number, required: number) => `${given} of ${required} approvals`,
    da: (given: number, required: number) => `${given} af ${required} godkendelser`,
  },
  leavesBy: { en: 'Sent via', da: 'Sendes via' },
  until: { en: 'Approval deadline', da: 'Godkendelsesfrist' },
  uploadedBy: { en: 'Uploaded by', da: 'Indlæst af' },
  hash: { en: 'File hash (SHA-256)', da: 'Filens hash (SHA-256)' },
  hashHelp: {
    en: 'The first signs of the document’s SHA-256. An approval counts for exactly these bytes.',
    da: 'De første tegn af dokumentets SHA-256. En godkendelse gælder netop disse bytes.',
  },
  amount: { en: 'Amount', da: 'Beløb' },
  payments: {
    en: (count: string) => `${count} ${plural.en(count, 'payment', 'payments')}`,
    da: (count: string) => `${count} ${plural.da(count, 'betaling', 'betalinger')}`,
  },
  signedBy: {
    en: (who: string) => `Signed by ${who}`,
    da: (who: string) => `Underskrevet af ${who}`,
  },
  nobodyYet: { en: 'Nobody has approved yet.', da: 'Ingen har godkendt endnu.' },
  given: { en: 'Who has approved', da: 'Hvem der har godkendt' },
  forWhom: {
    en: (who: string) => `for ${who}`,
    da: (who: string) => `for ${who} som stedfortræder`,
  },
  you: { en: 'you', da: 'dig' },
  rules: { en: 'Required approvals', da: 'Krævede godkendelser' },
  fourEyes: {
    en: 'Four eyes: one approver who did not hand it in',
    da: 'Fire øjne: én godkender, der ikke har lagt filen ind',
  },
  changedPayeeRule: {
    en: 'Changed beneficiary account: two approvers',
    da: 'Ændret modtagerkonto: to godkendere',
  },
  inOrder: { en: 'in this order', da: 'i denne rækkefølge' },
  anybody: { en: 'Any payment approver', da: 'En vilkårlig betalingsgodkender' },
  missing: { en: 'missing', da: 'mangler' },
  warnings: {
    en: (count: number) =>
      plural.en(count, 'Look at this payment first', `Look at these ${count} payments first`),
    da: (count: number) =>
      plural.da(count, 'Se først på denne betaling', `Se først på disse ${count} betalinger`),
  },
  warned: {
    en: (count: number) =>
      plural.en(
        count,
        'This payment called for a look',
        `These ${count} payments called for a look`,
      ),
    da: (count: number) =>
      plural.da(
        count,
        'Denne betaling krævede et ekstra blik',
        `Disse ${count} betalinger krævede et ekstra blik`,
      ),
  },
  moreWarnings: {
    en: (count: number) => `and ${count} more; see the payments`,
    da: (count: number) => `og ${count} til; se betalingerne`,
  },
  payment: { en: 'Payment', da: 'Betaling' },
  creditor: { en: 'Creditor', da: 'Kreditor' },
  warning: { en: 'What to look at', da: 'Hvad du skal se på' },
  earlier: { en: 'See the earlier journal', da: 'Se den tidligere journal' },
  payee_account_new: {
    en: 'A known payee, but an account never used before',
    da: 'En kendt modtager, men en konto, der aldrig er brugt før',
  },
  payee_account_foreign: {
    en: 'A known payee, paid abroad for the first time',
    da: 'En kendt modtager, der betales i udlandet for første gang',
  },
  payee_account_changed: {
    en: 'The payee’s account has changed since the last payment',
    da: 'Modtagerens konto er ændret siden sidste betaling',
  },
  payee_two_names: { en: 'One account under two names', da: 'Samme konto under to navne' },
  payee_two_names_in_file: {
    en: 'A new account under two names in this file',
    da: 'En ny konto under to navne i denne fil',
  },
  payee_two_accounts_in_file: {
    en: 'A new payee with two accounts in this file',
    da: 'En ny modtager med to konti i denne fil',
  },
  payee_look_alike: {
    en: 'A name that looks like that of a known payee',
    da: 'Et navn, der ligner en kendt modtagers',
  },
  payee_new: { en: 'A payee nobody has paid before', da: 'En modtager, der ikke er betalt før' },
  duplicate_earlier: { en: 'Looks like an earlier payment', da: 'Ligner en tidligere betaling' },
  duplicate_other_account: {
    en: 'Looks like an earlier payment to another account',
    da: 'Ligner en tidligere betaling til en anden konto',
  },
  duplicate_in_file: { en: 'Stands in the file more than once', da: 'Står flere gange i filen' },
  approve: { en: 'Approve', da: 'Godkend' },
  approveFor: {
    en: (who: string) => `Approve for ${who}`,
    da: (who: string) => `Godkend for ${who}`,
  },
  reject: { en: 'Reject', da: 'Afvis' },
  undo: { en: 'Take back', da: 'Fortryd' },
  toApprove: { en: 'Read and approve below', da: 'Læs og godkend nedenfor' },
  toSign: { en: 'Sign below', da: 'Underskriv nedenfor' },
  toLift: { en: 'Read and let go below', da: 'Læs og frigiv nedenfor' },
  sign: { en: 'Sign and send', da: 'Underskriv og send' },
  reopen: { en: 'Put up again', da: 'Sæt til godkendelse igen' },
  approveTitle: { en: 'Approve these payments?', da: 'Godkend disse betalinger?' },
  approveHelp: {
    en: 'You approve the document exactly as it is stored. You can take it back until somebody signs.',
    da: 'Du godkender dokumentet, præcis som det er gemt. Du kan fortryde, indtil nogen underskriver.',
  },
  approveReasonHelp: {
    en: 'Some payments call for a look. Say what you checked; it is kept with your approval.',
    da: 'Nogle betalinger kræver et ekstra blik. Skriv, hvad du har kontrolleret; det gemmes sammen med godkendelsen.',
  },
  rejectTitle: { en: 'Reject these payments?', da: 'Afvis disse betalinger?' },
  rejectHelp: {
    en: 'Nothing of the file will be sent. Whoever handed it in reads your reason.',
    da: 'Intet i filen bliver sendt. Den, der lagde den ind, kan læse din begrundelse.',
  },
  signTitle: { en: 'Sign and send to the bank?', da: 'Underskriv og send til banken?' },
  signHelp: {
    en: (bank: string) =>
      `The file leaves by ${bank}. After this it can only be stopped at the bank.`,
    da: (bank: string) => `Filen sendes via ${bank}. Derefter kan den kun stoppes i banken.`,
  },
  undoTitle: { en: 'Take your decision back?', da: 'Vil du fortryde din beslutning?' },
  undoHelp: {
    en: 'The payments wait for approval again. That you took it back stays in the trail.',
    da: 'Betalingerne afventer igen godkendelse. Det fremgår af sporet, at du har fortrudt.',
  },
  reopenTitle: {
    en: 'Put these payments up for approval again?',
    da: 'Sæt betalingerne til godkendelse igen?',
  },
  reopenHelp: {
    en: 'All approvals begin anew, with fourteen more days.',
    da: 'Alle godkendelser begynder forfra, med fjorten dage mere.',
  },
  reason: { en: 'Reason', da: 'Begrundelse' },
  reasonMissing: { en: 'Write a reason', da: 'Skriv en begrundelse' },
  done: { en: 'Done', da: 'Udført' },
  failed: { en: 'Not done', da: 'Ikke udført' },
  approved: { en: 'Approved.', da: 'Godkendt.' },
  rejected: { en: 'Rejected; nothing is sent.', da: 'Afvist; intet sendes.' },
  undone: { en: 'Taken back.', da: 'Fortrudt.' },
  signed: {
    en: 'Signed. The file leaves in a moment.',
    da: 'Underskrevet. Filen sendes om et øjeblik.',
  },
  reopened: { en: 'Pending approval again.', da: 'Afventer godkendelse igen.' },
  whyNot: { en: 'Why you cannot approve', da: 'Hvorfor du ikke kan godkende' },
  rejectedBecause: {
    en: (who: string) => `${who} rejected it:`,
    da: (who: string) => `${who} afviste den:`,
  },
  WAITED_TOO_LONG: {
    en: 'It waited for fourteen days. Put it up again, or hand in a new file.',
    da: 'Den har ventet i fjorten dage. Sæt den til godkendelse igen, eller læg en ny fil ind.',
  },
  EXECUTION_DATE_PASSED: {
    en: 'Its execution date has passed. Make a new file with a later date.',
    da: 'Udførelsesdatoen er passeret. Lav en ny fil med en senere dato.',
  },
  policies: { en: 'Approval rules', da: 'Godkendelsesregler' },
  heldByRule: { en: 'Held back by rules', da: 'Holdt tilbage af regler' },
  holdsBack: {
    en: (rule: string, version: number, count: number) =>
      `The rule “${rule}”, version ${version}, holds ${count} ${plural.en(count, 'payment', 'payments')} back`,
    da: (rule: string, version: number, count: number) =>
      `Reglen »${rule}«, udgave ${version}, holder ${count} ${plural.da(count, 'betaling', 'betalinger')} tilbage`,
  },
  since: { en: 'since', da: 'siden' },
  noDevice: {
    en: 'No device answered, or you cancelled. Nothing was decided.',
    da: 'Ingen enhed svarede, eller du annullerede. Intet er afgjort.',
  },
  proofBy: {
    en: (name: string) => `Passkey ${name}`,
    da: (name: string) => `Adgangsnøgle ${name}`,
  },
  proofHelp: {
    en: 'The challenge is the SHA-256 of the statement; the device signed it. The bytes are in hexadecimal digits.',
    da: 'Udfordringen er SHA-256 af udsagnet, og enheden har underskrevet den. Bytes står i hexadecimale cifre.',
  },
  proofStatement: { en: 'Statement', da: 'Udsagn' },
  proofChallenge: { en: 'Challenge', da: 'Udfordring' },
  proofCredential: { en: 'Credential ID', da: 'Nøglens id' },
  proofClient: { en: 'Client data', da: 'Klientdata' },
  proofDevice: { en: 'Authenticator data', da: 'Enhedens data' },
  proofSignature: { en: 'Signature', da: 'Underskrift' },
  proofKey: { en: 'Public key (COSE)', da: 'Offentlig nøgle (COSE)' },
  passkeys: { en: 'Passkeys', da: 'Adgangsnøgler' },
  bindsPasskey: {
    en: 'Approving and signing take a passkey',
    da: 'Godkendelse og underskrift kræver en adgangsnøgle',
  },
  lift: { en: 'Let go', da: 'Frigiv' },
  liftTitle: { en: 'Let these payments go?', da: 'Frigiv disse betalinger?' },
  liftHelp: {
    en: 'They still need their approvals, from others: once you let them go, you cannot approve or sign them. Whoever uploaded them cannot let them go.',
    da: 'De skal stadig godkendes, og af andre: Når du har frigivet dem, kan du ikke godkende eller underskrive dem. Den, der har indlæst dem, kan ikke frigive dem.',
  },
  lifted: { en: 'The payments are let go.', da: 'Betalingerne er frigivet.' },
  heldBack: { en: 'Not up for approval', da: 'Ikke til godkendelse' },
  toBanks: { en: 'Go to Banks', da: 'Gå til Banker' },
  bulkTotal: { en: 'Together', da: 'I alt' },
  bulkReady: {
    en: (count: string, all: string) => `${count} of ${all} can be done by you`,
    da: (count: string, all: string) => `${count} af ${all} kan klares af dig`,
  },
  bulkFlagged: {
    en: (count: string) =>
      `${count} ${plural.en(count, 'calls for a look and is', 'call for a look and are')} left out`,
    da: (count: string) => `${count} kræver et ekstra blik og springes over`,
  },
  tooMany: {
    en: (most: string) => `Choose at most ${most} at once.`,
    da: (most: string) => `Vælg højst ${most} ad gangen.`,
  },
  loadingSeen: { en: 'Reading what you chose…', da: 'Læser det, du har valgt…' },
});
