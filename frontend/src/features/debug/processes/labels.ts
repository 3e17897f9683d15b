/** Words of the processes that do background work. */
import { defineLabels } from '@/kernel/i18n';

export const processLabels = defineLabels({
  processes: { en: 'Worker processes', da: 'Arbejdsprocesser' },
  none: {
    en: 'No process does background work: start the product, or a worker.',
    da: 'Ingen proces udfører baggrundsarbejde: start produktet eller en arbejdsproces.',
  },
  name: { en: 'Process', da: 'Proces' },
  standing: { en: 'State', da: 'Tilstand' },
  where: { en: 'Host and pid', da: 'Maskine og proces-id' },
  pid: { en: (pid: number) => `pid ${pid}`, da: (pid: number) => `proces-id ${pid}` },
  version: { en: 'Version', da: 'Version' },
  started: { en: 'Started', da: 'Startet' },
  seen: { en: 'Last heard', da: 'Sidst hørt' },
  running: { en: 'Running here', da: 'I gang her' },
  act: { en: 'Action', da: 'Handling' },
  WORKING: { en: 'At work', da: 'Arbejder' },
  FINISHING: { en: 'Ending its work', da: 'Gør sit arbejde færdigt' },
  DRAINED: { en: 'Drained', da: 'Taget ud af drift' },
  RETURNING: { en: 'Coming back', da: 'På vej tilbage' },
  GONE: { en: 'Gone', da: 'Væk' },
  since: { en: 'since', da: 'siden' },
  othersToo: {
    en: 'The processes work for other realms too, so the operator drains them: giroscope process --drain.',
    da: 'Processerne arbejder også for andre områder, så det er driften, der tager dem ud: giroscope process --drain.',
  },
  drain: { en: 'Drain', da: 'Tag ud af drift' },
  drainName: {
    en: (name: string) => `Drain ${name}`,
    da: (name: string) => `Tag ${name} ud af drift`,
  },
  drainTitle: {
    en: (name: string) => `Drain the process ${name}?`,
    da: (name: string) => `Tag processen ${name} ud af drift?`,
  },
  drainHelp: {
    en: 'What it has goes on to its end. It begins nothing more until it is taken back, or is started anew. Other processes do what waits.',
    da: 'Det, den er i gang med, gøres færdigt. Den begynder intet nyt, før den tages i brug igen eller startes på ny. Andre processer udfører det, der venter.',
  },
  drainLast: {
    en: 'No other process is at work. Until this one is taken back or started anew, nothing is imported, sent or fetched.',
    da: 'Ingen anden proces arbejder. Før denne tages i brug igen eller startes på ny, bliver intet importeret, sendt eller hentet.',
  },
  drainDone: {
    en: (name: string) => `${name} begins nothing more.`,
    da: (name: string) => `${name} begynder intet nyt.`,
  },
  typeName: {
    en: (name: string) => `Type ${name} to confirm`,
    da: (name: string) => `Skriv ${name} for at bekræfte`,
  },
  nameDue: {
    en: (name: string) => `Type ${name}, the name of the process.`,
    da: (name: string) => `Skriv ${name}, processens navn.`,
  },
  takeBack: { en: 'Take back', da: 'Tag i brug igen' },
  takeBackName: {
    en: (name: string) => `Take ${name} back`,
    da: (name: string) => `Tag ${name} i brug igen`,
  },
  takenBack: {
    en: (name: string) => `${name} works again when it has ended what it had.`,
    da: (name: string) => `${name} arbejder igen, når den har gjort sit færdigt.`,
  },
  reason: { en: 'Why', da: 'Hvorfor' },
  reasonDue: {
    en: 'Say why; it is written into the audit trail.',
    da: 'Skriv hvorfor; det skrives i revisionssporet.',
  },
});
