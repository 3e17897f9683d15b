import react from '@vitejs/plugin-react';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { firstPaint } from './tools/first-paint.ts';
import { preloadFont } from './tools/preload-font.ts';
import { slimThemes } from './tools/slim-themes.ts';
import { splitDocuments } from './tools/split-documents.ts';

const api = process.env['GIROSCOPE_API_URL'] ?? 'http://127.0.0.1:8087';

// Of rxjs, the build for browsers of today: the other one brings along what they have themselves.
const FOR_TODAY = ['es2015', ...defaultClientConditions];

// Tests of screens share what they load, which takes longer to load anew than they take; each has a page of its own.
// What remembers for all of the console is tested in files that begin afresh.
const SHARING = ['src/features/!(dashboard)/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'];

const PAGE = ['src/testing/setup.ts'];
// What needs no page says so in its first line, and is spared a made-up one.
const TESTS = ['src/**/*.test.ts', 'tools/**/*.test.ts'];
const WITHOUT_PAGE = globSync(TESTS).filter((file) =>
  readFileSync(file, 'utf8').startsWith('// @vitest-environment node'),
);

export default defineConfig(({ command }) => ({
  plugins: [react(), slimThemes(), splitDocuments(), preloadFont(), firstPaint()],
  resolve: {
    ...(command === 'build' ? { conditions: FOR_TODAY } : {}),
    alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
  },
  server: {
    port: 5173,
    // The made-up world of the tests answers through the committed schema, which lies beside this folder.
    fs: { allow: ['.', '../contract'] },
    proxy: { '/api': api, '/settings.js': api },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What `tools/check-size.ts` weighs.
    manifest: true,
    rolldownOptions: {
      output: {
        // The start names every file: shorter hashes weigh less there, and are unique enough.
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // Few files: a browser asks for six at a time, and what comes together packs better.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...SHARING, ...WITHOUT_PAGE],
          setupFiles: PAGE,
        },
      },
      {
        extends: true,
        test: {
          name: 'sharing',
          include: SHARING,
          exclude: WITHOUT_PAGE,
          isolate: false,
          setupFiles: PAGE,
        },
      },
      {
        extends: true,
        test: { name: 'without page', include: WITHOUT_PAGE, environment: 'node', isolate: false },
      },
    ],
    restoreMocks: true,
    // A busy machine is slow, not wrong.
    testTimeout: 60_000,
    css: false,
  },
}));
