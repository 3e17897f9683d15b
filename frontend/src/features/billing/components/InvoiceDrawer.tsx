/** One invoice: what it is for, what became of it, and what can be done. */
import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import {
  OneInvoiceDocument,
  type InvoiceRowFragment,
  type OneInvoiceQuery,
} from '@/generated/graphql';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { negated, signOf } from '@/kernel/money';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { isField, shortcutOf } from '@/kernel/shortcuts';
import {
  Button,
  CopyId,
  DateText,
  Drawer,
  Facts,
  Icon,
  MoneyText,
  QueryStates,
  Skeleton,
} from '@/ui';
import { nameOf, StateTag } from '../invoiceColumns';
import { invoiceLabels } from '../invoiceLabels';
import { useMoneyWords } from '../useMoneyWords';
import { useTaken } from '../useTaken';
import { ChargeTable } from './ChargeTable';
import { EvidenceDialog } from './EvidenceDialog';
import { InvoiceAfter } from './InvoiceAfter';
import { QuestionDialog } from './QuestionDialog';
import { SendDialog } from './SendDialog';

type Whole = OneInvoiceQuery['invoice'];

interface InvoiceDrawerProps {
  id: string;
  row: InvoiceRowFragment | undefined;
  onChanged: () => unknown;
  onClose: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export function InvoiceDrawer({ id, row, onChanged, ...walk }: InvoiceDrawerProps) {
  const words = useLabels(invoiceLabels);
  const query = useQuery(OneInvoiceDocument, {
    variables: { id },
  });
  const known = query.data?.invoice ?? row;
  const title = known ? `${words[known.kind]} ${known.number ?? `(${words.DRAFT})`}` : words.title;
  return (
    <Drawer title={title} {...walk}>
      <QueryStates query={query} skeleton={<Skeleton lines={8} />}>
        {({ invoice }) => <Opened invoice={invoice} onChanged={onChanged} />}
      </QueryStates>
    </Drawer>
  );
}

function Opened({ invoice, onChanged }: { invoice: Whole; onChanged: () => unknown }) {
  const words = useLabels(invoiceLabels);
  const { language } = useNotation();
  const [units, setUnits] = useState<{ line: string; title: string } | null>(null);
  return (
    <div className="g-stack">
      <div className="g-actions">
        <StateTag row={invoice} words={words} />
      </div>
      <Standing invoice={invoice} />
      {invoice.number && <Acts invoice={invoice} onChanged={onChanged} />}
      <Facts
        facts={[
          [words.issued, <DateText key="issued" value={invoice.issued} />],
          ...(invoice.kind === 'INVOICE'
            ? [[words.due, <DateText key="due" value={invoice.due} />] as const]
            : []),
          [
            words.period,
            <span key="period">
              <DateText value={invoice.from} /> – <DateText value={invoice.to} />
            </span>,
          ],
          ...(invoice.credits
            ? [
                [words.creditOf, invoice.credits.number] as const,
                [words.reason, invoice.reason] as const,
              ]
            : []),
        ]}
      />
      <section aria-label={words.lines}>
        <h3>{words.lines}</h3>
        <ChargeTable
          caption={`${words.lines}: ${nameOf(invoice, words)}`}
          charge={invoice}
          onEvidence={(line, title) => setUnits({ line, title })}
        />
        {invoice.language !== language && (
          <p className="g-muted">
            {invoice.language === 'da' ? words.paperInDanish : words.paperInEnglish}
          </p>
        )}
      </section>
      {invoice.kind === 'INVOICE' && invoice.number && <Payment invoice={invoice} />}
      <InvoiceAfter invoice={invoice} />
      {units && (
        <EvidenceDialog
          title={units.title}
          filter={{ line: units.line }}
          onClose={() => setUnits(null)}
        />
      )}
    </div>
  );
}

const PAYMENT = 'invoice-payment';

function showPayment() {
  const section = document.getElementById(PAYMENT);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/** How it stands, in a sentence, where that is not plain from its state. */
function Standing({ invoice }: { invoice: Whole }) {
  const words = useLabels(invoiceLabels);
  const { dateFormat } = useNotation();
  const say = useMoneyWords();
  const { state, outstanding, due, issued, paid } = invoice;
  if (state === 'DRAFT')
    return (
      <p className="g-notice g-tone-info">
        <Icon name="info-circle" />
        <span>{words.draftText(formatDate(issued, dateFormat))}</span>
      </p>
    );
  if (state === 'OVERDUE')
    return (
      <p className="g-notice g-tone-bad">
        <Icon name="exclamation-circle" />
        <span>
          {words.overdueText(say(outstanding), formatDate(due, dateFormat))}{' '}
          <Button small onClick={showPayment}>
            {words.howToPay}
          </Button>
        </span>
      </p>
    );
  if (invoice.kind === 'INVOICE' && signOf(outstanding.amount) < 0)
    return (
      <p className="g-notice g-tone-info">
        <Icon name="info-circle" />
        <span>{words.tooMuch(say({ ...outstanding, amount: negated(outstanding.amount) }))}</span>
      </p>
    );
  if (state === 'OPEN' && signOf(paid.amount) > 0)
    return (
      <p className="g-notice g-tone-warn">
        <Icon name="info-circle" />
        <span>{words.partly(say(outstanding))}</span>
      </p>
    );
  return null;
}

function Acts({ invoice, onChanged }: { invoice: Whole; onChanged: () => unknown }) {
  const words = useLabels(invoiceLabels);
  const { busy, takePaper } = useTaken();
  const [asks, setAsks] = useState<'send' | 'question' | null>(null);
  const may = useMay('billing.change');
  const { id } = invoice;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOurs =
        !event.defaultPrevented &&
        !isField(event.target) &&
        !(event.target as Element).closest('dialog') &&
        shortcutOf(event, 'invoices') === 'download';
      if (!isOurs || (event.target as Element).closest('tr[data-rank]')) return;
      event.preventDefault();
      void takePaper(id);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [id, takePaper]);
  return (
    <div className="g-actions">
      <Button
        look="primary"
        icon="file-pdf"
        busy={busy}
        aria-keyshortcuts="d"
        onClick={() => void takePaper(id)}
      >
        {words.download}
      </Button>
      {may && (
        <Button icon="send" onClick={() => setAsks('send')}>
          {words.sendAgain}
        </Button>
      )}
      {may && invoice.kind === 'INVOICE' && !invoice.questioned && (
        <Button look="quiet" icon="comment" onClick={() => setAsks('question')}>
          {words.question}
        </Button>
      )}
      {asks === 'send' && <SendDialog id={id} onDone={onChanged} onClose={() => setAsks(null)} />}
      {asks === 'question' && (
        <QuestionDialog id={id} onDone={onChanged} onClose={() => setAsks(null)} />
      )}
    </div>
  );
}

function Payment({ invoice }: { invoice: Whole }) {
  const words = useLabels(invoiceLabels);
  const isOwed = invoice.state === 'OPEN' || invoice.state === 'OVERDUE';
  return (
    <section id={PAYMENT} tabIndex={-1} aria-label={words.payment}>
      <h3>{words.payment}</h3>
      <Facts
        facts={[
          [words.method, words.transfer],
          [
            words.reference,
            invoice.reference && (
              <CopyId key="reference" value={invoice.reference} name={words.reference} />
            ),
          ],
          [words.payTo, <CopyId key="iban" value={invoice.paysTo} name={words.payTo} />],
          [words.paid, <MoneyText key="paid" value={invoice.paid} />],
          ...(signOf(invoice.credited.amount) === 0
            ? []
            : [[words.credited, <MoneyText key="credited" value={invoice.credited} />] as const]),
          ...(signOf(invoice.fees.amount) === 0
            ? []
            : [[words.fees, <MoneyText key="fees" value={invoice.fees} />] as const]),
          [words.outstanding, <MoneyText key="outstanding" value={invoice.outstanding} />],
        ]}
      />
      {isOwed && <p className="g-muted">{words.found}</p>}
    </section>
  );
}
