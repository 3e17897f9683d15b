/** The head facts of a journal, what is doubtful in it, and what was said about it. */
import { Fragment, lazy, Suspense } from 'react';
import type { OneJournalQuery } from '@/generated/graphql';
import { isOfCheck } from '@/features/documents';
import { MessageLevelTag, messageText } from '@/features/messages';
import { OwnAccountInFull, groupedAsWritten } from '@/features/banks';
import { useLabels } from '@/kernel/i18n';
import { usePreferences } from '@/kernel/preferences';
import { CopyId, DateText, Facts, InstantText, Skeleton } from '@/ui';
import { DocumentChips, PaymentCounts, Totals } from '../columns';
import { labels } from '../labels';
import { JournalFindings } from './JournalFindings';

const DocumentCheck = lazy(async () => ({
  default: (await import('@/features/payments/screen')).DocumentCheck,
}));

export type FullJournal = NonNullable<OneJournalQuery['journal']>;

/** What the check of its payment file found, as on the upload; and what was found in its other documents. */
function Findings({ journal: { findings, paymentDocument } }: { journal: FullJournal }) {
  const words = useLabels(labels);
  if (findings.length === 0) return null;
  const others = findings.filter(({ code }) => !isOfCheck(code));
  return (
    <section className="g-stack">
      <h3>{words.findings}</h3>
      {paymentDocument && others.length < findings.length ? (
        <Suspense fallback={<Skeleton lines={4} />}>
          <DocumentCheck
            documentId={paymentDocument.id}
            otherwise={<JournalFindings findings={findings} />}
            beside={others.length > 0 && <JournalFindings findings={others} />}
          />
        </Suspense>
      ) : (
        <JournalFindings findings={findings} />
      )}
    </section>
  );
}

export function JournalOverview({ journal }: { journal: FullJournal }) {
  const words = useLabels(labels);
  const { numberFormat } = usePreferences();
  return (
    <>
      <Facts
        facts={[
          [words.amount, journal.totals.length > 0 && <Totals key="totals" row={journal} />],
          [
            words.payments,
            journal.counts.payments > 0 && (
              <PaymentCounts key="counts" row={journal} words={words} numbers={numberFormat} />
            ),
          ],
          [
            words.account,
            journal.account ? (
              <Fragment key="account">
                <OwnAccountInFull account={journal.account} />
                {journal.furtherAccounts > 0 && (
                  <span className="g-sub">{words.furtherAccounts(journal.furtherAccounts)}</span>
                )}
              </Fragment>
            ) : (
              journal.paidFrom && groupedAsWritten(journal.paidFrom)
            ),
          ],
          [
            words.executionDate,
            journal.executionDate && <DateText key="execution" value={journal.executionDate} />,
          ],
          [words.documents, <DocumentChips key="documents" row={journal} />],
          [
            words.messageId,
            journal.messageId && (
              <CopyId key="message" value={journal.messageId} name={words.messageId} />
            ),
          ],
          [words.correlation, <CopyId key="correlation" value={journal.correlationId} />],
          [words.source, words[journal.source]],
          [words.created, <InstantText key="created" value={journal.created} />],
          [words.updated, <InstantText key="updated" value={journal.updated} />],
        ]}
      />
      <Findings journal={journal} />
      {journal.messages.length > 0 && (
        <section className="g-stack">
          <h3>{words.messages}</h3>
          <ul className="j-findings">
            {journal.messages.map((message) => (
              <li key={message.id}>
                <MessageLevelTag level={message.level} />
                <span>
                  {messageText(message)}
                  <span className="g-sub">
                    <InstantText value={message.created} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
