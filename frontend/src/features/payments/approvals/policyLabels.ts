/** Words of the approval rules, their versions, and who acts for whom. */
import { defineLabels } from '@/kernel/i18n';

export const policyLabels = defineLabels({
  title: { en: 'Approval rules', da: 'Godkendelsesregler' },
  lead: {
    en: 'Who must approve payments before they are signed. All rules that match a file must be met; if none matches, one approver who did not submit the file. A changed beneficiary account requires two approvers, unless a rule about it says otherwise.',
    da: 'Hvem der skal godkende betalinger, før de underskrives. Alle regler, der matcher en fil, skal opfyldes; matcher ingen, kræves én godkender, der ikke har indlæst filen. En ændret modtagerkonto kræver to godkendere, medmindre en regel om det siger noget andet.',
  },
  inForce: { en: 'In force', da: 'Gældende' },
  version: {
    en: (version: number) => `Version ${version}`,
    da: (version: number) => `Udgave ${version}`,
  },
  noRules: {
    en: 'No custom rules: four eyes for every file, and two approvers for a changed beneficiary account.',
    da: 'Ingen egne regler: fire øjne for alle filer, og to godkendere for en ændret modtagerkonto.',
  },
  proposed: {
    en: 'Pending confirmation',
    da: 'Afventer bekræftelse',
  },
  proposedBy: {
    en: (who: string) => `Proposed by ${who}`,
    da: (who: string) => `Foreslået af ${who}`,
  },
  decidedBy: { en: (who: string) => `decided by ${who}`, da: (who: string) => `afgjort af ${who}` },
  confirm: {
    en: 'Activate',
    da: 'Aktivér',
  },
  confirmTitle: {
    en: 'Activate these rules?',
    da: 'Aktivér disse regler?',
  },
  confirmHelp: {
    en: 'They apply at once, also to payments already pending approval.',
    da: 'De gælder med det samme, også for betalinger, der allerede afventer godkendelse.',
  },
  reject: {
    en: 'Reject',
    da: 'Afvis',
  },
  rejectTitle: {
    en: 'Reject this change?',
    da: 'Afvis denne ændring?',
  },
  withdraw: { en: 'Withdraw', da: 'Træk tilbage' },
  withdrawTitle: { en: 'Withdraw your proposal?', da: 'Træk dit forslag tilbage?' },
  reason: { en: 'Reason', da: 'Begrundelse' },
  change: {
    en: 'Edit rules',
    da: 'Redigér regler',
  },
  changeTitle: {
    en: 'Propose new rules',
    da: 'Foreslå nye regler',
  },
  changeHelp: {
    en: 'They take effect when another account manager has confirmed them.',
    da: 'De træder i kraft, når en anden brugeradministrator har bekræftet dem.',
  },
  propose: { en: 'Propose', da: 'Foreslå' },
  discard: { en: 'Discard', da: 'Kassér' },
  note: {
    en: 'Note to the confirmer',
    da: 'Bemærkning til den, der bekræfter',
  },
  addRule: {
    en: 'Add rule',
    da: 'Tilføj regel',
  },
  removeRule: { en: (name: string) => `Remove ${name}`, da: (name: string) => `Fjern ${name}` },
  rule: { en: (place: number) => `Rule ${place}`, da: (place: number) => `Regel ${place}` },
  name: { en: 'Name', da: 'Navn' },
  amountFrom: {
    en: 'Minimum amount',
    da: 'Mindste beløb',
  },
  currency: { en: 'Currency', da: 'Valuta' },
  accounts: {
    en: 'Account debited',
    da: 'Betales fra',
  },
  connections: {
    en: 'Sent via',
    da: 'Sendes via',
  },
  newPayee: {
    en: 'New beneficiary account',
    da: 'Ny modtagerkonto',
  },
  changedPayee: {
    en: 'Changed beneficiary account',
    da: 'Ændret modtagerkonto',
  },
  approvals: { en: 'Approvals', da: 'Godkendelser' },
  approval: {
    en: (place: number) => `Approval ${place}`,
    da: (place: number) => `Godkendelse ${place}`,
  },
  addApproval: {
    en: 'Add approval',
    da: 'Tilføj godkendelse',
  },
  removeApproval: {
    en: (place: number) => `Remove approval ${place}`,
    da: (place: number) => `Fjern godkendelse ${place}`,
  },
  anybodyHelp: {
    en: 'None selected: any payment approver.',
    da: 'Ingen valgt: en vilkårlig betalingsgodkender.',
  },
  inOrder: { en: 'In this order', da: 'I denne rækkefølge' },
  anybody: { en: 'any payment approver', da: 'en vilkårlig betalingsgodkender' },
  always: {
    en: 'for every file',
    da: 'for alle filer',
  },
  saysFrom: { en: (amount: string) => `from ${amount}`, da: (amount: string) => `fra ${amount}` },
  saysCurrency: {
    en: (currency: string) => `in ${currency}`,
    da: (currency: string) => `i ${currency}`,
  },
  saysAccounts: {
    en: (accounts: string) => `paid from ${accounts}`,
    da: (accounts: string) => `betalt fra ${accounts}`,
  },
  saysConnections: {
    en: (banks: string) => `sent via ${banks}`,
    da: (banks: string) => `sendt via ${banks}`,
  },
  saysNewPayee: {
    en: 'with a new beneficiary account',
    da: 'med en ny modtagerkonto',
  },
  needsPasskey: {
    en: 'Require a passkey for approving and signing',
    da: 'Kræv adgangsnøgle til godkendelse og underskrift',
  },
  signInMinutes: { en: 'Minutes since signing in', da: 'Minutter siden login' },
  signInMinutesHelp: {
    en: 'Without a passkey, anyone who signed in longer ago signs in again. Leave empty if the session is enough.',
    da: 'Uden adgangsnøgle skal den, der er logget ind for længere siden, logge ind igen. Lad feltet være tomt, hvis sessionen er nok.',
  },
  saysPasskey: { en: 'with a passkey', da: 'med adgangsnøgle' },
  saysSignIn: {
    en: (minutes: number) => `with a passkey, or signed in within ${minutes} min`,
    da: (minutes: number) => `med adgangsnøgle eller login inden for ${minutes} min`,
  },
  minutesWrong: {
    en: 'Enter a number from 1 to 720',
    da: 'Angiv et tal fra 1 til 720',
  },
  saysChangedPayee: { en: 'with a changed beneficiary account', da: 'med en ændret modtagerkonto' },
  nameMissing: {
    en: 'Enter a name',
    da: 'Angiv et navn',
  },
  amountWrong: {
    en: 'Enter a valid amount',
    da: 'Angiv et gyldigt beløb',
  },
  confirmed: {
    en: 'Rules activated.',
    da: 'Reglerne er aktiveret.',
  },
  refused: {
    en: 'Change rejected.',
    da: 'Ændringen er afvist.',
  },
  withdrawn: {
    en: 'Proposal withdrawn.',
    da: 'Forslaget er trukket tilbage.',
  },
  sent: {
    en: 'Proposed. Another account manager confirms.',
    da: 'Foreslået. En anden brugeradministrator bekræfter.',
  },
  history: { en: 'Versions', da: 'Udgaver' },
  state: { en: 'State', da: 'Tilstand' },
  rules: { en: 'Rules', da: 'Regler' },
  PROPOSED: { en: 'Proposed', da: 'Foreslået' },
  ACTIVE: { en: 'In force', da: 'Gældende' },
  REPLACED: { en: 'Replaced', da: 'Erstattet' },
  REJECTED: {
    en: 'Rejected',
    da: 'Afvist',
  },
  WITHDRAWN: { en: 'Withdrawn', da: 'Trukket tilbage' },
  noHistory: { en: 'No versions yet', da: 'Ingen udgaver endnu' },
  noHistoryHelp: {
    en: 'Proposed sets of rules are listed here.',
    da: 'Foreslåede regelsæt vises her.',
  },
  delegations: {
    en: 'Delegations',
    da: 'Fuldmagter',
  },
  noDelegations: {
    en: 'No active delegations',
    da: 'Ingen aktive fuldmagter',
  },
  noDelegationsHelp: {
    en: 'An approver who is away can delegate to another approver.',
    da: 'En godkender, der er væk, kan give en anden godkender fuldmagt.',
  },
  delegate: {
    en: 'Delegate my approvals',
    da: 'Giv fuldmagt',
  },
  delegateTitle: {
    en: 'Delegate your approvals',
    da: 'Giv fuldmagt til godkendelse',
  },
  delegateHelp: {
    en: 'Only to another payment approver. Every approval shows that it was given on your behalf.',
    da: 'Kun til en anden betalingsgodkender. Hver godkendelse viser, at den er givet på dine vegne.',
  },
  fromPerson: {
    en: 'On behalf of',
    da: 'På vegne af',
  },
  toPerson: {
    en: 'Delegate',
    da: 'Fuldmægtig',
  },
  person: { en: 'Person', da: 'Person' },
  choosePerson: { en: 'Choose a person', da: 'Vælg en person' },
  fromDay: { en: 'First day', da: 'Første dag' },
  toDay: { en: 'Last day', da: 'Sidste dag' },
  days: { en: 'Days', da: 'Dage' },
  end: { en: 'End', da: 'Afslut' },
  endOf: {
    en: (who: string) => `End the delegation to ${who}`,
    da: (who: string) => `Afslut fuldmagten til ${who}`,
  },
  delegated: {
    en: 'Delegation created.',
    da: 'Fuldmagten er oprettet.',
  },
  ended: {
    en: 'Delegation ended.',
    da: 'Fuldmagten er afsluttet.',
  },
  actions: { en: 'Actions', da: 'Handlinger' },
});
