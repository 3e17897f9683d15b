/** What makes the console easier to see and to work: less motion, more contrast, keys. */
import { useLabels } from '@/kernel/i18n';
import { prefer, usePreferences } from '@/kernel/preferences';
import { Row, Section, Segments } from './controls';
import { labels } from './labels';

export function Access() {
  const words = useLabels(labels);
  const { reducedMotion, highContrast, keepErrors, shortcuts } = usePreferences();
  const wish = [
    ['system', words.asSystem],
    ['on', words.on],
    ['off', words.off],
  ] as const;
  return (
    <Section title={words.access}>
      <Row name={words.reducedMotion}>
        <Segments
          name={words.reducedMotion}
          value={reducedMotion}
          options={wish}
          onChange={(next) => prefer({ reducedMotion: next })}
        />
      </Row>
      <Row name={words.highContrast}>
        <Segments
          name={words.highContrast}
          value={highContrast}
          options={wish}
          onChange={(next) => prefer({ highContrast: next })}
        />
      </Row>
      <Row name={words.keepErrors}>
        <Segments
          name={words.keepErrors}
          value={keepErrors ? 'on' : 'off'}
          options={[
            ['on', words.on],
            ['off', words.off],
          ]}
          onChange={(value) => prefer({ keepErrors: value === 'on' })}
        />
      </Row>
      <Row name={words.shortcuts}>
        <Segments
          name={words.shortcuts}
          value={shortcuts ? 'on' : 'off'}
          options={[
            ['on', words.on],
            ['off', words.off],
          ]}
          onChange={(value) => prefer({ shortcuts: value === 'on' })}
        />
      </Row>
      <p className="s-hint">{words.shortcutsHelp}</p>
    </Section>
  );
}
