/**
 * Writes `first-paint.js`: a small classic script that puts the chosen theme, scale and
 * language on the page before anything is drawn. It knows the themes' hashed names.
 */
import type { Plugin } from 'vite';

const SCRIPT = `(function (themes) {
  var read = function (key, fallback) {
    try { return localStorage.getItem(key) || fallback; } catch (e) { return fallback; }
  };
  var name = read('theme', 'lara-light-indigo').replace(/"/g, '');
  if (!themes[name]) name = 'lara-light-indigo';
  var root = document.documentElement;
  var dark = /-dark|^vela|^arya/.test(name);
  root.dataset.scheme = dark ? 'dark' : 'light';
  root.style.fontSize = (Number(read('giroscope.scale', '14')) || 14) + 'px';
  root.style.backgroundColor = dark ? '#111827' : '#f9fafb';
  root.lang = read('giroscope.language', 'en');
  if (!themes[name]) return;
  var link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = themes[name];
  link.dataset.theme = name;
  link.setAttribute('blocking', 'render');
  document.head.insertBefore(link, document.head.firstChild);
})`;

const THEME = /primereact\/resources\/themes\/([a-z0-9-]+)\/theme\.css$/;

export function firstPaint(): Plugin {
  let base = '/';
  return {
    name: 'giroscope-first-paint',
    configResolved(config) {
      base = config.base;
    },
    configureServer(server) {
      server.middlewares.use('/first-paint.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(`${SCRIPT}({});`);
      });
    },
    generateBundle(_options, bundle) {
      const themes: Record<string, string> = {};
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset') continue;
        for (const source of asset.originalFileNames) {
          const name = THEME.exec(source)?.[1];
          if (name) themes[name] = base + asset.fileName;
        }
      }
      this.emitFile({ type: 'asset', fileName: 'first-paint.js', source: `${SCRIPT}(${JSON.stringify(themes)});\n` });
    },
  };
}
