/** Tests one part of the configuration and shows what was found, each check as soon as it is over. */
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  ErpSectionChecksDocument,
  TestErpSectionDocument,
  type ErpChecked,
  type ErpSection,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { UNTOLD } from '@/kernel/policies';
import { AgeText, Button, Progress, Tag, attempt, tellRefused } from '@/ui';
import { OUTCOMES, outcomeLabels } from '../../validation/outcomes';
import { useInLanguage } from '../../words';
import { labels } from '../labels';

const BUSY_MS = 1000;

export function SectionTest({ section, of }: { section: ErpSection; of: ErpChecked }) {
  const words = useLabels(labels);
  const outcomes = useLabels(outcomeLabels);
  const tell = useInLanguage();
  const mayTest = useMay('erp.test');
  const [busy, setBusy] = useState(false);
  const query = useQuery(ErpSectionChecksDocument, {
    variables: { of },
    fetchPolicy: UNTOLD,
    pollInterval: busy ? BUSY_MS : 0,
  });
  const [test] = useMutation(TestErpSectionDocument);
  const validation = query.data?.erpValidation;
  const checks = validation?.checks.filter((check) => check.section === section) ?? [];
  const running = validation?.work ?? null;
  if (busy !== (running !== null)) setBusy(running !== null);
  if (checks.length === 0) return null;
  const begin = async () => {
    const { refused } = await attempt(
      async () => (await test({ variables: { section, of } })).data?.testErpSection,
    );
    if (refused) tellRefused(refused.message);
    await query.refetch();
  };
  const isMine = running !== null && checks.some(({ name }) => running.checks.includes(name));
  const told = checks.filter(({ result }) => result !== null && result.outcome !== 'SKIPPED');
  return (
    <div className="ec-test">
      {mayTest && (
        <Button
          small
          icon="wave-pulse"
          busy={isMine}
          disabled={running !== null}
          aria-label={words.testSection(words[section])}
          onClick={() => void begin()}
        >
          {words.test}
        </Button>
      )}
      {isMine && (
        <Progress name={words.testing} value={running.done / Math.max(running.total, 1)} />
      )}
      <ul className="ec-found" aria-label={words.tested} aria-live="polite">
        {told.map(
          ({ name, title, result }) =>
            result && (
              <li key={name}>
                <Tag tone={OUTCOMES[result.outcome][0]} icon={OUTCOMES[result.outcome][1]}>
                  {outcomes[result.outcome]}
                </Tag>
                <span>
                  <strong>{tell(title)}</strong>{' '}
                  <span className="g-muted">
                    <AgeText value={result.started} />
                    {!result.isCurrent && `, ${words.olderTest}`}
                  </span>
                  <br />
                  {tell(result.found)}
                  {result.remedy && <span className="g-sub">{tell(result.remedy)}</span>}
                </span>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}
