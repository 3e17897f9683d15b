/** Names and values of one record, as a description list. Empty values show a dash. */
import { Fragment, type ReactNode } from 'react';
import { NoValue } from './Texts';

export type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="g-facts">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            {value === null || value === undefined || value === '' || value === false ? (
              <NoValue />
            ) : (
              value
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
