/** Choices for this browser: looks, layout, language and formats. Each applies at once. */
import { useRef, type ReactNode } from 'react';
import { formatDate } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal } from '@/kernel/money';
import { DATE_FORMATS, NUMBER_FORMATS, SCALES, prefer, preferLanguage, resetPreferences, usePreferences } from '@/kernel/preferences';
import { counterpart, rippleOn, themes } from '@/kernel/themes';
import { Button, useDismiss } from '@/ui';
import { Icon } from '@/ui';
import { labels } from './labels';

const SAMPLE_DATE = '2026-11-20';
const SAMPLE_AMOUNT = '1234567.89';

export function SettingsPanel({ onClose }: { onClose: () => void }) {
  const words = useLabels(labels);
  const panel = useRef<HTMLElement>(null);
  useDismiss(panel, onClose);
  return (
    <aside ref={panel} className="s-settings" role="dialog" aria-label={words.settings}>
      <header>
        <h2>{words.settings}</h2>
        <Button look="quiet" small icon="times" autoFocus aria-label={words.closeMenu.replace(words.menuType, words.settings)} onClick={onClose} />
      </header>
      <Appearance />
      <Layout />
      <Formats />
      <Button icon="undo" onClick={resetPreferences}>{words.reset}</Button>
    </aside>
  );
}

function Appearance() {
  const words = useLabels(labels);
  const choice = usePreferences();
  const families = [...new Set(themes.map((theme) => theme.family))];
  const choose = (name: string) => prefer({ theme: name, darkTheme: themes.find((theme) => theme.name === name)?.dark ?? false });
  const switchTo = (dark: boolean) => {
    if (dark !== choice.darkTheme) choose(counterpart(choice.theme));
  };
  return (
    <section>
      <h3>{words.appearance}</h3>
      <Segments name={words.appearance} value={choice.darkTheme ? 'dark' : 'light'} options={[['light', words.light, 'sun'], ['dark', words.dark, 'moon']]} onChange={(value) => switchTo(value === 'dark')} />
      <label className="s-field">
        <span>{words.theme}</span>
        <select value={choice.theme} onChange={(event) => choose(event.target.value)}>
          {families.map((family) => (
            <optgroup key={family} label={family}>
              {themes.filter((theme) => theme.family === family).map((theme) => <option key={theme.name} value={theme.name}>{family} {theme.label}</option>)}
            </optgroup>
          ))}
        </select>
      </label>
      <Scale />
      <Row name={words.inputStyle}>
        <Segments name={words.inputStyle} value={choice.inputStyle} options={[['outlined', words.outlined], ['filled', words.filled]]} onChange={(inputStyle) => prefer({ inputStyle })} />
      </Row>
      <Row name={words.ripple}>
        <Segments name={words.ripple} value={rippleOn(choice) ? 'on' : 'off'} disabled={rippleOn(choice) && !choice.ripple} options={[['on', words.on], ['off', words.off]]} onChange={(value) => prefer({ ripple: value === 'on' })} />
      </Row>
    </section>
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
        <Button look="quiet" small icon="minus" aria-label={words.smallerScale} disabled={at <= 0} onClick={() => step(-1)} />
        <output>{scale}</output>
        <Button look="quiet" small icon="plus" aria-label={words.largerScale} disabled={at >= SCALES.length - 1} onClick={() => step(1)} />
      </div>
    </Row>
  );
}

function Layout() {
  const words = useLabels(labels);
  const { menuType, density } = usePreferences();
  return (
    <section>
      <h3>{words.layout}</h3>
      <Row name={words.menuType}>
        <Segments name={words.menuType} value={menuType} options={[['static', words.menuStatic], ['overlay', words.menuOverlay]]} onChange={(next) => prefer({ menuType: next })} />
      </Row>
      <Row name={words.density}>
        <Segments name={words.density} value={density} options={[['compact', words.compact], ['comfortable', words.comfortable]]} onChange={(next) => prefer({ density: next })} />
      </Row>
    </section>
  );
}

function Formats() {
  const words = useLabels(labels);
  const { language, dateFormat, numberFormat, weekStart } = usePreferences();
  return (
    <section>
      <h3>{words.formats}</h3>
      <Segments name={words.language} value={language} options={[['en', 'English'], ['da', 'Dansk']]} onChange={preferLanguage} />
      <label className="s-field">
        <span>{words.dateFormat}</span>
        <select value={dateFormat} onChange={(event) => prefer({ dateFormat: DATE_FORMATS.find((each) => each === event.target.value) ?? dateFormat })}>
          {DATE_FORMATS.map((format) => <option key={format} value={format}>{formatDate(SAMPLE_DATE, format)}</option>)}
        </select>
      </label>
      <label className="s-field">
        <span>{words.numberFormat}</span>
        <select value={numberFormat} onChange={(event) => prefer({ numberFormat: NUMBER_FORMATS.find((each) => each === event.target.value) ?? numberFormat })}>
          {NUMBER_FORMATS.map((format) => <option key={format} value={format}>{formatDecimal(SAMPLE_AMOUNT, format)}</option>)}
        </select>
      </label>
      <Row name={words.weekStart}>
        <Segments name={words.weekStart} value={weekStart === 0 ? 'sunday' : 'monday'} options={[['sunday', words.sunday], ['monday', words.monday]]} onChange={(day) => prefer({ weekStart: day === 'sunday' ? 0 : 1 })} />
      </Row>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="s-row">
      <span>{name}</span>
      {children}
    </div>
  );
}

type Segment<T extends string> = readonly [value: T, label: string, icon?: string];

function Segments<T extends string>({ name, value, options, disabled = false, onChange }: { name: string; value: T; options: readonly Segment<T>[]; disabled?: boolean; onChange: (value: T) => void }) {
  return (
    <div className="s-segments" role="group" aria-label={name}>
      {options.map(([key, label, icon]) => (
        <button key={key} type="button" aria-pressed={key === value} disabled={disabled} onClick={() => onChange(key)}>
          {icon && <Icon name={icon} />}
          {label}
        </button>
      ))}
    </div>
  );
}
