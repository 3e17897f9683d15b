/**
 * Reads who is to be invited from what somebody typed or pasted: one per line, or separated
 * by commas, with or without names. Pure; sends nothing.
 */
export interface Invitee {
  /** What was typed, for telling the person which one is meant. */
  typed: string;
  email: string;
  givenName: string;
  familyName: string;
  flaw: 'malformed' | 'duplicate' | null;
}

export const MOST_INVITED = 50;

// The same rule as the server's: what can be written into the header of a mail and mean one mailbox.
const MAIL =
  /^[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const LONGEST = 255;

/** Whether this can be a mail address. */
export function isMail(text: string): boolean {
  return text.length <= LONGEST && MAIL.test(text);
}

/** Everybody in the text, in order; flaws are told per person and nobody is dropped. */
export function readInvitees(text: string): readonly Invitee[] {
  const seen = new Set<string>();
  return pieces(text).map((typed) => {
    const { email, name } = apart(typed);
    const flaw = !isMail(email) ? 'malformed' : seen.has(email) ? 'duplicate' : null;
    seen.add(email);
    return { typed, email, ...namesOf(name || guessed(email)), flaw };
  });
}

/** A comma inside quotes belongs to a name, as mail programs write it: "Berg, Anna" <anna@…>. */
function pieces(text: string): string[] {
  return (text.match(/(?:"[^"\n]*"|[^,;\n])+/g) ?? []).map((piece) => piece.trim()).filter(Boolean);
}

function apart(typed: string): { email: string; name: string } {
  const named = /^(.*?)<([^<>]*)>$/.exec(typed);
  const [email, name] = named ? [named[2] ?? '', named[1] ?? ''] : [typed, ''];
  return { email: email.trim().toLowerCase(), name: turned(name.replaceAll('"', '').trim()) };
}

/** "Berg, Anna" is Anna Berg. */
function turned(name: string): string {
  const [family, given] = name.split(',').map((part) => part.trim());
  return given ? `${given} ${family}` : name;
}

/** anna.berg@… is most likely Anna Berg; a person can correct it. */
function guessed(email: string): string {
  const local = email.split('@')[0] ?? '';
  const parts = local
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter((part) => /^\p{L}+$/u.test(part));
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(' ');
}

function namesOf(name: string): { givenName: string; familyName: string } {
  const words = name.split(/\s+/).filter(Boolean);
  if (words.length < 2) return { givenName: words[0] ?? '', familyName: '' };
  return { givenName: words.slice(0, -1).join(' '), familyName: words.at(-1) ?? '' };
}
