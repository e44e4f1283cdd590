import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** What only ends a test that hangs: a machine may be ten times slower than usual. */
const limits = (milliseconds: number) => ({
  testTimeout: milliseconds,
  hookTimeout: milliseconds,
  expect: { poll: { timeout: 30_000 } },
});
const shared = { setupFiles: ['scripts/test-setup.ts'], ...limits(180_000) };

/**
 * `quick` and `quick-isolated` are what `npm test` runs; `deep` holds the long differential, soak and attack suites.
 *
 * The files of `quick` share their worker's modules, which halves the processor time. A test that changes the
 * environment or what a module keeps for the whole process is named `*.isolated.test.ts`.
 */
const config: ViteUserConfig = defineConfig({
  test: {
    // One more than two cores: tests wait for the processes they start, too. With 4, it takes as long.
    maxWorkers: 3,
    // The second says why tests were skipped.
    reporters: ['default', './scripts/skip-reporter.mjs'],
    // One line for each file: without this, vitest adds one for every test over 300 ms.
    slowTestThreshold: Number.POSITIVE_INFINITY,
    projects: [
      {
        test: {
          ...shared,
          name: 'quick',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: ['**/*.deep.test.ts', '**/*.isolated.test.ts'],
          isolate: false,
        },
      },
      { test: { ...shared, name: 'quick-isolated', include: ['src/**/*.isolated.test.ts'] } },
      {
        test: {
          ...shared,
          ...limits(600_000),
          name: 'deep',
          include: ['src/**/*.deep.test.ts', 'scripts/**/*.deep.test.ts', 'examples/**/*.deep.test.ts'],
        },
      },
    ],
  },
});

export default config;
