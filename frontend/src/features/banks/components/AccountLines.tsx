/** Accounts typed one per line, each checked as it is written, with what payments may leave from. */
import { useId } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Tag } from '@/ui';
import { labels } from '../labels';
import { readAccounts } from '../letter';

export interface AccountText {
  text: string;
  /** Numbers that only receive. */
  receiving: readonly string[];
}

/** The first line that is no account. */
export const flawedLine = ({ text }: AccountText) =>
  readAccounts(text).find(({ account }) => account === null)?.line ?? null;

/** As the server takes them. */
export const accountsOf = ({ text, receiving }: AccountText) =>
  readAccounts(text).flatMap(({ account }) =>
    account ? [{ ...account, pays: !receiving.includes(account.number) }] : [],
  );

export function AccountLines({
  value,
  onChange,
}: {
  value: AccountText;
  onChange: (value: AccountText) => void;
}) {
  const words = useLabels(labels);
  const id = useId();
  const lines = readAccounts(value.text);
  const turn = (number: string, pays: boolean) =>
    onChange({
      ...value,
      receiving: pays
        ? value.receiving.filter((one) => one !== number)
        : [...value.receiving, number],
    });
  return (
    <>
      <div className="g-field">
        <label htmlFor={id}>{words.accounts}</label>
        <textarea
          id={id}
          className="p-inputtext p-component bk-number"
          rows={4}
          value={value.text}
          aria-describedby={`${id}-help`}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...value, text: event.target.value })}
        />
        <small id={`${id}-help`} className="g-muted">
          {words.accountsHelp}
        </small>
      </div>
      {lines.length > 0 && (
        <ul className="bk-lines">
          {lines.map(({ line, account }) => (
            <li key={line}>
              {account ? (
                <label className="bk-check">
                  <input
                    type="checkbox"
                    checked={!value.receiving.includes(account.number)}
                    onChange={(event) => turn(account.number, event.target.checked)}
                  />
                  <span>
                    <span className="bk-number">{account.number}</span> {account.name}{' '}
                    <span className="g-sub">{words.pays}</span>
                  </span>
                </label>
              ) : (
                <Tag tone="bad" icon="exclamation-circle">
                  {words.badAccount(line)}
                </Tag>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
