/** The steps of connecting a bank, each of which shows what was typed and says what changes. */
import { useId, useState } from 'react';
import type { BankEnvironment, BankProfilesQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Icon } from '@/ui';
import { labels } from '../labels';
import { letterLabels, PLACES } from '../letter';
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

/** What can be connected stands first, folders after the banks. */
const rank = ({ type, environments }: Profile) =>
  environments.length === 0 ? 2 : Number(type === 'FOLDER');

export function BankChoice({
  profiles,
  draft,
  onChange,
}: StepProps & { profiles: readonly Profile[] }) {
  const words = useLabels(labels);
  const chosen = profiles.find(({ key }) => key === draft.profile);
  const choose = (profile: Profile) => {
    const numbers = {
      ...(profile.regNo ? { regNo: profile.regNo } : {}),
      ...(profile.type === 'FOLDER' ? {} : { countryCode: profile.country }),
    };
    onChange({
      profile: profile.key,
      environment: profile.environments[0] ?? null,
      numbers,
      name: draft.name || (profile.type === 'FOLDER' ? words.FOLDER : profile.name),
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
                {profile.type === 'FOLDER' ? words.FOLDER : profile.name}{' '}
                <span className="g-sub">
                  {profile.environments.length > 0
                    ? profile.type === 'FOLDER'
                      ? words.folderHelp
                      : [words[profile.type], profile.country].join(' · ')
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
  const letter = useLabels(letterLabels) as Readonly<Record<string, string>>;
  const [at, setAt] = useState<string | null>(null);
  const first = fieldsOf(profile)[0]?.name ?? null;
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
        {fieldsOf(profile).map((field) => (
          <CheckedField
            key={field.name}
            format={field}
            label={letter[field.name] ?? field.name}
            help={letter[`${field.name}Help`] ?? ''}
            value={draft.numbers[field.name] ?? ''}
            flaw={refused?.path === field.name ? refused.message : null}
            fixed={field.name === 'regNo' && profile.regNo !== null}
            onChange={(value) => onChange({ numbers: { ...draft.numbers, [field.name]: value } })}
            onFocus={() => setAt(field.name)}
          />
        ))}
      </div>
      <LetterPicture place={PLACES[profile.type][at ?? first ?? ''] ?? null} />
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
