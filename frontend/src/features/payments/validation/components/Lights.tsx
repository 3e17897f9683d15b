/** One light per layer: what it came to in words, and why where it did not run. */
import { useLabels, wordFor } from '@/kernel/i18n';
import { useNotation } from '@/kernel/preferences';
import { Icon } from '@/ui';
import { labels } from '../labels';
import { inLanguage, type Layer } from '../report';

const ICONS: Readonly<Record<string, string>> = {
  passed: 'check-circle',
  warnings: 'exclamation-triangle',
  errors: 'times-circle',
  notRun: 'minus-circle',
};

export function Lights({ layers }: { layers: readonly Layer[] }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  return (
    <ul className="v-lights" aria-label={words.layers}>
      {layers.map(({ layer, name, light, errors, warnings, notes, reason }) => {
        const counts = [
          errors > 0 && words.errors(errors),
          warnings > 0 && words.warnings(warnings),
          notes > 0 && words.notes(notes),
        ].filter(Boolean);
        return (
          <li key={layer} className={`v-light v-light-${light}`}>
            <Icon name={ICONS[light] ?? 'minus-circle'} />
            <span>
              <strong>{inLanguage(name, language)}</strong>
              <span className="v-light-said">
                {[wordFor(words, `light_${light}`), ...counts].join(' · ')}
              </span>
              {reason && light === 'notRun' && (
                <span className="g-muted v-light-reason">{inLanguage(reason, language)}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
