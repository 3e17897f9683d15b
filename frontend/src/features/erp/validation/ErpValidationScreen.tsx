/** The validation: the verdict first, then every check by group, live while they run, and earlier runs. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  ErpValidationPageDocument,
  type ErpChecked,
  type ErpSection,
  type ErpValidationPageQuery,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { UNTOLD } from '@/kernel/policies';
import { useUrlValue } from '@/kernel/urlState';
import { EmptyState, LinkButton, Page, QueryStates, Skeleton } from '@/ui';
import './validation.css';
import { CheckRow } from './components/CheckRow';
import { RunActions } from './components/RunActions';
import { RunList } from './components/RunList';
import { VerdictCard } from './components/VerdictCard';
import { labels } from './labels';

export type Validation = NonNullable<ErpValidationPageQuery['erpValidation']>;
export type CheckFacts = Validation['checks'][number];

const BUSY_MS = 1000;
const QUIET_MS = 30_000;
const GROUPS: readonly ErpSection[] = [
  'CONNECTION',
  'COMPANY',
  'ACCOUNTS',
  'POSTING',
  'SCHEDULE',
  'NOTIFICATIONS',
];

export function ErpValidationScreen() {
  const words = useLabels(labels);
  const [asked, setAsked] = useUrlValue('of');
  const of: ErpChecked = asked === 'draft' ? 'DRAFT' : 'ACTIVE';
  const [busy, setBusy] = useState(false);
  const query = useQuery(ErpValidationPageDocument, {
    variables: { of },
    fetchPolicy: UNTOLD,
    pollInterval: busy ? BUSY_MS : QUIET_MS,
  });
  const validation = query.data?.erpValidation ?? null;
  const isBusy = Boolean(validation?.work);
  if (isBusy !== busy) setBusy(isBusy);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={validation && <RunActions validation={validation} of={of} />}
    >
      <QueryStates query={query} skeleton={<Skeleton lines={12} />}>
        {({ erpConfiguration: { active, draft }, erpValidation }) => (
          <div className="g-stack">
            {draft && (active ?? of === 'DRAFT') && (
              <Which
                of={of}
                hasActive={active !== null}
                onChange={(next) => setAsked(next === 'DRAFT' ? 'draft' : null)}
              />
            )}
            {erpValidation ? (
              <Standing validation={erpValidation} of={of} />
            ) : (
              <Nothing hasDraft={draft !== null} />
            )}
          </div>
        )}
      </QueryStates>
    </Page>
  );
}

/** Nothing is in use: the draft, where there is one, can be looked at. */
function Nothing({ hasDraft }: { hasDraft: boolean }) {
  const words = useLabels(labels);
  const actions = (
    <>
      {hasDraft && (
        <LinkButton look="primary" to={`${paths.erpValidation}?of=draft`}>
          {words.ofDRAFT}
        </LinkButton>
      )}
      <LinkButton
        look={hasDraft ? 'secondary' : 'primary'}
        icon="sliders-h"
        to={paths.erpConfiguration}
      >
        {words.toConfiguration}
      </LinkButton>
    </>
  );
  return (
    <EmptyState picture="search" title={words.emptyTitle} actions={actions}>
      <p>{words.emptyText}</p>
    </EmptyState>
  );
}

function Which({
  of,
  hasActive,
  onChange,
}: {
  of: ErpChecked;
  hasActive: boolean;
  onChange: (of: ErpChecked) => void;
}) {
  const words = useLabels(labels);
  return (
    <div className="ev-which" role="group" aria-label={words.which}>
      {(['ACTIVE', 'DRAFT'] as const)
        .filter((each) => each === 'DRAFT' || hasActive)
        .map((each) => (
          <button
            key={each}
            type="button"
            className={`g-chip${each === of ? ' g-chip-active' : ''}`}
            aria-pressed={each === of}
            onClick={() => onChange(each)}
          >
            {words[`of${each}`]}
          </button>
        ))}
    </div>
  );
}

function Standing({ validation, of }: { validation: Validation; of: ErpChecked }) {
  const words = useLabels(labels);
  const isNever = validation.verdict === null && validation.work === null;
  return (
    <>
      {isNever ? (
        <EmptyState picture="orbit" title={words.neverTitle}>
          <p>{words.neverText}</p>
        </EmptyState>
      ) : (
        <VerdictCard validation={validation} />
      )}
      {GROUPS.map((section) => {
        const checks = validation.checks.filter((check) => check.section === section);
        if (checks.length === 0) return null;
        return (
          <section key={section} className="g-card ev-group" aria-label={words[section]}>
            <h2>{words[section]}</h2>
            <ul className="ev-checks">
              {checks.map((check) => (
                <CheckRow key={check.name} check={check} of={of} work={validation.work} />
              ))}
            </ul>
          </section>
        );
      })}
      <RunList runs={validation.runs} />
    </>
  );
}
