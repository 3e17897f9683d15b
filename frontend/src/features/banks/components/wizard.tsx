/** The steps of connecting a bank, each of which shows what was typed and says what changes. */
import { useId, useState } from 'react';
import type { BankEnvironment, BankProfilesQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { Icon } from '@/ui';
import { labels } from '../labels';
import { AccountLines, type AccountText } from './AccountLines';
import { CheckedField } from './CheckedField';
import { LetterPicture } from './LetterPicture';

export type Profile = BankProfilesQuery['bankProfiles'][number];

export interface Draft {
  profile: string | null;
  environment: BankEnvironment | null;
  numbers: Readonly<Record<string, string>>;
  name: string;
  accounts: AccountText;
}

interface StepProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

/** What the letter of a bank says, in its order. */
export const fieldsOf = (profile: Profile) => profile.fields;

/** What can be connected stands first, what stands for any bank after the banks. */
const rank = ({ isGeneric, environments }: Profile) =>
  environments.length === 0 ? 2 : Number(isGeneric);

export function BankChoice({
  profiles,
  draft,
  onChange,
}: StepProps & { profiles: readonly Profile[] }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const chosen = profiles.find(({ key }) => key === draft.profile);
  const choose = (profile: Profile) => {
    onChange({
      profile: profile.key,
      environment: profile.environments[0] ?? null,
      numbers: Object.fromEntries(
        profile.fields
          .filter(({ startsAs }) => startsAs !== '')
          .map(({ name, startsAs }) => [name, startsAs]),
      ),
      name: draft.name || profile.title[language],
    });
  };
  return (
    <>
      <fieldset className="bk-choices">
        <legend>{words.bank}</legend>
        {profiles
          .toSorted((one, other) => rank(one) - rank(other))
          .map((profile) => (
            <label key={profile.key} className="bk-choice">
              <input
                type="radio"
                name="bk-profile"
                checked={profile.key === draft.profile}
                disabled={profile.environments.length === 0}
                onChange={() => choose(profile)}
              />
              <span>
                {profile.title[language]}{' '}
                <span className="g-sub">
                  {profile.environments.length > 0
                    ? profile.isGeneric
                      ? profile.protocol.summary[language]
                      : [profile.protocol.title[language], profile.country].join(' · ')
                    : words.noAddress}
                </span>
              </span>
            </label>
          ))}
      </fieldset>
      {chosen && chosen.environments.length > 1 && (
        <label className="g-select">
          <span>{words.environment}</span>
          <select
            value={draft.environment ?? ''}
            onChange={(event) =>
              onChange({
                environment:
                  chosen.environments.find((each) => each === event.target.value) ?? null,
              })
            }
          >
            {chosen.environments.map((each) => (
              <option key={each} value={each}>
                {words[each]}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

export function LetterStep({
  profile,
  draft,
  refused,
  onChange,
}: StepProps & { profile: Profile; refused: { message: string; path: string | null } | null }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const fields = fieldsOf(profile);
  const [at, setAt] = useState(fields[0] ?? null);
  return (
    <div className="bk-beside">
      <div className="g-stack">
        {profile.letterPage && (
          <p className="g-notice g-tone-info">
            <Icon name="sparkles" />
            <span>
              {words.letterPage}{' '}
              <a href={profile.letterPage} target="_blank" rel="noreferrer">
                {words.toLetter}
              </a>
            </span>
          </p>
        )}
        {fields.map((field) =>
          field.choices.length > 0 ? (
            <div key={field.name} className="g-field">
              <label className="g-select">
                <span>{field.label[language]}</span>
                <select
                  value={draft.numbers[field.name] ?? ''}
                  onChange={({ target }) =>
                    onChange({ numbers: { ...draft.numbers, [field.name]: target.value } })
                  }
                >
                  <option value="" disabled hidden />
                  {field.choices.map((each) => (
                    <option key={each} value={each}>
                      {each}
                    </option>
                  ))}
                </select>
              </label>
              <small className="g-muted">{field.help[language]}</small>
            </div>
          ) : (
            <CheckedField
              key={field.name}
              format={field}
              label={field.label[language]}
              help={field.help[language]}
              value={draft.numbers[field.name] ?? ''}
              flaw={refused?.path === field.name ? refused.message : null}
              fixed={field.isFixed}
              onChange={(value) => onChange({ numbers: { ...draft.numbers, [field.name]: value } })}
              onFocus={() => setAt(field)}
            />
          ),
        )}
      </div>
      {fields.some(({ place }) => place) && <LetterPicture place={at?.place ?? null} />}
    </div>
  );
}

export function NameStep({ draft, onChange }: StepProps) {
  const words = useLabels(labels);
  const id = useId();
  return (
    <>
      <div className="g-field">
        <label htmlFor={id}>{words.ownName}</label>
        <input
          id={id}
          className="p-inputtext p-component"
          autoComplete="off"
          maxLength={80}
          value={draft.name}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <small id={`${id}-help`} className="g-muted">
          {words.ownNameHelp}
        </small>
      </div>
      <AccountLines value={draft.accounts} onChange={(accounts) => onChange({ accounts })} />
    </>
  );
}
