/**
 * What a journal's next step means and what to do about it, by its code. The server
 * decides which step it is; here stand the sentences.
 */
import type { JournalStep, StepLineFragment } from '@/generated/graphql';
import { reasonInWords, recallReasonInWords } from '@/features/payments';
import { defineLabels, wordsOf } from '@/kernel/i18n';
import type { Language } from '@/kernel/preferences';
import type { Tone } from '@/ui';

/** Of each step a headline, what it means, and what to do. */
export const stepLabels = defineLabels({
  INVALID: { en: 'The file cannot be used', da: 'Filen kan ikke bruges' },
  INVALID_means: {
    en: 'Something in it is wrong enough that a bank would refuse it.',
    da: 'Noget i den er så forkert, at en bank ville afvise den.',
  },
  INVALID_do: {
    en: 'Read the findings, have the sender correct the file, and upload it again.',
    da: 'Læs fundene, få afsenderen til at rette filen, og upload den igen.',
  },
  OUTCOME_UNKNOWN: {
    en: 'Nobody knows whether the bank has it',
    da: 'Ingen ved, om banken har den',
  },
  OUTCOME_UNKNOWN_means: {
    en: 'The file left, but no trustworthy answer came. It may be carried out.',
    da: 'Filen blev sendt, men der kom intet pålideligt svar. Den kan blive udført.',
  },
  OUTCOME_UNKNOWN_do: {
    en: 'Do not send it again. Ask the bank, or wait for its status or the statement; then decide, with the reason.',
    da: 'Send den ikke igen. Spørg banken, eller vent på status eller kontoudtog; afgør det derefter med en begrundelse.',
  },
  PAYMENT_FILE_MISSING: { en: 'The payment file is not here', da: 'Betalingsfilen er her ikke' },
  PAYMENT_FILE_MISSING_means: {
    en: 'The bank answers a file that did not come through Giroscope.',
    da: 'Banken svarer på en fil, der ikke er kommet gennem Giroscope.',
  },
  PAYMENT_FILE_MISSING_do: {
    en: 'Upload the payment file; the answer is tied to it at once.',
    da: 'Upload betalingsfilen; svaret knyttes straks til den.',
  },
  REFUSED_BY_BANK: { en: 'The bank did not take the file', da: 'Banken tog ikke imod filen' },
  REFUSED_BY_BANK_means: {
    en: 'It refused the file as a whole. Nothing of it is paid.',
    da: 'Den afviste filen som helhed. Intet i den er betalt.',
  },
  REFUSED_BY_BANK_do: {
    en: 'Read what the bank says. Mend the connection and send it again, or upload a corrected file.',
    da: 'Læs, hvad banken skriver. Ret forbindelsen, og send filen igen, eller upload en rettet fil.',
  },
  NOT_TAKEN: { en: 'The bank does not have the file', da: 'Banken har ikke filen' },
  NOT_TAKEN_means: {
    en: 'It never left, or somebody found out that it did not arrive. Nothing of it is paid.',
    da: 'Den blev aldrig sendt, eller nogen har fundet ud af, at den ikke kom frem. Intet i den er betalt.',
  },
  NOT_TAKEN_do: {
    en: 'Send it again, or stop it for good.',
    da: 'Send den igen, eller stop den helt.',
  },
  HELD: { en: 'Cannot leave yet', da: 'Kan ikke sendes endnu' },
  HELD_means: {
    en: 'Nothing of it has left. It is tried again by itself for a day.',
    da: 'Intet er sendt. Det forsøges igen af sig selv i et døgn.',
  },
  HELD_do: {
    en: 'Look at the connection to the bank: test it, renew its certificate or end its pause.',
    da: 'Se på forbindelsen til banken: test den, forny certifikatet, eller ophæv pausen.',
  },
  HELD_BY_RULE: { en: 'Held by a rule', da: 'Tilbageholdt af en regel' },
  HELD_BY_RULE_means: {
    en: 'A rule matches payments in it. Nothing in the file is signed or sent until they are released.',
    da: 'En regel matcher betalinger i den. Intet i filen underskrives eller sendes, før de er frigivet.',
  },
  HELD_BY_RULE_do: {
    en: 'Review the rule and its reason below. A payment approver who did not submit them releases them, with a reason.',
    da: 'Gennemgå reglen og årsagen herunder. En betalingsgodkender, der ikke selv har indlæst dem, frigiver dem med en begrundelse.',
  },
  RECALL_ASKED: {
    en: 'A recall waits for a second person',
    da: 'En tilbagekaldelse venter på en anden person',
  },
  RECALL_ASKED_means: {
    en: 'Somebody wants payments back that have left. Until it is confirmed nothing is sent, and the bank goes on paying.',
    da: 'Nogen vil have betalinger tilbage, der er sendt. Indtil det er bekræftet, sendes intet, og banken betaler videre.',
  },
  RECALL_ASKED_do: {
    en: 'Confirm or decline it now; if the bank’s cut-off is near, phone the bank too.',
    da: 'Bekræft eller afslå nu; er bankens frist nær, så ring også til banken.',
  },
  RECALL_UNKNOWN: {
    en: 'Nobody knows whether the bank has the recall',
    da: 'Ingen ved, om banken har tilbagekaldelsen',
  },
  RECALL_UNKNOWN_means: {
    en: 'The request left, but no trustworthy answer came.',
    da: 'Anmodningen blev sendt, men der kom intet pålideligt svar.',
  },
  RECALL_UNKNOWN_do: {
    en: 'Phone the bank, then decide what happened under Recall.',
    da: 'Ring til banken, og afgør derefter under Tilbagekaldelse, hvad der skete.',
  },
  RECALL_NOT_TAKEN: {
    en: 'The recall did not reach the bank',
    da: 'Tilbagekaldelsen nåede ikke banken',
  },
  RECALL_NOT_TAKEN_means: {
    en: 'The payments go on as if nobody had asked.',
    da: 'Betalingerne fortsætter, som om ingen havde bedt om det.',
  },
  RECALL_NOT_TAKEN_do: {
    en: 'Phone the bank, then send the request again or stop it.',
    da: 'Ring til banken, og send derefter anmodningen igen, eller stop den.',
  },
  RECALL_REFUSED: {
    en: 'The bank did not give payments back',
    da: 'Banken gav ikke betalinger tilbage',
  },
  RECALL_REFUSED_means: {
    en: 'They are, or will be, paid. The others that were asked back are told under Recall.',
    da: 'De er betalt eller bliver det. De øvrige, der blev bedt om, står under Tilbagekaldelse.',
  },
  RECALL_REFUSED_do: {
    en: 'Ask the payee to send the money back; settle the journal when that is done.',
    da: 'Bed modtageren om at sende pengene tilbage; afklar journalen, når det er sket.',
  },
  RECALL_UNANSWERED: {
    en: 'The bank is silent about a recall',
    da: 'Banken svarer ikke på en tilbagekaldelse',
  },
  RECALL_UNANSWERED_means: {
    en: 'It has the request, and has not said a word about some of the payments in the time banks usually take. They may be carried out meanwhile.',
    da: 'Den har anmodningen og har ikke sagt noget om nogle af betalingerne inden for den tid, banker plejer at bruge. De kan blive udført imens.',
  },
  RECALL_UNANSWERED_do: {
    en: 'Phone the bank and ask for its answer in writing. Settle the journal if the answer comes another way.',
    da: 'Ring til banken, og bed om svaret på skrift. Afklar journalen, hvis svaret kommer ad anden vej.',
  },
  WAIT_FOR_RECALL: {
    en: 'Waits for the answer to a recall',
    da: 'Venter på svar på en tilbagekaldelse',
  },
  WAIT_FOR_RECALL_means: {
    en: 'The bank has been asked for payments back and has not given its last word.',
    da: 'Banken er bedt om at give betalinger tilbage og har ikke givet sit endelige svar.',
  },
  WAIT_FOR_RECALL_do: {
    en: 'Do not pay again before the bank has answered.',
    da: 'Betal ikke igen, før banken har svaret.',
  },
  SETTLED: { en: 'Resolved manually', da: 'Løst manuelt' },
  SETTLED_means: {
    en: 'What was wrong has been dealt with elsewhere.',
    da: 'Det, der var galt, er ordnet et andet sted.',
  },
  SETTLED_do: {
    en: 'Take it up again if that turns out not to be so.',
    da: 'Tag den op igen, hvis det viser sig ikke at passe.',
  },
  CONTRADICTED: { en: 'The bank contradicts itself', da: 'Banken modsiger sig selv' },
  CONTRADICTED_means: {
    en: 'Payments were both refused and accepted or carried out.',
    da: 'Betalinger er både afvist og accepteret eller udført.',
  },
  CONTRADICTED_do: {
    en: 'Do not pay again before the statement shows what happened; ask the bank if it does not.',
    da: 'Betal ikke igen, før kontoudtoget viser, hvad der skete; spørg banken, hvis det ikke gør.',
  },
  RETURNED: { en: 'Money has come back', da: 'Penge er kommet tilbage' },
  RETURNED_means: {
    en: 'Payments were booked and later returned to the account. The payee has not been paid.',
    da: 'Betalinger blev bogført og senere returneret til kontoen. Modtageren er ikke betalt.',
  },
  RETURNED_do: {
    en: 'Ask the payee for the right account, and pay again in a new file.',
    da: 'Få den rigtige konto af modtageren, og betal igen i en ny fil.',
  },
  REFUSED_AS_DUPLICATE: {
    en: 'Rejected as a duplicate',
    da: 'Afvist som dublet',
  },
  REFUSED_AS_DUPLICATE_means: {
    en: 'It refused a copy. The first one may have been, or may yet be, carried out.',
    da: 'Den har afvist en kopi. Den første kan være udført eller blive det.',
  },
  REFUSED_AS_DUPLICATE_do: {
    en: 'Look for the first one in the journals and on the statement before anything is paid again.',
    da: 'Find den første blandt journalerne og på kontoudtoget, før noget betales igen.',
  },
  REJECTED: { en: 'The bank has refused everything', da: 'Banken har afvist det hele' },
  REJECTED_means: { en: 'Nothing of this file is paid.', da: 'Intet i denne fil er betalt.' },
  REJECTED_do: {
    en: 'See the reason at each payment, correct it, and make a new file with a new message id.',
    da: 'Se årsagen ved hver betaling, ret den, og lav en ny fil med et nyt meddelelses-id.',
  },
  PARTLY_REJECTED: {
    en: 'The bank has refused some payments',
    da: 'Banken har afvist nogle betalinger',
  },
  PARTLY_REJECTED_means: {
    en: 'The others go on. The refused ones are not paid.',
    da: 'De andre fortsætter. De afviste er ikke betalt.',
  },
  PARTLY_REJECTED_do: {
    en: 'See the reason at each refused payment, correct it, and pay those again in a new file.',
    da: 'Se årsagen ved hver afvist betaling, ret den, og betal dem igen i en ny fil.',
  },
  UNKNOWN_CODE: {
    en: 'The bank used a code we do not know',
    da: 'Banken har brugt en kode, vi ikke kender',
  },
  UNKNOWN_CODE_means: {
    en: 'It is kept and shown, and changes nothing.',
    da: 'Den er gemt og vises, og den ændrer intet.',
  },
  UNKNOWN_CODE_do: {
    en: 'Ask the bank what it means, and write it as a comment.',
    da: 'Spørg banken, hvad den betyder, og skriv det som en kommentar.',
  },
  EXECUTION_MISSING: { en: 'Accepted, and not carried out', da: 'Accepteret, men ikke udført' },
  EXECUTION_MISSING_means: {
    en: 'The statements cover its day, and nothing of it is booked. Somebody may have rejected it in the netbank, or there was no money.',
    da: 'Kontoudtogene dækker dagen, og intet i filen er bogført. Nogen kan have afvist den i netbanken, eller der manglede penge.',
  },
  EXECUTION_MISSING_do: {
    en: 'Ask the bank what became of it before anybody pays again. Settle the journal when you know.',
    da: 'Spørg banken, hvad der blev af den, før nogen betaler igen. Afklar journalen, når du ved det.',
  },
  STATUS_MISSING: { en: 'The bank has not answered', da: 'Banken har ikke svaret' },
  STATUS_MISSING_means: {
    en: 'The file left, and no status has come in the time it usually takes.',
    da: 'Filen er sendt, og der er ingen status kommet inden for den sædvanlige tid.',
  },
  STATUS_MISSING_do: {
    en: 'Look at the connection, then ask the bank; do not send the file again.',
    da: 'Se på forbindelsen, og spørg derefter banken; send ikke filen igen.',
  },
  STATEMENT_DISPUTED: { en: 'Disputed statement', da: 'Modstridende kontoudtog' },
  STATEMENT_DISPUTED_means: {
    en: 'Two statements of the same days contradict each other, and nothing tells which is right. One of them does not count.',
    da: 'To kontoudtog for de samme dage modsiger hinanden, og intet viser, hvilket der er rigtigt. Det ene tæller ikke.',
  },
  STATEMENT_DISPUTED_do: {
    en: 'Compare the two, and choose the one that counts.',
    da: 'Sammenlign de to, og vælg det, der tæller.',
  },
  STATEMENT_REPLACED: { en: 'Another version counts', da: 'En anden version tæller' },
  STATEMENT_REPLACED_means: {
    en: 'The statement is here in another version. This one is kept and no longer counts.',
    da: 'Kontoudtoget findes i en anden version. Denne gemmes og tæller ikke længere.',
  },
  STATEMENT_REPLACED_do: {
    en: 'See what changed. There is nothing else to do.',
    da: 'Se, hvad der er ændret. Der er ellers intet at gøre.',
  },
  DOES_NOT_ADD_UP: { en: 'The statement does not add up', da: 'Kontoudtoget stemmer ikke' },
  DOES_NOT_ADD_UP_means: {
    en: 'Opening balance and entries do not give the closing balance.',
    da: 'Primosaldo og posteringer giver ikke ultimosaldoen.',
  },
  DOES_NOT_ADD_UP_do: {
    en: 'Look for a missing page, or ask the bank for the statement again.',
    da: 'Se efter en manglende side, eller bed banken om kontoudtoget igen.',
  },
  APPROVAL_ENDED: { en: 'Approval expired', da: 'Godkendelsen er udløbet' },
  APPROVAL_ENDED_means: {
    en: 'It was not approved and sent in time. Nothing is paid.',
    da: 'Den blev ikke godkendt og sendt i tide. Intet er betalt.',
  },
  APPROVAL_ENDED_do: {
    en: 'Resubmit it for approval if its dates still hold; otherwise upload a new file.',
    da: 'Send den til godkendelse igen, hvis datoerne stadig holder; upload ellers en ny fil.',
  },
  WAIT_FOR_IMPORT: { en: 'The file is being read', da: 'Filen læses' },
  WAIT_FOR_IMPORT_means: { en: 'It will be here in a moment.', da: 'Den er klar om et øjeblik.' },
  WAIT_FOR_IMPORT_do: { en: 'Nothing to do.', da: 'Intet at gøre.' },
  CONNECT_BANK: {
    en: 'No connection sends from this account',
    da: 'Ingen forbindelse sender fra denne konto',
  },
  CONNECT_BANK_means: {
    en: 'The file is in order, but it does not leave from here.',
    da: 'Filen er i orden, men den sendes ikke herfra.',
  },
  CONNECT_BANK_do: {
    en: 'Connect the bank, or send the file another way and upload the bank’s answers.',
    da: 'Tilslut banken, eller send filen på anden vis, og upload bankens svar.',
  },
  APPROVE: { en: 'Pending approval', da: 'Afventer godkendelse' },
  APPROVE_means: {
    en: 'A payment approver who did not submit the file must review and approve it.',
    da: 'En betalingsgodkender, der ikke har indlæst filen, skal gennemgå og godkende den.',
  },
  APPROVE_do: {
    en: 'Approve it before the bank’s cut-off.',
    da: 'Godkend den inden bankens frist.',
  },
  SIGN: { en: 'Signature required', da: 'Kræver underskrift' },
  SIGN_means: {
    en: 'It is approved and not sent yet. A payment approver signs and sends it.',
    da: 'Den er godkendt og endnu ikke sendt. En betalingsgodkender underskriver og sender den.',
  },
  SIGN_do: {
    en: 'Sign and send it before the bank’s cut-off.',
    da: 'Underskriv og send den inden bankens frist.',
  },
  WAIT_FOR_SENDING: { en: 'On its way to the bank', da: 'På vej til banken' },
  WAIT_FOR_SENDING_means: {
    en: 'It is signed and leaves when its turn comes.',
    da: 'Den er underskrevet og sendes, når det bliver dens tur.',
  },
  WAIT_FOR_SENDING_do: { en: 'Nothing to do.', da: 'Intet at gøre.' },
  WAIT_FOR_STATUS: { en: 'Waits for the bank’s answer', da: 'Venter på bankens svar' },
  WAIT_FOR_STATUS_means: {
    en: 'Delivered to the bank and not accepted yet; usually within two hours.',
    da: 'Leveret til banken og endnu ikke accepteret; sker som regel inden for to timer.',
  },
  WAIT_FOR_STATUS_do: { en: 'Nothing to do.', da: 'Intet at gøre.' },
  WAIT_FOR_EXECUTION: { en: 'Waits for its execution date', da: 'Venter på udførelsesdatoen' },
  WAIT_FOR_EXECUTION_means: {
    en: 'The bank has accepted it and carries it out on its date.',
    da: 'Banken har accepteret den og udfører den på datoen.',
  },
  WAIT_FOR_EXECUTION_do: {
    en: 'Make sure the account is funded.',
    da: 'Sørg for dækning på kontoen.',
  },
  WAIT_FOR_STATEMENT: { en: 'Waits for the statement', da: 'Venter på kontoudtoget' },
  WAIT_FOR_STATEMENT_means: {
    en: 'The bank says the money has left; the statement proves it.',
    da: 'Banken siger, at pengene er afsendt; kontoudtoget beviser det.',
  },
  WAIT_FOR_STATEMENT_do: {
    en: 'Nothing to do; the statement usually comes on the next banking day.',
    da: 'Intet at gøre; kontoudtoget kommer normalt næste bankdag.',
  },
  PROVE: { en: 'Booked; the proof is not whole', da: 'Bogført; beviset er ikke helt' },
  PROVE_means: {
    en: 'A day’s statement that adds up and follows the one before it proves the bookings. That is lacking for some of them.',
    da: 'Et dagskontoudtog, der stemmer og følger det foregående, beviser posteringerne. Det mangler for nogle af dem.',
  },
  PROVE_do: {
    en: 'Look at the statement: a day before it may be missing.',
    da: 'Se på kontoudtoget: en dag før det kan mangle.',
  },
  NOTHING: { en: 'Nothing is left to do', da: 'Der er intet tilbage at gøre' },
  NOTHING_means: { en: 'This journal is at its end.', da: 'Journalen er ved sin afslutning.' },
  NOTHING_do: { en: 'Nothing to do.', da: 'Intet at gøre.' },
});

