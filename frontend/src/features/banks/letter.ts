/** The numbers of a bank's letter and its accounts: whether they look right, as they are typed. */
export interface FieldFormat {
  name: string;
  pattern: string;
  longest: number;
  keepsBlanks: boolean;
}

/** What the server will compare: without blanks, except where they count. */
export const tidied = ({ keepsBlanks }: Pick<FieldFormat, 'keepsBlanks'>, value: string) =>
  keepsBlanks ? value.trim() : value.replaceAll(/\s/g, '');

/** Whether a number is written as the bank writes it. */
export function fits(field: FieldFormat, value: string): boolean {
  const text = tidied(field, value);
  return text.length <= field.longest && new RegExp(`^(?:${field.pattern})$`).test(text);
}

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
