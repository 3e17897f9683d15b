/** The numbers of a bank's letter: what they are called there, where they stand, and whether they look right. */
import type { BankConnectionType } from '@/generated/graphql';
import { defineLabels } from '@/kernel/i18n';

export const letterLabels = defineLabels({
  agreementId: { en: 'Agreement number', da: 'Aftalenummer' },
  agreementIdHelp: {
    en: 'At the top right of the agreement, as “Agreement No.”.',
    da: 'Øverst til højre på aftalen, som »Aftalenr.«.',
  },
  senderId: { en: 'Sender ID', da: 'Afsender-id (Sender ID)' },
  senderIdHelp: {
    en: 'In the box of numbers, first line: 10 or 11 digits.',
    da: 'I boksen med numre, første linje: 10 eller 11 cifre.',
  },
  signerId: { en: 'Signer ID', da: 'Underskriver-id (Signer ID)' },
  signerIdHelp: {
    en: 'In the box of numbers, second line: 10 or 11 digits. The certificate belongs to it.',
    da: 'I boksen med numre, anden linje: 10 eller 11 cifre. Certifikatet hører til det.',
  },
  name: { en: 'Name on the agreement', da: 'Navn på aftalen' },
  nameHelp: {
    en: 'At the top left, letter by letter as the bank writes it; no slash.',
    da: 'Øverst til venstre, bogstav for bogstav som banken skriver det; ingen skråstreg.',
  },
  countryCode: { en: 'Country', da: 'Land' },
  countryCodeHelp: {
    en: 'Two letters, at the end of the address: DK, SE, NO or FI.',
    da: 'To bogstaver, sidst i adressen: DK, SE, NO eller FI.',
  },
  functionId: { en: 'Function ID', da: 'Funktions-id' },
  functionIdHelp: {
    en: 'In the box of numbers, first line.',
    da: 'I boksen med numre, første linje.',
  },
  regNo: { en: 'Bank’s registration number', da: 'Bankens registreringsnummer' },
  regNoHelp: {
    en: 'In the box of numbers, second line: the bank’s own four digits, not your account’s.',
    da: 'I boksen med numre, anden linje: bankens egne fire cifre, ikke jeres kontos.',
  },
  activationCode: { en: 'Activation code', da: 'Aktiveringskode' },
  NORDEA_CACode: {
    en: 'Ten digits, sent by text message to the person the agreement names. It works for seven days.',
    da: 'Ti cifre, sendt pr. sms til den person, aftalen nævner. Den virker i syv dage.',
  },
  BANK_CONNECTCode: {
    en: 'At the bottom of a letter of its own, in groups; with or without hyphens.',
    da: 'Nederst i et brev for sig, i grupper; med eller uden bindestreger.',
  },
});

export interface FieldFormat {
  name: string;
  pattern: string;
  longest: number;
}

/** What the server will compare: without blanks, except inside a name. */
export const tidied = (name: string, value: string) =>
  name === 'name' ? value.trim() : value.replaceAll(/\s/g, '');

/** Whether a number is written as the bank writes it. */
export function fits({ name, pattern, longest }: FieldFormat, value: string): boolean {
  const text = tidied(name, value);
  return text.length <= longest && new RegExp(`^(?:${pattern})$`).test(text);
}

/** The line of the letter's picture a number stands on. */
export const PLACES: Readonly<Record<BankConnectionType, Readonly<Record<string, string>>>> = {
  NORDEA_CA: {
    name: 'head',
    countryCode: 'address',
    agreementId: 'corner',
    senderId: 'first',
    signerId: 'second',
    activationCode: 'phone',
  },
  BANK_CONNECT: {
    countryCode: 'address',
    functionId: 'first',
    regNo: 'second',
    activationCode: 'foot',
  },
  FOLDER: {},
};

export interface TypedAccount {
  number: string;
  name: string | null;
}

/** Accounts typed one per line: the number first, a name after it; null for a line that is no account. */
export function readAccounts(
  text: string,
): readonly { line: string; account: TypedAccount | null }[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ line, account: readAccount(line) }));
}

/** The longest beginning of the line that is an account; what follows is its name. */
function readAccount(line: string): TypedAccount | null {
  const parts = line.split(/[\s,;:]+/).filter(Boolean);
  for (let at = parts.length; at > 0; at -= 1) {
    const number = parts.slice(0, at).join('').replaceAll('-', '').toUpperCase();
    if (isAccount(number)) return { number, name: parts.slice(at).join(' ') || null };
  }
  return null;
}

/** How long an IBAN of a Nordic country is; elsewhere the check digits have to do. */
const LENGTHS: Readonly<Record<string, number>> = { DK: 18, FI: 18, NO: 15, SE: 24 };

/** An IBAN with right check digits (ISO 13616), or a domestic number of 5 to 34 digits. */
export function isAccount(number: string): boolean {
  if (!/^[A-Z]{2}\d{2}/.test(number)) return /^\d{5,34}$/.test(number);
  const length = LENGTHS[number.slice(0, 2)];
  if (length ? number.length !== length : number.length < 15 || number.length > 34) return false;
  if (!/^[A-Z0-9]+$/.test(number)) return false;
  const turned = number.slice(4) + number.slice(0, 4);
  let rest = 0;
  for (const char of turned)
    for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
