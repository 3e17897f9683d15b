/** The grammar of a rule as a sentence: the same parts in both languages. */
import { defineLabels, plural } from '@/kernel/i18n';

/** What a condition is about, as the sentence has it. */
export const nounLabels = defineLabels({
  ACCOUNT: { en: 'the own account', da: 'egen konto' },
  CONNECTION: { en: 'the bank connection', da: 'bankforbindelsen' },
  DIRECTION: { en: 'the direction', da: 'retningen' },
  AMOUNT: { en: 'the amount', da: 'beløbet' },
  CURRENCY: { en: 'the currency', da: 'valutaen' },
  TEXT: { en: 'the text', da: 'teksten' },
  COUNTERPARTY_NAME: { en: 'the counterparty', da: 'modparten' },
  COUNTERPARTY_ACCOUNT: { en: 'the counterparty’s account', da: 'modpartens konto' },
  COUNTERPARTY_COUNTRY: { en: 'the counterparty’s country', da: 'modpartens land' },
  BANK_TRANSACTION_CODE: { en: 'the bank’s transaction code', da: 'bankens transaktionskode' },
  REFERENCE: { en: 'the reference', da: 'referencen' },
  END_TO_END_ID: { en: 'the end-to-end id', da: 'end-to-end-id’et' },
  DATE: { en: 'the date', da: 'datoen' },
  VALUE_DATE: { en: 'the value date', da: 'valørdatoen' },
  WEEKDAY: { en: 'the weekday', da: 'ugedagen' },
  REVERSAL: { en: 'a reversal', da: 'tilbageførsel' },
  PAYMENT_TYPE: { en: 'the type of payment', da: 'betalingstypen' },
  ERP_METHOD: { en: 'the ERP’s payment method', da: 'ERP-systemets betalingsmetode' },
});

type Join = (noun: string, values: string) => string;
const pair = (en: Join, da: Join) => ({ en, da });

/** How a condition says what it says; and how it says the opposite. */
export const verbLabels = defineLabels({
  EQUALS: pair(
    (noun, value) => `${noun} is ${value}`,
    (noun, value) => `${noun} er ${value}`,
  ),
  not_EQUALS: pair(
    (noun, value) => `${noun} is not ${value}`,
    (noun, value) => `${noun} ikke er ${value}`,
  ),
  CONTAINS: pair(
    (noun, value) => `${noun} contains ${value}`,
    (noun, value) => `${noun} indeholder ${value}`,
  ),
  not_CONTAINS: pair(
    (noun, value) => `${noun} does not contain ${value}`,
    (noun, value) => `${noun} ikke indeholder ${value}`,
  ),
  STARTS_WITH: pair(
    (noun, value) => `${noun} starts with ${value}`,
    (noun, value) => `${noun} begynder med ${value}`,
  ),
  not_STARTS_WITH: pair(
    (noun, value) => `${noun} does not start with ${value}`,
    (noun, value) => `${noun} ikke begynder med ${value}`,
  ),
  ONE_OF: pair(
    (noun, value) => `${noun} is ${value}`,
    (noun, value) => `${noun} er ${value}`,
  ),
  not_ONE_OF: pair(
    (noun, value) => `${noun} is not ${value}`,
    (noun, value) => `${noun} ikke er ${value}`,
  ),
  AT_LEAST: pair(
    (noun, value) => `${noun} is at least ${value}`,
    (noun, value) => `${noun} er mindst ${value}`,
  ),
  not_AT_LEAST: pair(
    (noun, value) => `${noun} is under ${value}`,
    (noun, value) => `${noun} er under ${value}`,
  ),
  AT_MOST: pair(
    (noun, value) => `${noun} is at most ${value}`,
    (noun, value) => `${noun} er højst ${value}`,
  ),
  not_AT_MOST: pair(
    (noun, value) => `${noun} is above ${value}`,
    (noun, value) => `${noun} er over ${value}`,
  ),
  BETWEEN: pair(
    (noun, value) => `${noun} lies between ${value}`,
    (noun, value) => `${noun} ligger mellem ${value}`,
  ),
  not_BETWEEN: pair(
    (noun, value) => `${noun} does not lie between ${value}`,
    (noun, value) => `${noun} ikke ligger mellem ${value}`,
  ),
  EMPTY: pair(
    (noun) => `${noun} is missing`,
    (noun) => `${noun} mangler`,
  ),
  not_EMPTY: pair(
    (noun) => `${noun} is there`,
    (noun) => `${noun} er der`,
  ),
});

