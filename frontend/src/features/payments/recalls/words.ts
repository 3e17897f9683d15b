/** Why a bank does not give a payment back, in words; the server has the English, here stands the Danish. */
import type { Language } from '@/kernel/preferences';

const MEANINGS_DA: Readonly<Record<string, string>> = {
  AC04: 'Modtagerens konto er lukket',
  AGNT: 'Modtagerens bank er ikke enig',
  AM04: 'Der er ikke penge nok på modtagerens konto',
  ARDT: 'Betalingen er udført',
  ARJT: 'Betalingen er allerede afvist',
  ARPL: 'Nogen arbejder allerede på samme anmodning',
  CUST: 'Modtageren er ikke enig',
  LEGL: 'Loven tillader det ikke',
  NARR: 'Banken giver sin årsag i ord',
  NOAS: 'Modtageren har ikke svaret',
  NOOR: 'Banken kan ikke finde betalingen',
  PTNA: 'Den er sendt videre til den næste bank',
  RQDA: 'Banken venter på fuldmagt til at hæve hos modtageren',
  SYSP: 'Betalingen ligger i bankens system',
};

const ADVICE_DA: Readonly<Record<string, string>> = {
  ASK_PAYEE: 'Bed modtageren om at sende pengene tilbage, og afklar journalen, når de er kommet.',
  LOOK: 'Se på betalingens status og på kontoudtoget, før du gør andet.',
  WAIT: 'Intet at gøre: banken fortæller mere.',
  ASK_BANK: 'Spørg banken; oplys meddelelses-id og end-to-end-id.',
};

/** A bank's reason, as its meaning with its code; a code nobody knows stands for itself. */
export function recallReasonInWords(
  code: string,
  meaning: string | null | undefined,
  language: Language,
): string {
  const means = language === 'da' ? (MEANINGS_DA[code] ?? meaning) : meaning;
  return means ? `${means} (${code})` : code;
}

/** What to do about it. */
export const recallAdvice = (
  code: string | null,
  advice: string | null,
  language: Language,
): string | null => (language === 'da' ? (ADVICE_DA[code ?? ''] ?? advice) : advice);
