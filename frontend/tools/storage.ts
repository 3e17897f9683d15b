/**
 * The first lines of `first-paint.js`: memory in place of storage, where a browser gives none. Chromium
 * refuses a frame in another program the very question for it while cookies of third parties are
 * blocked. What is kept then lives as long as the page; everybody else's storage is left alone.
 */
export const STORAGE = `(function () {
  ['localStorage', 'sessionStorage'].forEach(function (name) {
    try { if (window[name]) return; } catch (e) { /* It may not be asked for. */ }
    var kept = new Map();
    Object.defineProperty(window, name, { configurable: true, value: {
      get length() { return kept.size; },
      key: function (index) { var names = Array.from(kept.keys()); return index < names.length ? names[index] : null; },
      getItem: function (key) { return kept.has(String(key)) ? kept.get(String(key)) : null; },
      setItem: function (key, value) { kept.set(String(key), String(value)); },
      removeItem: function (key) { kept.delete(String(key)); },
      clear: function () { kept.clear(); }
    } });
  });
})();
`;