const TONES: Partial<Record<JournalStep, Tone>> = {
  INVALID: 'bad',
  OUTCOME_UNKNOWN: 'bad',
  RECALL_ASKED: 'warn',
  RECALL_UNKNOWN: 'bad',
  RECALL_NOT_TAKEN: 'bad',
  RECALL_REFUSED: 'warn',
  RECALL_UNANSWERED: 'warn',
  SETTLED: 'good',
  REFUSED_BY_BANK: 'bad',
  NOT_TAKEN: 'warn',
  HELD: 'warn',
  HELD_BY_RULE: 'warn',
  CONTRADICTED: 'bad',
  RETURNED: 'bad',
  REJECTED: 'bad',
  PAYMENT_FILE_MISSING: 'warn',
  REFUSED_AS_DUPLICATE: 'warn',
  PARTLY_REJECTED: 'warn',
  UNKNOWN_CODE: 'warn',
  STATUS_MISSING: 'warn',
  EXECUTION_MISSING: 'bad',
  STATEMENT_DISPUTED: 'warn',
  DOES_NOT_ADD_UP: 'warn',
  APPROVAL_ENDED: 'warn',
  APPROVE: 'warn',
  SIGN: 'warn',
  NOTHING: 'good',
};

export interface StepInWords {
  title: string;
  means: string;
  advice: string;
  tone: Tone;
}

/** A step in words. */
export function stepInWords(step: JournalStep, language: Language): StepInWords {
  const words = wordsOf(stepLabels, language);
  return {
    title: words[step],
    means: words[`${step}_means`],
    advice: words[`${step}_do`],
    tone: TONES[step] ?? 'info',
  };
}

/** The first reason of what is wrong, in words; codes of refused recalls are a list of their own. */
export function firstReason(
  { step, values, reason: told }: Pick<StepLineFragment, 'step' | 'values' | 'reason'>,
  language: Language,
): string | null {
  const known = new Map(values.map(({ name, value }) => [name, value]));
  const reason = told?.[language] ?? known.get('reason');
  if (!reason) return null;
  return (step === 'RECALL_REFUSED' ? recallReasonInWords : reasonInWords)(
    reason,
    known.get('meaning'),
    language,
  );
}
