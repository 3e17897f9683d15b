/** Words of when statements are expected. */
import { defineLabels } from '@/kernel/i18n';

export const expectedLabels = defineLabels({
  open: { en: 'Expected statements', da: 'Forventede kontoudtog' },
  title: { en: 'Statement schedule', da: 'Plan for kontoudtog' },
  help: {
    en: 'A statement of a banking day should be here on the next one, a weekly or monthly statement five days after it is due. If it is not, a message says so, and the dashboard shows it until the statement comes.',
    da: 'Et kontoudtog for en bankdag bør være her den næste, et ugentligt eller månedligt fem dage efter, at det skulle komme. Er det ikke det, kommer der en meddelelse, og overblikket viser det, til kontoudtoget kommer.',
  },
  account: { en: 'Account', da: 'Konto' },
  due: { en: 'Expected', da: 'Forventes' },
  latest: { en: 'Latest day', da: 'Seneste dag' },
  by: { en: (time: string) => `by ${time}`, da: (time: string) => `senest ${time}` },
  every: {
    en: (days: string) => `about every ${days} days`,
    da: (days: string) => `cirka hver ${days}. dag`,
  },
  notExpected: { en: 'Not expected', da: 'Forventes ikke' },
  usual: { en: 'as is usual', da: 'som sædvanlig' },
  own: { en: 'set for this account', da: 'fastsat for kontoen' },
  missing: {
    en: (day: string) => `Missing since ${day}`,
    da: (day: string) => `Mangler siden ${day}`,
  },
  none: { en: 'None', da: 'Ingen' },
  noAccounts: {
    en: 'Accounts appear with their first statement.',
    da: 'Konti dukker op med deres første kontoudtog.',
  },
  change: { en: 'Change', da: 'Ret' },
  changeTitle: {
    en: (account: string) => `When is the statement of ${account} expected?`,
    da: (account: string) => `Hvornår forventes kontoudtoget for ${account}?`,
  },
  asUsual: {
    en: 'As is usual: watched where statements come on most banking days, or regularly by the week or month',
    da: 'Som sædvanlig: overvåges, hvor der kommer kontoudtog de fleste bankdage eller regelmæssigt hver uge eller måned',
  },
  everyDay: { en: 'Each banking day, by', da: 'Hver bankdag, senest' },
  never: { en: 'Do not expect any', da: 'Forvent ingen' },
  time: { en: 'Time of day, Copenhagen', da: 'Klokkeslæt, København' },
  timePattern: { en: 'hh:mm', da: 'tt:mm' },
  noTime: {
    en: 'Type the time with 24 hours, such as 17:00.',
    da: 'Skriv klokkeslættet i 24-timersformat, fx 17:00.',
  },
  notATime: {
    en: (typed: string) =>
      `“${typed}” is not a time of day. Type the time with 24 hours, such as 17:00.`,
    da: (typed: string) =>
      `»${typed}« er ikke et klokkeslæt. Skriv klokkeslættet i 24-timersformat, fx 17:00.`,
  },
  saved: {
    en: 'Saved; the alarms follow it from now on.',
    da: 'Gemt; alarmerne følger det fra nu af.',
  },
  save: { en: 'Save', da: 'Gem' },
  done: { en: 'Done', da: 'Udført' },
  failed: { en: 'It was not saved', da: 'Det blev ikke gemt' },
});
