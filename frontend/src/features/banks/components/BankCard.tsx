/** One connection at a glance: bank, state, what went when, and how long its certificate lives. */
import { Link, useSearchParams } from 'react-router';
import type { BankLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { AgeText, Facts, Icon, NoValue, Tag } from '@/ui';
import { labels } from '../labels';
import { ageTone } from '../states';
import { NextLook } from './NextLook';
import { StateTags } from './StateTags';

export function BankCard({ bank, isOpen }: { bank: BankLineFragment; isOpen: boolean }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const { profile } = bank;
  const [search] = useSearchParams();
  const to = new URLSearchParams(search);
  to.set('bank', bank.id);
  return (
    <article className={`g-card bk-card${isOpen ? ' bk-card-open' : ''}`}>
      <header>
        <Icon name={profile.protocol.icon} className="bk-mark" />
        <div>
          <h2>
            <Link
              to={{ search: to.toString() }}
              data-row-link=""
              aria-label={words.open(bank.name)}
            >
              {bank.name}
            </Link>
          </h2>
          <p className="g-sub">
            {(profile.isGeneric
              ? [profile.protocol.summary[language]]
              : [profile.title[language], profile.protocol.title[language], bank.country]
            ).join(' · ')}
          </p>
        </div>
      </header>
      <div className="bk-tags">
        <StateTags bank={bank} />
        {bank.environment === 'TEST' && <Tag icon="wrench">{words.TEST}</Tag>}
      </div>
      {bank.failingSince && (
        <p className="g-notice g-tone-bad bk-trouble">
          <Icon name="exclamation-circle" />
          <span>
            {words.failing} <AgeText value={bank.failingSince} />: {bank.said?.[language]}
          </span>
        </p>
      )}
      <Facts
        facts={[
          [words.accounts, words.accountCount(bank.accounts.length)],
          [words.lastSent, bank.lastSent && <AgeText value={bank.lastSent} />],
          [words.lastReceived, bank.lastReceived && <AgeText value={bank.lastReceived} />],
          [words.nextFetch, <NextLook key="next" bank={bank} />],
          [
            words.certificate,
            !profile.protocol.hasCertificate ? (
              <NoValue />
            ) : bank.daysLeft === null ? (
              words.noCertificate
            ) : (
              <Tag tone={ageTone(bank.daysLeft)} icon="id-card">
                {words.daysLeft(bank.daysLeft)}
              </Tag>
            ),
          ],
        ]}
      />
    </article>
  );
}
