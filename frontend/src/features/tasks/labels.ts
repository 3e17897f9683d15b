/** Words of what waits for one person. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Messages', da: 'Meddelelser' },
  parts: { en: 'Messages and tasks', da: 'Meddelelser og opgaver' },
  messages: { en: 'Messages', da: 'Meddelelser' },
  tasks: { en: 'My tasks', da: 'Mine opgaver' },
  mail: { en: 'Mails', da: 'Mails' },
  mailLead: {
    en: 'What you are told by mail, and how often. It holds for you alone.',
    da: 'Hvad du får at vide pr. mail, og hvor ofte. Det gælder kun dig.',
  },
  lead: {
    en: 'What you can do now, and others wait for. What is yours to do depends on your roles.',
    da: 'Hvad du kan gøre nu, og andre venter på. Hvad der er dit, afhænger af dine roller.',
  },
  task: { en: 'Task', da: 'Opgave' },
  count: { en: 'Number', da: 'Antal' },
  atLeast: { en: (count: string) => `${count}+`, da: (count: string) => `${count}+` },
  oldest: { en: 'Oldest', da: 'Ældste' },
  amount: { en: 'Amount', da: 'Beløb' },
  emptyTitle: { en: 'Nothing waits for you', da: 'Intet venter på dig' },
  emptyText: {
    en: 'Approvals, confirmations and decisions that are yours appear here as they come.',
    da: 'Godkendelser, bekræftelser og afgørelser, der er dine, dukker op her, når de kommer.',
  },
});

export const kindLabels = defineLabels({
  UNKNOWN_OUTCOME: {
    en: 'Decide what happened to files with an unknown outcome',
    da: 'Afgør, hvad der skete med filer med ukendt udfald',
  },
  APPROVE: { en: 'Approve payments', da: 'Godkend betalinger' },
  SIGN: { en: 'Sign payments', da: 'Underskriv betalinger' },
  CONFIRM_BANK: {
    en: 'Confirm a key or a connection to a bank',
    da: 'Bekræft en nøgle eller en forbindelse til en bank',
  },
  CONFIRM_ERP: {
    en: 'Confirm changes of the ERP configuration',
    da: 'Bekræft ændringer af ERP-opsætningen',
  },
  CONFIRM_ROLE: { en: 'Confirm roles', da: 'Bekræft roller' },
  CONFIRM_PASSKEY: { en: 'Confirm passkeys', da: 'Bekræft adgangsnøgler' },
  CONFIRM_APPROVAL_RULES: {
    en: 'Confirm new approval rules',
    da: 'Bekræft nye godkendelsesregler',
  },
  CONFIRM_RULE: { en: 'Confirm rules', da: 'Bekræft regler' },
  CONFIRM_MONTH: { en: 'Confirm the closing of months', da: 'Bekræft lukning af måneder' },
  CONFIRM_MONTH_RULE: {
    en: 'Confirm who closes a month',
    da: 'Bekræft, hvem der lukker en måned',
  },
  DISPUTED_STATEMENT: {
    en: 'Decide which of contradicting statements count',
    da: 'Afgør, hvilke modstridende kontoudtog der gælder',
  },
  POSSIBLE_DUPLICATE: {
    en: 'Decide possible duplicates',
    da: 'Afgør mulige dubletter',
  },
  MATCH: { en: 'Match entries', da: 'Match posteringer' },
});

export const mailLabels = defineLabels({
  title: { en: 'Mails to me', da: 'Mails til mig' },
  help: {
    en: 'Daily mails come after 7:00 in Copenhagen on days that banks are open, and only where something is new. Mails at once come some minutes after the message, at most one every ten minutes.',
    da: 'Daglige mails kommer efter kl. 7.00 i København på bankdage, og kun når der er noget nyt. Mails med det samme kommer nogle minutter efter meddelelsen, højst én hvert tiende minut.',
  },
  notMailed: {
    en: 'Mails go to people with a role. You have none here, so none are sent to you.',
    da: 'Mails sendes til personer med en rolle. Du har ingen her, så der sendes ingen til dig.',
  },
  topic: { en: 'About', da: 'Om' },
  TASKS: { en: 'My tasks', da: 'Mine opgaver' },
  FILES: { en: 'Files', da: 'Filer' },
  PAYMENTS: { en: 'Payments', da: 'Betalinger' },
  STATEMENTS: { en: 'Statements', da: 'Kontoudtog' },
  BANKS: { en: 'Banks', da: 'Banker' },
  ERP: { en: 'ERP finance system', da: 'ERP-finanssystem' },
  OTHER: { en: 'Other', da: 'Andet' },
  ERROR: { en: 'Errors', da: 'Fejl' },
  WARNING: { en: 'Warnings', da: 'Advarsler' },
  INFO: { en: 'Information', da: 'Information' },
  AT_ONCE: { en: 'At once', da: 'Med det samme' },
  DAILY: { en: 'Daily', da: 'Dagligt' },
  NEVER: { en: 'Never', da: 'Aldrig' },
  chosen: { en: 'The choice is kept', da: 'Valget er gemt' },
});
