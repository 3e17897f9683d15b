/** What each connected bank can do, as a table of marks with words for the ear. */
import type { BankCapability, BankLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Icon } from '@/ui';
import { labels } from '../labels';

const CAPABILITIES: readonly BankCapability[] = [
  'PAYMENT',
  'STATUS',
  'REPORT',
  'STATEMENT',
  'NOTIFICATION',
  'PAYEE_CHECK',
  'INSTANT',
];

export function CapabilityMatrix({ banks }: { banks: readonly BankLineFragment[] }) {
  const words = useLabels(labels);
  return (
    <section className="g-stack">
      <h2 id="bk-capabilities">{words.capabilities}</h2>
      <div className="g-table-frame" tabIndex={0} role="region" aria-labelledby="bk-capabilities">
        <table className="g-table bk-matrix" aria-labelledby="bk-capabilities">
          <thead>
            <tr>
              <th scope="col">{words.capability}</th>
              {CAPABILITIES.map((one) => (
                <th key={one} scope="col">
                  {words[one]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {banks.map(({ id, name, profile }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {CAPABILITIES.map((one) => (
                  <td key={one} data-label={words[one]}>
                    <Mark can={profile.capabilities.includes(one)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Mark({ can }: { can: boolean }) {
  const words = useLabels(labels);
  return (
    <span className={can ? 'bk-can' : 'g-muted'}>
      <Icon name={can ? 'check' : 'minus'} />
      <span className="g-sr">{can ? words.yes : words.no}</span>
    </span>
  );
}
