/** Whole days between two plain dates, counted without any time zone. */
export function daysUntil(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}
const DAY_MS = 86_400_000;
