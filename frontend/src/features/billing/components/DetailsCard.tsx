/** Who is billed and who gets the mails, and the form that changes it. */
import { useState } from 'react';
import { ChangeBillingDetailsDocument, type BillingAccountFragment } from '@/generated/graphql';
import { dataClient } from '@/kernel/clients';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import {
  Button,
  ChoiceField,
  Facts,
  FormDialog,
  TextField,
  attempt,
  tellDone,
  useForm,
  useRefreshed,
} from '@/ui';
import { inputOf, valuesOf } from '../details';
import { labels } from '../labels';

export function DetailsCard({
  details,
  fixed,
}: {
  details: BillingAccountFragment;
  fixed: boolean;
}) {
  const words = useLabels(labels);
  const [edits, setEdits] = useState(false);
  const may = useMay('billing.change') && !fixed;
  const place = [
    details.address,
    [details.postcode, details.city].filter(Boolean).join(' '),
    details.country,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <section className="b-card" aria-label={words.account}>
      <header className="b-head">
        <h2>{words.account}</h2>
        {may && (
          <Button small icon="pencil" onClick={() => setEdits(true)}>
            {words.editAccount}
          </Button>
        )}
      </header>
      <Facts
        facts={[
          [words.name, details.name],
          [words.address, place],
          [words.companyNumber, details.companyNumber],
          [words.vatNumber, details.vatNumber],
          [words.orderNumber, details.orderNumber],
          [words.ean, details.ean],
          [words.contact, details.contact],
          [words.recipients, details.recipients.join(', ')],
          [words.language, details.language === 'da' ? words.da : words.en],
        ]}
      />
      {edits && <DetailsDialog details={details} onClose={() => setEdits(false)} />}
    </section>
  );
}

function DetailsDialog({
  details,
  onClose,
}: {
  details: BillingAccountFragment;
  onClose: () => void;
}) {
  const words = useLabels(labels);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: valuesOf(details),
    send: async (values) => {
      const { refused } = await attempt(
        async () =>
          (
            await dataClient.mutate({
              mutation: ChangeBillingDetailsDocument,
              variables: { change: inputOf(values) },
            })
          ).data?.changeBillingDetails,
      );
      return refused ? [{ path: camel(refused.path), message: refused.message }] : [];
    },
    onDone: () => {
      void refreshed();
      tellDone(words.saved);
      onClose();
    },
  });
  return (
    <FormDialog title={words.account} confirm={words.save} form={form} onClose={onClose}>
      <TextField form={form} name="name" label={words.name} maxLength={140} />
      <TextField form={form} name="address" label={words.address} rows={2} maxLength={200} />
      <div className="b-fields">
        <TextField form={form} name="postcode" label={words.postcode} maxLength={16} />
        <TextField form={form} name="city" label={words.city} maxLength={80} />
        <TextField
          form={form}
          name="country"
          label={words.country}
          help={words.countryHelp}
          maxLength={2}
        />
        <TextField form={form} name="companyNumber" label={words.companyNumber} maxLength={20} />
      </div>
      <TextField
        form={form}
        name="vatNumber"
        label={words.vatNumber}
        help={words.vatHelp}
        maxLength={20}
      />
      <div className="b-fields">
        <TextField form={form} name="orderNumber" label={words.orderNumber} maxLength={60} />
        <TextField form={form} name="ean" label={words.ean} maxLength={20} />
        <TextField form={form} name="contact" label={words.contact} maxLength={140} />
        <ChoiceField
          form={form}
          name="language"
          label={words.language}
          options={[
            { value: 'da', label: words.da },
            { value: 'en', label: words.en },
          ]}
        />
      </div>
      <TextField
        form={form}
        name="recipients"
        label={words.recipients}
        help={words.recipientsHelp}
        rows={3}
      />
    </FormDialog>
  );
}

/** The server names its fields with underscores. */
const camel = (path: string | null) =>
  path?.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) ?? null;
