/** Who did something, by name. The product's own command line is no person: it is called in the reader's language. */
import { currentLabels, defineLabels } from './i18n';

const actorLabels = defineLabels({
  commandLine: { en: 'Command line', da: 'Kommandolinje' },
});

/** What is kept says it in English. */
const KEPT_AS = 'Command line';

/** The name as it is shown; whoever it is under that name, what is kept says it in English. */
export function actorName(name: string): string {
  return name === KEPT_AS ? currentLabels(actorLabels).commandLine : name;
}
