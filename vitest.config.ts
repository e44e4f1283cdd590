import { defineConfig, type ViteUserConfig } from 'vitest/config';

const shared = {
  setupFiles: ['scripts/test-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** `quick` is what `npm test` runs; `deep` holds the long differential, soak and attack suites. */
const config: ViteUserConfig = defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default'],
    // One line for each file: without this, vitest adds one for every test over 300 ms.
    slowTestThreshold: Number.POSITIVE_INFINITY,
    projects: [
      {
        test: {
          ...shared,
          name: 'quick',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.deep.test.ts'],
        },
      },
      { test: { ...shared, name: 'deep', include: ['src/**/*.deep.test.ts'] } },
    ],
  },
});

export default config;
