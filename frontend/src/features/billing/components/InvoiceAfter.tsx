/** What became of an invoice: payments, credit notes, reminders, mails, questions. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OneInvoiceQuery } from '@/generated/graphql';
import { formatDate } from '@/kernel/dates';
import { useLabels, wordFor } from '@/kernel/i18n';
import { invoicesPath } from '@/kernel/paths';
import { useNotation } from '@/kernel/preferences';
import { DateText, InstantText, MoneyText } from '@/ui';
import { invoiceLabels } from '../invoiceLabels';
import { useMoneyWords } from '../useMoneyWords';

type Whole = OneInvoiceQuery['invoice'];

export function InvoiceAfter({ invoice }: { invoice: Whole }) {
  const words = useLabels(invoiceLabels);
  const { dateFormat } = useNotation();
  const say = useMoneyWords();
  const { payments, creditNotes, reminders, mailings, questions, currency } = invoice;
  return (
    <>
      <Told
        title={words.payments}
        rows={payments.map((one) => [
          `${one.booked} ${one.found}`,
          <>
            <MoneyText value={one.amount} /> <DateText value={one.booked} />
          </>,
          [wordFor(words, one.method), one.payer].filter(Boolean).join(' · '),
        ])}
      />
      <Told
        title={words.creditNotes}
        rows={creditNotes.map((one) => [
          one.id,
          <>
            <Link to={invoicesPath({ invoice: one.id })}>{one.number}</Link>{' '}
            <MoneyText value={one.total} />
          </>,
          <DateText key="day" value={one.issued} />,
        ])}
      />
      <Told
        title={words.reminders}
        rows={reminders.map((one) => [
          String(one.number),
          words.reminder(
            one.number,
            say({ amount: one.fee, currency }),
            formatDate(one.payBy, dateFormat),
          ),
          <InstantText key="at" value={one.at} />,
        ])}
      />
      <Told
        title={words.mailings}
        rows={mailings.map((one) => [
          `${one.asked} ${one.recipient}`,
          one.recipient,
          one.mailed ? (
            <>
              {words.mailed} <InstantText value={one.mailed} />
            </>
          ) : one.refused ? (
            `${words.refusedMail}: ${one.refused}`
          ) : (
            words.onItsWay
          ),
        ])}
      />
      <Told
        title={words.questions}
        rows={questions.map((one) => [
          one.at,
          <>
            {one.text}
            {one.answer && (
              <span className="g-sub">
                {words.answer}: {one.answer}
              </span>
            )}
          </>,
          <>
            {one.byName} · <InstantText value={one.at} />
            {!one.answer && ` · ${words.unanswered}`}
          </>,
        ])}
      />
    </>
  );
}

/** A heading and its lines; nothing where there are none. */
function Told({
  title,
  rows,
}: {
  title: string;
  rows: readonly (readonly [key: string, what: ReactNode, about: ReactNode])[];
}) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="b-told">
        {rows.map(([key, what, about]) => (
          <li key={key}>
            <span>{what}</span>
            <span className="g-muted">{about}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
