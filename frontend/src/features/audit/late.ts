/** What was fetched from elsewhere is recorded later than it happened, and listed where it was recorded. */
const LATER_MS = 5_000;

export const cameLater = ({ instant, recorded }: { instant: string; recorded: string }) =>
  Date.parse(recorded) - Date.parse(instant) > LATER_MS;
