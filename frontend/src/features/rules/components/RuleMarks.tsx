/** The labels that rules have put on a record, each with the rule and version that put it there. */
import type { RuleMarkLineFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { NoValue, Tag } from '@/ui';
import { labels } from '../markLabels';
import './marks.css';

interface RuleMarksProps {
  marks: readonly RuleMarkLineFragment[];
  /** In one line, where the rule is said when it is pointed at and by a screen reader. */
  inLine?: boolean;
}

export function RuleMarks({ marks, inLine = false }: RuleMarksProps) {
  const words = useLabels(labels);
  if (marks.length === 0) return <NoValue />;
  if (inLine)
    return (
      <>
        {marks.map(({ labelId, label, rule, version }) => (
          <Tag key={labelId} icon="tag" title={`${label}, ${words.byRule(rule, version)}`}>
            {label}
            <span className="g-sr">, {words.byRule(rule, version)}</span>
          </Tag>
        ))}
      </>
    );
  return (
    <span className="ru-marks">
      {marks.map(({ labelId, label, rule, version }) => (
        <span key={labelId} className="ru-mark">
          <Tag icon="tag">{label}</Tag>
          <span className="g-sub">{words.byRule(rule, version)}</span>
        </span>
      ))}
    </span>
  );
}

/** Which rule did something to a record. */
export function ByRule({ rule, version }: { rule: string; version: number }) {
  return <>{useLabels(labels).byRule(rule, version)}</>;
}
