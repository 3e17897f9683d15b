/** What was found in a journal's documents; what repeats is told once, and the rest folded out. */
import { useId, useState } from 'react';
import type { FindingLineFragment } from '@/generated/graphql';
import { FindingTag, FindingText } from '@/features/documents';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { useNotation } from '@/kernel/preferences';
import { Button } from '@/ui';
import { groupedFindings } from '../findings';
import { labels } from '../labels';
import { progressLabels } from '../progressLabels';

export function JournalFindings({ findings }: { findings: readonly FindingLineFragment[] }) {
  return (
    <ul className="j-findings">
      {groupedFindings(findings).map(
        (group) =>
          group[0] && (
            <Kind
              key={`${group[0].severity} ${group[0].code}`}
              first={group[0]}
              others={group.slice(1)}
            />
          ),
      )}
    </ul>
  );
}

function Kind({
  first,
  others,
}: {
  first: FindingLineFragment;
  others: readonly FindingLineFragment[];
}) {
  const words = useLabels(progressLabels);
  const { numberFormat } = useNotation();
  const [open, setOpen] = useState(false);
  const rest = useId();
  return (
    <li>
      <FindingTag severity={first.severity} />
      <div>
        <Found finding={first} />
        {others.length > 0 && (
          <Button
            look="quiet"
            small
            icon={open ? 'minus' : 'plus'}
            aria-expanded={open}
            aria-controls={open ? rest : undefined}
            onClick={() => setOpen(!open)}
          >
            {words.moreLikeIt(formatCount(others.length, numberFormat))}
          </Button>
        )}
        {open && (
          <div id={rest} className="j-more">
            {others.map((finding, index) => (
              <Found key={index} finding={finding} />
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

function Found({ finding }: { finding: FindingLineFragment }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const place = [
    finding.line !== null && words.line(formatCount(finding.line, numberFormat)),
    finding.path,
    finding.code,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <div>
      <FindingText finding={finding} />
      <span className="g-sub">{place}</span>
    </div>
  );
}
