/** Words of approving: the panel of a journal, and the dialogs it opens. */
import { defineLabels, plural } from '@/kernel/i18n';

export const labels = defineLabels({
  panel: { en: 'Approval', da: 'Godkendelse' },
  OPEN: { en: 'Pending approval', da: 'Afventer godkendelse' },
  APPROVED: { en: 'Approved, not signed', da: 'Godkendt, ikke underskrevet' },
  REJECTED: {
    en: 'Rejected',
    da: 'Afvist',
  },
  EXPIRED: {
    en: 'Approval expired',
    da: 'Godkendelsen er udløbet',
  },
  RELEASED: { en: 'Signed', da: 'Underskrevet' },
  ANSWERED: {
    en: 'Bank response received',
    da: 'Svar fra banken modtaget',
  },
  progress: {
    en: (given: number, required: number) => `${given} of ${required} approvals`,
    da: (given: number, required: number) => `${given} af ${required} godkendelser`,
  },
  leavesBy: { en: 'Sent via', da: 'Sendes via' },
  until: { en: 'Approval deadline', da: 'Godkendelsesfrist' },
  uploadedBy: { en: 'Uploaded by', da: 'Indlæst af' },
  hash: { en: 'File hash (SHA-256)', da: 'Filens hash (SHA-256)' },
  hashHelp: {
    en: 'The first characters of the hash. An approval is valid for exactly this file.',
    da: 'De første tegn af hashen. En godkendelse gælder præcis denne fil.',
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
  nobodyYet: {
    en: 'No approvals yet.',
    da: 'Ingen godkendelser endnu.',
  },
  given: {
    en: 'Approvals',
    da: 'Godkendelser',
  },
  forWhom: {
    en: (who: string) => `on behalf of ${who}`,
    da: (who: string) => `på vegne af ${who}`,
  },
  you: { en: 'you', da: 'dig' },
  rules: { en: 'Required approvals', da: 'Krævede godkendelser' },
  fourEyes: {
    en: 'Four eyes: one approver who did not submit the file',
    da: 'Fire øjne: én godkender, der ikke har indlæst filen',
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
      plural.en(count, 'Warnings on 1 payment', `Warnings on ${count} payments`),
    da: (count: number) =>
      plural.da(count, 'Advarsler på 1 betaling', `Advarsler på ${count} betalinger`),
  },
  moreWarnings: {
    en: (count: number) => `and ${count} more; see the payments`,
    da: (count: number) => `og ${count} til; se betalingerne`,
  },
  payment: { en: 'Payment', da: 'Betaling' },
  creditor: {
    en: 'Payee',
    da: 'Modtager',
  },
  warning: {
    en: 'Warning',
    da: 'Advarsel',
  },
  earlier: {
    en: 'View the earlier journal',
    da: 'Vis den tidligere journal',
  },
  payee_account_new: {
    en: 'Known payee, new account',
    da: 'Kendt modtager, ny konto',
  },
  payee_account_corrected: {
    en: 'Resubmitted to another account',
    da: 'Genindsendt til en anden konto',
  },
  payee_account_foreign: {
    en: 'Known payee, first payment abroad',
    da: 'Kendt modtager, første betaling til udlandet',
  },
  payee_account_changed: {
    en: 'Payee’s account changed since the last payment',
    da: 'Modtagerens konto er ændret siden sidste betaling',
  },
  payee_two_names: { en: 'One account under two names', da: 'Samme konto under to navne' },
  payee_two_names_in_file: {
    en: 'New account under two names in this file',
    da: 'Ny konto under to navne i denne fil',
  },
  payee_two_accounts_in_file: {
    en: 'New payee with two accounts in this file',
    da: 'Ny modtager med to konti i denne fil',
  },
  payee_look_alike: {
    en: 'Name resembles a known payee',
    da: 'Navnet ligner en kendt modtagers',
  },
  payee_new: {
    en: 'New payee',
    da: 'Ny modtager',
  },
  duplicate_earlier: {
    en: 'Possible duplicate of an earlier payment',
    da: 'Mulig dublet af en tidligere betaling',
  },
  duplicate_other_account: {
    en: 'Possible duplicate of a payment to another account',
    da: 'Mulig dublet af en betaling til en anden konto',
  },
  duplicate_in_file: {
    en: 'Listed more than once in the file',
    da: 'Forekommer flere gange i filen',
  },
  approve: { en: 'Approve', da: 'Godkend' },
  approveFor: {
    en: (who: string) => `Approve for ${who}`,
    da: (who: string) => `Godkend for ${who}`,
  },
  reject: { en: 'Reject', da: 'Afvis' },
  undo: {
    en: 'Withdraw',
    da: 'Træk tilbage',
  },
  toApprove: {
    en: 'Review and approve',
    da: 'Gennemgå og godkend',
  },
  toSign: {
    en: 'Review and sign',
    da: 'Gennemgå og underskriv',
  },
  toLift: {
    en: 'Review and release',
    da: 'Gennemgå og frigiv',
  },
  sign: { en: 'Sign and send', da: 'Underskriv og send' },
  reopen: {
    en: 'Resubmit for approval',
    da: 'Send til godkendelse igen',
  },
  approveTitle: { en: 'Approve these payments?', da: 'Godkend disse betalinger?' },
  approveHelp: {
    en: 'You approve the file exactly as stored. You can withdraw the approval until somebody signs.',
    da: 'Du godkender filen, præcis som den er gemt. Du kan trække godkendelsen tilbage, indtil nogen underskriver.',
  },
  approveReasonHelp: {
    en: 'Some payments have warnings. State what you checked; it is kept with your approval.',
    da: 'Nogle betalinger har advarsler. Skriv, hvad du har kontrolleret; det gemmes sammen med godkendelsen.',
  },
  rejectTitle: { en: 'Reject these payments?', da: 'Afvis disse betalinger?' },
  rejectHelp: {
    en: 'Nothing in the file is sent. The person who submitted it can read your reason.',
    da: 'Intet i filen bliver sendt. Den, der indlæste filen, kan læse din begrundelse.',
  },
  signTitle: { en: 'Sign and send to the bank?', da: 'Underskriv og send til banken?' },
  signHelp: {
    en: (bank: string) =>
      `The file is sent via ${bank}. After that, it can only be stopped at the bank.`,
    da: (bank: string) => `Filen sendes via ${bank}. Derefter kan den kun stoppes i banken.`,
  },
  undoTitle: {
    en: 'Withdraw your decision?',
    da: 'Træk din afgørelse tilbage?',
  },
  undoHelp: {
    en: 'The payments are pending approval again. The audit trail shows that you withdrew.',
    da: 'Betalingerne afventer igen godkendelse. Revisionssporet viser, at du trak afgørelsen tilbage.',
  },
  reopenTitle: {
    en: 'Resubmit these payments for approval?',
    da: 'Send betalingerne til godkendelse igen?',
  },
  reopenHelp: {
    en: 'All approvals start over, with a new deadline in fourteen days.',
    da: 'Alle godkendelser starter forfra, med en ny frist om fjorten dage.',
  },
  reason: { en: 'Reason', da: 'Begrundelse' },
  reasonMissing: {
    en: 'Enter a reason',
    da: 'Angiv en begrundelse',
  },
  done: { en: 'Done', da: 'Udført' },
  failed: { en: 'Not done', da: 'Ikke udført' },
  approved: { en: 'Approved.', da: 'Godkendt.' },
  rejected: { en: 'Rejected; nothing is sent.', da: 'Afvist; intet sendes.' },
  undone: {
    en: 'Decision withdrawn.',
    da: 'Afgørelsen er trukket tilbage.',
  },
  signed: {
    en: 'Signed. The file is being sent.',
    da: 'Underskrevet. Filen sendes nu.',
  },
  reopened: {
    en: 'Pending approval again.',
    da: 'Afventer igen godkendelse.',
  },
  whyNot: { en: 'Why you cannot approve', da: 'Hvorfor du ikke kan godkende' },
  rejectedBecause: {
    en: (who: string) => `${who} rejected it:`,
    da: (who: string) => `${who} afviste den:`,
  },
  WAITED_TOO_LONG: {
    en: 'The approval deadline has passed. Resubmit it for approval, or upload a new file.',
    da: 'Godkendelsesfristen er overskredet. Send den til godkendelse igen, eller upload en ny fil.',
  },
  EXECUTION_DATE_PASSED: {
    en: 'The execution date has passed. Upload a new file with a later date.',
    da: 'Udførelsesdatoen er passeret. Upload en ny fil med en senere dato.',
  },
  policies: { en: 'Approval rules', da: 'Godkendelsesregler' },
  heldByRule: {
    en: 'Held by rules',
    da: 'Tilbageholdt af regler',
  },
  holdsBack: {
    en: (rule: string, version: number, count: number) =>
      `The rule “${rule}”, version ${version}, holds ${count} ${plural.en(count, 'payment', 'payments')}`,
    da: (rule: string, version: number, count: number) =>
      `Reglen »${rule}«, udgave ${version}, holder ${count} ${plural.da(count, 'betaling', 'betalinger')} tilbage`,
  },
  since: { en: 'since', da: 'siden' },
  noDevice: {
    en: 'No device responded, or you cancelled. Nothing was decided.',
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
    en: 'Approving and signing require a passkey',
    da: 'Godkendelse og underskrift kræver en adgangsnøgle',
  },
  lift: { en: 'Release', da: 'Frigiv' },
  lifted: { en: 'The payments are released.', da: 'Betalingerne er frigivet.' },
  heldBack: { en: 'Not submitted for approval', da: 'Ikke sendt til godkendelse' },
  liftTitle: { en: 'Release these payments?', da: 'Frigiv disse betalinger?' },
  liftHelp: {
    en: 'They still need their approvals, from others: once you release them, you cannot approve or sign them. Whoever uploaded them cannot release them.',
    da: 'De skal stadig godkendes, og af andre: Når du har frigivet dem, kan du ikke godkende eller underskrive dem. Den, der har indlæst dem, kan ikke frigive dem.',
  },
  toBanks: { en: 'Go to Banks', da: 'Gå til Banker' },
  bulkTotal: {
    en: 'Total',
    da: 'I alt',
  },
  bulkReady: {
    en: (count: string, all: string) => `You can approve ${count} of ${all}`,
    da: (count: string, all: string) => `Du kan godkende ${count} af ${all}`,
  },
  bulkReject: {
    en: (count: string, all: string) => `You can reject ${count} of ${all}`,
    da: (count: string, all: string) => `Du kan afvise ${count} af ${all}`,
  },
  bulkFlagged: {
    en: (count: string) => `${count} with warnings ${plural.en(count, 'is', 'are')} left out`,
    da: (count: string) => `${count} med advarsler springes over`,
  },
  tooMany: {
    en: (most: string) => `Choose at most ${most} at once.`,
    da: (most: string) => `Vælg højst ${most} ad gangen.`,
  },
  loadingSeen: {
    en: 'Loading the selection…',
    da: 'Henter det valgte…',
  },
});
