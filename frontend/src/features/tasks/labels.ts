/** Words of what waits for one person. */
import { defineLabels } from '@/kernel/i18n';

export const labels = defineLabels({
  title: { en: 'Messages', da: 'Meddelelser' },
  parts: { en: 'Messages and tasks', da: 'Meddelelser og opgaver' },
  messages: { en: 'Messages', da: 'Meddelelser' },
  tasks: { en: 'My tasks', da: 'Mine opgaver' },
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
