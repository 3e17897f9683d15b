/** Every theme as a small picture of itself, by family; the arrow keys go from one to the next. */
import { useLabels } from '@/kernel/i18n';
import { usePreference } from '@/kernel/preferences';
import { chooseTheme, themeFamilies, themes, type Theme } from '@/kernel/themes';
import { Section } from './controls';
import { hueWords, labels } from './labels';
import pictures from './themes.svg';

export function ThemeGrid() {
  const words = useLabels(labels);
  const chosen = usePreference('theme');
  return (
    <Section title={words.theme}>
      <div className="s-themes" role="radiogroup" aria-label={words.theme}>
        {themeFamilies.map((family) => (
          <fieldset key={family}>
            <legend translate="no">{family}</legend>
            {themesOf(family).map((theme) => (
              <ThemeCard key={theme.name} theme={theme} checked={theme.name === chosen} />
            ))}
          </fieldset>
        ))}
      </div>
    </Section>
  );
}

/** Light ones first, each hue above its dark twin where the row is full. */
const themesOf = (family: Theme['family']) =>
  themes
    .filter((theme) => theme.family === family)
    .toSorted(
      (one, other) =>
        Number(one.dark) - Number(other.dark) || one.words.length - other.words.length,
    );

/** The card, which is the choice itself, shows the very colours the page would have: its part of one picture of all. */
function ThemeCard({ theme, checked }: { theme: Theme; checked: boolean }) {
  const words = useLabels(hueWords);
  const label = theme.words
    .map((word) => (words as Readonly<Record<string, string>>)[word] ?? word)
    .join(' ');
  return (
    <label className="s-theme">
      <input
        type="radio"
        name="theme"
        value={theme.name}
        style={pictureOf(theme)}
        checked={checked}
        aria-label={`${theme.family} ${label}`}
        onChange={() => chooseTheme(theme.name)}
      />
      <span aria-hidden="true">{label.charAt(0).toUpperCase() + label.slice(1)}</span>
    </label>
  );
}

const pictureOf = (theme: Theme) => ({
  backgroundImage: `url("${pictures}")`,
  backgroundSize: `100% ${themes.length * 100}%`,
  backgroundPositionY: `${(100 * themes.indexOf(theme)) / (themes.length - 1)}%`,
});
