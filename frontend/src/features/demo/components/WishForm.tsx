/** Choosing a story and its figures; what it comes to is counted before anything is made. */
import { useQuery } from '@apollo/client/react';
import { useDeferredValue, useId, useState } from 'react';
import { DemoPlanDocument, type DemoPreset } from '@/generated/graphql';
import { isPlainDate } from '@/kernel/dates';
import { askEndpoint } from '@/kernel/http';
import { useLabels } from '@/kernel/i18n';
import { AS_READ } from '@/kernel/policies';
import { problemOf } from '@/kernel/problems';
import { useNotation } from '@/kernel/preferences';
import { Button, DateField, Facts, useAct } from '@/ui';
import { labels } from '../labels';
import { asked, FIGURES, NOTHING_TYPED, ownFigure, PRESETS, wishOf, type Typed } from '../wish';

export function WishForm({ busy }: { busy: boolean }) {
  const words = useLabels(labels);
  const act = useAct();
  const [preset, setPreset] = useState<DemoPreset>('CLEAN_MONTH');
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED);
  const [asking, setAsking] = useState(false);
  const wish = useDeferredValue(wishOf(preset, typed));
  const { data, previousData, error, loading } = useQuery(DemoPlanDocument, {
    variables: { wish },
    fetchPolicy: AS_READ,
  });
  const isUnclear = typed.start !== '' && !isPlainDate(typed.start);
  const plan = error || isUnclear ? undefined : (data ?? previousData)?.demoPlan;
  const make = async () => {
    setAsking(true);
    await act(async () => askEndpoint('demoDataURL', asked(wish)), words.begun);
    setAsking(false);
  };
  return (
    <form
      className="g-stack"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <fieldset className="dm-stories">
        <legend>{words.choose}</legend>
        {PRESETS.map((value) => (
          <label key={value} className={`dm-story${value === preset ? ' dm-chosen' : ''}`}>
            <input
              type="radio"
              name="preset"
              value={value}
              checked={value === preset}
              onChange={() => setPreset(value)}
            />
            <span>
              <strong>{words[value]}</strong>
              <span className="g-muted">{words[`${value}_text`]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Figures
        typed={typed}
        own={(name) => ownFigure(plan, name)}
        change={(changes) => setTyped({ ...typed, ...changes })}
      />
      {error && (
        <p className="g-field-error" role="alert">
          {problemOf(error).detail}
        </p>
      )}
      {plan && (
        <section aria-label={words.plan} className={loading ? 'dm-stale' : ''}>
          <h2 className="dm-heading">{words.plan}</h2>
          <Counts counts={plan.counts} />
        </section>
      )}
      <div className="g-actions">
        <Button
          type="submit"
          look="primary"
          icon="play"
          disabled={busy || asking || plan === undefined}
        >
          {words.make}
        </Button>
      </div>
    </form>
  );
}

function Figures({
  typed,
  own,
  change,
}: {
  typed: Typed;
  own: (name: (typeof FIGURES)[number]) => string;
  change: (changes: Partial<Typed>) => void;
}) {
  const words = useLabels(labels);
  const id = useId();
  return (
    <details>
      <summary>{words.figures}</summary>
      <div className="dm-figures">
        <div className="g-field">
          <label htmlFor={`${id}-seed`}>{words.seed}</label>
          <input
            id={`${id}-seed`}
            className="p-inputtext p-component"
            inputMode="numeric"
            value={typed.seed}
            aria-describedby={`${id}-seed-help`}
            onChange={({ target }) => change({ seed: target.value })}
          />
          <small id={`${id}-seed-help`} className="g-muted">
            {words.seedHelp}
          </small>
        </div>
        <DateField
          form={{ id, values: typed, change, flaws: [] }}
          name="start"
          label={words.start}
        />
        {FIGURES.map((name) => (
          <div key={name} className="g-field">
            <label htmlFor={`${id}-${name}`}>{words[name]}</label>
            <input
              id={`${id}-${name}`}
              className="p-inputtext p-component"
              inputMode="numeric"
              placeholder={own(name)}
              value={typed[name]}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          </div>
        ))}
      </div>
    </details>
  );
}

export interface CountsProps {
  counts: {
    files: number;
    accounts: number;
    statements: number;
    transactions: number;
    paymentFiles: number;
    payments: number;
    statusReports: number;
  };
}

/** How much it is, in figures. */
export function Counts({ counts }: CountsProps) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const shown = new Intl.NumberFormat(numberFormat);
  return (
    <Facts
      facts={[
        [words.transactions, shown.format(counts.transactions)],
        [words.statements, shown.format(counts.statements)],
        [words.accounts, shown.format(counts.accounts)],
        [words.payments, shown.format(counts.payments)],
        [words.paymentFiles, shown.format(counts.paymentFiles)],
        [words.statusReports, shown.format(counts.statusReports)],
        [words.files, shown.format(counts.files)],
      ]}
    />
  );
}
