/** Below a statement: why it has its status, its other versions, and on demand what differs between them. */
import { lazy, Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import type { StatementStripFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { Button, Skeleton } from '@/ui';
import { versionLabels } from '../versionLabels';
import { bankMoment, comparisonOf, countedVersions, currentOf } from '../versions';
import { StatusTag } from './StatementTags';

const WhatChanged = lazy(async () => ({ default: (await import('./WhatChanged')).WhatChanged }));
const DisputedPair = lazy(async () => ({ default: (await import('./DisputedPair')).DisputedPair }));

/** How many others are named at once; a statement that is sent daily may repeat for years. */
const NAMED = 5;

export function StatementVersions({ statement }: { statement: StatementStripFragment }) {
  const words = useLabels(versionLabels);
  const comparison = comparisonOf(statement);
  const current = currentOf(statement.versions);
  const disputed = statement.status === 'DISPUTED' ? statement : null;
  const others = statement.versions.filter(({ id }) => id !== statement.id);
  if (others.length === 0 && statement.reason === null) return null;
  return (
    <div className="t-versions">
      {statement.reason && !disputed && <p className="g-muted">{words[statement.reason]}</p>}
      {others.length > 0 && !disputed && <Others versions={statement.versions} others={others} />}
      {comparison && (
        <Unfolding label={words.whatChanged}>
          <WhatChanged {...comparison} versions={countedVersions(statement.versions)} />
        </Unfolding>
      )}
      {disputed && current && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <DisputedPair disputed={disputed} current={current} />
        </Suspense>
      )}
    </div>
  );
}

/** What is read only when somebody asks for it. */
export function Unfolding({ label, children }: { label: string; children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  return (
    <>
      <div className="g-actions">
        <Button
          small
          look="quiet"
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </div>
      {isOpen && (
        <div id={panel} className="g-stack">
          <Suspense fallback={<Skeleton lines={4} />}>{children}</Suspense>
        </div>
      )}
    </>
  );
}

function Others({
  versions,
  others,
}: Record<'versions' | 'others', StatementStripFragment['versions']>) {
  const words = useLabels(versionLabels);
  const { dateFormat } = useNotation();
  const counted = countedVersions(versions);
  return (
    <ul className="t-others" aria-label={words.otherVersions(others.length)}>
      {others.slice(-NAMED).map((version) => {
        const at = counted.indexOf(version);
        const created = bankMoment(version.created, dateFormat);
        return (
          <li key={version.id}>
            <StatusTag status={version.status} />
            <span>
              {[
                at >= 0 && counted.length > 1 && words.version(at + 1),
                created && words.createdAt(created),
              ]
                .filter(Boolean)
                .map((part) => `${part} · `)
                .join('')}
              <Link to={journalPath(version.correlationId, 'statement')}>
                {version.document.name}
              </Link>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
