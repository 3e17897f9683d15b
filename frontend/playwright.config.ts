import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const unattended = process.env['CI'] === 'true';

export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  // Where nobody can look again a test is tried again with a trace; passing late still fails the run.
  retries: unattended ? 2 : 0,
  // What fails everywhere need not be tried three times everywhere.
  maxFailures: unattended ? 5 : 0,
  // Long enough for a machine that is busy with something else; who waits sees what comes at once.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    // What is to be pressed and does not come is told as what it is, not as a journey that took too long.
    actionTimeout: 120_000,
    baseURL: process.env['GIROSCOPE_E2E_URL'] ?? 'http://localhost:8087',
    viewport: { width: 1440, height: 900 },
    // What slides and fades is waited for again and again; that things move, journeys about motion see.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // It copies every page and slows a journey several times over, so only one that failed has it.
    trace: 'on-first-retry',
    launchOptions: {
      // Without a browser of the system, the one Playwright brought is used.
      ...(existsSync(chromium) ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
});
