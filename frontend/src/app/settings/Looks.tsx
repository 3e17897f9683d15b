/** Light or dark, size, and how fields and buttons look and answer. */
import { useLabels } from '@/kernel/i18n';
import { SCALES, prefer, usePreferences } from '@/kernel/preferences';
import { chooseBrightness, rippleOn } from '@/kernel/themes';
import { Button } from '@/ui';
import { Row, Section, Segments } from './controls';
import { labels } from './labels';

export function Looks() {
  const words = useLabels(labels);
  const choice = usePreferences();
  const brightness = choice.followSystem ? 'system' : choice.darkTheme ? 'dark' : 'light';
  const forced = rippleOn({ ...choice, ripple: false });
  return (
    <Section title={words.appearance}>
      <Segments
        wide
        name={words.layoutMode}
        value={brightness}
        options={[
          ['light', words.light, 'sun'],
          ['dark', words.dark, 'moon'],
          ['system', words.asSystem, 'desktop'],
        ]}
        onChange={chooseBrightness}
      />
      <Scale />
      <Row name={words.inputStyle}>
        <Segments
          name={words.inputStyle}
          value={choice.inputStyle}
          options={[
            ['outlined', words.outlined],
            ['filled', words.filled],
          ]}
          onChange={(inputStyle) => prefer({ inputStyle })}
        />
      </Row>
      <Row name={words.ripple}>
        <Segments
          name={words.ripple}
          value={rippleOn(choice) ? 'on' : 'off'}
          disabled={forced}
          options={[
            ['on', words.on],
            ['off', words.off],
          ]}
          onChange={(value) => prefer({ ripple: value === 'on' })}
        />
      </Row>
      {forced && <p className="s-hint">{words.rippleForced}</p>}
    </Section>
  );
}

function Scale() {
  const words = useLabels(labels);
  const { scale } = usePreferences();
  const at = SCALES.findIndex((size) => size === scale);
  const step = (by: number) => {
    const next = SCALES[at + by];
    if (next) prefer({ scale: next });
  };
  return (
    <Row name={words.scale}>
      <div className="s-scale" role="group" aria-label={words.scale}>
        <Button
          look="quiet"
          small
          icon="minus"
          aria-label={words.smallerScale}
          disabled={at <= 0}
          onClick={() => step(-1)}
        />
        <span className="s-dots" aria-hidden="true">
          {SCALES.map((size) => (
            <i key={size} data-on={size === scale || undefined} />
          ))}
        </span>
        <output>{scale}</output>
        <Button
          look="quiet"
          small
          icon="plus"
          aria-label={words.largerScale}
          disabled={at >= SCALES.length - 1}
          onClick={() => step(1)}
        />
      </div>
    </Row>
  );
}
