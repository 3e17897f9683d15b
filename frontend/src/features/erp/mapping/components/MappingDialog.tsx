/** Adds or changes a mapping, and shows what it comes to before it is saved. */
import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import { SaveErpMappingDocument } from '@/generated/graphql';
import { useLabels, wordFor } from '@/kernel/i18n';
import {
  attempt,
  ChoiceField,
  DateField,
  FormDialog,
  tellDone,
  useForm,
  useNoDate,
  useRefreshed,
} from '@/ui';
import { badAmounts, badDates, inputOf, type Typed } from '../form';
import { methodName, productOf, type Ground } from '../ground';
import { labels } from '../labels';
import { Narrowing } from './Narrowing';
import { Trial } from './Trial';

interface MappingDialogProps {
  ground: Ground;
  initial: Typed;
  /** The mapping that is changed; null for a new one. */
  changed: { id: string; version: number } | null;
  onClose: () => void;
  onSaved: () => unknown;
}

export function MappingDialog({ ground, initial, changed, onClose, onSaved }: MappingDialogProps) {
  const words = useLabels(labels);
  const [save] = useMutation(SaveErpMappingDocument);
  /** Whether what was saved waits for a second account manager. */
  const waits = useRef(false);
  const refreshed = useRefreshed();
  const noDate = useNoDate();
  const form = useForm<Typed>({
    initial,
    check: (typed) => [
      ...(typed.method ? [] : [{ path: 'method', message: words.chooseMethod }]),
      ...(typed.target ? [] : [{ path: 'target', message: words.chooseProduct }]),
      ...badAmounts(typed).map((path) => ({ path, message: words.badAmount })),
      ...badDates(typed).map((path) => ({ path, message: noDate(typed[path]) })),
    ],
    send: async (typed) => {
      const mapping = inputOf(typed);
      if (!mapping) return [{ path: 'target', message: words.chooseProduct }];
      const { id, refused } = await attempt(
        async () => (await save({ variables: { mapping, ...changed } })).data?.saveErpMapping,
      );
      waits.current = refused === null && id === '';
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(waits.current ? words.waits : words.saved);
      void refreshed().then(onSaved);
    },
  });
  const product = productOf(ground, form.values.target);
  const named = (values: readonly string[]) =>
    values.map((value) => ({ value, label: wordFor(words, value) }));
  const { methods, accounts } = ground.erpMethods;
  return (
    <FormDialog
      title={changed ? words.editTitle(methodName(ground, initial.method)) : words.addTitle}
      confirm={words.save}
      form={form}
      onClose={onClose}
    >
      <ChoiceField
        form={form}
        name="method"
        label={words.methodHelp}
        options={methods
          .filter(({ isOutbound }) => isOutbound)
          .map(({ nativeId }) => ({ value: nativeId, label: methodName(ground, nativeId) }))}
      />
      <ChoiceField
        form={form}
        name="target"
        label={words.product}
        options={ground.erpTargets.map(({ target }) => ({ value: target, label: words[target] }))}
      />
      <Trial
        mapping={badAmounts(form.values).length > 0 ? null : inputOf(form.values)}
        id={changed?.id ?? null}
      />
      <ChoiceField
        form={form}
        name="account"
        label={words.account}
        none={words.anyAccount}
        help={words.accountHelp}
        options={accounts.map(({ nativeId, name, number, currency }) => ({
          value: nativeId,
          label: `${name} · ${number} · ${currency}`,
        }))}
      />
      <ChoiceField
        form={form}
        name="debtorAccount"
        label={words.debtor}
        none={words.erpChooses}
        options={accounts
          .filter(({ number }) => number)
          .map(({ number, name, bank }) => ({
            value: number,
            label: `${name} · ${number}${bank ? '' : ` · ${words.noBank}`}`,
          }))}
      />
      <ChoiceField
        form={form}
        name="chargeBearer"
        label={words.charges}
        none={words.chosenForYou}
        options={named(product?.chargeBearers ?? [])}
      />
      <details className="em-details" open={form.refusals > 0 || undefined}>
        <summary>{words.details}</summary>
        <div className="g-form">
          <ChoiceField
            form={form}
            name="serviceLevel"
            label={words.level}
            none={words.chosenForYou}
            options={(product?.serviceLevels ?? []).map((value) => ({ value, label: value }))}
          />
          <ChoiceField
            form={form}
            name="localInstrument"
            label={words.instrument}
            none={words.chosenForYou}
            options={(product?.localInstruments ?? []).map((value) => ({ value, label: value }))}
          />
          <ChoiceField
            form={form}
            name="categoryPurpose"
            label={words.purpose}
            none={words.noPurpose}
            options={named(['SUPP', 'SALA', 'TAXS', 'INTC'])}
          />
          <ChoiceField
            form={form}
            name="instructionPriority"
            label={words.priority}
            none={words.chosenForYou}
            options={named(['NORM', 'HIGH'])}
          />
          <ChoiceField
            form={form}
            name="batchBooking"
            label={words.batch}
            none={words.asAgreed}
            options={[
              { value: 'true', label: words.yes },
              { value: 'false', label: words.no },
            ]}
          />
          <ChoiceField
            form={form}
            name="referenceRule"
            label={words.reference}
            none={words.chosenForYou}
            options={named(product?.referenceRules ?? [])}
          />
          <DateField form={form} name="validFrom" label={words.validFrom} />
          <DateField form={form} name="validTo" label={words.validTo} />
          <ChoiceField
            form={form}
            name="isEnabled"
            label={words.isEnabled}
            options={[
              { value: 'true', label: words.yes },
              { value: 'false', label: words.no },
            ]}
          />
        </div>
      </details>
      <Narrowing form={form} isSlip={Boolean(product?.slipType)} />
    </FormDialog>
  );
}
