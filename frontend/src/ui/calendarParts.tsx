/** What the component library's calendars share: words and week of the person, and its own settings. Comes with a calendar. */
import { PrimeReactProvider, addLocale } from 'primereact/api';
import type { ReactNode } from 'react';
import { LAYERS } from '@/kernel/constants';
import { usePreferences, type Language } from '@/kernel/preferences';
import { rippleOn } from '@/kernel/themes';

const days = (language: Language, width: 'long' | 'short' | 'narrow') => {
  const format = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(Date.UTC(2023, 0, 1 + day))));
};
const months = (language: Language, width: 'long' | 'short') => {
  const format = new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) =>
    format.format(new Date(Date.UTC(2023, month, 1))),
  );
};

const SPOKEN = {
  en: {
    chooseDate: 'Choose date',
    prevMonth: 'Previous month',
    nextMonth: 'Next month',
    prevYear: 'Previous year',
    nextYear: 'Next year',
    chooseMonth: 'Choose month',
    chooseYear: 'Choose year',
  },
  da: {
    chooseDate: 'Vælg dato',
    prevMonth: 'Forrige måned',
    nextMonth: 'Næste måned',
    prevYear: 'Forrige år',
    nextYear: 'Næste år',
    chooseMonth: 'Vælg måned',
    chooseYear: 'Vælg år',
  },
};

/** The library's own words come from Intl, so both languages and any week start agree with the rest. */
function localeFor(language: Language, weekStart: 0 | 1, dateFormat: string): string {
  const name = `${language}-${weekStart}`;
  addLocale(name, {
    firstDayOfWeek: weekStart,
    dayNames: days(language, 'long'),
    dayNamesShort: days(language, 'short'),
    dayNamesMin: days(language, 'short').map((day) => day.slice(0, 2)),
    monthNames: months(language, 'long'),
    monthNamesShort: months(language, 'short'),
    dateFormat,
    weekHeader: '',
    aria: SPOKEN[language],
  } as Parameters<typeof addLocale>[1]);
  return name;
}

/** Date notation and locale for a calendar, as the person chose them. */
export function useCalendarWords() {
  const { language, weekStart, dateFormat } = usePreferences();
  return { dateFormat, locale: localeFor(language, weekStart, dateFormat) };
}

/** Around a calendar: looks and layers as everywhere. */
export function CalendarFrame({ children }: { children: ReactNode }) {
  const { theme, ripple, inputStyle } = usePreferences();
  return (
    <PrimeReactProvider value={{ ripple: rippleOn({ theme, ripple }), inputStyle, zIndex: LAYERS }}>
      {children}
    </PrimeReactProvider>
  );
}
