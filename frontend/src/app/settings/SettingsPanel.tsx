/** Choices for this browser: looks, layout, language, formats, keys. Each applies at once. */
import { useRef } from 'react';
import { Link } from 'react-router';
import { useLabels } from '@/kernel/i18n';
import { mailsPath } from '@/kernel/paths';
import {
  prefer,
  preferLanguage,
  resetPreferences,
  useNotation,
  usePreferences,
} from '@/kernel/preferences';
import { Button, useDismiss } from '@/ui';
import { Access } from './Access';
import { Row, Section, Segments } from './controls';
import { Formats } from './Formats';
import { labels } from './labels';
import { Looks } from './Looks';
import { ThemeGrid } from './ThemeGrid';

interface SettingsPanelProps {
  /** `back` asks to return the focus to where the panel was opened. */
  onClose: (how: 'back' | 'away') => void;
}

export function SettingsPanel({ onClose }: SettingsPanelProps) {
  const words = useLabels(labels);
  const panel = useRef<HTMLElement>(null);
  useDismiss(
    panel,
    (how) => {
      if (how === 'pointer') swallowClick();
      onClose(how === 'key' ? 'back' : 'away');
    },
    true,
    '[data-settings-trigger]',
  );
  return (
    <aside ref={panel} className="s-settings" role="dialog" aria-label={words.settings}>
      <div className="s-settings-head">
        <h2>{words.settings}</h2>
        <Button
          look="quiet"
          small
          icon="times"
          autoFocus
          aria-label={words.closeSettings}
          onClick={() => onClose('back')}
        />
      </div>
      <Language />
      <Looks />
      <Layout />
      <Formats />
      <Access />
      <ThemeGrid />
      <div className="s-settings-foot">
        <p>{words.kept}</p>
        <Link to={mailsPath}>{words.mails}</Link>
        <Button icon="undo" onClick={resetPreferences}>
          {words.reset}
        </Button>
      </div>
    </aside>
  );
}

function Language() {
  const words = useLabels(labels);
  const { language } = useNotation();
  return (
    <Section title={words.language}>
      <Segments
        wide
        name={words.language}
        value={language}
        options={[
          ['en', 'English', 'globe'],
          ['da', 'Dansk', 'globe'],
        ]}
        onChange={preferLanguage}
      />
    </Section>
  );
}

function Layout() {
  const words = useLabels(labels);
  const { menuType, density } = usePreferences();
  return (
    <Section title={words.layout}>
      <Row name={words.menuType}>
        <Segments
          name={words.menuType}
          value={menuType}
          options={[
            ['static', words.menuStatic],
            ['overlay', words.menuOverlay],
          ]}
          onChange={(next) => prefer({ menuType: next })}
        />
      </Row>
      <Row name={words.density}>
        <Segments
          name={words.density}
          value={density}
          options={[
            ['compact', words.compact],
            ['comfortable', words.comfortable],
          ]}
          onChange={(next) => prefer({ density: next })}
        />
      </Row>
    </Section>
  );
}

/** The click that follows a press which closed the panel does nothing else, whatever it lands on. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', swallow, { capture: true, once: true });
  // A press that becomes no click, such as a drag, must not cost the next one.
  document.addEventListener(
    'pointerup',
    () => setTimeout(() => document.removeEventListener('click', swallow, { capture: true })),
    { once: true },
  );
}
