/** Who stands behind a payment file: none of them is its second person. */
import { useId } from 'react';
import type { ApprovalCardFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { Icon } from '@/ui';
import { behindLabels, partLabels } from '../behindLabels';

type Behind = ApprovalCardFragment['behind'];

/** Each person once, with all of their parts. */
function byPerson(
  behind: Behind,
): { key: string; first: Behind[number]; parts: Behind[number]['part'][] }[] {
  const people = new Map<
    string,
    { key: string; first: Behind[number]; parts: Behind[number]['part'][] }
  >();
  for (const one of behind) {
    const key = `${one.hasAccount} ${one.person}`;
    const known = people.get(key);
    if (!known) people.set(key, { key, first: one, parts: [one.part] });
    else if (!known.parts.includes(one.part)) known.parts.push(one.part);
  }
  return [...people.values()];
}

export function BehindFile({ behind }: { behind: Behind }) {
  const words = useLabels(behindLabels);
  const parts = useLabels(partLabels);
  const heading = useId();
  if (behind.length === 0) return null;
  return (
    <section>
      <h4 id={heading}>{words.title}</h4>
      <ul className="ap-given" aria-labelledby={heading}>
        {byPerson(behind).map(({ key, first, parts: done }) => (
          <li key={key}>
            <Icon name="user" />
            <span>
              <strong>{first.person}</strong>
              {first.isOwn && ` (${words.you})`}
              {!first.hasAccount && ` (${words.outside})`}
              <span className="g-sub">{done.map((part) => parts[part]).join(' · ')}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="g-muted">{words.help}</p>
    </section>
  );
}
