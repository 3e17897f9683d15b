/** What a corrected payment was replaced by, and what a replacement replaces. */
import { Link } from 'react-router';
import type { PaymentLinkLineFragment } from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { DateText, InstantText, Tag } from '@/ui';
import { progressLook } from '../progress';
import { progressLabels } from '../progressLabels';
import { labels } from './labels';

interface PaymentLinkTextProps {
  link: PaymentLinkLineFragment;
  /** Whether it leads to the original. */
  isOriginal: boolean;
}

export function PaymentLinkText({ link, isOriginal }: PaymentLinkTextProps) {
  const words = useLabels(labels);
  const progress = useLabels(progressLabels);
  return (
    <span className="p-reason">
      <span>
        <Link to={journalPath(link.correlationId)}>
          {isOriginal ? words.openOriginal : words.openNew}
        </Link>{' '}
        {link.progress && (
          <Tag tone={progressLook(link.progress)[0]} icon={progressLook(link.progress)[1]}>
            {progress[link.progress]}
          </Tag>
        )}
      </span>
      {link.isHeld && (
        <span role="alert">
          <Tag tone="bad" icon="exclamation-triangle">
            {words.held}
          </Tag>
        </span>
      )}
      {!link.isLive && <span className="g-sub">{words.ended}</span>}
      <Changes link={link} words={words} />
      <span className="g-sub">
        {words.by} {link.correctedBy}, <InstantText value={link.correctedAt} />
      </span>
    </span>
  );
}

/** Old and new side by side. */
function Changes({ link, words }: { link: PaymentLinkLineFragment; words: Words<typeof labels> }) {
  return (
    <>
      {link.changes.map(({ field, before, after }) => (
        <span key={field} className="g-sub p-corrected">
          {nameOf(field, words)}: <s>{shown(field, before)}</s> → <b>{shown(field, after)}</b>
        </span>
      ))}
    </>
  );
}

const shown = (field: string, value: string | null) =>
  field === 'executionDate' ? <DateText value={value} /> : (value ?? '–');

function nameOf(field: string, words: Words<typeof labels>): string {
  if (field === 'account') return words.account;
  if (field === 'address') return words.address;
  return field === 'executionDate' ? words.executionDate : words.bic;
}
