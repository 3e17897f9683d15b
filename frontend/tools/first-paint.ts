/**
 * Writes `first-paint.js`: a small classic script that puts the chosen looks on the page before
 * anything is drawn, so that nothing flashes and nothing moves. It knows the themes' hashed
 * names. `applyAppearance` in `src/kernel/themes.ts` says the same again once the console runs.
 */
import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';
import { PALETTES, paletteOf, themeNames } from './palettes.ts';
import { hexOf } from './colours.ts';
import { STORAGE } from './storage.ts';

/** What the script needs of each theme: where its stylesheet is, and the colour behind everything. */
type Themes = Record<string, [url: string, ground: string]>;

const SCRIPT = `(function (themes) {
  var read = function (key, fallback) {
    try { return localStorage.getItem(key) || fallback; } catch (e) { return fallback; }
  };
  var asks = function (query) { return matchMedia(query).matches; };
  var wish = function (key, query) { var said = read(key, 'system'); return said === 'system' ? asks(query) : said === 'on'; };
  var isDark = function (name) { return /-dark|^vela|^arya/.test(name); };
  var pick = function (name, other) { return themes[name] ? name : other; };
  var twin = function (name) {
    if (/-dark/.test(name)) return pick(name.replace('-dark', '-light'), 'lara-light-indigo');
    if (isDark(name)) return pick(name.replace(/^(vela|arya)/, 'saga'), 'lara-light-indigo');
    var other = name.replace('-light', '-dark').replace(/^saga/, 'vela');
    return other === name ? 'lara-dark-indigo' : pick(other, 'lara-dark-indigo');
  };
  var name = pick(read('theme', '').replace(/"/g, ''), read('darkTheme', '') === 'true' ? 'lara-dark-indigo' : 'lara-light-indigo');
  if (read('giroscope.followSystem', '') === 'true' && isDark(name) !== asks('(prefers-color-scheme: dark)')) {
    var left = read('giroscope.themeLeft', '');
    name = themes[left] && twin(left) === name ? left : twin(name);
  }
  var dark = isDark(name);
  var root = document.documentElement;
  var scale = Number(read('giroscope.scale', '14'));
  root.dataset.palette = name;
  root.dataset.scheme = dark ? 'dark' : 'light';
  root.dataset.density = read('giroscope.density', 'compact') === 'comfortable' ? 'comfortable' : 'compact';
  root.dataset.motion = wish('giroscope.reducedMotion', '(prefers-reduced-motion: reduce)') ? 'reduced' : 'full';
  root.dataset.contrast = wish('giroscope.highContrast', '(prefers-contrast: more)') ? 'more' : 'plain';
  root.style.fontSize = (scale >= 12 && scale <= 16 ? scale : 14) + 'px';
  root.lang = read('giroscope.language', 'en') === 'da' ? 'da' : 'en';
  if (read('inputStyle', '') === 'filled') root.classList.add('p-input-filled');
  if (read('ripple', '') !== 'false' || /^mdc?-/.test(name)) root.classList.add('g-ripple');
  var theme = themes[name];
  if (!theme) return;
  // The body's colour comes with the stylesheet; the canvas behind it must not be white until then.
  root.style.backgroundColor = root.dataset.contrast === 'more' ? (dark ? '#000' : '#fff') : theme[1];
  var link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = theme[0];
  link.dataset.theme = name;
  link.setAttribute('blocking', 'render');
  document.head.insertBefore(link, document.head.firstChild);
})`;

const THEME = /primereact\/resources\/themes\/([a-z0-9-]+)\/theme\.css$/;

/** The script, for themes that lie at these addresses. */
export function firstPaintScript(urls: Readonly<Record<string, string>>): string {
  const themes: Themes = Object.fromEntries(
    themeNames()
      .filter((name) => urls[name])
      .map((name) => [name, [urls[name] ?? '', hexOf(paletteOf(name).ground)]]),
  );
  return `${STORAGE}${SCRIPT}(${JSON.stringify(themes)});\n`;
}

export function firstPaint(): Plugin {
  let base = '/';
  return {
    name: 'giroscope-first-paint',
    configResolved(config) {
      base = config.base;
      if (!existsSync(PALETTES))
        throw new Error('src/ui/palettes.css is missing: node tools/palettes.ts');
    },
    configureServer(server) {
      server.middlewares.use('/first-paint.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(
          firstPaintScript(
            Object.fromEntries(
              themeNames().map((name) => [
                name,
                `/node_modules/primereact/resources/themes/${name}/theme.css`,
              ]),
            ),
          ),
        );
      });
    },
    generateBundle(_options, bundle) {
      const urls: Record<string, string> = {};
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset') continue;
        for (const source of asset.originalFileNames) {
          const name = THEME.exec(source)?.[1];
          if (name) urls[name] = base + asset.fileName;
        }
      }
      this.emitFile({ type: 'asset', fileName: 'first-paint.js', source: firstPaintScript(urls) });
    },
  };
}
