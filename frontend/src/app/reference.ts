/** Tells what was pasted apart: an id, a reference or an account number, or just some text. */

const LONGEST = 80;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const ROW = /^#\s?\d{1,18}$/;
const IBAN = /^[a-z]{2}\d{2}[a-z0-9]{8,30}$/i;
const REFERENCE = /^(?=.*\d)[\p{L}\d][\p{L}\d._/+:-]{5,}$/u;

/** The text as a reference worth looking for, or null. */
export function pastedReference(pasted: string): string | null {
  const text = pasted.trim();
  if (text.length > LONGEST || /[\n\r\t]/.test(text)) return null;
  const isOne =
    UUID.test(text) ||
    ROW.test(text) ||
    IBAN.test(text.replaceAll(/[\s.-]/g, '')) ||
    REFERENCE.test(text);
  return isOne ? text : null;
}
