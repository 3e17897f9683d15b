/** Tests of a connection, each step as soon as it is over: how it went, how long it took, what was seen. */
import { useMutation } from '@apollo/client/react';
import { TestBankDocument, type BankTestKind } from '@/generated/graphql';
import { formatDecimal } from '@/kernel/money';
import { useLabels, wordFor } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { AgeText, Button, Progress, Tag, type Tone } from '@/ui';
import { labels } from '../labels';
import { attempt, tellRefused, useRefreshed } from '../useBankActions';
import type { OpenBank } from './BankDrawer';

const OUTCOMES: Readonly<Record<string, readonly [Tone, string]>> = {
  ok: ['good', 'check'],
  failed: ['bad', 'times'],
  skipped: ['neutral', 'minus'],
};

/** Ask for a test; it is seen in the list of tests when it begins. */
export function useTest(id: string) {
  const [test] = useMutation(TestBankDocument);
  const refreshed = useRefreshed();
  return async (kind: BankTestKind) => {
    const { refused } = await attempt(
      async () => (await test({ variables: { id, kind } })).data?.testBank,
    );
    await refreshed();
    if (refused) tellRefused(refused.message);
  };
}

export function TestTab({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const mayTest = useMay('banks.test');
  const test = useTest(bank.id);
  const running = bank.tests.some(({ finished }) => finished === null);
  return (
    <>
      {mayTest && bank.state !== 'REVOKED' && (
        <div className="g-actions">
          <Button look="primary" icon="wave-pulse" busy={running} onClick={() => void test('TEST')}>
            {words.testNow}
          </Button>
        </div>
      )}
      <p className="g-muted">{words.testHelp}</p>
      {bank.tests.length === 0 && <p className="g-muted">{words.noTest}</p>}
      {bank.tests.map((one) => (
        <OneTest key={one.id} test={one} />
      ))}
    </>
  );
}

function OneTest({ test }: { test: OpenBank['tests'][number] }) {
  const words = useLabels(labels);
  const { numberFormat, language } = useNotation();
  const title =
    test.kind === 'RENEWAL' ? words.dryRunOf(test.startedBy) : words.testOf(test.startedBy);
  return (
    <section className="g-stack" aria-live={test.finished ? undefined : 'polite'}>
      <h3>
        {title}{' '}
        <span className="g-sub">
          <AgeText value={test.started} />
        </span>
      </h3>
      {test.finished === null && <Progress name={words.testRunning} value={null} />}
      <ol className="bk-steps" aria-label={title}>
        {test.steps.map(({ stage, label, outcome, seconds, said }) => {
          const [tone, icon] = OUTCOMES[outcome] ?? ['neutral', 'question'];
          return (
            <li key={stage}>
              <Tag tone={tone} icon={icon}>
                {wordFor(words, outcome)}
              </Tag>
              <div>
                <strong>{label?.[language] ?? stageName(words, stage)}</strong>{' '}
                <span className="g-muted">
                  {words.seconds(formatDecimal(seconds.toFixed(2), numberFormat, null))}
                </span>
                <p>{said?.[language]}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const stageName = (words: Parameters<typeof wordFor>[0], stage: string) => {
  const told = wordFor(words, `stage ${stage}`);
  return told.startsWith('stage ') ? stage : told;
};