export const sentenceLabels = defineLabels({
  when: {
    en: (conditions: string, actions: string) => `When ${conditions}: ${actions}.`,
    da: (conditions: string, actions: string) => `Når ${conditions}: ${actions}.`,
  },
  and: { en: ' and ', da: ' og ' },
  or: { en: ' or ', da: ' eller ' },
  quoted: { en: (text: string) => `“${text}”`, da: (text: string) => `»${text}«` },
  nothing: { en: 'nothing is said yet', da: 'intet er angivet endnu' },
  doNothing: { en: 'do nothing', da: 'gør intet' },
  POSTING: { en: 'propose a posting', da: 'foreslå en kontering' },
  postingText: {
    en: (text: string) => `propose a posting with the text ${text}`,
    da: (text: string) => `foreslå en kontering med teksten ${text}`,
  },
  postingAccount: {
    en: (account: string) => `propose account ${account}`,
    da: (account: string) => `foreslå konto ${account}`,
  },
  postingBoth: {
    en: (account: string, text: string) => `propose account ${account} with the text ${text}`,
    da: (account: string, text: string) => `foreslå konto ${account} med teksten ${text}`,
  },
  LABEL: { en: 'mark it', da: 'mærk den' },
  labelNamed: { en: (name: string) => `mark it ${name}`, da: (name: string) => `mærk den ${name}` },
  HOLD: { en: 'hold the payment back', da: 'hold betalingen tilbage' },
  APPROVAL: {
    en: (count: number) =>
      count === 0
        ? 'ask for more approvals'
        : `ask for ${count} ${plural.en(count, 'approval', 'approvals')}`,
    da: (count: number) =>
      count === 0
        ? 'kræv flere godkendelser'
        : `kræv ${count} ${plural.da(count, 'godkendelse', 'godkendelser')}`,
  },
  NOTIFY: { en: 'tell people', da: 'giv besked' },
  notifyRole: {
    en: (role: string) => `tell ${role}`,
    da: (role: string) => `giv besked til ${role}`,
  },
  UPLOAD: { en: 'those who upload', da: 'dem, der uploader' },
  PAYMENT_APPROVER: { en: 'the payment approvers', da: 'betalingsgodkenderne' },
  ACCOUNT_MANAGEMENT: { en: 'the account managers', da: 'brugeradministratorerne' },
  DEBUG: { en: 'those who look after rules', da: 'dem, der passer reglerne' },
});

/** Values that are codes. */
export const valueLabels = defineLabels({
  'DIRECTION CREDIT': { en: 'money in', da: 'ind' },
  'DIRECTION DEBIT': { en: 'money out', da: 'ud' },
  'WEEKDAY 1': { en: 'Monday', da: 'mandag' },
  'WEEKDAY 2': { en: 'Tuesday', da: 'tirsdag' },
  'WEEKDAY 3': { en: 'Wednesday', da: 'onsdag' },
  'WEEKDAY 4': { en: 'Thursday', da: 'torsdag' },
  'WEEKDAY 5': { en: 'Friday', da: 'fredag' },
  'WEEKDAY 6': { en: 'Saturday', da: 'lørdag' },
  'WEEKDAY 7': { en: 'Sunday', da: 'søndag' },
  'REVERSAL YES': { en: 'true', da: 'sandt' },
  'PAYMENT_TYPE DOMESTIC': { en: 'domestic', da: 'indenlandsk' },
  'PAYMENT_TYPE SEPA': { en: 'SEPA', da: 'SEPA' },
  'PAYMENT_TYPE CROSS_BORDER': { en: 'cross-border', da: 'udenlandsk' },
});
