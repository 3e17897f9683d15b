/** The specification's constants that more than one room needs. */
export const POLL_INTERVAL_MS = 2000;
export const TOAST_LIFETIME_MS = 3000;
export const DESKTOP_FROM_PX = 992;
export const DEFAULT_RANGE_DAYS = 30;
/** Of the locale da-DK, in which charts are written until a language or a format is chosen. */
export const CHART_LANGUAGE = 'da';
/** Which of two things that overlap lies on top; `ui.css` says the same to the stylesheets. */
export const LAYERS = { modal: 1100, overlay: 1000, menu: 1000, tooltip: 1100 } as const;
