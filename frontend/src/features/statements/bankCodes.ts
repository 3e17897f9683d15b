/**
 * What a bank's transaction code means, in words. Codes are those of the ISO 20022 external
 * code set (domain, family, sub-family) and the types of SWIFT field 61; the most particular
 * part that is known gives the word, and an unknown code stays as it is.
 */
import { defineLabels, type Words } from '@/kernel/i18n';

export const bankCodes = defineLabels({
  // Sub-families.
  ACDT: { en: 'Account closing', da: 'Kontolukning' },
  ARET: { en: 'Returned cheque or payment', da: 'Returneret check eller betaling' },
  ATXN: { en: 'Automatic transfer', da: 'Automatisk overførsel' },
  AUTT: { en: 'Automatic transfer', da: 'Automatisk overførsel' },
  BBDD: { en: 'SEPA direct debit, business', da: 'SEPA-direkte debitering, erhverv' },
  BOOK: { en: 'Internal transfer', da: 'Intern overførsel' },
  CDPT: { en: 'Cash deposit', da: 'Kontantindbetaling' },
  CHRG: { en: 'Charges', da: 'Gebyrer' },
  COMM: { en: 'Commission', da: 'Provision' },
  CWDL: { en: 'Cash withdrawal', da: 'Kontanthævning' },
  DMCT: { en: 'Domestic credit transfer', da: 'Indenlandsk overførsel' },
  ESCT: { en: 'SEPA credit transfer', da: 'SEPA-overførsel' },
  ESDD: { en: 'SEPA direct debit', da: 'SEPA-direkte debitering' },
  FEES: { en: 'Fees', da: 'Gebyrer' },
  FICT: { en: 'Transfer between banks', da: 'Overførsel mellem banker' },
  INTR: { en: 'Interest', da: 'Renter' },
  ISCT: { en: 'Instant credit transfer', da: 'Straksoverførsel' },
  PMDD: { en: 'Direct debit', da: 'Direkte debitering' },
  POSC: { en: 'Card payment, credit card', da: 'Kortbetaling, kreditkort' },
  POSD: { en: 'Card payment, debit card', da: 'Kortbetaling, betalingskort' },
  RIMB: { en: 'Reimbursement', da: 'Refusion' },
  RRTN: { en: 'Returned transfer', da: 'Returneret overførsel' },
  SALA: { en: 'Salary', da: 'Løn' },
  SALR: { en: 'Salary', da: 'Løn' },
  STDO: { en: 'Standing order', da: 'Fast overførsel' },
  SWEP: { en: 'Cash pool sweep', da: 'Cash pool-overførsel' },
  TAXE: { en: 'Taxes', da: 'Skatter' },
  UPDD: { en: 'Returned direct debit', da: 'Returneret direkte debitering' },
  VCOM: { en: 'Credit with payment reference', da: 'Indbetaling med betalingsreference' },
  XBCT: { en: 'Cross-border credit transfer', da: 'Udenlandsk overførsel' },
  XBDD: { en: 'Cross-border direct debit', da: 'Udenlandsk direkte debitering' },
  // Families.
  CCRD: { en: 'Card payment', da: 'Kortbetaling' },
  CNTR: { en: 'Cash at the counter', da: 'Kontanter ved skranken' },
  DRFT: { en: 'Draft', da: 'Veksel' },
  ICCN: { en: 'Issued transfer in the cash pool', da: 'Udgående cash pool-overførsel' },
  ICDT: { en: 'Issued credit transfer', da: 'Udgående overførsel' },
  ICHQ: { en: 'Issued cheque', da: 'Udstedt check' },
  IDDT: { en: 'Issued direct debit', da: 'Udgående direkte debitering' },
  IRCT: { en: 'Issued instant transfer', da: 'Udgående straksoverførsel' },
  LBOX: { en: 'Lockbox', da: 'Lockbox' },
  MCRD: { en: 'Card settlement', da: 'Kortafregning' },
  MDOP: { en: 'Miscellaneous debits', da: 'Diverse hævninger' },
  MCOP: { en: 'Miscellaneous credits', da: 'Diverse indsætninger' },
  RCCN: { en: 'Received transfer in the cash pool', da: 'Indgående cash pool-overførsel' },
  RCDT: { en: 'Received credit transfer', da: 'Indgående overførsel' },
  RCHQ: { en: 'Received cheque', da: 'Modtaget check' },
  RDDT: { en: 'Received direct debit', da: 'Modtaget direkte debitering' },
  RRCT: { en: 'Received instant transfer', da: 'Indgående straksoverførsel' },
  // Domains.
  ACMT: { en: 'Account management', da: 'Kontoadministration' },
  CAMT: { en: 'Cash management', da: 'Likviditetsstyring' },
  FORX: { en: 'Foreign exchange', da: 'Valutahandel' },
  LDAS: { en: 'Loans and deposits', da: 'Lån og indlån' },
  PMNT: { en: 'Payment', da: 'Betaling' },
  SECU: { en: 'Securities', da: 'Værdipapirer' },
  TRAD: { en: 'Trade services', da: 'Handelsydelser' },
  // SWIFT field 61, after the leading letter.
  CHG: { en: 'Charges', da: 'Gebyrer' },
  CHK: { en: 'Cheque', da: 'Check' },
  COL: { en: 'Collection', da: 'Inkasso' },
  DDT: { en: 'Direct debit', da: 'Direkte debitering' },
  DIV: { en: 'Dividend', da: 'Udbytte' },
  INT: { en: 'Interest', da: 'Renter' },
  MSC: { en: 'Miscellaneous', da: 'Diverse' },
  RTI: { en: 'Returned item', da: 'Returneret post' },
  STO: { en: 'Standing order', da: 'Fast overførsel' },
  TRF: { en: 'Transfer', da: 'Overførsel' },
});

/** The words for a code; the code itself where no part of it is known. */
export function bankCodeInWords(code: string, words: Words<typeof bankCodes>): string {
  const known = words as Readonly<Record<string, string>>;
  const parts = code
    .split(/[^A-Z0-9]+/i)
    .filter(Boolean)
    .toReversed();
  const swift = /^[NFS][A-Z]{3}$/.test(code) ? known[code.slice(1)] : undefined;
  return parts.map((part) => known[part]).find((word) => word !== undefined) ?? swift ?? code;
}
