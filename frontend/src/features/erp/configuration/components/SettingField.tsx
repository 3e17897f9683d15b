/** One setting to be changed: as text, a day, a choice, yes or no, or a secret that only goes in. */
import type { ChangeEvent } from 'react';
import { useLabels } from '@/kernel/i18n';
import type { Form } from '@/ui';
import { useInLanguage } from '../../words';
import { choiceLabels, labels } from '../labels';
import { inWords, type Value } from '../parts';
import { SetOn } from './SectionCard';

type SettingForm = Form<Readonly<Record<string, string>>>;

/** Where a setting's field stands on the page. */
export const settingFieldId = (form: string, name: string) => `${form}-${name}`;

export function SettingField({ form, value }: { form: SettingForm; value: Value }) {
  const words = useLabels(labels);
  const choices = useLabels(choiceLabels);
  const tell = useInLanguage();
  const { setting, fallback, secret } = value;
  const id = settingFieldId(form.id, setting.name);
  const flaw = form.flaws.find(({ field }) => field === setting.name);
  const isSecret = setting.kind === 'SECRET';
  const label = tell(setting.label);
  const field = {
    id,
    value: form.values[setting.name] ?? '',
    'aria-invalid': flaw !== undefined || undefined,
    'aria-describedby': `${id}-help${flaw ? ` ${id}-flaw` : ''}`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      form.change({ [setting.name]: event.target.value }),
  };
  const looks = `p-inputtext p-component${flaw ? ' p-invalid' : ''}`;
  const isChosen = setting.kind === 'CHOICE' || setting.kind === 'FLAG';
  const options = setting.kind === 'FLAG' ? ['true', 'false'] : setting.choices;
  return (
    <div className="g-field">
      <label htmlFor={id}>
        <span>
          {secret && !secret.isGone ? words.replaceSecret(label) : label}
          {setting.isRequired && !value.hasValue && (
            <span className="g-muted"> · {words.required}</span>
          )}
        </span>
      </label>
      {isChosen ? (
        <select {...field} className={`${looks} ec-select`}>
          {(fallback || !setting.isRequired) && (
            <option value="">
              {fallback
                ? `${words.choice}: ${inWords(setting, fallback, words, choices)}`
                : words.notSet}
            </option>
          )}
          {options.map((one) => (
            <option key={one} value={one}>
              {inWords(setting, one, words, choices)}
            </option>
          ))}
        </select>
      ) : isSecret ? (
        <textarea
          {...field}
          className={`${looks} ec-secret`}
          data-secret
          rows={1}
          autoComplete="off"
          spellCheck={false}
        />
      ) : (
        <input
          {...field}
          className={looks}
          type={setting.kind === 'DATE' ? 'date' : setting.kind === 'ADDRESS' ? 'url' : 'text'}
          autoComplete="off"
          spellCheck={false}
          placeholder={fallback || undefined}
        />
      )}
      <small id={`${id}-help`} className="g-muted">
        {tell(setting.help)}{' '}
        {isSecret ? (
          <>
            {secret && !secret.isGone && <SetOn setAt={secret.setAt} setBy={secret.setBy} />}{' '}
            {words.secretHelp}
          </>
        ) : (
          !isChosen && fallback && words.emptyFor(fallback)
        )}
      </small>
      {flaw && (
        <p id={`${id}-flaw`} className="g-field-error">
          {flaw.message}
        </p>
      )}
    </div>
  );
}
