/** Every theme as a small picture of itself, by family; the arrow keys go from one to the next. */
import type { CSSProperties } from 'react';
import { useLabels } from '@/kernel/i18n';
import { usePreference } from '@/kernel/preferences';
import { chooseTheme, themeFamilies, themes, type Theme } from '@/kernel/themes';
import { Section } from './controls';
import { hueWords, labels } from './labels';

export function ThemeGrid() {
  const words = useLabels(labels);
  const chosen = usePreference('theme');
  return (
    <Section title={words.theme}>
      <div className="s-themes" role="radiogroup" aria-label={words.theme}>
        {themeFamilies.map((family) => (
          <fieldset key={family} style={{ '--themes': themesOf(family).length } as CSSProperties}>
            <legend translate="no">{family}</legend>
            {themesOf(family).map((theme) => <ThemeCard key={theme.name} theme={theme} checked={theme.name === chosen} />)}
          </fieldset>
        ))}
      </div>
    </Section>
  );
}

/** Light ones first, each hue above its dark twin where the row is full. */
const themesOf = (family: Theme['family']) => themes.filter((theme) => theme.family === family).toSorted((one, other) => Number(one.dark) - Number(other.dark) || one.words.length - other.words.length);

/** A card takes its theme's palette, so that it shows the very colours the page would have. */
function ThemeCard({ theme, checked }: { theme: Theme; checked: boolean }) {
  const words = useLabels(hueWords);
  const label = theme.words.map((word) => (words as Readonly<Record<string, string>>)[word] ?? word).join(' ');
  return (
    <label className="s-theme">
      <input type="radio" name="theme" value={theme.name} checked={checked} aria-label={`${theme.family} ${label}`} onChange={() => chooseTheme(theme.name)} />
      <span className="s-theme-card" data-palette={theme.name} aria-hidden="true">
        <i className="s-theme-menu" />
        <i className="s-theme-text" />
        <i className="s-theme-muted" />
        <i className="s-theme-fill" />
        <i className="s-theme-field" />
      </span>
      <span className="s-theme-name" aria-hidden="true">{label}</span>
    </label>
  );
}
