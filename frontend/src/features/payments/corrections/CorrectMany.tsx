/** Corrects rejected and returned payments: what their reasons point to is open, the rest a key away. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { Fragment, type ReactNode } from 'react';
import {
  CorrectPaymentsDocument,
  PaymentsToCorrectDocument,
  type CorrectedField,
  type PaymentCorrection,
  type PaymentFilter,
  type PaymentsToCorrectQuery,
} from '@/generated/graphql';
import { useLabels, type Words } from '@/kernel/i18n';
import { DECIDED_BY } from '@/kernel/policies';
import {
  currentRefusals,
  DateField,
  Dialog,
  Facts,
  FormDialog,
  MoneyText,
  QueryStates,
  refreshLists,
  Skeleton,
  TextField,
  useForm,
  type AskProps,
  type Form,
} from '@/ui';
import { tellDone } from '../approvals/deciding';
import { sumsOf } from '../approvals/seen';
import { ReasonText } from '../components/ReasonText';
import '../payments.css';
import { labels } from './labels';

type Row = PaymentsToCorrectQuery['paymentsToCorrect'][number];
type Values = Readonly<Record<string, string>>;

const ADDRESS = ['street', 'building', 'postCode', 'town', 'country'] as const;
const at = (index: number, name: string) => `${name}-${String(index)}`;
/** The server says where something is wrong as `payments.0.account`. */
const fieldOf = (path: string | null | undefined) =>
  path?.replace(/^payments\.(\d+)\.(.+)$/, '$2-$1') ?? null;

/** The question of the list: the chosen payments, or all that match. */
export function CorrectMany({
  chosen,
  onClose,
  onEnded,
}: Pick<AskProps, 'chosen' | 'onClose' | 'onEnded'>) {
  const words = useLabels(labels);
  const asked =
    'ids' in chosen
      ? { ids: [...chosen.ids] }
      : { matching: chosen.matching as PaymentFilter | null };
  const query = useQuery(PaymentsToCorrectDocument, { variables: asked, fetchPolicy: DECIDED_BY });
  const rows = query.data?.paymentsToCorrect;
  if (rows?.some(({ refusal }) => refusal === null))
    return <CorrectForm rows={rows} onClose={onClose} onEnded={onEnded} />;
  return (
    <Dialog title={words.act} confirm={words.understood} onConfirm={onClose} onClose={onClose}>
      <QueryStates query={query} skeleton={<Skeleton lines={6} />}>
        {({ paymentsToCorrect }) => (
          <div className="g-stack">
            <p role="alert">{words.none}</p>
            {paymentsToCorrect.map((row) => (
              <Refused key={row.payment.id} row={row} />
            ))}
          </div>
        )}
      </QueryStates>
    </Dialog>
  );
}

interface CorrectFormProps extends Pick<AskProps, 'onClose' | 'onEnded'> {
  rows: readonly Row[];
}

function CorrectForm({ rows, onClose, onEnded }: CorrectFormProps) {
  const words = useLabels(labels);
  const client = useApolloClient();
  const open = rows.filter(({ refusal }) => refusal === null);
  const initial: Values = Object.assign({}, ...open.map(valuesOf)) as Values;
  const form = useForm<Values>({
    initial,
    send: async (values) => {
      const { data } = await client.mutate({
        mutation: CorrectPaymentsDocument,
        variables: { payments: open.map((row, index) => correction(row, index, values, initial)) },
      });
      const done = data?.correctPayments;
      await refreshLists();
      if (done?.__typename !== 'Problem') return [];
      return [{ path: fieldOf(done.path), message: currentRefusals().reason(done) }];
    },
    onDone: () => {
      void client.refetchQueries({ include: 'active' }).catch(() => undefined);
      onEnded(null);
      tellDone(words.done(open.length));
    },
  });
  return (
    <FormDialog title={words.act} confirm={words.act} form={form} onClose={onClose}>
      <p className="g-muted">{words.lead}</p>
      <p>
        {words.chosen(open.length, rows.length)}
        {sumsOf(open.map(({ payment }) => ({ totals: [payment.amount] }))).map((sum) => (
          <Fragment key={sum.currency}>
            {' · '}
            <MoneyText value={sum} />
          </Fragment>
        ))}
      </p>
      {rows.map((row) =>
        row.refusal === null ? (
          <Correctable
            key={row.payment.id}
            row={row}
            index={open.indexOf(row)}
            form={form}
            initial={initial}
          />
        ) : (
          <Refused key={row.payment.id} row={row} />
        ),
      )}
    </FormDialog>
  );
}

