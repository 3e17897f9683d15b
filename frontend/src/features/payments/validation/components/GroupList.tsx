/** Findings by cause: what is wrong, what to do, and every payment it concerns. */
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useLabels, wordFor } from '@/kernel/i18n';
import { journalPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { Icon, MoneyText, NoValue, Tag, type Tone } from '@/ui';
import { labels } from '../labels';
import { inLanguage, type Finding, type Group } from '../report';

const TONES: Readonly<Record<string, Tone>> = { error: 'bad', warning: 'warn', info: 'info' };
const ICONS: Readonly<Record<string, string>> = {
  error: 'times-circle',
  warning: 'exclamation-triangle',
  info: 'info-circle',
};

interface Linked {
  /** The finding an address points at, as `code.key`. */
  chosen?: string | null;
  /** The address of a finding; without it findings have none. */
  address?: (name: string) => string;
}

export function GroupList({
  groups,
  findings,
  chosen = null,
  address,
}: { groups: readonly Group[]; findings: readonly Finding[] } & Linked) {
  const words = useLabels(labels);
  const { language } = useNotation();
  return (
    <div className="v-groups">
      {groups.map((group, index) => {
        const own = findings.filter(({ code }) => code === group.code);
        const isChosen = chosen?.startsWith(`${group.code}.`) ?? false;
        return (
          <details
            key={group.code}
            className={`v-group v-group-${group.severity}`}
            open={isChosen || (chosen === null && index === 0)}
          >
            <summary>
              <Tag
                tone={TONES[group.severity] ?? 'neutral'}
                icon={ICONS[group.severity] ?? 'info-circle'}
              >
                {wordFor(words, `severity_${group.severity}`)}
              </Tag>
              <span className="v-group-title">{inLanguage(group.title, language)}</span>
              {group.count > 1 && <span className="v-group-count">{words.times(group.count)}</span>}
              {group.payments > 0 && (
                <span className="g-muted">{words.affected(group.payments)}</span>
              )}
            </summary>
            <dl className="g-facts">
              <dt>{words.fix}</dt>
              <dd>{inLanguage(group.fix, language)}</dd>
              <dt>{words.rule}</dt>
              <dd>{inLanguage(group.rule, language)}</dd>
              <dt>{words.source}</dt>
              <dd>{[...new Set(own.map(({ source }) => source))].join('; ') || group.source}</dd>
              <dt>{words.code}</dt>
              <dd>
                <code>{group.code}</code>
              </dd>
            </dl>
            {own.length > 0 && (
              <FindingTable
                title={inLanguage(group.title, language)}
                findings={own}
                chosen={chosen}
                {...(address && { address })}
              />
            )}
            {group.count > own.length && (
              <p className="g-muted">{words.leftOut(group.count - own.length)}</p>
            )}
          </details>
        );
      })}
    </div>
  );
}

function FindingTable({
  title,
  findings,
  chosen = null,
  address,
}: { title: string; findings: readonly Finding[] } & Linked) {
  const words = useLabels(labels);
  return (
    <table className="g-table t-details v-findings">
      <caption className="g-sr">{words.findingsOf(title)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.payment}</th>
          <th scope="col" className="g-cell-number">
            {words.amount}
          </th>
          <th scope="col">{words.value}</th>
          <th scope="col">{words.place}</th>
        </tr>
      </thead>
      <tbody>
        {findings.map((finding, index) => (
          <Row
            key={`${finding.key}-${index}`}
            finding={finding}
            isChosen={`${finding.code}.${finding.key}` === chosen}
            {...(address && { address })}
          />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  finding,
  isChosen,
  address,
}: {
  finding: Finding;
  isChosen: boolean;
  address?: (name: string) => string;
}) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const row = useRef<HTMLTableRowElement>(null);
  const { payment, note } = finding;
  // The window checks and does nothing else; what else there is opens beside it, without a hold on it.
  const outside = address ? { target: '_blank', rel: 'noopener' } : {};
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'center' });
  }, [isChosen]);
  const who = payment ? (payment.endToEndId ?? String(payment.position)) : words.theFile;
  return (
    <tr ref={row} className={isChosen ? 'v-chosen' : undefined}>
      <td data-label={words.payment}>
        <span>
          {payment ? (
            <>
              <strong>{payment.creditor ?? <NoValue />}</strong>
              <span className="g-muted v-block">
                {payment.position} · {payment.endToEndId ?? '–'}
              </span>
            </>
          ) : (
            words.theFile
          )}
          {finding.isNew && <Tag tone="info">{words.isNew}</Tag>}
        </span>
      </td>
      <td data-label={words.amount} className="g-cell-number">
        {payment?.amount ? (
          <MoneyText value={{ amount: payment.amount, currency: payment.currency ?? '' }} />
        ) : (
          <NoValue />
        )}
      </td>
      <td data-label={words.value}>
        <span>
          {finding.value === null ? !note && <NoValue /> : <code>{finding.value}</code>}
          {note && <span className="v-block">{inLanguage(note, language)}</span>}
          {finding.journal && (
            <Link className="v-block" to={journalPath(finding.journal)} {...outside}>
              <Icon name="book" /> {words.earlier}
              {address && (
                <>
                  {' '}
                  <span className="g-sr">({words.opensTab})</span>
                </>
              )}
            </Link>
          )}
        </span>
      </td>
      <td data-label={words.place}>
        <span>
          {finding.line !== null && <span className="v-block">{words.atLine(finding.line)}</span>}
          <code className="v-path">{finding.path}</code>
          {address && (
            <Link
              className="v-link"
              to={address(`${finding.code}.${finding.key}`)}
              aria-label={words.linkTo(who)}
              replace
            >
              <Icon name="link" />
            </Link>
          )}
        </span>
      </td>
    </tr>
  );
}
