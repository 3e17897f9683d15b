/** The clock of the server beside the browser's: sign-in fails where they are half a minute apart. */
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { DebugClockDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal } from '@/kernel/money';
import { RIGHT_NOW } from '@/kernel/policies';
import { useNotation } from '@/kernel/preferences';
import { Button, Facts, Icon, InstantText, QueryStates, Skeleton } from '@/ui';
import { driftOf, verdictOn, type Reading, type Verdict } from '../clock';
import { labels } from '../labels';

const TONES: Readonly<Record<Verdict, string>> = { agree: 'good', apart: 'warn', wrong: 'bad' };

export function ClockTab() {
  const reading = useReading();
  return (
    <QueryStates query={reading} skeleton={<Skeleton lines={5} />}>
      {(read) => <Clocks reading={read} busy={reading.loading} onAgain={reading.refetch} />}
    </QueryStates>
  );
}

function Clocks({
  reading,
  busy,
  onAgain,
}: {
  reading: Reading;
  busy: boolean;
  onAgain: () => void;
}) {
  const words = useLabels(labels);
  const { numberFormat, timeZone } = useNotation();
  const now = useNow();
  const verdict = verdictOn(reading);
  const drift = driftOf(reading);
  const seconds = formatDecimal((Math.abs(drift) / 1000).toFixed(2), numberFormat);
  return (
    <div className="g-stack">
      <div className={`g-notice db-verdict g-tone-${TONES[verdict]}`} role="status">
        <Icon name={verdict === 'agree' ? 'check-circle' : 'exclamation-triangle'} />
        <span>{words[verdict]}</span>
        <Button small icon="refresh" disabled={busy} onClick={onAgain}>
          {words.again}
        </Button>
      </div>
      <Facts
        facts={[
          [
            words.serverTime,
            <InstantText key="server" value={new Date(now - drift).toISOString()} seconds />,
          ],
          [
            words.browserTime,
            <InstantText key="browser" value={new Date(now).toISOString()} seconds />,
          ],
          [words.difference, drift > 0 ? words.ahead(seconds) : words.behind(seconds)],
          [words.roundTrip, `${reading.received - reading.sent} ms`],
          [words.timeZone, timeZone || new Intl.DateTimeFormat().resolvedOptions().timeZone],
        ]}
      />
    </div>
  );
}

/** The moment by the browser's clock, every second anew. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, []);
  return now;
}

function useReading() {
  const client = useApolloClient();
  const [data, setData] = useState<Reading | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [loading, setLoading] = useState(true);
  const refetch = useCallback(() => {
    const ask = async () => {
      setLoading(true);
      const sent = Date.now();
      try {
        const answer = await client.query({
          query: DebugClockDocument,
          fetchPolicy: RIGHT_NOW,
        });
        if (answer.error) throw answer.error;
        setData({ server: Date.parse(answer.data?.debugClock ?? ''), sent, received: Date.now() });
        setError(undefined);
      } catch (fault) {
        setError(fault);
      }
      setLoading(false);
    };
    void ask();
  }, [client]);
  useEffect(refetch, [refetch]);
  return { data, error, loading, refetch };
}
