/** Words of the list of keys: its places, and what each key does. */
import { defineLabels } from '@/kernel/i18n';
import type { SHORTCUTS, ShortcutOf, ShortcutPlace } from '@/kernel/shortcuts';

type Pair = { en: string; da: string };

export const labels = defineLabels({
  close: { en: 'Close', da: 'Luk' },
  keys: { en: 'Keyboard shortcuts', da: 'Tastaturgenveje' },
  off: {
    en: 'Single keys are switched off in your settings.',
    da: 'Genveje med én tast er slået fra i dine indstillinger.',
  },
  or: { en: 'or', da: 'eller' },
  switchedOff: { en: 'switched off', da: 'slået fra' },
  turnOn: { en: 'Turn them on', da: 'Slå dem til' },
});

export const placeWords = defineLabels({
  everywhere: { en: 'Everywhere', da: 'Overalt' },
  list: { en: 'In a list', da: 'I en liste' },
  desk: { en: 'On reconciliation', da: 'Ved afstemning' },
  drawer: { en: 'In an open record', da: 'I en åben post' },
  invoices: { en: 'On invoices', da: 'Ved fakturaer' },
  palette: { en: 'In the search', da: 'I søgningen' },
} satisfies Record<ShortcutPlace, Pair>);

type Act = { [Place in keyof typeof SHORTCUTS]: ShortcutOf<Place> }[ShortcutPlace];

export const actWords = defineLabels({
  palette: { en: 'Search and commands', da: 'Søg og udfør kommandoer' },
  keys: { en: 'Show these keys', da: 'Vis disse taster' },
  search: { en: 'Go to the search field', da: 'Gå til søgefeltet' },
  next: { en: 'Next row', da: 'Næste række' },
  previous: { en: 'Previous row', da: 'Forrige række' },
  first: { en: 'First row', da: 'Første række' },
  last: { en: 'Last row', da: 'Sidste række' },
  screenDown: { en: 'A screenful down', da: 'En skærm ned' },
  screenUp: { en: 'A screenful up', da: 'En skærm op' },
  open: { en: 'Open the row', da: 'Åbn rækken' },
  choose: { en: 'Choose the row', da: 'Vælg rækken' },
  chooseDown: { en: 'Choose downwards', da: 'Vælg nedad' },
  chooseUp: { en: 'Choose upwards', da: 'Vælg opad' },
  nextCandidate: { en: 'Next candidate', da: 'Næste kandidat' },
  previousCandidate: { en: 'Previous candidate', da: 'Forrige kandidat' },
  accept: { en: 'Match, and go to the next', da: 'Match, og gå til den næste' },
  tick: { en: 'Choose the payment, or not', da: 'Vælg betalingen til eller fra' },
  find: { en: 'Find payments', da: 'Find betalinger' },
  undo: { en: 'Undo the last match', da: 'Fortryd det seneste match' },
  previousRecord: { en: 'Previous record', da: 'Forrige post' },
  nextRecord: { en: 'Next record', da: 'Næste post' },
  close: { en: 'Close the record', da: 'Luk posten' },
  download: { en: 'Download the PDF', da: 'Hent PDF-filen' },
  nextHit: { en: 'Next choice', da: 'Næste valg' },
  previousHit: { en: 'Previous choice', da: 'Forrige valg' },
  firstHit: {
    en: 'First choice, while nothing is typed',
    da: 'Første valg, mens intet er skrevet',
  },
  lastHit: { en: 'Last choice, while nothing is typed', da: 'Sidste valg, mens intet er skrevet' },
  take: { en: 'Go there, or do it', da: 'Gå dertil, eller udfør' },
  leave: { en: 'Close the search', da: 'Luk søgningen' },
} satisfies Record<Act, Pair>);
