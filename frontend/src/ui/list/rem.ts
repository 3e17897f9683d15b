/** The size of a rem now, in px: it follows the scale a person chose. */
export const remInPx = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