const named = ({ payment: { creditor, id } }: Row) => creditor.name ?? creditor.account ?? id;

function Refused({ row }: { row: Row }) {
  const message = currentRefusals().reason({
    code: row.refusal ?? '',
    message: row.refusalMessage ?? '',
  });
  return (
    <fieldset className="p-correct">
      <legend>
        {named(row)} · <MoneyText value={row.payment.amount} />
      </legend>
      <p className="g-muted">{message}</p>
    </fieldset>
  );
}

interface CorrectableProps {
  row: Row;
  index: number;
  form: Form<Values>;
  initial: Values;
}

function Correctable({ row, index, form, initial }: CorrectableProps) {
  const words = useLabels(labels);
  const { payment } = row;
  const account = at(index, 'account');
  const bic = at(index, 'bic');
  const own: Form<Values> = {
    ...form,
    // The bank of the old account is not that of the new one.
    change: (changes) =>
      form.change(
        account in changes && form.values[bic] === initial[bic] && !(bic in changes)
          ? { ...changes, [bic]: '' }
          : changes,
      ),
  };
  const fields: Readonly<Record<CorrectedField, ReactNode>> = {
    ACCOUNT: (
      <div key="account" className="p-correct-fields">
        <TextField form={own} name={account} label={words.account} maxLength={42} />
        <TextField form={own} name={bic} label={words.bic} help={words.bicHelp} maxLength={11} />
      </div>
    ),
    ADDRESS: (
      <div key="address" className="p-correct-fields">
        {ADDRESS.map((name) => (
          <TextField
            key={name}
            form={own}
            name={at(index, name)}
            label={words[name]}
            maxLength={name === 'country' ? 2 : 70}
          />
        ))}
      </div>
    ),
    DATE: null,
  };
  const rest = (['ACCOUNT', 'ADDRESS'] as const).filter((name) => !row.fields.includes(name));
  const isWrongBelow = form.flaws.some(
    ({ field }) => field?.endsWith(at(index, '')) && field !== at(index, 'executionDate'),
  );
  return (
    <fieldset className="p-correct">
      <legend>
        {named(row)} · <MoneyText value={payment.amount} />
      </legend>
      <Facts facts={factsOf(row, words)} />
      {row.fields.map((name) => fields[name])}
      <DateField
        form={own}
        name={at(index, 'executionDate')}
        label={words.day}
        earliest={row.firstDay}
      />
      {rest.length > 0 && (
        <details open={isWrongBelow || undefined}>
          <summary>{words.more}</summary>
          {rest.map((name) => fields[name])}
        </details>
      )}
    </fieldset>
  );
}

function factsOf(row: Row, words: Words<typeof labels>) {
  const { payment, address } = row;
  const street = [address?.street, address?.building].filter(Boolean).join(' ');
  const town = [address?.postCode, address?.town].filter(Boolean).join(' ');
  const written = [street, ...(address?.lines ?? []), town, address?.country].filter(Boolean);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      words.reason,
      payment.reasons.length > 0 && (
        <span key="reason">
          {payment.reasons.map((reason, place) => (
            <ReasonText key={place} reason={reason} />
          ))}
        </span>
      ),
    ],
    [words.originalAccount, row.account],
    [words.originalAddress, written.join(', ')],
    [words.file, payment.document?.name],
  ];
  return facts.filter(([, value]) => Boolean(value));
}

/** What a row’s fields begin with: as the file has it. */
function valuesOf(row: Row, index: number): Values {
  return {
    [at(index, 'account')]: row.account ?? '',
    [at(index, 'bic')]: row.bic ?? '',
    [at(index, 'executionDate')]: row.firstDay,
    ...Object.fromEntries(ADDRESS.map((name) => [at(index, name), row.address?.[name] ?? ''])),
  };
}

/** What is sent: only what was changed, and the day. */
function correction(row: Row, index: number, values: Values, initial: Values): PaymentCorrection {
  const now = (name: string) => values[at(index, name)] ?? '';
  const isChanged = (name: string) => values[at(index, name)] !== initial[at(index, name)];
  return {
    paymentId: row.payment.id,
    executionDate: now('executionDate'),
    ...((isChanged('account') || isChanged('bic')) && {
      account: now('account'),
      bic: now('bic'),
    }),
    ...(ADDRESS.some(isChanged) && {
      address: {
        street: now('street'),
        building: now('building'),
        postCode: now('postCode'),
        town: now('town'),
        country: now('country'),
      },
    }),
  };
}
